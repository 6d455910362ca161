import Foundation
import Testing

/// A run of the built service with a home of its own, without buses and without a service manager. Its journal messages
/// also go to standard error, whose lines are read as they arrive.
nonisolated final class RunningService {
    /// The program, which the build places beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "suntrackerd")

    /// The folder of its home and its working folder.
    let folder: URL
    private let process = Process()
    private let error = Pipe()
    private var unread = Data()

    /// Why there are no more lines.
    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - prefix: a command of the shell that then executes the service: `ulimit -f 0`.
    ///   - prepare: fills the home before the service starts.
    init(
        _ arguments: [String] = ["--place", "Denver"], after prefix: String = ":", variables: [String: String] = [:],
        prepare: (URL) throws -> Void = { _ in }
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "suntrackerd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try prepare(folder)
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", prefix + "; exec \"$0\" \"$@\"", Self.program.path] + arguments
        process.currentDirectoryURL = folder
        var environment = [
            "TZ": "UTC", "LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": folder.path,
            "XDG_CONFIG_DIRS": folder.appending(path: "xdg").path,
        ]
        environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = environment.merging(variables) { $1 }
        process.standardError = error
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The first unread line with that prefix.
    func line(_ start: String) throws -> String {
        var passed: [String] = []
        while true {
            let line = try line(after: passed)
            if line.hasPrefix(start) { return line }
            passed.append(line)
        }
    }

    private func line(after passed: [String]) throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            // After this time without output, no line is expected.
            var descriptor = pollfd(fd: error.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let data = poll(&descriptor, 1, 300_000) == 1 ? error.fileHandleForReading.availableData : Data()
            guard !data.isEmpty else {
                throw Ended(description: "nothing more after: " + passed.joined(separator: " | "))
            }
            unread += data
        }
    }

    /// Makes it reload its settings.
    func reload() { kill(process.processIdentifier, SIGHUP) }

    /// Stops it; returns the exit status, or the negative number of a signal.
    func stop() -> Int32 {
        process.terminate()
        return status()
    }

    /// Waits until it exits.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}

nonisolated extension URL {
    /// Writes a file below the folder, and makes missing parents.
    func write(_ text: String, to name: String) throws {
        let file = appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
