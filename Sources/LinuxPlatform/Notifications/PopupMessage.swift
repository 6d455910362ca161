// SPDX-License-Identifier: MIT
import Configuration
package import Systemd
import Tracker
package import Wording

/// A popup as it is sent to a notification server (Desktop Notifications Specification 1.2, "Notify").
package struct PopupMessage: Equatable, Sendable {
    package struct Server: Equatable, Sendable {
        /// The name that it reports ("GetServerInformation"); nil if it does not respond.
        let title: String?
        let capabilities: Set<String>

        package init(title: String?, capabilities: Set<String>) {
            self.title = title
            self.capabilities = capabilities
        }
    }

    /// The servers that interpret a summary as markup, contrary to the specification.
    private static let serversWithMarkupInSummaries: [String?] = ["fnott", "Budgie Notification Server"]
    /// The name that the server shows as the sender.
    package static let sender = "Suntracker"

    package let summary: String
    /// The body, with markup if the server supports it.
    package let body: String
    /// The icon's name or path ("app_icon"); nil for none.
    package let icon: String?
    package let hints: [String: BusValue]
    /// Whether a hint makes the server replace the last popup with the same tag, even from an earlier run. For a server
    /// without this hint, the ID of the last popup is sent instead.
    package let hasTag: Bool
    /// Whether the last popup with the tag must be closed instead of replaced. If that popup has disappeared into
    /// Plasma's history, Plasma replaces it there, and shows and plays nothing. A server that does not report its name
    /// may be Plasma.
    package let replacesByClosing: Bool

    package init(_ popup: WrittenPopup, to server: Server, icon installedIcon: String?) {
        let isPlasma = server.title == PopupIcon.plasma
        let markup = isPlasma ? popup.body.escapedForPlasma : popup.body.escapedForPopup
        body = server.capabilities.contains("body-markup") ? markup : popup.body
        summary = Self.serversWithMarkupInSummaries.contains(server.title) ? popup.summary.withoutMarkup : popup.summary
        let image = PopupIcon(
            own: popup.icon, picture: popup.picture, installed: installedIcon, server: server.title)
        icon = image.name

        var hints: [String: BusValue] = [
            // Programs may define categories that begin with "x-".
            "category": .string("x-suntracker.sun"), "urgency": .byte(popup.emphasis.urgency.level),
            "desktop-entry": .string(PopupIcon.program),
        ]
        if server.capabilities.contains("sound") {
            switch popup.emphasis.sound {
            // The server decides.
            case .standard: break
            case .named(let name): hints["sound-name"] = .string(name)
            case .file(let path): hints["sound-file"] = .string(path)
            case .silent: hints["suppress-sound"] = .boolean(true)
            }
        }
        if let file = image.file { hints["image-path"] = .string(fileURI(file)) }
        let tagHint = Self.tagHint(server.capabilities)
        if let tagHint { hints[tagHint] = .string("suntracker-\(popup.tag)") }
        self.hints = hints
        hasTag = tagHint != nil
        replacesByClosing = isPlasma || server.title == nil
    }

    /// Returns the hint that makes a popup replace the last one with the same tag; nil if the server does not support
    /// it.
    ///
    /// The tag and the ID are never sent together, because mako crashes on such a popup (emersion/mako#653).
    static func tagHint(_ capabilities: Set<String>) -> String? {
        ["x-canonical-private-synchronous", "x-dunst-stack-tag"].first(where: capabilities.contains)
    }
}

extension NotificationSettings.Urgency {
    /// The value of the urgency (section "Urgency Levels").
    fileprivate var level: UInt8 {
        switch self {
        case .low: 0
        case .normal: 1
        case .critical: 2
        }
    }
}

/// The URI of a file (RFC 8089). All bytes are escaped except those allowed in a path (RFC 3986, section 3.3).
func fileURI(_ path: String) -> String {
    "file://" + path.escaped(by: "%", except: "-._~!$&'()*+,;=:@/", uppercase: true)
}

extension String {
    var withoutMarkup: String { replacing(["<": "\u{2039}", ">": "\u{203A}"]) }

    /// The text with the same entities as for other servers, and also for no-break spaces, because Plasma replaces
    /// these with spaces before it resolves entities.
    var escapedForPlasma: String { escapedForPopup.replacing(["\u{A0}": "&#160;"]) }

    /// The text with the entities that are sufficient in a body without attributes.
    var escapedForPopup: String { replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"]) }
}
