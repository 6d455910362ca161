import Foundation
import Testing

/// A notification server that people have. How it is started and used is in scenarios/servers/NAME.bash, and what it
/// does with the popups in etc/doc/servers.md.
enum NotificationServer: String, CaseIterable, CustomTestStringConvertible {
    case dunst
    case mako
    case fnott
    case swaync
    case xfce = "xfce4-notifyd"
    case mate
    case notificationDaemon = "notification-daemon"
    case lxqt
    case plasma
    case gnome

    var testDescription: String { rawValue }

    /// The packages of Debian that bring it and its screen: one bed for all that are small, and one for each desktop.
    var packages: [String] {
        switch self {
        case .plasma: ["fonts-dejavu-core", "kwin-x11", "plasma-desktop", "x11-xserver-utils", "xdotool"]
        case .gnome: ["fonts-dejavu-core", "gnome-shell", "x11-xserver-utils", "xdotool"]
        default:
            [
                "fnott", "fonts-dejavu-core", "grim", "hicolor-icon-theme", "lxqt-notificationd", "mako-notifier",
                "mate-notification-daemon", "notification-daemon", "sway", "sway-notification-center",
                "x11-xserver-utils", "xdotool", "xfce4-notifyd",
            ]
        }
    }

    /// Whether the scenario has a means to click on its popups.
    var isClicked: Bool { self != .swaync }

    /// The name of the place as a summary has it. fnott alone takes markup there, against the specification.
    var shownPlace: String { self == .fnott ? "A & B \u{2039}i\u{203A}x\u{2039}/i\u{203A}" : "A & B <i>x</i>" }

    /// What SUNTRACKER_SERVERS in the environment names, with commas, or "all"; without it the servers that every run of
    /// the tests can afford.
    private static let wanted: [String] = {
        switch ProcessInfo.processInfo.environment["SUNTRACKER_SERVERS"] {
        case nil: ["dunst", "mako"]
        case "all": allCases.map(\.rawValue)
        case let names?: names.split(separator: ",").map(String.init)
        }
    }()

    static let chosen = wanted.compactMap { NotificationServer(rawValue: $0) }

    /// The names that are of no server.
    static let unknown = wanted.filter { NotificationServer(rawValue: $0) == nil }
}
