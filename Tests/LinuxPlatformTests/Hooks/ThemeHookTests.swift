// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The sample hook `theme`. One script replaces the programs of all desktops: it answers the hook's queries, and prints
/// the settings that it receives.
@Suite("The sample hook theme") struct ThemeHookTests {
    private let home = try? TemporaryFolder()

    private static let desktop = """
        #!/bin/sh
        case "${0##*/} $*" in
            busctl*) echo "$BUS_NAMES" ;;
            "gsettings get "*) echo "'$THEME'" ;;
            kreadconfig[56]*) echo "$GLOBAL_THEME" ;;
            xfconf-query*--set*) echo "${0##*/} $2 $4 ${9}" ;;
            xfconf-query*) echo "$THEME" ;;
            *) echo "${0##*/} $*" ;;
        esac

        """

    /// Runs the hook, and returns its changes. Only the themes in the home are installed.
    private func run(
        _ environment: [String: String], names: String? = nil, reader: String = "kreadconfig6"
    ) throws -> TestProgram.Result {
        let home = try #require(home)
        for program in ["gsettings", "busctl", "xfconf-query", reader, "plasma-apply-lookandfeel"] {
            try writeProgram(Self.desktop, to: "\(home.path)/\(program)")
        }
        for part in ["xfwm4", "metacity-1", "cinnamon"] {
            try home.write("", to: ".local/share/themes/Greybird-dark/\(part)/file")
        }
        for theme in [
            "Greybird", "Mint-Y-Aqua", "Mint-Y-Dark-Aqua", "Yaru-light", "Yaru-dark", "Adwaita-dark", "Menta",
            "BlackMATE", "Clear",
        ] {
            try home.write("", to: ".themes/\(theme)/index.theme")
        }
        if let names { try home.write(names, to: ".config/suntracker/theme") }
        let base = ["XDG_DATA_DIRS": "/nowhere", "THEME": "Greybird"]
        return try TestProgram(sample: "theme", in: home, base.merging(environment) { $1 }).run()
    }

    private static let scheme = "gsettings set org.gnome.desktop.interface color-scheme prefer-dark"

    /// The calls for each desktop at night.
    private static let calls: [(desktop: String, calls: [String])] = [
        ("GNOME", [scheme]), ("ubuntu:GNOME", [scheme]), ("Hyprland", [scheme]), ("LXQt", [scheme]), ("COSMIC", []),
        ("KDE", ["plasma-apply-lookandfeel --apply org.kde.breezedark.desktop"]),
        (
            "XFCE",
            [
                scheme, "xfconf-query xsettings /Net/ThemeName Greybird-dark",
                "xfconf-query xfwm4 /general/theme Greybird-dark",
            ]
        ),
        (
            "X-Cinnamon",
            [
                scheme, "gsettings set org.x.apps.portal color-scheme prefer-dark",
                "gsettings set org.cinnamon.desktop.interface gtk-theme Greybird-dark",
                "gsettings set org.cinnamon.theme name Greybird-dark",
                "gsettings set org.cinnamon.desktop.wm.preferences theme Greybird-dark",
            ]
        ),
        (
            "MATE",
            [
                scheme, "gsettings set org.mate.interface gtk-theme Greybird-dark",
                "gsettings set org.mate.Marco.general theme Greybird-dark",
            ]
        ),
    ]

    @Test("sets the dark theme of each desktop", arguments: calls)
    func desktops(desktop: String, calls: [String]) throws {
        let run = try run(["SUNTRACKER_PHASE": "night", "XDG_CURRENT_DESKTOP": desktop])
        #expect(run.errors == "" && run.status == 0)
        #expect(run.output == calls.map { $0 + "\n" }.joined())
    }

    @Test(
        "uses the theme of Plasma's own switch, on Plasma 5, too",
        arguments: [("kreadconfig5", "day"), ("kreadconfig6", "night")])
    func plasma(reader: String, phase: String) throws {
        let theme = "org.kde.breezetwilight.desktop"
        let run = try run(
            ["SUNTRACKER_PHASE": phase, "XDG_CURRENT_DESKTOP": "KDE", "GLOBAL_THEME": theme], reader: reader)
        #expect(run.errors == "" && run.status == 0)
        #expect(run.output == "plasma-apply-lookandfeel --apply \(theme)\n")
    }

    @Test("replaces the theme and the palette in the file of LXQt, and the file of COSMIC")
    func files() throws {
        let home = try #require(home)
        try home.write("[Palette]\nwindow_color=#eee\n", to: ".local/share/lxqt/palettes/Light")
        let before = "[General]\nicon_theme=breeze\ntheme=dark\n[Palette]\nwindow_color=#111\n[Qt]\nstyle=Fusion\n"
        let after =
            "[General]\ntheme=light\nicon_theme=breeze\n[Qt]\nstyle=Fusion\n[Palette]\nwindow_color=#eee\n"
        for settings in [before, after] {
            try home.write(settings, to: ".config/lxqt/lxqt.conf")
            _ = try run(["SUNTRACKER_PHASE": "day", "XDG_CURRENT_DESKTOP": "LXQt"])
            #expect(home.read(".config/lxqt/lxqt.conf") == after)
        }
        for (phase, isDark) in [("night", "true"), ("day", "false")] {
            _ = try run(["SUNTRACKER_PHASE": phase, "XDG_CURRENT_DESKTOP": "COSMIC"])
            #expect(home.read(".config/cosmic/com.system76.CosmicTheme.Mode/v1/is_dark") == isDark)
        }
    }

    @Test(
        "recognises a desktop by its names on the bus where the variable is not set",
        arguments: [
            ("org.kde.plasmashell", "plasma-apply-lookandfeel"), ("org.xfce.Xfconf", "xfconf-query"),
            ("org.Cinnamon", "org.cinnamon.theme"), ("org.mate.SettingsDaemon", "org.mate.interface"),
            ("org.gnome.Shell", "color-scheme"), ("", "color-scheme"),
        ])
    func names(name: String, call: String) throws {
        let run = try run(["SUNTRACKER_PHASE": "night", "BUS_NAMES": "org.freedesktop.Notifications\n\(name)\n:1.7"])
        #expect(run.status == 0 && run.output.contains(call))
    }

    @Test(
        "uses the variant of the theme that follows the naming of themes",
        arguments: [
            ("Greybird", "night", "Greybird-dark"), ("Greybird-dark", "night", "Greybird-dark"),
            ("Greybird-dark", "day", "Greybird"), ("Greybird", "day", "Greybird"),
            ("Mint-Y-Aqua", "night", "Mint-Y-Dark-Aqua"), ("Mint-Y-Dark-Aqua", "day", "Mint-Y-Aqua"),
            ("Yaru-dark", "day", "Yaru-light"), ("Yaru-light", "night", "Yaru-dark"),
            ("Xfce", "night", "Adwaita-dark"),
        ])
    func variants(theme: String, phase: String, other: String) throws {
        let run = try run(["SUNTRACKER_PHASE": phase, "XDG_CURRENT_DESKTOP": "MATE", "THEME": theme])
        #expect(run.output.contains("gtk-theme \(other)\n"))
    }

    @Test(
        "sets the themes that the user named", arguments: ["XFCE", "X-Cinnamon", "MATE", "GNOME", "KDE", "LXQt"])
    func named(desktop: String) throws {
        for (phase, theme) in [("day", "Arc"), ("night", "Arc Dark")] {
            let run = try run(
                ["SUNTRACKER_PHASE": phase, "XDG_CURRENT_DESKTOP": desktop], names: "# mine\nDay=Arc\nNight=Arc Dark\n")
            #expect(run.errors == "" && run.status == 0)
            let file = home?.read(".config/lxqt/lxqt.conf")
            #expect(run.output.hasSuffix(" \(theme)\n") || file == "[General]\ntheme=\(theme)\n")
        }
    }

    @Test("says in one line which theme is missing, and where to name one")
    func missing() throws {
        let run = try run(["SUNTRACKER_PHASE": "night", "XDG_CURRENT_DESKTOP": "XFCE", "THEME": "Menta"])
        let file = "\(try #require(home).path)/.config/suntracker/theme"
        #expect(run.status == 78 && run.output == Self.scheme + "\n")
        #expect(
            run.errors
                == "theme: no dark variant of the theme \"Menta\" is installed; name both themes in \(file), such as Day=Menta and Night=Adwaita-dark\n"
        )
    }
}
