// SPDX-License-Identifier: MIT
import Foundation
import Systemd
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite("The lock of the state directory") struct StateLockTests {
    private let folder = try? TemporaryFolder()

    @Test(
        "of another machine names it, even if both have one name; of this one, not even after a change of its name",
        arguments: [
            ("attic\u{1B}\n", "attic\u{FFFD}"), ("attic\u{1B}\n8b8e\n", "attic\u{FFFD}"), ("HERE\n8b8e\n", "HERE"),
            ("attic\nBOOT\n", nil), ("HERE\n", nil), ("HERE\nBOOT\n", nil), ("", nil),
        ])
    func lockedElsewhere(signature: String, machine: String?) throws {
        let folder = try #require(folder)
        let first = try StateLock(folder: folder.path)
        let (here, boot) = (ProcessInfo.processInfo.hostName, try #require(bootIdentifier()))
        #expect(folder.read("lock") == "\(here)\n\(boot)\n")
        // In place, as the other machine does, because a new file would not be locked.
        let file = try #require(FileHandle(forWritingAtPath: folder.path + "/lock"))
        try file.truncate(atOffset: 0)
        try file.write(
            contentsOf: Data(signature.replacing("HERE", with: here).replacing("BOOT", with: boot).utf8))
        let error = #expect(throws: StateLock.OpeningError.self) {
            try StateLock(folder: folder.path)
        }
        let name = machine?.replacing("HERE", with: here)
        #expect(
            error?.description.hasPrefix(name.map { "suntrackerd on \($0) uses the" } ?? "another suntrackerd is")
                == true)
        withExtendedLifetime(first) {}
    }

    @Test("belongs to one process at a time; it is waited for if that is asked for, after the reason is given")
    func waits() throws {
        let folder = try #require(folder)
        var first: StateLock? = try StateLock(folder: folder.path)
        withExtendedLifetime(first) {}
        var reasons: [String] = []
        let second = try StateLock(folder: folder.path) {
            reasons.append($0.description)
            first = nil
        }
        #expect(reasons.count == 1)
        #expect(reasons.first?.hasPrefix("another suntrackerd is using the state directory \(folder.path)") == true)
        #expect(throws: StateLock.OpeningError.self) { try StateLock(folder: folder.path) }
        withExtendedLifetime(second) {}
    }

    @Test(
        "is locked again if its file is removed, unless another process has locked the new file",
        arguments: [true, false])
    func renewed(isFree: Bool) throws {
        let folder = try #require(folder)
        let first = try StateLock(folder: folder.path)
        #expect(try first.renew() == false)
        try FileManager.default.removeItem(atPath: folder.path)
        let second = isFree ? nil : try StateLock(folder: folder.path)
        if isFree {
            #expect(try first.renew())
            #expect(try first.renew() == false)
        } else {
            #expect(throws: StateLock.OpeningError.self) { try first.renew() }
        }
        #expect(throws: StateLock.OpeningError.self) { try StateLock(folder: folder.path) }
        withExtendedLifetime((first, second)) {}
    }

    @Test("is waited for again if the file was removed meanwhile, and its owner has locked another one")
    func orphan() throws {
        let folder = try #require(folder)
        var first: StateLock? = try StateLock(folder: folder.path)
        var reasons = 0
        let second = try StateLock(folder: folder.path) { _ in
            reasons += 1
            guard reasons == 1 else { return first = nil }
            unlink(folder.path + "/lock")
            #expect(throws: Never.self) { try first?.renew() }
        }
        #expect(reasons == 2)
        #expect(throws: StateLock.OpeningError.self) { try StateLock(folder: folder.path) }
        withExtendedLifetime(second) {}
    }

    @Test("is unlocked when it is released, though a child that was just forked still has the lock's descriptor")
    func released() throws {
        let folder = try #require(folder)
        var first: StateLock? = try StateLock(folder: folder.path)
        withExtendedLifetime(first) {}
        // The descriptor that a child has after fork(2): another one for the same open file.
        let lock = try #require(
            FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                    == folder.path + "/lock"
            })
        let inherited = dup(try #require(Int32(lock)))
        defer { close(inherited) }
        first = nil
        _ = try StateLock(folder: folder.path)
    }

    @Test("belongs to one process at a time even if it cannot be written to")
    func lockedReadOnly() throws {
        let folder = try #require(folder)
        // Root may write to any file, but not to a directory. Here, a directory stands for a file on a read-only disk.
        try folder.write("", to: "lock/file")
        let first = try StateLock(folder: folder.path)
        #expect(throws: StateLock.OpeningError.self) { try StateLock(folder: folder.path) }
        withExtendedLifetime(first) {}
    }

    @Test("does not change a file to which its name is a link", arguments: [true, false])
    func linked(isSymbolic: Bool) throws {
        let folder = try #require(folder)
        let diary = try folder.write("dear diary\n", to: "diary")
        let lock = folder.path + "/lock"
        #expect((isSymbolic ? symlink(diary, lock) : link(diary, lock)) == 0)
        let first = try StateLock(folder: folder.path)
        #expect(folder.read("diary") == "dear diary\n")
        #expect(throws: StateLock.OpeningError.self) { try StateLock(folder: folder.path) }
        withExtendedLifetime(first) {}
    }
}
