// SPDX-License-Identifier: MIT
import Configuration
import TestSupport
import Testing
import Tracker
import Wording

@testable import LinuxPlatform

@Suite("A key file") struct KeyFileTests {
    @Test(
        "with an error is rejected with the line",
        arguments: [
            ("[Location]\nName[de]=x\n", 2, "invalid line"),
            ("[Location]\nName[x=y\n", 2, "invalid line"), ("[Loca[tion]\n", 1, "invalid line"),
            ("[Location]\nName=a\u{0}b\n", 2, "it contains a NUL"), ("# a\n#\u{0}\n", 2, "it contains a NUL"),
            ("[Location]\nName=\u{1B}[2J\n", 2, "it contains a control character"),
            ("[Location]\nName=\u{9B}2J\n", 2, "it contains a control character"),
            ("[Location]\nName=New\tYork\n", 2, "it contains a control character"),
            ("[Location]\r\r\nName=x\n", 1, "it contains a control character"),
            ("[Location]\nName=a\u{202E}b\n", 2, "it contains a control character"),
            ("[Location]\nName=\u{2066}a\u{2069}\n", 2, "it contains a control character"),
            ("[Location]\nName=a\u{2028}b\n", 2, "it contains a control character"),
            ("[Location]\n\nName=" + String(repeating: "x", count: 500_000), 3, "it is longer than 4200 bytes"),
            ("[Alert " + String(repeating: "x", count: 4200) + "]", 1, "it is longer than 4200 bytes"),
            ("[Location]\nName=Troms\u{FFFD}\n", 2, "it is not UTF-8 text"),
            ("[Location]\nName=a \\\n  b\n", 2, "it ends with a backslash, but continuation lines are not supported"),
            ("[Location]\r\nName=a\\ \r\n", 2, "it ends with a backslash, but continuation lines are not supported"),
            ("; a \u{0}\n", 1, "it contains a NUL"), ("Name=x\n", 1, "it precedes the first [Section]"),
        ])
    func refused(text: String, line: Int, problem: String) {
        let error = #expect(throws: SettingsError.self) { try KeyFile(text).entries(at: "x") }
        #expect(error?.origin == SettingsEntry.Origin(file: "x", line: line))
        #expect(error?.problem.description == problem)
        #expect(error?.description.hasControlCharacter == false)
        // The journal entry quotes no text, because the line may contain the place.
        let entry = error.map { JournalEntry(.settingsRefused($0, insteadUsing: nil)) }
        #expect(
            entry?.message.hasPrefix("The previous settings stay in effect: x:\(line): invalid line: \(problem); ")
                == true)
    }

    @Test(
        "is parsed by bytes, not by characters",
        arguments: [
            ("[Location]\nName=\u{301}x\n", "\u{301}x"), ("[Location]\nName=x \u{301}\n", "x \u{301}"),
            ("[Location]\r\n\tName\t=\tx\t\r\n", "x"), ("[Location]\r\nName=x\r", "x"),
            ("\u{FEFF}[Location]\nName=x", "x"), ("\u{FEFF}[Location]\r\nName=x\r\n; end = \\", "x"),
            ("[Location]\nName=x # y ; z\n ;\n;Name=b", "x # y ; z"), ("[Location]\nName=a\\b", "a\\b"),
        ])
    func taken(text: String, value: String) throws {
        let entries = try KeyFile(text).entries(at: "x")
        func origin(_ line: Int) -> SettingsEntry.Origin { SettingsEntry.Origin(file: "x", line: line) }
        #expect(
            entries == [
                .section("Location", at: origin(1)),
                SettingsEntry(origin: origin(2), group: "Location", key: "Name", value: value),
            ])
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: String
        let after: String

        init(_ name: String, _ before: String, _ after: String) {
            (testDescription, self.before, self.after) = (name, before, after)
        }
    }

    @Test(
        "sets Name in [Location] to X",
        arguments: [
            Edit("in an empty text", "", "[Location]\nName=X\n"),
            Edit(
                "in its line, whatever its white space", "[Location]\n  Name  = old \nA=1\n",
                "[Location]\nName=X\nA=1\n"),
            Edit(
                "in its line, without changing others", "# top\n\n[Location]\nName=old\n# why\nA = 1 \n\n# end",
                "# top\n\n[Location]\nName=X\n# why\nA = 1 \n\n# end\n"),
            Edit(
                "in the last of its lines, which applies", "[Location]\nName=a\nName=b\n",
                "[Location]\nName=a\nName=X\n"
            ),
            Edit(
                "below a commented example", "[Location]\n# what\n#Name=\n\n# next\n#Other=1\n",
                "[Location]\n# what\n#Name=\nName=X\n\n# next\n#Other=1\n"),
            Edit(
                "at the end of its group, before the comment of the next group",
                "[Location]\nA=1\n\n# b = the next\n[B]\nC=1\n", "[Location]\nA=1\nName=X\n\n# b = the next\n[B]\nC=1\n"
            ),
            Edit(
                "below an example commented with ;", "[Location]\n;Name=\n\nA=1\n",
                "[Location]\n;Name=\nName=X\n\nA=1\n"),
            Edit("after a byte order mark", "\u{FEFF}[Location]\nA=1\n", "\u{FEFF}[Location]\nA=1\nName=X\n"),
            Edit("in a text of only a byte order mark", "\u{FEFF}", "\u{FEFF}\n\n[Location]\nName=X\n"),
            Edit("in a group without keys", "[Location]\n[B]\nName=b\n", "[Location]\nName=X\n[B]\nName=b\n"),
            Edit("in a new group", "[B]\nName=b", "[B]\nName=b\n\n[Location]\nName=X\n"),
            Edit("in a new group after an empty line", "[B]\nName=b\n\n", "[B]\nName=b\n\n[Location]\nName=X\n"),
            Edit("with CRLF line ends", "[Location]\r\nA=1\r\n", "[Location]\r\nA=1\r\nName=X\r\n"),
            Edit("in a new group with CRLF line ends", "[B]\r\nA=1\r\n", "[B]\r\nA=1\r\n\r\n[Location]\r\nName=X\r\n"),
        ])
    func sets(edit: Edit) throws {
        var file = KeyFile(edit.before)
        file.set("Name", inGroup: "Location", to: " X\t")
        #expect(file.text == edit.after)
        let entry = try file.entries(at: "x").last { $0.group == "Location" && $0.key == "Name" }
        #expect(entry?.value == "X")
        #expect(entry?.origin?.line == 0)
    }

    @Test(
        "removes Name from [Location]",
        arguments: [
            Edit("in its line", "# a\n[Location]\nName=x\n# b\n", "# a\n[Location]\n# b\n"),
            Edit(
                "in all its lines", "[Location]\nName=x\nA=1\nName=y\n[B]\nName=b\n", "[Location]\nA=1\n[B]\nName=b\n"),
            Edit("but keeps a commented example", "[Location]\n#Name=\nName=x\n", "[Location]\n#Name=\n"),
            Edit("or changes nothing if it is missing", "[Location]\n#Name=", "[Location]\n#Name="),
        ])
    func removes(edit: Edit) {
        var file = KeyFile(edit.before)
        file.remove("Name", fromGroup: "Location")
        #expect(file.text == edit.after)
    }
}
