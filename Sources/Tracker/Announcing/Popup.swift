package import Solar

/// A desktop notification (Desktop Notifications Specification 1.2).
package struct Popup: Hashable, Sendable {
    /// Identifies a popup within one run.
    package struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// The urgency (section "Urgency Levels").
    package enum Urgency: String, Equatable, Sendable, CaseIterable {
        /// May be missed.
        case low
        /// The default.
        case normal
        /// Stays on the screen until it is closed.
        case critical
    }

    /// The sound (section "Hints").
    package enum Sound: Hashable, Sendable {
        /// The server's default, which for most servers is no sound.
        case standard
        /// A sound of the desktop's theme, by its name in the Sound Naming Specification (`sound-name`).
        case named(String)
        /// A file, by its absolute path (`sound-file`).
        case file(String)
        /// None (`suppress-sound`).
        case silent
    }

    /// Why a popup is not shown.
    package enum Failure: Error, Hashable {
        /// The server refused it.
        case refused(String)
        /// There is no server, or it does not respond to other requests. The popup was not sent.
        case unreachable(String)
        /// There is no session bus, so no server can be reached.
        case noBus(String)
        /// There is no server on the session bus, and the bus cannot start one.
        case noServer(String)
        /// The popup was sent, but the server did not respond. The server may still show it.
        case unanswered(String)

        /// The reason for people.
        package var reason: String {
            switch self {
            case .refused(let reason), .unreachable(let reason), .noBus(let reason), .noServer(let reason),
                .unanswered(let reason):
                reason
            }
        }

        /// What is missing if nothing can be shown without it; nil for other failures. A machine without a desktop is
        /// not faulty.
        var missing: Missing? {
            switch self {
            case .noBus: .bus
            case .noServer: .server
            case .refused, .unreachable, .unanswered: nil
            }
        }
    }

    /// What a machine without a desktop lacks.
    enum Missing: Equatable, Sendable {
        case bus, server
    }

    /// Identifies the popup.
    package let id: ID
    /// Popups of one tag replace each other.
    package let tag: String
    /// The first line.
    package let summary: String
    /// The text below it, in plain text.
    package let body: String
    /// The urgency and the sound.
    package let emphasis: Emphasis
    /// The label of the action that opens the page of the year's daylight (section "Actions", "default"), for servers
    /// that show one; nil if a click does nothing.
    package let pageLabel: String?
    /// An image by its name in the icon theme or its path; nil for the program's icon.
    package let icon: String?
    /// The instant after which it is too late to show the popup.
    package let deadline: Instant
    /// The category (section "Categories"); programs may define names that begin with `x-`.
    package var category: String { "x-suntracker.sun" }

    init(
        id: ID, tag: String, summary: String, body: String, emphasis: Emphasis = .silent, icon: String? = nil,
        opensPage: Bool, deadline: Instant, in words: Localizer
    ) {
        self.id = id
        self.tag = tag
        self.summary = summary
        self.body = body
        self.emphasis = emphasis
        // TRANSLATORS: a button of a notification, which opens the page
        pageLabel = opensPage ? words("Show the Daylight") : nil
        self.icon = icon
        self.deadline = deadline
    }
}

/// A notification about the service itself, or a preview.
struct Notice: Hashable, Sendable {
    /// Notices of one tag replace each other.
    let tag: String
    let summary: String
    let body: String
    /// Whether a click opens the page.
    var opensPage = false
    /// The emphasis. It is silent by default, because only events have a sound.
    var emphasis = Popup.Emphasis.silent
    var icon: String?
    /// The preview request that waits for the result; nil if there is none.
    var request: PreviewRequest?
    /// The name of the notice in the journal if it could not be shown: `the first start`; nil if its content is in the
    /// journal anyway.
    var subject: String?

    func popup(_ id: Popup.ID, deadline: Instant, in words: Localizer) -> Popup {
        Popup(
            id: id, tag: tag, summary: summary, body: body, emphasis: emphasis, icon: icon, opensPage: opensPage,
            deadline: deadline, in: words)
    }
}

extension Popup {
    /// How much a popup draws attention.
    package struct Emphasis: Hashable, Sendable {
        /// The urgency.
        package var urgency: Urgency
        /// The sound.
        package var sound: Sound

        /// An urgency and a sound.
        package init(urgency: Urgency, sound: Sound) {
            self.urgency = urgency
            self.sound = sound
        }

        /// Normal urgency, and no sound.
        static let silent = Emphasis(urgency: .normal, sound: .silent)
        /// Low urgency and no sound, as during `Quiet=`.
        static let quiet = Emphasis(urgency: .low, sound: .silent)
    }
}

extension NotificationSettings {
    /// The emphasis of a rule's popups outside `Quiet=`. An alert uses the values of `[Notifications]` unless it sets
    /// its own.
    package func emphasis(of rule: Rule) -> Popup.Emphasis {
        Popup.Emphasis(urgency: rule.alert?.urgency ?? urgency, sound: rule.alert?.sound ?? sound)
    }
}

extension Settings {
    /// The sounds that the settings name, each once: names and files.
    package var sounds: [Popup.Sound] {
        let all =
            [notifications.sound]
            + alerts.lazy.filter(\.isEnabled).map(\.sound)
        var sounds: [Popup.Sound] = []
        for case let sound? in all where sound.name != nil && !sounds.contains(sound) { sounds.append(sound) }
        return sounds
    }
}

extension Popup.Sound {
    /// The name or the path; nil for no sound, and for the server's default.
    package var name: String? {
        switch self {
        case .named(let name): name
        case .file(let path): path
        case .standard, .silent: nil
        }
    }
}
