import Foundation
import Testing

@Suite("Concurrent edits of the settings")
struct EditingAtOnceTests {
    private static let count = 40

    /// Runs as many at once, each with its number for `{}`, on a settings file that may be a link, and returns the lines of the
    /// file and what the commands said.
    private func run(_ command: String, linked: Bool) throws -> (lines: [String], errors: String, link: String?) {
        let home = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (folder, file) = (home + "/suntracker", home + "/suntracker/suntracker.conf")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if linked {
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "../dotfile")
            try "# mine\n".write(toFile: home + "/dotfile", atomically: true, encoding: .utf8)
        }
        let script = """
            export XDG_CONFIG_HOME='\(home)'
            seq \(Self.count) | xargs -P \(Self.count) -I{} "$SUNTRACKER" \(command) >/dev/null || echo "status $?" >&2
            """
        let result = try Command(script: script)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names == ["suntracker.conf"])
        return (
            text.split(separator: "\n").map(String.init), result.error,
            try? FileManager.default.destinationOfSymbolicLink(atPath: file)
        )
    }

    @Test("Every edit is kept, for a new file and for a symbolic link", arguments: [false, true])
    func lossless(linked: Bool) throws {
        let (lines, errors, link) = try run(#"config set "Alert a{}.Event" sunset"#, linked: linked)
        #expect(errors == "")
        for number in 1...Self.count { #expect(lines.contains("[Alert a\(number)]"), "\(number)") }
        #expect(lines.count { $0 == "Event=sunset" } == Self.count)
        #expect(link == (linked ? "../dotfile" : nil))
    }
}
