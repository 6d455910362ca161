package import Tracker

/// The sounds of the settings.
package struct SoundFacts: Hashable, Sendable {
    /// Their names and paths.
    package var names: [String]
    /// The files that cannot be read, with the reasons.
    package var troubles: [Trouble]

    /// A file that cannot be read.
    package struct Trouble: Hashable, Sendable {
        package var path: String
        package var reason: String
    }

    /// No sounds by default.
    ///
    /// - Parameter trouble: why a file cannot be read; nil if it can.
    package init(_ sounds: [Popup.Sound] = [], trouble: (_ path: String) -> String? = { _ in nil }) {
        names = sounds.compactMap(\.name)
        troubles = sounds.compactMap { sound in
            guard case .file(let path) = sound else { return nil }
            return trouble(path).map { Trouble(path: path, reason: $0) }
        }
    }

    /// Why the user hears none of them; nil if nothing is known to prevent it.
    package func obstacle(with server: NotificationServer?) -> String? {
        guard !names.isEmpty else { return nil }
        if case .running(let identity)? = server, !identity.playsSounds {
            return "\(identity.name) plays no sounds"
        }
        return troubles.first.map { "\($0.path) cannot be read (\($0.reason))" }
    }
}

extension MachineFacts {
    /// One check if the settings have a sound.
    var soundChecks: [Check] {
        let subject = "Sound"
        guard !sounds.names.isEmpty else { return [] }
        guard case .running(let identity)? = notifications else {
            return [.notApplicable(subject, "no notification server is running")]
        }
        guard let obstacle = sounds.obstacle(with: notifications) else {
            return [.sound(subject, "\(identity.name) plays sounds: \(sounds.names.joined(separator: ", "))")]
        }
        let remedy =
            identity.playsSounds
            ? "correct Sound= in the settings, or put a sound file in its place"
            : "use a notification server that plays sounds, play one in a hook, or remove Sound= from the settings"
        return [.broken(subject, obstacle, remedy: remedy)]
    }
}

extension NotificationServer.Identity {
    /// Whether it plays sounds, as it says.
    fileprivate var playsSounds: Bool { capabilities.contains("sound") }
}
