import Foundation
import Testing

/// A panel that users have. scenarios/panels/NAME.bash starts it; etc/doc/panels.md lists what it shows.
enum Panel: String, CaseIterable, CustomTestStringConvertible {
    case xfce = "xfce4-panel"
    case waybar
    case lxqt = "lxqt-panel"
    case plasma

    var testDescription: String { rawValue }

    /// The Debian packages of all panels and their screens, which share a bed.
    static let packages = [
        "adwaita-icon-theme", "breeze-icon-theme", "fonts-dejavu-core", "grim", "hicolor-icon-theme", "i3", "i3blocks",
        "kwin-x11", "librsvg2-common", "lxqt-panel", "lxqt-themes", "openbox", "plasma-desktop", "polybar",
        "qt6-svg-plugins", "sway", "tmux", "waybar", "wlrctl", "x11-xserver-utils", "xdotool", "xfce4-genmon-plugin",
        "xfce4-panel", "xfwm4",
    ]

    /// Whether the scenario can open the icon's tooltip and menu: sway without a screen has no pointer.
    var isPointedAt: Bool { self != .waybar }

    /// The panels in the environment variable SUNTRACKER_PANELS (Tests/Acceptance/panels), separated by commas; by
    /// default none, because their bed is large.
    static let chosen = (ProcessInfo.processInfo.environment["SUNTRACKER_PANELS"] ?? "")
        .split(separator: ",").compactMap { Panel(rawValue: String($0)) }
}
