import Foundation

/// A program that has run to its end.
struct Subprocess {
    /// Its exit status; for one that a signal ended, that signal's number and 128.
    let status: Int32
    /// What it said on standard output.
    let output: String
    /// What it said on standard error.
    let errors: String

    /// Runs the program, found through PATH, and waits for its end without holding a thread.
    ///
    /// - Throws: the system's error if there is no such program.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Subprocess {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        // Into files: a pipe that nobody empties would hold the program up.
        let (output, errors) = (try TemporaryFile(), try TemporaryFile())
        process.standardOutput = output.handle
        process.standardError = errors.handle
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                ended.resume(throwing: error)
            }
        }
        let status = process.terminationStatus
        return Subprocess(
            status: process.terminationReason == .exit ? status : 128 + status,
            output: try output.text(), errors: try errors.text())
    }
}

/// A file without a name that lives as long as this.
private final class TemporaryFile {
    let handle: FileHandle

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: url)
        handle = try FileHandle(forUpdating: url)
        try FileManager.default.removeItem(at: url)
    }

    func text() throws -> String {
        try handle.seek(toOffset: 0)
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
}
