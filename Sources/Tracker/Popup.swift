import Solar

/// A desktop notification (Desktop Notifications Specification 1.2).
public struct Popup: Hashable, Sendable {
    /// Tells the popups of one run apart.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// How much attention it wants (section "Urgency Levels").
    public enum Urgency: Hashable, Sendable {
        /// May be missed.
        case low
        /// Wants to be seen.
        case normal
    }

    /// Why a popup is not shown.
    public enum Failure: Hashable, Sendable {
        /// It was certainly not taken: there is no server, or it refused.
        case refused(String)
        /// The server has been asked and does not answer: it may show the popup yet.
        case unanswered(String)

        /// The reason in words.
        public var reason: String {
            switch self {
            case .refused(let reason), .unanswered(let reason): reason
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

    /// The program's icon, by its name in the icon theme.
    public var icon: String { "io.github.suntracker.Suntracker" }
    /// What kind of notification it is (section "Categories"); the `x-` names are free for programs to choose.
    public var category: String { "x-suntracker.sun" }
}

/// Something that a person at the desktop has to know about the service itself.
struct Notice: Hashable, Sendable {
    /// Notices of one tag replace each other.
    let tag: String
    let summary: String
    let body: String

    func popup(_ id: Popup.ID) -> Popup {
        Popup(id: id, tag: tag, summary: summary, body: body, urgency: .normal)
    }
}

extension Notice {
    /// The settings were edited into something that cannot be used.
    init(settingsError: SettingsError) {
        self.init(
            tag: "settings", summary: "Suntracker keeps its old settings", body: settingsError.description)
    }

    /// There is nothing to preview.
    static func noPreview(of event: SolarEvent) -> Notice {
        Notice(
            tag: "preview", summary: "No \(event) to preview",
            body: "No place is known, or it does not happen there within a year.")
    }
}
