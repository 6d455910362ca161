import Solar
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@MainActor
@Suite("The last fix's file") struct FixFileTests {
    private let folder = try? TemporaryFolder()
    private let fix = Place(
        observer: TestPlace.denver.observer, name: nil,
        provenance: Provenance(source: .geoclue, accuracy: 25, observed: at("2026-11-21T12:00:00Z")))

    @Test("is private, and comes back as the last fix")
    func roundTrip() throws {
        let folder = try #require(folder)
        let file = FixFile(folder: folder.path)
        #expect(file.load().fix == nil)
        #expect(file.load().trouble == nil)
        try file.keep(fix: fix)
        #expect(try folder.mode("last-fix") == 0o600)
        #expect(folder.names == ["last-fix"])
        let place = try #require(file.load().fix)
        #expect(place.observer == fix.observer)
        #expect(place.provenance.source == .lastFix)
        #expect(place.provenance.observed == at("2026-11-21T12:00:00Z"))
    }

    @Test("is set aside when it is damaged, and nothing of it is lost")
    func damaged() throws {
        let folder = try #require(folder)
        try folder.write("rubbish", to: "last-fix")
        let file = FixFile(folder: folder.path)
        let (fix, trouble) = file.load()
        #expect(fix == nil)
        #expect(trouble?.contains("line 1 is damaged") == true)
        #expect(trouble?.contains("set aside as") == true)
        #expect(folder.read("last-fix.damaged") == "rubbish")
        try file.keep(fix: self.fix)
        #expect(file.load().trouble == nil)
    }

    @Test("that cannot be read is said, and that cannot be written to as well")
    func unusable() throws {
        let folder = try #require(folder)
        try folder.write("", to: "last-fix/in-the-way")
        let file = FixFile(folder: folder.path)
        #expect(file.load().trouble?.contains("Is a directory") == true)
        #expect(throws: (any Error).self) { try file.keep(fix: fix) }
    }

    @Test("begins anew where that is asked for")
    func fresh() throws {
        let folder = try #require(folder)
        try FixFile(folder: folder.path).keep(fix: fix)
        #expect(FixFile(folder: folder.path, fresh: true).load().fix == nil)
    }
}
