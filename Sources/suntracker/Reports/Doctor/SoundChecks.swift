import Tracker

/// The sounds of the settings.
struct SoundFacts: Sendable {
    /// Their names and paths.
    var names: [String] = []
    /// The first file that cannot be read, with the reason.
    var trouble: (path: String, reason: String)?

    /// Why the user hears none of them; nil if nothing is known to prevent it.
    func obstacle(with server: NotificationServer?, in words: Localizer = .english) -> String? {
        guard !names.isEmpty else { return nil }
        if case .running(let identity)? = server, !identity.playsSounds {
            return words("{server} plays no sounds", ["server": identity.name])
        }
        return trouble.map { words("{file} cannot be read ({reason})", ["file": $0.path, "reason": $0.reason]) }
    }
}

extension MachineFacts {
    /// One check if the settings have a sound.
    func soundChecks(in words: Localizer) -> [Check] {
        guard !sounds.names.isEmpty else { return [] }
        guard case .running(let identity)? = notifications else {
            return [.notApplicable(words("no notification server is running"))]
        }
        guard let obstacle = sounds.obstacle(with: notifications, in: words) else {
            let names = words.list(sounds.names)
            return [.sound(words("{server} plays sounds: {names}", ["server": identity.name, "names": names]))]
        }
        let remedy =
            identity.playsSounds
            ? words("correct {setting} in the settings, or put a sound file in its place", ["setting": "Sound="])
            : words(
                // TRANSLATORS: "play one" is a sound
                "use a notification server that plays sounds, play one in a hook, or remove {setting} from the settings",
                ["setting": "Sound="])
        return [.broken(obstacle, remedy: remedy)]
    }
}

extension NotificationServer.Identity {
    /// Whether it plays sounds, as it says.
    fileprivate var playsSounds: Bool { capabilities.contains("sound") }
}
