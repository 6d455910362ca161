// SPDX-License-Identifier: MIT
package import Foundation

/// A program that is running. It is killed with this value.
package final class RunningProgram {
    private let process: Process
    /// What it writes to standard output and standard error.
    package let output = ProgramOutput(), errors = ProgramOutput()

    package init(_ program: TestProgram) throws {
        process = program.process(output: output.pipe, errors: errors.pipe)
        try program.start(process, limit: program.limit)
    }

    // Not SIGTERM: the threads that run tests block signals, and child processes inherit this mask.
    deinit { process.killGroup() }

    /// The process ID.
    package var number: Int32 { process.processIdentifier }

    /// Waits until the program exits; returns the exit status, or 128 plus the number of a signal.
    package func status() -> Int32 {
        process.waitUntilExit()
        return process.status
    }

    /// Asks the program to end, and returns its status.
    package func stop() -> Int32 {
        process.terminate()
        return status()
    }

    /// Kills the program with what it has started, and returns its status.
    @discardableResult
    package func kill() -> Int32 {
        process.killGroup()
        return status()
    }
}

/// The output of a program through a pipe, read as it arrives.
package final class ProgramOutput {
    package let pipe = Pipe()
    private var unread = Data()
    /// What was read, for the description of an error.
    private var passed = ""

    // Foundation keeps the pipes of a process for which nobody waits.
    deinit { close() }

    /// The program has ended or writes nothing, although more was expected.
    package struct Ended: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// Waits for a text, and returns the output before it.
    package func text(upTo end: String) throws -> String {
        while true {
            if let range = unread.range(of: Data(end.utf8)) {
                defer { unread = Data(unread[range.upperBound...]) }
                let text = String(decoding: unread[..<range.lowerBound], as: UTF8.self)
                passed += text + end
                return text
            }
            let more = more()
            guard !more.isEmpty else {
                let rest = String(decoding: unread, as: UTF8.self)
                throw Ended(description: "no \"\(end)\" in \"\(rest)\", after: \(passed)")
            }
            unread += more
        }
    }

    /// Waits for a line.
    package func line() throws -> String { try text(upTo: "\n") }

    /// Waits for the end of the output, and returns what was not read yet.
    package func rest() -> String {
        while case let more = more(), !more.isEmpty { unread += more }
        defer { unread = Data() }
        return String(decoding: unread, as: UTF8.self)
    }

    /// Closes the reading end.
    package func close() { try? pipe.fileHandleForReading.close() }

    /// What arrives next; nothing at the end, and if nothing arrives within a time after which nothing more is expected.
    private func more() -> Data {
        var descriptor = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 300_000) == 1 ? pipe.fileHandleForReading.availableData : Data()
    }
}
