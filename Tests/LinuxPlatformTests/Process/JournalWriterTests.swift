// SPDX-License-Identifier: MIT
import Testing
import Tracker
import Wording

@testable import LinuxPlatform

@MainActor
@Suite("A message for the journal") struct JournalWriterTests {
    @Test("contains replacements for its control characters")
    func printable() {
        let writer = JournalWriter(identifier: "suntrackerd", journalStream: nil)
        let entry = writer.entry("cannot open /a\nb\u{1B}[2J\u{FFFE}", .warning, [("SUNTRACKER_EVENT", "sunset")])
        #expect(
            entry.map(\.name) == [
                "MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER", "SUNTRACKER_EVENT",
            ])
        #expect(
            entry.map(\.value) == ["cannot open /a\u{FFFD}b\u{FFFD}[2J\u{FFFD}", "4", "suntrackerd", "sunset"])
    }
}
