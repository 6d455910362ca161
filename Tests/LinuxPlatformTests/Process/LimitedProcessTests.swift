// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("A program that a test starts")
struct LimitedProcessTests {
    @Test("is killed at its limit, with the programs that it has started")
    func limit() throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "sleep 1000 & sleep 1000"]
        process.standardOutput = output
        try process.start(limit: .milliseconds(10))
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
        // The program in the background held the pipe open.
        #expect(try output.fileHandleForReading.readToEnd() == nil)
    }

    @Test("that could not be started kills nothing, although its number is 0, the caller's group")
    func notStarted() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/dev/null")
        #expect(throws: (any Error).self) { try process.start() }
        process.killGroup()
        #expect(process.processIdentifier == 0)
    }
}
