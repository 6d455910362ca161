import Testing
import Tracker

@testable import LinuxPlatform

@Suite("A key file") struct KeyFileTests {
    @Test(
        "with a mistake is rejected with the line",
        arguments: [
            ("[Location]\nName[de]=x\n", 2, "this is not valid"),
            ("[Location]\nName[x=y\n", 2, "this is not valid"), ("[Loca[tion]\n", 1, "this is not valid"),
            ("[Location]\nName=a\u{0}b\n", 2, "it has a NUL"), ("# a\n#\u{0}\n", 2, "it has a NUL"),
            ("[Location]\nName=\u{1B}[2J\n", 2, "it has a control character"),
            ("[Location]\nName=\u{9B}2J\n", 2, "it has a control character"),
            ("[Location]\nName=New\tYork\n", 2, "it has a control character"),
            ("[Location]\r\r\nName=x\n", 1, "it has a control character"),
            ("[Location]\nName=Troms\u{FFFD}\n", 2, "it is not UTF-8 text"),
            ("[Location]\nName=a \\\n  b\n", 2, "it ends with a backslash, but continuation lines are not supported"),
            ("[Location]\r\nName=a\\ \r\n", 2, "it ends with a backslash, but continuation lines are not supported"),
            ("; a \u{0}\n", 1, "it has a NUL"),
        ])
    func refused(text: String, line: Int, problem: String) {
        let error = #expect(throws: SettingsError.self) { try KeyFile(text: text, path: "x") }
        #expect(error?.origin == SettingsEntry.Origin(file: "x", line: line))
        #expect(error?.problem.description == problem)
        #expect(error?.description.hasControlCharacter == false)
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
        let entries = try KeyFile(text: text, path: "x").entries
        let origin = SettingsEntry.Origin(file: "x", line: 2)
        #expect(entries == [SettingsEntry(origin: origin, group: "Location", key: "Name", value: value)])
    }
}
