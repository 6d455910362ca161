import Glibc
import Systemd
import Tracker

/// The sounds in the settings.
struct SoundFacts: Sendable {
    /// Their names and paths.
    var names: [String] = []
    /// The first file that cannot be read, with the reason.
    var unreadable: (path: String, reason: String)?

    /// Returns why no sound is played; nil if no reason is known.
    func obstacle(with server: NotificationServer?) -> String? {
        guard !names.isEmpty else { return nil }
        if case .running(let identity)? = server, !identity.playsSounds {
            return "\(identity.name) does not play sounds"
        }
        return unreadable.map { "\($0.path) cannot be read (\($0.reason))" }
    }
}

extension SoundFacts {
    /// Takes the sounds, and checks whether their files can be read. The notification server reads them as the same
    /// user.
    init(_ sounds: [Popup.Sound]) {
        names = sounds.compactMap(\.name)
        for case .file(let path) in sounds where unreadable == nil && access(path, R_OK) != 0 {
            unreadable = (path, errorText(errno))
        }
    }
}

extension MachineFacts {
    var soundCheck: Check.Result {
        guard !sounds.names.isEmpty else { return .skipped("no sound is set") }
        guard case .running(let identity)? = notifications else { return .skipped("no notification server is running") }
        guard let obstacle = sounds.obstacle(with: notifications) else {
            return .well("\(identity.name) plays sounds: \(sounds.names.joined(separator: ", "))")
        }
        let remedy =
            identity.playsSounds
            ? "correct Sound= in the settings, or put a sound file there"
            : "use a notification server that plays sounds, play a sound from a hook, or remove Sound= from the settings"
        return .problem(Problem(obstacle, remedy))
    }
}

extension NotificationServer.Identity {
    /// Whether the server reports that it plays sounds.
    fileprivate var playsSounds: Bool { capabilities.contains("sound") }
}
