import Foundation
import Solar
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@MainActor
@Suite("The ledger's file") struct LedgerFileTests {
    private let folder = try? TemporaryFolder()
    private let writer = StateWriter()
    private let ledger = Ledger(
        settledThrough: at("2026-11-21T12:00:00Z"),
        entries: [Ledger.Entry(rule: "sunset", due: at("2026-11-20T23:40:00Z"), state: .announced)])

    @Test("is private, and is read back as it was written")
    func roundTrip() async throws {
        let folder = try #require(folder)
        let file = try LedgerFile(folder: folder.path + "/state/suntracker", writer: writer)
        #expect(file.load().ledger == nil)
        #expect(await file.keep(ledger) == .kept)
        #expect(file.load().ledger == ledger)
        #expect(file.load().trouble == nil)
        #expect(try folder.mode("state/suntracker") == 0o700)
        #expect(try folder.mode("state/suntracker/ledger") == 0o600)
    }

    @Test("belongs to one process at a time")
    func locked() throws {
        let folder = try #require(folder)
        let first = try LedgerFile(folder: folder.path, writer: writer)
        let error = #expect(throws: LedgerFile.OpeningError.self) {
            try LedgerFile(folder: folder.path, writer: writer)
        }
        #expect(error?.description.contains("another suntrackerd runs") == true)
        withExtendedLifetime(first) {}
    }

    @Test("that belongs to another machine with the same home is named with that machine")
    func lockedElsewhere() throws {
        let folder = try #require(folder)
        let first = try LedgerFile(folder: folder.path, writer: writer)
        #expect(folder.read("lock") == ProcessInfo.processInfo.hostName + "\n")
        // In place, as the other machine writes it: another file would not be locked.
        let file = try #require(FileHandle(forWritingAtPath: folder.path + "/lock"))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data("attic\u{1B}\n".utf8))
        let error = #expect(throws: LedgerFile.OpeningError.self) {
            try LedgerFile(folder: folder.path, writer: writer)
        }
        #expect(
            error?.description.hasPrefix("suntrackerd on attic\u{FFFD} uses the state folder \(folder.path)") == true)
        withExtendedLifetime(first) {}
    }

    @Test("is unlocked when it is released, though a child that was just forked still has the lock's descriptor")
    func released() throws {
        let folder = try #require(folder)
        var first: LedgerFile? = try LedgerFile(folder: folder.path, writer: writer)
        withExtendedLifetime(first) {}
        // As in a child after fork(2): another descriptor of the same open file.
        let lock = try #require(
            FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                    == folder.path + "/lock"
            })
        let inherited = dup(try #require(Int32(lock)))
        defer { close(inherited) }
        first = nil
        _ = try LedgerFile(folder: folder.path, writer: writer)
    }

    @Test("belongs to one process at a time even if it cannot be written to")
    func lockedReadOnly() throws {
        let folder = try #require(folder)
        // Root may write to any file, but not to a directory, which here replaces a file on a read-only disk.
        try folder.write("", to: "lock/file")
        let first = try LedgerFile(folder: folder.path, writer: writer)
        #expect(throws: LedgerFile.OpeningError.self) { try LedgerFile(folder: folder.path, writer: writer) }
        withExtendedLifetime(first) {}
    }

    @Test("is unlocked when its owner is released")
    func unlocked() throws {
        let folder = try #require(folder)
        for _ in 0..<3 { _ = try LedgerFile(folder: folder.path, writer: writer) }
    }

    @Test("is renamed if it is damaged, and nothing of it is lost")
    func damaged() async throws {
        let folder = try #require(folder)
        try folder.write("rubbish", to: "ledger")
        let file = try LedgerFile(folder: folder.path, writer: writer)
        let (ledger, trouble) = file.load()
        #expect(ledger == nil)
        #expect(trouble?.contains("line 1 is damaged") == true)
        #expect(folder.read("ledger.damaged") == "rubbish")
        #expect(await file.keep(self.ledger) == .kept)
        #expect(file.load().ledger == self.ledger)
    }

    @Test("is renamed unread if it is not a regular file, or too large", arguments: OddFile.allCases)
    func odd(file odd: OddFile) async throws {
        let folder = try #require(folder)
        try odd.make("ledger", in: folder)
        let file = try LedgerFile(folder: folder.path, writer: writer)
        let (ledger, trouble) = file.load()
        #expect(ledger == nil)
        #expect(
            trouble == "The ledger \(folder.path)/ledger cannot be used: \(odd.problem(limit: "16 MiB")). "
                + "It is renamed to \(folder.path)/ledger.damaged, and a new one begins")
        #expect(folder.names == ["ledger.damaged", "lock"])
        #expect(await file.keep(self.ledger) == .kept)
        #expect(file.load().ledger == self.ledger)
    }

    @Test(
        "is written even if a named pipe has the name of the temporary file or of the lock",
        arguments: ["ledger.new", "lock"])
    func pipe(name: String) async throws {
        let folder = try #require(folder)
        try OddFile.namedPipe.make(name, in: folder)
        let file = try LedgerFile(folder: folder.path, writer: writer)
        #expect(await file.keep(ledger) == .kept)
        #expect(file.load().ledger == ledger)
        #expect(folder.names == ["ledger", "lock"])
    }

    @Test("of a newer version is renamed as well")
    func newer() throws {
        let folder = try #require(folder)
        try folder.write("suntracker-ledger 9\n", to: "ledger")
        #expect(try LedgerFile(folder: folder.path, writer: writer).load().trouble?.contains("version 9") == true)
        #expect(folder.read("ledger.damaged") == "suntracker-ledger 9\n")
    }

    @Test("whose folder cannot be made reports why")
    func noFolder() async throws {
        let folder = try #require(folder)
        try folder.write("", to: "file")
        let file = try LedgerFile(folder: folder.path + "/file/suntracker", writer: writer)
        #expect(await file.keep(ledger) == .notKept("mkdir \(folder.path)/file/suntracker: Not a directory"))
    }

    @Test("that cannot be written to reports why, and the earlier file stays")
    func cannotBeKept() async throws {
        let folder = try #require(folder)
        let file = try LedgerFile(folder: folder.path, writer: writer)
        #expect(await file.keep(ledger) == .kept)
        let before = folder.read("ledger")
        // A folder in the way of the temporary file: even root cannot write to it.
        try folder.write("", to: "ledger.new/in-the-way")
        let report = await file.keep(Ledger(settledThrough: .unixEpoch))
        #expect(report == .notKept("unlink \(folder.path)/ledger.new: Is a directory"))
        #expect(folder.read("ledger") == before)
    }

    @Test("leaves no temporary file behind")
    func clean() async throws {
        let folder = try #require(folder)
        #expect(try await LedgerFile(folder: folder.path, writer: writer).keep(ledger) == .kept)
        #expect(folder.names == ["ledger", "lock"])
    }

    @Test("is deleted on request")
    func fresh() async throws {
        let folder = try #require(folder)
        #expect(try await LedgerFile(folder: folder.path, writer: writer).keep(ledger) == .kept)
        #expect(try LedgerFile(folder: folder.path, writer: writer, fresh: true).load().ledger == nil)
    }
}

extension LedgerFile {
    /// The report of a write, on a disk that does not hang.
    fileprivate func keep(_ ledger: Ledger) async -> KeepReport {
        await withCheckedContinuation { continuation in keep(ledger) { continuation.resume(returning: $0) } }
    }
}
