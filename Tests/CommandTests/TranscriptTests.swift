// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The commands in the files of `Transcripts`, with their output. A line that begins with `$` is a shell command, which
/// `>` continues on the next line. Below it are its standard output (`|`), its standard error (`!`), and its exit
/// status unless that is 0 (`=`). The commands of a file share a directory `~` for settings, which is empty at the
/// start.
///
/// With `SUNTRACKER_RECORD=1` in the environment, the test writes the output instead of comparing it; read the
/// difference before you commit it.
@Suite("Transcripts")
struct TranscriptTests {
    private static let folder = Checkout.root.appending(path: "Tests/CommandTests/Transcripts")
    private static let names = Result { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    private static let isRecording = ProcessInfo.processInfo.environment["SUNTRACKER_RECORD"] == "1"

    @Test("Each command prints what is recorded", arguments: try names.get())
    func recorded(name: String) throws {
        let file = Self.folder.appending(path: name)
        let text = try String(contentsOf: file, encoding: .utf8)
        let recorded = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let home = try Home(nil)
        func marked(_ text: String, _ mark: String) -> [String] {
            text.replacing(home.path, with: "~").split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast(text.hasSuffix("\n") || text.isEmpty ? 1 : 0).map { $0.isEmpty ? mark : "\(mark) \($0)" }
        }
        var (said, script): ([String], String) = ([], "")
        for (line, next) in zip(recorded, recorded.dropFirst() + [""]) where !"|!=".contains(line.first ?? " ") {
            said.append(line)
            guard line.hasPrefix("$ ") || line.hasPrefix("> ") else { continue }
            script += line.dropFirst(2) + "\n"
            if next.hasPrefix("> ") { continue }
            let command = try Command(
                script: "cd '\(home.path)/suntracker' || exit\n" + script,
                variables: [
                    "XDG_CONFIG_HOME": home.path, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/proc/nonexistent/bus",
                ])
            said += marked(command.output, "|") + marked(command.errors, "!")
            if command.status != 0 { said.append("= \(command.status)") }
            script = ""
        }
        if Self.isRecording {
            return try said.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        }
        let difference = said.difference(from: recorded)
        #expect(difference.isEmpty, "\(difference)")
    }
}
