import Foundation
import Testing

/// A run of the built service in a home of its own, without buses and without a service manager. What it writes to the
/// journal it writes to standard error too, where the lines are read as they come.
nonisolated final class RunningService {
    /// The program, which the build puts beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "suntrackerd")

    /// Where its home and its working folder are.
    let folder: URL
    private let process = Process()
    private let error = Pipe()
    private var unread = Data()

    /// Why no more lines come.
    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - prefix: for the shell, which then becomes the service: `ulimit -f 0`.
    ///   - prepare: makes the home as the service is to find it.
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

    /// The first line that begins so, of those that were not read yet.
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
            // Whoever is silent for so long will not speak any more.
            var descriptor = pollfd(fd: error.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let data = poll(&descriptor, 1, 30_000) == 1 ? error.fileHandleForReading.availableData : Data()
            guard !data.isEmpty else {
                throw Ended(description: "nothing more after: " + passed.joined(separator: " | "))
            }
            unread += data
        }
    }

    /// Has it read its settings again.
    func reload() { kill(process.processIdentifier, SIGHUP) }

    /// Asks it to end; the exit status, or a signal's negative number.
    func stop() -> Int32 {
        process.terminate()
        return status()
    }

    /// Waits for its end.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}

nonisolated extension URL {
    /// Writes a file below the folder, and makes the folders on the way.
    func write(_ text: String, to name: String) throws {
        let file = appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
