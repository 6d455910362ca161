import Solar
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

/// The files of the ledger and of the last fix, which are read and written in the same way.
enum StateFileKind: Sendable, CaseIterable {
    case ledger, fix

    var name: String { self == .ledger ? "ledger" : "last-fix" }
}

@MainActor
@Suite("The files of the state directory") struct StateFilesTests {
    private let folder = try? TemporaryFolder()
    private let writer = StateWriter()
    private let ledger = Ledger(
        settledThrough: at("2026-11-21T12:00:00Z"),
        entries: [Ledger.Entry(rule: "sunset", due: at("2026-11-20T23:40:00Z"), state: .announced())])
    private let fix = Place(
        observer: TestPlace.denver.observer, name: nil,
        provenance: Provenance(source: .geoclue, accuracy: 25, observed: at("2026-11-21T12:00:00Z")))

    private func files(in subfolder: String = "") throws -> StateFiles {
        StateFiles(folder: try #require(folder).path + subfolder, writer: writer)
    }

    /// The report of a write, on a disk that does not hang.
    private func keep(_ kind: StateFileKind, in files: StateFiles) async -> KeepReport {
        await withCheckedContinuation { continuation in
            switch kind {
            case .ledger: files.keep(ledger) { continuation.resume(returning: $0) }
            case .fix: files.keep(fix: fix) { continuation.resume(returning: $0) }
            }
        }
    }

    /// The problem of a file without a valid value.
    private func problem(_ kind: StateFileKind, in files: StateFiles) -> String? {
        switch kind {
        case .ledger:
            let (value, problem) = files.loadLedger()
            return value == nil ? problem : nil
        case .fix:
            let (value, problem) = files.loadFix()
            return value == nil ? problem : nil
        }
    }

    @Test("are private, and are read back as they were written")
    func roundTrip() async throws {
        let folder = try #require(folder)
        let files = try files(in: "/state/suntracker")
        #expect(files.loadLedger() == (nil, nil))
        #expect(files.loadFix() == (nil, nil))
        for kind in StateFileKind.allCases {
            #expect(await keep(kind, in: files) == .kept)
            #expect(try folder.mode("state/suntracker/\(kind.name)") == 0o600)
        }
        #expect(try folder.mode("state/suntracker") == 0o700)
        #expect(files.loadLedger() == (ledger, nil))
        let place = try #require(files.loadFix().value)
        #expect(place.observer == fix.toHundredths.observer, "version 0.2.0 wrote all digits")
        #expect(place.provenance.source == .lastFix)
        #expect(place.provenance.observed == at("2026-11-21T12:00:00Z"))
    }

    @Test("that earlier versions used and nothing reads any more are removed, and no others")
    func unused() async throws {
        let folder = try #require(folder)
        for name in ["chart-period", "chart.html", "ledger"] { _ = try folder.write("1y", to: name) }
        try files().removeUnused()
        #expect(folder.names.sorted() == ["chart.html", "ledger"])
    }

    @Test("are renamed if they are damaged, and nothing of them is lost", arguments: StateFileKind.allCases)
    func damaged(kind: StateFileKind) async throws {
        let folder = try #require(folder)
        try folder.write("rubbish", to: kind.name)
        let problem = try #require(self.problem(kind, in: files()))
        #expect(problem.contains("line 1 is damaged") && problem.contains("was renamed to"))
        #expect(folder.read(kind.name + ".damaged") == "rubbish")
        #expect(try await keep(kind, in: files()) == .kept)
        #expect(try self.problem(kind, in: files()) == nil)
    }

    @Test(
        "are renamed unread if they are not regular files, or too large", arguments: OddFile.allCases,
        StateFileKind.allCases)
    func odd(file odd: OddFile, kind: StateFileKind) async throws {
        let folder = try #require(folder)
        let path = "\(folder.path)/\(kind.name)"
        try odd.make(kind.name, in: folder)
        let expected =
            switch kind {
            case .ledger:
                "Cannot use the ledger \(path): \(odd.problem(limit: "16 MiB")). "
                    + "It was renamed to \(path).damaged, and a new one is started"
            case .fix:
                "Cannot use the last location \(path): \(odd.problem(limit: "4 KiB")). It was renamed to \(path).damaged"
            }
        #expect(try problem(kind, in: files()) == expected)
        #expect(folder.names == ["\(kind.name).damaged"])
        #expect(try await keep(kind, in: files()) == .kept)
    }

    @Test(
        "are written even if a named pipe has the name of the temporary file or of the lock",
        arguments: ["ledger.new", "lock"])
    func pipe(name: String) async throws {
        let folder = try #require(folder)
        try OddFile.namedPipe.make(name, in: folder)
        let lock = try StateLock(folder: folder.path)
        #expect(try await keep(.ledger, in: files()) == .kept)
        #expect(try files().loadLedger().value == ledger)
        #expect(folder.names == ["ledger", "lock"])
        withExtendedLifetime(lock) {}
    }

    @Test("report why their directory cannot be created")
    func noFolder() async throws {
        let folder = try #require(folder)
        try folder.write("", to: "file")
        let report = try await keep(.ledger, in: files(in: "/file/suntracker"))
        #expect(report == .notKept("mkdir \(folder.path)/file/suntracker: Not a directory"))
    }

    @Test("report why they cannot be written, and keep their earlier content")
    func cannotBeKept() async throws {
        let folder = try #require(folder)
        #expect(try await keep(.ledger, in: files()) == .kept)
        let before = folder.read("ledger")
        // A folder in place of the temporary file, which not even root can overwrite.
        try folder.write("", to: "ledger.new/in-the-way")
        #expect(
            try await keep(.ledger, in: files()) == .notKept("unlink \(folder.path)/ledger.new: Is a directory"))
        #expect(folder.read("ledger") == before)
    }
}
