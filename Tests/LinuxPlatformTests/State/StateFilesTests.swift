// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

/// The files of the ledger, the last fix and the popups' numbers, which are read and written in the same way.
enum StateFileKind: String, Sendable, CaseIterable {
    case ledger
    case fix = "last-fix"
    case numbers = "popups"

    var name: String { rawValue }

    var inSentence: String {
        switch self {
        case .ledger: "the ledger"
        case .fix: "the last location"
        case .numbers: "the saved notification IDs"
        }
    }

    var consequence: String {
        switch self {
        case .ledger: "earlier announcements are unknown"
        case .fix: "GeoClue's next location will replace it"
        case .numbers: "notifications of the last run will not be replaced"
        }
    }

    var limit: String {
        switch self {
        case .ledger: "16 MiB"
        case .fix: "4 KiB"
        case .numbers: "64 KiB"
        }
    }

    /// A text with the first word of the file in place of NAME.
    func filled(_ text: String) -> String {
        text.replacing("NAME", with: self == .fix ? "suntracker-fix" : "suntracker-\(name)")
    }
}

@MainActor
@Suite("The files of the state directory") struct StateFilesTests {
    private let folder = try? TemporaryFolder()
    // The disk of a busy machine may respond only after the longest wait, which StateWriterTests test.
    private let writer = StateWriter(timeout: ManualCountdown())
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
    private func keep(_ kind: StateFileKind, in files: StateFiles) async -> WriteReport {
        await withCheckedContinuation { continuation in
            switch kind {
            case .ledger: files.keep(ledger) { continuation.resume(returning: $0) }
            case .fix: files.keep(fix: fix) { continuation.resume(returning: $0) }
            case .numbers:
                files.keep(PopupNumbers(of: PopupNumbers.Server(bus: "a", name: ":1.2")))
                // The writer keeps the order, so the numbers are written when this write ends.
                writer.keep("", at: files.folder + "/next") { continuation.resume(returning: $0) }
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
        case .numbers:
            let (value, problem) = files.loadNumbers()
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
            #expect(await keep(kind, in: files) == .written)
            #expect(try folder.mode("state/suntracker/\(kind.name)") == 0o600)
        }
        #expect(try folder.mode("state/suntracker") == 0o700)
        #expect(files.loadLedger() == (ledger, nil))
        let place = try #require(files.loadFix().value)
        #expect(place.observer == Observer(fix.observer.coordinate.toHundredths))
        #expect(place.provenance.source == .lastFix)
        #expect(place.provenance.observed == at("2026-11-21T12:00:00Z"))
    }

    @Test(
        "are renamed if they are damaged or of another version, and nothing of them is lost",
        arguments: StateFileKind.allCases,
        [
            ("rubbish", "damaged", "line 1 is damaged; expected \"NAME 1\""),
            ("NAME 2\nend\n", "version-2", "its format is version 2, and this suntrackerd reads version 1"),
        ])
    func unusable(kind: StateFileKind, file: (text: String, suffix: String, problem: String)) async throws {
        let folder = try #require(folder)
        let path = "\(folder.path)/\(kind.name)"
        let (text, expected) = (kind.filled(file.text), kind.filled(file.problem))
        try folder.write(text, to: kind.name)
        #expect(
            try problem(kind, in: files())
                == "Cannot use \(kind.inSentence) \(path): \(expected). It was renamed to \(path).\(file.suffix); \(kind.consequence)"
        )
        #expect(folder.names == ["\(kind.name).\(file.suffix)"])
        #expect(folder.read("\(kind.name).\(file.suffix)") == text)
        #expect(try problem(kind, in: files()) == nil)
    }

    @Test(
        "are renamed unread if they are not regular files, or too large", arguments: OddFile.allCases,
        StateFileKind.allCases)
    func odd(file odd: OddFile, kind: StateFileKind) async throws {
        let folder = try #require(folder)
        let path = "\(folder.path)/\(kind.name)"
        try odd.make(kind.name, in: folder)
        let expected =
            "Cannot use \(kind.inSentence) \(path): \(odd.problem(limit: kind.limit)). "
            + "It was renamed to \(path).damaged; \(kind.consequence)"
        #expect(try problem(kind, in: files()) == expected)
        #expect(folder.names == ["\(kind.name).damaged"])
        #expect(try await keep(kind, in: files()) == .written)
    }

    @Test(
        "are written even if a named pipe has the name of the temporary file or of the lock",
        arguments: ["ledger.new", "lock"])
    func pipe(name: String) async throws {
        let folder = try #require(folder)
        try OddFile.namedPipe.make(name, in: folder)
        let lock = try StateLock(folder: folder.path)
        #expect(try await keep(.ledger, in: files()) == .written)
        #expect(try files().loadLedger().value == ledger)
        #expect(folder.names == ["ledger", "lock"])
        withExtendedLifetime(lock) {}
    }

    @Test("report why their directory cannot be created")
    func noFolder() async throws {
        let folder = try #require(folder)
        try folder.write("", to: "file")
        let report = try await keep(.ledger, in: files(in: "/file/suntracker"))
        #expect(report == .notWritten("mkdir \(folder.path)/file/suntracker: Not a directory"))
    }

    @Test("report why they cannot be written, and keep their earlier content")
    func cannotBeKept() async throws {
        let folder = try #require(folder)
        #expect(try await keep(.ledger, in: files()) == .written)
        let before = folder.read("ledger")
        // A directory in place of the temporary file, which not even root can overwrite.
        try folder.write("", to: "ledger.new/in-the-way")
        #expect(
            try await keep(.ledger, in: files()) == .notWritten("unlink \(folder.path)/ledger.new: Is a directory"))
        #expect(folder.read("ledger") == before)
    }
}
