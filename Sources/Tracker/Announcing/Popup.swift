// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// A desktop notification (Desktop Notifications Specification 1.2).
package struct Popup: Hashable, Sendable {
    /// Identifies a popup within one run.
    package struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// Why a popup is not shown.
    package enum Failure: Error, Hashable {
        case refused(String)
        /// There is no server, or it does not respond to other requests. The popup was not sent.
        case unreachable(String)
        /// There is no session bus, so no server can be reached.
        case noBus(String)
        /// There is no server on the session bus, and the bus cannot start one.
        case noServer(String)
        /// The popup was sent, but the server did not respond. The server may still show it.
        case noResponse(String)

        /// The reason for people.
        package var reason: String {
            switch self {
            case .refused(let reason), .unreachable(let reason), .noBus(let reason), .noServer(let reason),
                .noResponse(let reason):
                reason
            }
        }

        /// What is missing if nothing can be shown without it; nil for other failures. A machine without a desktop is
        /// not a problem.
        var missing: Missing? {
            switch self {
            case .noBus: .bus
            case .noServer: .server
            case .refused, .unreachable, .noResponse: nil
            }
        }
    }

    /// What a machine without a desktop lacks.
    package enum Missing: Equatable, Sendable {
        case bus, server
    }

    /// Why a popup is not shown any more.
    package enum Loss: Hashable, Sendable {
        /// A later popup with the same tag took its place.
        case replaced
        /// It could not be shown before `Quiet=` began.
        case quiet
        case serviceWasNotRunning
        /// It could not be shown in time, or the preview failed; nil if the server did not respond.
        case failed(Failure?)
    }

    /// What a popup is about.
    package indirect enum Content: Hashable, Sendable {
        case announcement(Occurrence, at: Place)
        case preview(Rule, next: Occurrence?, at: Place?, for: PreviewRequest)
        /// The settings are invalid. At startup, these are used instead; after an edit, the previous settings stay in
        /// effect.
        case settingsRefused(SettingsError, insteadUsing: SettingsFallback?)
        /// The first start, at a place; nil if none is known.
        case firstStart(at: Place?, LocationAuthorization)
        /// Access to the location is denied. The place that is used instead is nil if none is known.
        case locationDenied(LocationAuthorization, insteadAt: Place?)

        /// The note in the ledger about a notice that is shown at most once; nil for a popup that is shown at least once.
        var note: Ledger.Note? {
            switch self {
            case .firstStart: .firstStart
            case .locationDenied: .deniedLocation
            case .announcement, .preview, .settingsRefused: nil
            }
        }

        /// Popups of one tag replace each other.
        package var tag: String {
            switch self {
            case .announcement(let occurrence, _): occurrence.rule.id
            case .preview: "preview"
            case .settingsRefused: Popup.settingsTag
            case .firstStart: Popup.firstStartTag
            case .locationDenied: Popup.locationTag
            }
        }
    }

    static let settingsTag = "settings"
    static let firstStartTag = "first-start"
    static let locationTag = "location"

    package let id: ID
    package let content: Content
    package let emphasis: Emphasis
    /// The instant at which the popup is to be shown, and to which its text refers.
    package let instant: Instant
    /// The instant after which it is too late to show the popup.
    package let deadline: Instant

    /// Popups of one tag replace each other.
    package var tag: String { content.tag }
}

extension Popup {
    /// How much a popup draws attention.
    package struct Emphasis: Hashable, Sendable {
        package var urgency: NotificationSettings.Urgency
        package var sound: NotificationSettings.Sound

        package static let silent = Emphasis(urgency: .normal, sound: .silent)
        static let quiet = Emphasis(urgency: .low, sound: .silent)
    }
}

extension NotificationSettings {
    /// The emphasis of a rule's popups outside `Quiet=`. An alert uses the values of `[Notifications]` unless it sets
    /// its own.
    package func emphasis(of rule: Rule) -> Popup.Emphasis {
        Popup.Emphasis(urgency: rule.alert?.urgency ?? urgency, sound: rule.alert?.sound ?? sound)
    }

    /// The emphasis of a popup outside `Quiet=`. Only events have a sound.
    func emphasis(of content: Popup.Content) -> Popup.Emphasis {
        switch content {
        case .announcement(let occurrence, _), .preview(_, let occurrence?, _, _): emphasis(of: occurrence.rule)
        case .preview, .settingsRefused, .firstStart, .locationDenied: .silent
        }
    }
}
