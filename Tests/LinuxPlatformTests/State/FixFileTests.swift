import Solar
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@MainActor
@Suite("The last fix's file") struct FixFileTests {
    private let folder = try? TemporaryFolder()
    private let writer = StateWriter()
    private let fix = Place(
        observer: TestPlace.denver.observer, name: nil,
        provenance: Provenance(source: .geoclue, accuracy: 25, observed: at("2026-11-21T12:00:00Z")))

    @Test("is private, and is read back as the last fix")
    func roundTrip() async throws {
        let folder = try #require(folder)
        let file = FixFile(folder: folder.path, writer: writer)
        #expect(file.load().fix == nil)
        #expect(file.load().trouble == nil)
        #expect(await file.keep(fix: fix) == .kept)
        #expect(try folder.mode("last-fix") == 0o600)
        #expect(folder.names == ["last-fix"])
        let place = try #require(file.load().fix)
        #expect(place.observer == fix.observer)
        #expect(place.provenance.source == .lastFix)
        #expect(place.provenance.observed == at("2026-11-21T12:00:00Z"))
    }

    @Test("is renamed if it is damaged, and nothing of it is lost")
    func damaged() async throws {
        let folder = try #require(folder)
        try folder.write("rubbish", to: "last-fix")
        let file = FixFile(folder: folder.path, writer: writer)
        let (fix, trouble) = file.load()
        #expect(fix == nil)
        #expect(trouble?.contains("line 1 is damaged") == true)
        #expect(trouble?.contains("is renamed to") == true)
        #expect(folder.read("last-fix.damaged") == "rubbish")
        #expect(await file.keep(fix: self.fix) == .kept)
        #expect(file.load().trouble == nil)
    }

    @Test("that cannot be written to reports why")
    func unwritable() async throws {
        let folder = try #require(folder)
        let file = FixFile(folder: folder.path, writer: writer)
        try folder.write("", to: "last-fix/in-the-way")
        let path = folder.path + "/last-fix"
        #expect(await file.keep(fix: fix) == .notKept("rename \(path).new to \(path): Is a directory"))
    }

    @Test("is renamed unread if it is not a regular file, or too large", arguments: OddFile.allCases)
    func odd(file odd: OddFile) async throws {
        let folder = try #require(folder)
        try odd.make("last-fix", in: folder)
        let file = FixFile(folder: folder.path, writer: writer)
        let (fix, trouble) = file.load()
        #expect(fix == nil)
        #expect(
            trouble == "The last fix \(folder.path)/last-fix cannot be used: \(odd.problem(limit: "4 KiB")). "
                + "It is renamed to \(folder.path)/last-fix.damaged")
        #expect(folder.names == ["last-fix.damaged"])
        #expect(await file.keep(fix: self.fix) == .kept)
        #expect(file.load().fix?.observer == self.fix.observer)
    }

    @Test("is deleted on request")
    func fresh() async throws {
        let folder = try #require(folder)
        #expect(await FixFile(folder: folder.path, writer: writer).keep(fix: fix) == .kept)
        #expect(FixFile(folder: folder.path, writer: writer, fresh: true).load().fix == nil)
    }
}

extension FixFile {
    /// The report of a write, on a disk that does not hang.
    fileprivate func keep(fix: Place) async -> KeepReport {
        await withCheckedContinuation { continuation in keep(fix: fix) { continuation.resume(returning: $0) } }
    }
}
