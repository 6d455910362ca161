// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing

@Suite("suntracker today")
struct TodayTests {
    private static let denver = "today --place 39.74,-104.98 --at 2026-11-21T20:00:00Z"

    @Test("The default time is the time of the system clock")
    func now() throws {
        let before = Date()
        let command = try Command(["--place", "0,0", "--format", "json"])
        let object = try #require(JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
        let text = try #require(object["now"] as? String)
        let now = try #require(Instant(rfc3339: text)).unixSeconds
        // The report rounds to the millisecond.
        #expect(now - before.timeIntervalSince1970 > -0.001)
        #expect(Date().timeIntervalSince1970 - now > -0.001)
    }

    @Test("Colours are used on a terminal, unless NO_COLOR or --plain is given")
    func colours() throws {
        for (options, variables, isColoured) in [
            ("", [:], true), ("", ["NO_COLOR": "1"], false), ("--plain", [:], false),
        ] {
            let session = try TerminalSession(
                Self.denver + " " + options, columns: 40, variables: variables)
            let output = try session.wait(for: "status 0")
            #expect(output.contains("\u{1B}[48;5;") == isColoured, "\(options) \(variables)")
            // Without colours, the bar has a frame. Its 36 cells fit into 40 columns.
            #expect(output.contains("\n│") == (options != "--plain" && !isColoured))
        }
    }

    @Test("A terminal without blocks shows no bar", arguments: [["TERM": "dumb"], ["LC_ALL": "C"]])
    func withoutBlocks(variables: [String: String]) throws {
        let session = try TerminalSession(Self.denver, columns: 40, variables: variables)
        let output = try session.wait(for: "status 0")
        #expect(output.contains("Sunrise 06:51"))
        #expect(!output.contains("█") && !output.contains("\u{1B}[48;5;"))
        let chart = try TerminalSession("chart --place 39.74,-104.98", variables: variables)
        #expect(try !chart.wait(for: "status 0").contains("█"))
    }
}
