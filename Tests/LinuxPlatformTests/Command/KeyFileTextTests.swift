import Testing
import Tracker

@testable import LinuxPlatform
@testable import suntracker

@Suite("The text of a key file") struct KeyFileTextTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: String
        let after: String

        init(_ name: String, _ before: String, _ after: String) {
            testDescription = name
            self.before = before
            self.after = after
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
                "in the last of its lines, which is in force", "[Location]\nName=a\nName=b\n",
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
        var text = KeyFileText(edit.before)
        text.set("Name", inGroup: "Location", to: "X")
        #expect(text.text == edit.after)
        let entries = try KeyFile(text: text.text, path: "x").entries
        #expect(entries.last { $0.group == "Location" && $0.key == "Name" }?.value == "X")
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
        var text = KeyFileText(edit.before)
        text.remove("Name", fromGroup: "Location")
        #expect(text.text == edit.after)
    }

    @Test(
        "is the same to the byte after a value is set and unset",
        arguments: ["", "[Location]\n", "[B]\nC=1\n\n[Location]\n#Name=\n# x\n"])
    func roundTrip(text: String) {
        var edited = KeyFileText(text)
        edited.set("Name", inGroup: "Location", to: "X")
        edited.remove("Name", fromGroup: "Location")
        #expect(edited.text == (text.isEmpty ? "[Location]\n" : text))
    }
}
