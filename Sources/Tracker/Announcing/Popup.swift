public import Solar

/// A desktop notification (Desktop Notifications Specification 1.2).
public struct Popup: Hashable, Sendable {
    /// Tells the popups of one run apart.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// How much attention it wants (section "Urgency Levels").
    public enum Urgency: String, Hashable, Sendable, CaseIterable {
        /// May be missed.
        case low
        /// Wants to be seen.
        case normal
        /// Stays until it is closed.
        case critical
    }

    /// What is heard with it (section "Hints").
    public enum Sound: Hashable, Sendable {
        /// A sound of the desktop's theme, by its name in the Sound Naming Specification (`sound-name`).
        case named(String)
        /// A file, by its absolute path (`sound-file`).
        case file(String)
        /// None, also where the server plays one by itself (`suppress-sound`).
        case silent
    }

    /// What activating the popup, with a click on it, stands for (section "Actions", "default").
    public enum Activation: Hashable, Sendable {
        /// The chart of the year's daylight is opened.
        case showDaylight

        /// What it says where a server shows the action.
        public var label: String { "Show the daylight" }
    }

    /// Why a popup is not shown.
    public enum Failure: Hashable, Sendable {
        /// The server has answered that it does not show it.
        case refused(String)
        /// The server was not asked, since there is none, or it does not answer other questions: nobody has the popup.
        case unreachable(String)
        /// There is no session bus that a server could be asked over.
        case noBus(String)
        /// The server has been asked and does not answer: it may show the popup yet.
        case unanswered(String)

        /// The reason in words.
        public var reason: String {
            switch self {
            case .refused(let reason), .unreachable(let reason), .noBus(let reason), .unanswered(let reason): reason
            }
        }
    }

    /// Which popup this is.
    public let id: ID
    /// Popups of one tag replace each other.
    public let tag: String
    /// The first line.
    public let summary: String
    /// What stands below, in plain text.
    public let body: String
    /// How much attention it wants.
    public let urgency: Urgency
    /// What activating it stands for; nil for nothing.
    public let activation: Activation?
    /// What is heard with it; nil for what the server does by itself.
    public let sound: Sound?
    /// A picture of its own, by its name in the icon theme or its path; nil for the program's icon.
    public let icon: String?
    /// After this it is too late to show it.
    public let deadline: Instant
    /// What kind of notification it is (section "Categories"); the `x-` names are free for programs to choose.
    public var category: String { "x-suntracker.sun" }

    init(
        id: ID, tag: String, summary: String, body: String, urgency: Urgency = .normal, sound: Sound? = nil,
        icon: String? = nil, activation: Activation?, deadline: Instant
    ) {
        self.id = id
        self.tag = tag
        self.summary = summary
        self.body = body
        self.urgency = urgency
        self.sound = sound
        self.activation = activation
        self.icon = icon
        self.deadline = deadline
    }
}

/// Something that a person at the desktop has to know about the service itself, or has asked to see.
struct Notice: Hashable, Sendable {
    /// Notices of one tag replace each other.
    let tag: String
    let summary: String
    let body: String
    var activation: Popup.Activation?
    var urgency = Popup.Urgency.normal
    var sound: Popup.Sound?
    var icon: String?
    /// Who waits for what becomes of it; nil for nobody.
    var request: PreviewRequest?

    func popup(_ id: Popup.ID, deadline: Instant) -> Popup {
        Popup(
            id: id, tag: tag, summary: summary, body: body, urgency: urgency, sound: sound, icon: icon,
            activation: activation, deadline: deadline)
    }
}

extension Notice {
    /// The settings were edited into something that cannot be used, or are so at a start.
    ///
    /// - Parameter fallback: what is in force at a start; nil for what was before.
    init(settingsError: SettingsError, insteadUsing fallback: SettingsFallback?) {
        let summary =
            switch fallback {
            case nil: "Suntracker keeps its old settings"
            case .lastAccepted: "Suntracker runs with its last good settings"
            case .defaults: "Suntracker runs with its default settings"
            }
        self.init(tag: "settings", summary: summary, body: settingsError.description)
    }
}
