// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The output of a process through a pipe, read as it arrives.
final class ProcessOutput {
    let pipe = Pipe()
    private var unread = Data()

    // Foundation keeps the pipes of a process for which nobody waits.
    deinit { try? pipe.fileHandleForReading.close() }

    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    /// Waits for a text, and returns the output before it.
    func text(upTo end: String) throws -> String {
        while true {
            if let range = unread.range(of: Data(end.utf8)) {
                defer { unread = Data(unread[range.upperBound...]) }
                return String(decoding: unread[..<range.lowerBound], as: UTF8.self)
            }
            // If nothing arrives within this time, no more output is expected.
            var descriptor = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let more = poll(&descriptor, 1, 300_000) == 1 ? pipe.fileHandleForReading.availableData : Data()
            guard !more.isEmpty else {
                throw Ended(description: "no \"\(end)\" in: " + String(decoding: unread, as: UTF8.self))
            }
            unread += more
        }
    }
}

/// A run of the built program whose lines are read as they arrive.
final class RunningCommand {
    private let process = Process()
    private let (output, error) = (ProcessOutput(), ProcessOutput())

    init(_ arguments: [String], variables: [String: String] = [:]) throws {
        process.executableURL = Command.program
        process.arguments = arguments
        process.environment = Command.environment(variables)
        (process.standardOutput, process.standardError) = (output.pipe, error.pipe)
        process.standardInput = FileHandle.nullDevice
        try process.start()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// The process ID.
    var number: Int32 { process.processIdentifier }

    /// The next line of standard output.
    func line() throws -> String { try output.text(upTo: "\n") }

    /// The next line of standard output, as a JSON object.
    func object() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(try line().utf8)) as? [String: Any])
    }

    /// The next line of standard error.
    func nextError() throws -> String { try error.text(upTo: "\n") }

    /// Closes the reading end of standard output, and returns the exit status.
    func closeOutput() throws -> Int32 {
        try output.pipe.fileHandleForReading.close()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
