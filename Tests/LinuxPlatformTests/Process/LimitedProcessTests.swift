// SPDX-License-Identifier: MIT
import Dispatch
import Glibc
import TestSupport
import Testing

@Suite("A program that a test starts")
struct LimitedProcessTests {
    @Test("is killed at its limit, with the programs that it has started")
    func limit() throws {
        var program = TestProgram(script: "sleep 1000 & sleep 1000")
        program.limit = .milliseconds(10)
        let running = try RunningProgram(program)
        #expect(running.status() == 128 + SIGKILL)
        // The program in the background held the pipe open.
        #expect(running.output.rest() == "")
    }

    @Test("that could not be started kills nothing, although its number is 0, the caller's group")
    func notStarted() throws {
        #expect(throws: (any Error).self) { try RunningProgram(TestProgram("/dev/null")) }
    }
}
