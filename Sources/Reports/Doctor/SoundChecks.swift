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
    package func obstacle(with server: NotificationServer?, in words: Words = .english) -> String? {
        guard !names.isEmpty else { return nil }
        if case .running(let identity)? = server, !identity.playsSounds {
            return words("{server} plays no sounds", ["server": identity.name])
        }
        return troubles.first.map {
            words("{file} cannot be read ({reason})", ["file": $0.path, "reason": $0.reason])
        }
    }
}

extension MachineFacts {
    /// One check if the settings have a sound.
    func soundChecks(in words: Words) -> [Check] {
        // TRANSLATORS: what is heard
        let subject = words.inContext("label", "Sound")
        guard !sounds.names.isEmpty else { return [] }
        guard case .running(let identity)? = notifications else {
            return [.notApplicable(subject, words("no notification server is running"))]
        }
        guard let obstacle = sounds.obstacle(with: notifications, in: words) else {
            let names = words.list(sounds.names)
            return [
                .sound(subject, words("{server} plays sounds: {names}", ["server": identity.name, "names": names]))
            ]
        }
        let remedy =
            identity.playsSounds
            ? words("correct {setting} in the settings, or put a sound file in its place", ["setting": "Sound="])
            : words(
                "use a notification server that plays sounds, play one in a hook, or remove {setting} from the settings",
                ["setting": "Sound="])
        return [.broken(subject, obstacle, remedy: remedy)]
    }
}

extension NotificationServer.Identity {
    /// Whether it plays sounds, as it says.
    fileprivate var playsSounds: Bool { capabilities.contains("sound") }
}
