// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// The result of a program that has exited.
struct Subprocess {
    /// The exit status; 128 plus the signal's number if a signal ended it.
    let status: Int32
    /// The text on standard output.
    let output: String
    /// The text on standard error.
    let errors: String

    /// Runs the program, which is found through PATH, and waits for its end without blocking a thread.
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
        // Files instead of pipes, because a pipe without a reader would block the program.
        let (output, errors) = (try TemporaryFile(), try TemporaryFile())
        process.standardOutput = output.handle
        process.standardError = errors.handle
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do {
                // A build of the release on a slow machine.
                try process.start(limit: .seconds(3600))
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

/// A file without a name, which exists as long as this value.
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
