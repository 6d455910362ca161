// SPDX-License-Identifier: MIT
import TestSupport
import Testing
import Wording

@testable import LinuxPlatform

@Suite("A popup's picture") struct PopupIconTests {
    private static let name = "io.github.suntracker.Suntracker"
    private static let png = "/home/a/.local/share/icons/hicolor/64x64/apps/\(name).png"

    @Test(
        "is sent once, in the form that the server shows",
        arguments: [
            ("installed: as a file", nil, png, "mako", nil, png),
            ("not installed: by name", nil, nil, "mako", name, nil),
            ("Plasma has it from the desktop entry", nil, png, "Plasma", nil, nil),
            ("Plasma, where there is no desktop entry", nil, nil, "Plasma", name, nil),
            ("an alert's name", "weather-clear-night", png, "Plasma", "weather-clear-night", nil),
            ("an alert's file", "/tmp/lamp.png", png, "GNOME Shell", nil, "/tmp/lamp.png"),
            ("naughty shows a file only in place of a name", nil, png, "naughty", png, nil),
            ("Cinnamon, too", nil, png, "cinnamon", png, nil),
            ("an alert's file on naughty", "/tmp/lamp.png", png, "naughty", "/tmp/lamp.png", nil),
            ("a server without a name", nil, png, nil, nil, png),
        ] as [(String, String?, String?, String?, String?, String?)])
    func sent(what: String, own: String?, installed: String?, server: String?, name: String?, file: String?) {
        let icon = PopupIcon(own: own, installed: installed, server: server)
        #expect(icon.name == name, "\(what)")
        #expect(icon.file == file, "\(what)")
    }

    @Test(
        "of an event is next to the program's, on Plasma, too",
        arguments: [
            ("mako", png, nil, "sunset"), ("Plasma", png, nil, "sunset"), ("mako", "/a/x.svg", nil, nil),
            ("mako", png, "/tmp/lamp.png", nil),
        ] as [(String, String, String?, String?)])
    func event(server: String, installed: String, own: String?, picture: String?) {
        let icon = PopupIcon(own: own, picture: .sunset, installed: installed, server: server)
        #expect(icon.name == nil)
        #expect(icon.file == picture.map { "\(Self.png.dropLast(4))-\($0).png" } ?? own ?? installed)
    }

    @Test("is found in the data directories and next to the program, PNG before SVG")
    func found() throws {
        let folder = try TemporaryFolder()
        let environment = Environment([
            "XDG_DATA_HOME": folder.path + "/home", "XDG_DATA_DIRS": "relative:\(folder.path)/system",
        ])
        let program = folder.path + "/prefix/bin/suntrackerd"
        func find() -> String? {
            PopupIcon.installedFile(environment: environment, program: program).map {
                String($0.dropFirst(folder.path.count + 1))
            }
        }
        let svg = "icons/hicolor/scalable/apps/\(Self.name).svg"
        let png = "icons/hicolor/64x64/apps/\(Self.name).png"
        #expect(find() == nil)
        for (path, found) in [
            ("prefix/share/\(svg)", "prefix/share/\(svg)"), ("system/\(svg)", "system/\(svg)"),
            ("prefix/share/\(png)", "prefix/share/\(png)"), ("home/\(svg)", "prefix/share/\(png)"),
            ("home/\(png)", "home/\(png)"),
        ] {
            try folder.write("", to: path)
            #expect(find() == found)
        }
    }
}
