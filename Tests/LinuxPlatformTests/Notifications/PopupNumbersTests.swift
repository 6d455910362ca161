// SPDX-License-Identifier: MIT
import Configuration
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@Suite("The numbers of popups") struct PopupNumbersTests {
    private static let server = PopupNumbers.Server(bus: "6f0c", name: ":1.23")
    private static let text = """
        suntracker-popups 1
        server 6f0c :1.23
        17 sunset
        4 alert:half an hour
        end 2

        """

    private var numbers: PopupNumbers {
        var numbers = PopupNumbers(of: Self.server)
        _ = numbers.set(3, for: "sunset")
        _ = numbers.set(17, for: "sunset")
        _ = numbers.set(4, for: "alert:half an hour")
        return numbers
    }

    @Test("are read back as they were written, including spaces in a tag")
    func roundTrip() throws {
        #expect(numbers.text == Self.text)
        #expect(try PopupNumbers(text: Self.text) == numbers)
        #expect(numbers["sunset"] == 17)
        #expect(numbers["sunrise"] == nil)
    }

    @Test(
        "report whether they have changed, so that nothing is written for a popup that keeps its number, or gets none",
        arguments: [(17, false), (18, true), (0, false)])
    func changes(number: UInt32, isChange: Bool) throws {
        var numbers = numbers
        let hasChanged = numbers.set(number, for: "sunset")
        #expect(hasChanged == isChange)
        #expect(numbers["sunset"] == (isChange ? number : 17))
    }

    @Test("are forgotten with their popups")
    func forgotten() {
        var numbers = numbers
        numbers.forget(17)
        #expect(numbers["sunset"] == nil && numbers["alert:half an hour"] == 4)
        let hasChanged = numbers.set(17, for: "sunset")
        #expect(hasChanged, "the stored numbers follow with the next popup")
    }

    @Test("fit into their file, however long the names of the alerts are")
    func size() throws {
        let names = (100...355).map { "\($0)e" + String(repeating: "\u{301}", count: 98) }
        let settings = try Settings(lines: names.map { "Alert \($0).Event=sunset" })
        var numbers = PopupNumbers(of: Self.server)
        for rule in settings.rules() where rule.alert != nil { _ = numbers.set(.max, for: rule.id) }
        #expect(numbers.entries.count == 256)
        #expect(numbers.text.utf8.count <= StateFiles.numbersLimit)
        // In one character.
        #expect(throws: SettingsError.self) {
            try Settings(lines: ["Alert e" + String(repeating: "\u{301}", count: 2000) + ".Event=sunset"])
        }
    }

    @Test("are limited to the last 256")
    func bound() throws {
        var numbers = PopupNumbers(of: Self.server)
        for number in 1...1000 { _ = numbers.set(UInt32(number), for: "alert:\(number)") }
        #expect(numbers.entries.count == 256)
        #expect(numbers["alert:1000"] == 1000)
        #expect(numbers["alert:744"] == nil)
        #expect(try PopupNumbers(text: numbers.text) == numbers)
    }

    @Test(
        "of a damaged file are not used, and the error names the line",
        arguments: [
            ("", 1), ("suntracker-popups 1\n", 2),
            ("suntracker-popups 1\nserver a 1.2\nend 0\n", 2), ("suntracker-popups 1\nserver a :1.2\n", 3),
            ("suntracker-popups 1\nserver a :1.2\nend 1\n", 3), ("suntracker-popups 1\nserver a :1.2\nend 0", 3),
            ("suntracker-popups 1\nserver a :1.2\n0 sunset\nend 1\n", 3),
            ("suntracker-popups 1\nserver a :1.2\n4294967296 sunset\nend 1\n", 3),
            ("suntracker-popups 1\nserver a :1.2\n5 \nend 1\n", 3),
            ("suntracker-popups 1\nserver a :1.2\n5 a\n5 a\nend 2\n", 4),
            ("suntracker-popups 1\nserver a :1.2\n5 a\r\nb\nend 1\n", 3),
        ])
    func damaged(text: String, line: Int) {
        #expect { try PopupNumbers(text: text) } throws: {
            if case .damaged(line, _)? = $0 as? StateTextError { true } else { false }
        }
    }
}

@Suite("A popup that replaces another one") struct ReplacementTests {
    @Test(
        "is identified by a tag if the server supports it, else by the number",
        arguments: [
            // The capabilities of mako 1.7, dunst 1.9 and GNOME Shell 48.
            (
                [
                    "body", "body-markup", "actions", "icon-static", "x-canonical-private-synchronous",
                    "x-dunst-stack-tag",
                ],
                "x-canonical-private-synchronous"
            ),
            (["actions", "body", "body-hyperlinks", "body-markup", "x-dunst-stack-tag"], "x-dunst-stack-tag"),
            (["actions", "body", "body-markup", "icon-static", "persistence", "sound"], nil),
            (["x-canonical-private-icon-only"], nil), ([], nil),
        ] as [([String], String?)])
    func hint(capabilities: [String], hint: String?) {
        #expect(PopupMessage.tagHint(Set(capabilities)) == hint)
    }
}
