import Solar

extension Popup {
    /// How much a popup draws attention.
    public struct Emphasis: Hashable, Sendable {
        /// The urgency.
        public var urgency: Urgency
        /// The sound.
        public var sound: Sound

        /// An urgency and a sound.
        public init(urgency: Urgency, sound: Sound) {
            self.urgency = urgency
            self.sound = sound
        }

        /// Of normal urgency, and without a sound.
        static let silent = Emphasis(urgency: .normal, sound: .silent)
        /// In the quiet time.
        static let quiet = Emphasis(urgency: .low, sound: .silent)
    }
}

extension NotificationSettings {
    /// The emphasis of a rule's popups outside the quiet time. An alert has that of the section unless it has its own.
    public func emphasis(of rule: Rule) -> Popup.Emphasis {
        let own = rule.alert == nil ? eventSound(rule.event) : rule.alert?.sound
        return Popup.Emphasis(urgency: rule.alert?.urgency ?? urgency, sound: own ?? sound)
    }

    private func eventSound(_ event: AnnouncedEvent) -> Popup.Sound? {
        switch event {
        case .solar(.sunrise): sunriseSound
        case .solar(.sunset): sunsetSound
        default: nil
        }
    }
}

extension Settings {
    /// The names and files of the sounds that notifications can have, each once.
    public var sounds: [Popup.Sound] {
        let all =
            [notifications.sunriseSound, notifications.sunsetSound, notifications.sound]
            + alerts.lazy.filter(\.isEnabled).map(\.sound)
        var sounds: [Popup.Sound] = []
        for case let sound? in all where sound.name != nil && !sounds.contains(sound) { sounds.append(sound) }
        return sounds
    }
}

extension Popup.Sound {
    /// The name or the path; nil for none, and for the server's own.
    public var name: String? {
        switch self {
        case .named(let name): name
        case .file(let path): path
        case .standard, .silent: nil
        }
    }
}
