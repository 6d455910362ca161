import Foundation
import Solar
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@MainActor
@Suite("The ledger's file") struct LedgerFileTests {
    private let folder = try? TemporaryFolder()
    private let ledger = Ledger(
        settledThrough: at("2026-11-21T12:00:00Z"),
        entries: [Ledger.Entry(rule: "sunset", instant: at("2026-11-20T23:40:00Z"), state: .announced)])

    @Test("is private, and comes back as it was")
    func roundTrip() throws {
        let folder = try #require(folder)
        let file = try LedgerFile(folder: folder.path + "/state/suntracker")
        #expect(file.load().ledger == nil)
        try file.keep(ledger)
        #expect(file.load().ledger == ledger)
        #expect(file.load().trouble == nil)
        #expect(try folder.mode("state/suntracker") == 0o700)
        #expect(try folder.mode("state/suntracker/ledger") == 0o600)
    }

    @Test("belongs to one process at a time")
    func locked() throws {
        let folder = try #require(folder)
        let first = try LedgerFile(folder: folder.path)
        let error = #expect(throws: LedgerFile.OpeningError.self) { try LedgerFile(folder: folder.path) }
        #expect(error?.description.contains("another suntrackerd runs") == true)
        withExtendedLifetime(first) {}
    }

    @Test("is free when it is let go of, though a child that was just forked still has the lock's descriptor")
    func released() throws {
        let folder = try #require(folder)
        var first: LedgerFile? = try LedgerFile(folder: folder.path)
        withExtendedLifetime(first) {}
        // What fork(2) leaves a child: another descriptor of the same open file.
        let lock = try #require(
            FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                    == folder.path + "/lock"
            })
        let inherited = dup(try #require(Int32(lock)))
        defer { close(inherited) }
        first = nil
        _ = try LedgerFile(folder: folder.path)
    }

    @Test("belongs to one process at a time also where it cannot be written to")
    func lockedReadOnly() throws {
        let folder = try #require(folder)
        // Root may write to any file, but not to a directory; so that stands in for a file on a read-only disk.
        try folder.write("", to: "lock/file")
        let first = try LedgerFile(folder: folder.path)
        #expect(throws: LedgerFile.OpeningError.self) { try LedgerFile(folder: folder.path) }
        withExtendedLifetime(first) {}
    }

    @Test("is let go of with its owner")
    func unlocked() throws {
        let folder = try #require(folder)
        for _ in 0..<3 { _ = try LedgerFile(folder: folder.path) }
    }

    @Test("is set aside when it is damaged, and nothing of it is lost")
    func damaged() throws {
        let folder = try #require(folder)
        try folder.write("rubbish", to: "ledger")
        let file = try LedgerFile(folder: folder.path)
        let (ledger, trouble) = file.load()
        #expect(ledger == nil)
        #expect(trouble?.contains("line 1 is damaged") == true)
        #expect(folder.read("ledger.damaged") == "rubbish")
        try file.keep(self.ledger)
        #expect(file.load().ledger == self.ledger)
    }

    @Test("of a newer version is set aside as well")
    func newer() throws {
        let folder = try #require(folder)
        try folder.write("suntracker-ledger 9\n", to: "ledger")
        #expect(try LedgerFile(folder: folder.path).load().trouble?.contains("version 9") == true)
        #expect(folder.read("ledger.damaged") == "suntracker-ledger 9\n")
    }

    @Test("that cannot be written to says why, and the file that was there stays")
    func cannotBeKept() throws {
        let folder = try #require(folder)
        let file = try LedgerFile(folder: folder.path)
        try file.keep(ledger)
        let before = folder.read("ledger")
        // A folder in the way of the temporary file: even root cannot write to it.
        try folder.write("", to: "ledger.new/in-the-way")
        let error = #expect(throws: (any Error).self) { try file.keep(Ledger(settledThrough: .unixEpoch)) }
        #expect(error.map { "\($0)" }?.contains("Is a directory") == true)
        #expect(folder.read("ledger") == before)
    }

    @Test("leaves no temporary file behind")
    func clean() throws {
        let folder = try #require(folder)
        try LedgerFile(folder: folder.path).keep(ledger)
        #expect(folder.names == ["ledger", "lock"])
    }

    @Test("begins anew where that is asked for")
    func fresh() throws {
        let folder = try #require(folder)
        try LedgerFile(folder: folder.path).keep(ledger)
        #expect(try LedgerFile(folder: folder.path, fresh: true).load().ledger == nil)
    }
}
