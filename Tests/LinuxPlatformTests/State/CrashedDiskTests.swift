// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

/// Crashes between the system calls of the real writers, with every state in which a file system may leave the disk.
///
/// strace(1) records the writers in a separate process, which runs the test `write`.
@MainActor
@Suite("A crash while state files are written") struct CrashedDiskTests {
    private static let generations = 1...3
    private nonisolated static let folderVariable = "SUNTRACKER_WRITE_STATE"

    private static func ledger(_ generation: Int) -> Ledger {
        let due = at("2026-11-20T23:40:00Z") + .seconds(generation * 86_400)
        return Ledger(settledThrough: due, entries: [Ledger.Entry(rule: "sunset", due: due, state: .announced())])
    }

    private static func fix(_ generation: Int) -> Place {
        Place(
            observer: Observer(coordinate(39.7, -104 - Double(generation))), name: nil,
            provenance: Provenance(source: .geoclue, accuracy: 25, observed: at("2026-11-21T12:00:00Z")))
    }

    private static func numbers(_ generation: Int) -> PopupNumbers {
        var numbers = PopupNumbers(of: PopupNumbers.Server(bus: "b", name: ":1.5"))
        _ = numbers.set(UInt32(generation), for: "sunset")
        return numbers
    }

    @Test("the writers, in their own process", .enabled(if: getenv(folderVariable) != nil))
    func write() async throws {
        let folder = try #require(getenv(Self.folderVariable).map { String(cString: $0) })
        // Under strace, a write may take longer than the longest wait.
        let files = StateFiles(folder: folder, writer: StateWriter(timeout: ManualCountdown()))
        for generation in Self.generations {
            files.keep(Self.numbers(generation))
            let report = await withCheckedContinuation { continuation in
                files.keep(Self.ledger(generation)) { continuation.resume(returning: $0) }
            }
            #expect(report == .written)
            _ = await withCheckedContinuation { continuation in
                files.keep(fix: Self.fix(generation)) { continuation.resume(returning: $0) }
            }
        }
    }

    @Test(
        "the next start reads whatever is on the disk, and no reported write is lost",
        .enabled(if: Scope.crashedDisk.isFull))
    func crash() throws {
        let folder = try TemporaryFolder()
        let calls = try Self.recordedCalls(of: folder.path + "/state", in: folder)
        // Three files are written three times each: created, written, synced and renamed, then the directory is synced.
        #expect(calls.count { if case .rename = $0 { true } else { false } } == 9)
        var disk = CrashedDisk()
        var (states, isKept) = (Set<[String: String]>(), 0)
        for call in calls {
            disk.apply(call)
            // The directory is synced after each rename. From then on, the service may know that the file is kept.
            if case .syncFolder = call { isKept += 1 }
            for state in disk.states {
                states.insert(state)
                try check(state, isKept: isKept)
            }
        }
        print("\(calls.count) system calls, \(states.count) states of the disk")
    }

    /// Starts with these files. In each round, the numbers are written first, then the ledger, then the fix.
    private func check(_ state: [String: String], isKept: Int) throws {
        let folder = try TemporaryFolder()
        for (name, text) in state { try folder.write(text, to: name) }
        let files = StateFiles(folder: folder.path, writer: StateWriter())
        let ((ledger, ofLedger), (fix, ofFix)) = (files.loadLedger(), files.loadFix())
        let (numbers, ofNumbers) = files.loadNumbers()
        #expect([ofLedger, ofFix, ofNumbers] == [nil, nil, nil], "no file is damaged")
        let known = Self.generations.first { ledger == Self.ledger($0) } ?? 0
        let place = Self.generations.first { fix?.observer == Self.fix($0).observer } ?? 0
        let number = Self.generations.first { numbers == Self.numbers($0) } ?? 0
        #expect(number >= (isKept + 2) / 3 && known >= (isKept + 1) / 3 && place >= isKept / 3)
        // If the ledger records a popup as shown, its number must be known, so that the popup can be replaced.
        #expect(known <= number)
    }

    /// The writers' system calls for files in the directory, in their order.
    private static func recordedCalls(of path: String, in folder: TemporaryFolder) throws -> [FileCall] {
        // One log for each thread, because a shared log would split calls that overlap.
        let strace = [
            "-ff", "-ttt", "-y", "-s", "65536", "-e", "trace=openat,write,fsync,rename,unlink", "-o",
            folder.path("log"),
        ]
        let test = [
            CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", "CrashedDiskTests/write",
        ]
        let environment = TestProgram.ownEnvironment(with: [folderVariable: path])
        #expect(try TestProgram("strace", strace + test, environment: environment).run().status == 0)
        let lines = folder.names.filter { $0.hasPrefix("log.") }
            .flatMap { (folder.read($0) ?? "").split(separator: "\n") }
        return lines.sorted().compactMap { FileCall($0, in: path) }
    }
}

/// A system call that changes files of a directory.
enum FileCall {
    case create(String)
    case write(String, text: String)
    case sync(String)
    case rename(String, to: String)
    case unlink(String)
    case syncFolder

    /// Parses a line of strace; nil for a failed call, or a call that does not change the files.
    init?(_ line: Substring, in folder: String) {
        guard line.contains(folder), !line.contains(" = -1 ") else { return nil }
        func name(after mark: String, upTo end: Character) -> String? {
            line.range(of: mark + folder + "/").map { String(line[$0.upperBound...].prefix { $0 != end }) }
        }
        if line.contains(" openat("), line.contains("O_CREAT"), let name = name(after: "\"", upTo: "\"") {
            self = .create(name)
        } else if line.contains(" write("), let name = name(after: "<", upTo: ">"), let start = line.range(of: ">, \""),
            let end = line.range(of: "\", ", options: .backwards)
        {
            let text = line[start.upperBound..<end.lowerBound]
            self = .write(name, text: text.replacingOccurrences(of: "\\n", with: "\n"))
        } else if line.contains(" fsync("), line.contains("<\(folder)>") {
            self = .syncFolder
        } else if line.contains(" fsync("), let name = name(after: "<", upTo: ">") {
            self = .sync(name)
        } else if line.contains(" rename("), let old = name(after: "(\"", upTo: "\""),
            let new = name(after: ", \"", upTo: "\"")
        {
            self = .rename(old, to: new)
        } else if line.contains(" unlink("), let name = name(after: "(\"", upTo: "\"") {
            self = .unlink(name)
        } else {
            return nil
        }
    }
}

/// The possible contents of a directory after a crash: any part of the data of an unsynced file, and any of the changes
/// to the entries of an unsynced directory.
struct CrashedDisk {
    private var texts: [Int: (text: String, isSynced: Bool)] = [:]
    /// The files by name, as programs see them (`seen`), and as they are on the disk (`durable`).
    private var seen: [String: Int] = [:]
    private var durable: [String: Int] = [:]
    private var changes: [(inout [String: Int]) -> Void] = []

    mutating func apply(_ call: FileCall) {
        switch call {
        case .create(let name):
            let file = texts.count
            texts[file] = ("", false)
            change { $0[name] = file }
        case .write(let name, let text):
            if let file = seen[name], let before = texts[file] { texts[file] = (before.text + text, false) }
        case .sync(let name):
            if let file = seen[name] { texts[file]?.isSynced = true }
        case .rename(let old, let new):
            let file = seen[old]
            change { ($0[old], $0[new]) = (nil, file) }
        case .unlink(let name): change { $0[name] = nil }
        case .syncFolder: (durable, changes) = (seen, [])
        }
    }

    private mutating func change(_ change: @escaping (inout [String: Int]) -> Void) {
        change(&seen)
        changes.append(change)
    }

    /// All directories that may remain after a crash, each as texts by file name.
    var states: [[String: String]] {
        (0..<1 << changes.count).flatMap { choice -> [[String: String]] in
            var names = durable
            for (index, change) in changes.enumerated() where choice >> index & 1 == 1 { change(&names) }
            return names.reduce([[:]]) { folders, entry in
                guard let (text, isSynced) = texts[entry.value] else { return folders }
                let parts = isSynced ? [text] : ["", String(text.prefix(text.count / 2)), text]
                return folders.flatMap { folder in parts.map { folder.merging([entry.key: $0]) { $1 } } }
            }
        }
    }
}
