// SPDX-License-Identifier: MIT
import Dispatch
import Glibc
import Systemd
import TestSupport
import Testing
import Tracker
import Wording

@testable import LinuxPlatform

extension DatagramSocket {
    /// The messages of the next entries, read on another thread.
    fileprivate func messages(while more: @escaping @Sendable ([String]) -> Bool) async -> [String] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "journald").async { @Sendable in
                var messages: [String] = []
                while more(messages), let entry = self.awaited() {
                    messages.append(String(entry.prefix { $0 != "\n" }.dropFirst("MESSAGE=".count)))
                }
                continuation.resume(returning: messages)
            }
        }
    }
}

@MainActor
@Suite("The journal, if journald hangs", .holdsDescriptors, .timeLimit(.minutes(20))) struct HungJournalTests {
    /// The value of `$JOURNAL_STREAM` that means standard error is the journal, so nothing is copied to it.
    private static var standardError: String {
        var status = stat()
        fstat(STDERR_FILENO, &status)
        return "\(status.st_dev):\(status.st_ino)"
    }

    private func writer(at path: String) -> JournalWriter {
        JournalWriter(identifier: "suntrackerd", journalStream: Self.standardError, socket: path)
    }

    @Test("delays nothing, and gets all entries in their order when it responds")
    func order() async throws {
        let journald = try DatagramSocket()
        let writer = writer(at: journald.path)
        let written = (0..<900).map(String.init)
        for message in written { writer.write(message, priority: .info) }
        #expect(await journald.messages { $0.count < 900 } == written)
        // New messages arrive, too: the writer no longer waits for journald.
        for message in written { writer.write(message, priority: .info) }
        #expect(await journald.messages { $0.count < 900 } == written)
    }

    @Test("gets the oldest entries of very many, and then how many were lost")
    func most() async throws {
        let journald = try DatagramSocket()
        let writer = writer(at: journald.path)
        let written = (0..<3000).map(String.init)
        // Each time, only what was lost since the last report.
        for _ in 1...2 {
            for message in written { writer.write(message, priority: .info) }
            let messages = await journald.messages { $0.last?.hasSuffix("respond") != true }
            let kept = messages.count - 1
            #expect(kept >= 1000 && kept < 3000)
            #expect(Array(messages.dropLast()) == Array(written[..<kept]))
            #expect(
                messages.last == "\(3000 - kept) journal entries were lost because journald did not respond")
        }
    }

    @Test("is found at its new socket, for the waiting entries and the next ones", arguments: [1, 900])
    func replaced(count: Int) async throws {
        var former: DatagramSocket? = try DatagramSocket()
        let path = try #require(former?.path)
        let writer = writer(at: path)
        for number in 0..<count { writer.write("\(number)", priority: .info) }
        former = nil
        let journald = try DatagramSocket(at: path)
        writer.write("last", priority: .info)
        let messages = await journald.messages { $0.last != "last" }
        #expect(messages.last == "last")
        // Entries in the old socket are lost with it.
        #expect(count == 1 ? messages.count == 1 : messages.count > 1)
    }

    @Test("gets the beginning of a text that does not fit, and a text of several lines")
    func values() throws {
        let journald = try DatagramSocket()
        let journal = Journal(path: journald.path)
        journal.send([("MESSAGE", String(repeating: "€", count: 1_000_000)), ("OTHER", "a\nb")])
        let entry = try #require(journald.awaited())
        let value = String(repeating: "€", count: Journal.longestValue / 3)
        #expect(entry == "MESSAGE=\(value)\nOTHER\n\u{3}\0\0\0\0\0\0\0a\nb\n")
    }

    @Test("may be missing")
    func missing() {
        Journal(path: "/proc/nonexistent").send([("MESSAGE", "a")])
        Journal(path: String(repeating: "/too-long", count: 20)).send([("MESSAGE", "a")])
    }
}
