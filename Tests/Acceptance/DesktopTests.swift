// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The sample hook `theme` in the session of a desktop. The scenario is scenarios/desktops.bash; the screenshots are kept
/// in .build/results/desktop-NAME.
@Suite(.unless(TestBed.obstacleToOthers), .timeLimit(ConcurrencyLimit.timeLimit))
struct DesktopTests {
    /// A desktop, by its name in XDG_CURRENT_DESKTOP. etc/doc/desktops.md lists what the hook sets.
    enum Desktop: String, CaseIterable, CustomTestStringConvertible {
        case xfce = "XFCE"
        case mate = "MATE"
        case lxqt = "LXQt"
        case cinnamon = "X-Cinnamon"
        case plasma = "KDE"
        case gnome = "GNOME"

        var testDescription: String { rawValue }

        /// Its Debian packages. The small desktops share a bed; Plasma and GNOME use the beds of their notification
        /// servers.
        var packages: [String] {
            switch self {
            case .xfce, .mate, .lxqt:
                [
                    "adwaita-icon-theme", "breeze-icon-theme", "caja", "desktop-base", "fonts-dejavu-core",
                    "gnome-themes-extra", "greybird-gtk-theme", "hicolor-icon-theme", "librsvg2-common", "lxqt-panel",
                    "lxqt-policykit", "lxqt-qtplugin", "lxqt-session", "lxqt-themes", "marco", "mate-desktop-common",
                    "mate-panel", "mate-session-manager", "mate-settings-daemon", "openbox", "pcmanfm-qt", "thunar",
                    "x11-xserver-utils", "xfce4-panel", "xfce4-session", "xfce4-settings", "xfconf", "xfdesktop4",
                    "xfwm4", "xsettingsd", "procps", "gsettings-desktop-schemas", "libglib2.0-bin",
                ]
            case .cinnamon:
                [
                    "adwaita-icon-theme", "cinnamon", "fonts-dejavu-core", "gnome-themes-extra", "libgl1-mesa-dri",
                    "x11-xserver-utils", "xsettingsd",
                ]
            case .plasma: NotificationServer.plasma.packages
            case .gnome: NotificationServer.gnome.packages
            }
        }

        /// The settings that the scenario reads, by day and at night. For Xfce and MATE, this includes the theme that
        /// programs on the X server are told.
        var themes: (light: String, dark: String) {
            switch self {
            case .xfce: ("prefer-light Adwaita Adwaita", "prefer-dark Adwaita-dark Adwaita-dark")
            case .mate: ("prefer-light Greybird Greybird", "prefer-dark Greybird-dark Greybird-dark")
            case .lxqt: ("prefer-light light #efefef", "prefer-dark dark #232323")
            case .cinnamon: ("prefer-light Adwaita prefer-light", "prefer-dark Adwaita-dark prefer-dark")
            case .plasma: ("BreezeLight breeze", "BreezeDark breeze-dark")
            case .gnome: ("prefer-light", "prefer-dark")
            }
        }

        /// All of them if the environment variable SUNTRACKER_DESKTOPS is set; otherwise none, because their beds are
        /// large.
        static let chosen = ProcessInfo.processInfo.environment["SUNTRACKER_DESKTOPS"] == nil ? [] : allCases
    }

    @Test("The desktop becomes light, dark and light again", arguments: Desktop.chosen)
    func switches(desktop: Desktop) async throws {
        let found = try await TestBed.run(
            "desktops", ["DESKTOP": desktop.rawValue], root: TestBed.withCityFixes, with: desktop.packages,
            as: "desktop-\(desktop.rawValue)")
        let (light, dark) = desktop.themes
        #expect(try found.fact("light") == light)
        #expect(try found.fact("dark") == dark)
        #expect(try found.fact("again") == light)
        let brightness = try ["light", "dark", "again"].map { try found.number("\($0).brightness") }
        #expect(brightness[1] < 0.97 * min(brightness[0], brightness[2]), "\(brightness)")
        #expect(try found.entries("failures").isEmpty)
        #expect(try found.text("complaints.txt").isEmpty)
    }
}
