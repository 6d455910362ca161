import Foundation
import Testing

/// A run of the built program whose lines are read as they come.
final class RunningCommand {
    private let process = Process()
    private let (output, error) = (Pipe(), Pipe())
    private var unread = Data()

    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String], variables: [String: String] = [:]) throws {
        process.executableURL = Command.program
        process.arguments = arguments
        process.environment = Command.environment(variables)
        (process.standardOutput, process.standardError) = (output, error)
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// The next line of standard output.
    func line() throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            unread += try more(from: output)
        }
    }

    /// The next line of standard output, as an object of JSON.
    func object() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(try line().utf8)) as? [String: Any])
    }

    /// The next output on standard error.
    func nextError() throws -> String { String(decoding: try more(from: error), as: UTF8.self) }

    /// Closes the reading end of standard output, and returns the exit status.
    func closeOutput() throws -> Int32 {
        try output.fileHandleForReading.close()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    private func more(from pipe: Pipe) throws -> Data {
        // After this time no more output is expected.
        var descriptor = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        let data = poll(&descriptor, 1, 300_000) == 1 ? pipe.fileHandleForReading.availableData : Data()
        guard !data.isEmpty else {
            throw Ended(description: "nothing more after: " + String(decoding: unread, as: UTF8.self))
        }
        return data
    }
}
