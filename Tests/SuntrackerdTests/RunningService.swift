// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Tracker
import Wording

/// The built service in a separate home, without buses and a service manager. Its journal entries go to standard error
/// instead of the machine's journal, and are read line by line as they arrive.
nonisolated final class RunningService {
    /// The program, which the build places next to the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "suntrackerd")

    /// A shell command that makes standard error a full pipe, which nobody reads.
    static let stopsStandardError =
        "mkfifo f; exec 3<>f; dd if=/dev/zero of=f bs=4096 count=16 2>/dev/null; exec 2>f"

    /// The ledger of an earlier run that has just ended. Without a ledger, the first start would show a popup; after an
    /// earlier end, the service would announce a sunset of the last minutes.
    static var ledger: String { "suntracker-ledger 1\nsettled-through \(Date.now.ISO8601Format())\nend 1\n" }

    /// The service's home, which is also its working directory.
    let folder: URL
    private let ownsFolder: Bool
    private let process = Process()
    private let error = Pipe()
    private var unread = Data()

    /// The reason why there are no more lines.
    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - prefix: a shell command that runs before the service, such as `ulimit -f 0`.
    ///   - home: a home that outlives the service; nil for a new one.
    ///   - prepare: fills the home before the service starts.
    init(
        _ arguments: [String] = ["--place", "Denver"], after prefix: String = ":", variables: [String: String] = [:],
        in home: URL? = nil, prepare: (URL) throws -> Void = { _ in }
    ) throws {
        folder = home ?? FileManager.default.temporaryDirectory.appending(path: "suntrackerd-\(UUID().uuidString)")
        ownsFolder = home == nil
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try prepare(folder)
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", prefix + "; exec \"$0\" \"$@\"", Self.program.path] + arguments
        process.currentDirectoryURL = folder
        let environment = [
            "TZ": "UTC", "LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": folder.path,
            "XDG_CONFIG_DIRS": folder.appending(path: "xdg").path, "SUNTRACKER_JOURNAL": "stderr",
        ]
        process.environment = environment.merging(ProcessInfo.ofBuild) { $1 }.merging(variables) { $1 }
        process.standardError = error
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.start()
    }

    deinit {
        if process.isRunning { process.terminate() }
        if ownsFolder { try? FileManager.default.removeItem(at: folder) }
    }

    /// The unread journal entries up to the first of this kind, each as values by field name.
    func entries(through kind: JournalEntry.Kind) throws -> [[String: String]] {
        var entries: [[String: String]] = [[:]]
        var passed: [String] = []
        while true {
            let line = try line(after: passed)
            passed.append(line)
            if let equals = line.firstIndex(of: "=") {
                entries[entries.count - 1][String(line[..<equals])] = String(line[line.index(after: equals)...])
            } else if line.isEmpty, entries.last?["MESSAGE_ID"] == kind.messageID {
                return entries
            } else if line.isEmpty {
                entries.append([:])
            }
        }
    }

    /// The first unread line or message with this prefix.
    func line(_ start: String) throws -> String {
        var passed: [String] = []
        while true {
            let line = try line(after: passed)
            let message = line.hasPrefix("MESSAGE=") ? String(line.dropFirst(8)) : line
            if message.hasPrefix(start) { return message }
            passed.append(line)
        }
    }

    private func line(after passed: [String]) throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            // If nothing arrives within this time, no further line is expected.
            var descriptor = pollfd(fd: error.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let data = poll(&descriptor, 1, 60_000) == 1 ? error.fileHandleForReading.availableData : Data()
            guard !data.isEmpty else {
                throw Ended(description: "nothing more after: " + passed.joined(separator: " | "))
            }
            unread += data
        }
    }

    /// The process ID.
    var number: Int32 { process.processIdentifier }

    /// Makes the service reload its settings.
    func reload() { Foundation.kill(process.processIdentifier, SIGHUP) }

    /// Stops the service; returns the exit status, or the negative number of a signal.
    func stop() -> Int32 {
        process.terminate()
        return status()
    }

    /// Kills the service; returns the negative number of the signal.
    func kill() -> Int32 {
        process.killGroup()
        return status()
    }

    /// Waits until the service exits.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}

nonisolated extension PrivateBus {
    /// Starts the built command on this bus, with the bus's directory as its home.
    func command(
        _ arguments: [String], output: Any? = FileHandle.nullDevice, error: Any? = FileHandle.standardError,
        variables: [String: String] = [:]
    ) throws -> Process {
        let process = Process()
        process.executableURL = RunningService.program.deletingLastPathComponent().appending(path: "suntracker")
        process.arguments = arguments
        process.environment = [
            "DBUS_SESSION_BUS_ADDRESS": address, "HOME": folder.path, "XDG_CONFIG_DIRS": "/proc/nonexistent",
            "LC_ALL": "C", "TZ": "UTC", "PATH": "/usr/bin:/bin",
        ].merging(ProcessInfo.ofBuild) { $1 }.merging(variables) { $1 }
        (process.standardOutput, process.standardError) = (output, error)
        try process.start()
        return process
    }
}

nonisolated extension URL {
    /// Writes a file below the directory, and creates missing parents.
    func write(_ text: String, to name: String) throws {
        let file = appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
