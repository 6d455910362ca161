// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// A notification server that users have. scenarios/servers/NAME.bash starts and controls it;
/// etc/doc/desktops.md lists how it treats popups.
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
    case awesome
    case budgie

    var testDescription: String { rawValue }

    /// The Debian packages of the server and its screen. All small servers share a bed; each desktop has a separate
    /// one.
    var packages: [String] {
        switch self {
        case .plasma: ["fonts-dejavu-core", "kwin-x11", "plasma-desktop", "x11-xserver-utils", "xdotool"]
        case .gnome: ["fonts-dejavu-core", "gnome-shell"]
        case .awesome: ["awesome", "fonts-dejavu-core", "hicolor-icon-theme", "x11-xserver-utils", "xdotool"]
        case .budgie: ["budgie-desktop", "fonts-dejavu-core", "hicolor-icon-theme", "x11-xserver-utils", "xdotool"]
        default:
            [
                "fnott", "fonts-dejavu-core", "grim", "hicolor-icon-theme", "lxqt-notificationd", "mako-notifier",
                "mate-notification-daemon", "notification-daemon", "sway", "sway-notification-center",
                "x11-xserver-utils", "xdotool", "xfce4-notifyd",
            ]
        }
    }

    /// Whether the scenario can click on the server's popups.
    var isClicked: Bool { self != .swaync }

    /// Whether a popup is on the screen until it is dismissed.
    var keepsPopups: Bool { self == .mako || self == .fnott }

    /// Whether the server removes the popups of a program that has ended. After a kill between the reply and the end of
    /// the step, nothing is visible: the popup was shown, and is not requested again.
    var removesPopupsOfEndedPrograms: Bool { self == .gnome }

    /// The name of the place in a summary. fnott and Budgie interpret markup there, contrary to the specification.
    var shownPlace: String {
        self == .fnott || self == .budgie ? "A & B \u{2039}i\u{203A}x\u{2039}/i\u{203A}" : "A & B <i>x</i>"
    }

    /// The servers in the environment variable SUNTRACKER_SERVERS (Tests/Acceptance/servers), separated by commas; by
    /// default, the servers that are fast enough for every run of the tests.
    static let chosen = (ProcessInfo.processInfo.environment["SUNTRACKER_SERVERS"] ?? "dunst,mako")
        .split(separator: ",").compactMap { NotificationServer(rawValue: String($0)) }
}
