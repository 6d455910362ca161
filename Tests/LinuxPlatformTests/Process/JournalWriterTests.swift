// SPDX-License-Identifier: MIT
import Glibc
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

    @Test("is printed to a pipe of another user, which cannot be opened again; no line waits for a reader")
    func otherUser() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            let standardError = standardErrorOfAnotherUser(ends[1])
            standardError.write("Sunset")
            for _ in 0..<100 { standardError.write(String(repeating: "x", count: 10_000)) }
            var bytes = [UInt8](repeating: 0, count: 7)
            #expect(read(ends[0], &bytes, 7) == 7 && String(decoding: bytes, as: UTF8.self) == "Sunset\n")
        }
    }

    @Test("does not wait for a terminal of another user")
    func otherTerminal() async {
        await #expect(processExitsWith: .success) {
            // A write that waits would never end.
            alarm(60)
            var (controlling, terminal): (Int32, Int32) = (0, 0)
            #expect(openpty(&controlling, &terminal, nil, nil, nil) == 0)
            let standardError = standardErrorOfAnotherUser(terminal)
            for _ in 0..<1000 { standardError.write(String(repeating: "x", count: 150)) }
        }
    }
}

/// Makes the descriptor standard error, and then acts as a user who may not open it again.
private func standardErrorOfAnotherUser(_ descriptor: Int32) -> UnwaitingStandardError {
    #expect(dup2(descriptor, STDERR_FILENO) == STDERR_FILENO && fchmod(descriptor, 0) == 0)
    // Only root can open it without permissions.
    let isRoot = geteuid() == 0
    if isRoot { #expect(seteuid(65_534) == 0) }
    defer { if isRoot { #expect(seteuid(0) == 0) } }
    return UnwaitingStandardError()
}
