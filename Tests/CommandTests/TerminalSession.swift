// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// A shell with job control at a pseudo-terminal of 80 x 24, in which the program runs (script(1) of util-linux).
final class TerminalSession {
    private let program: RunningProgram
    private let keyboard = Pipe()

    init(_ arguments: String, columns: Int = 80, variables: [String: String] = [:]) throws {
        let shell = """
            set -m; ulimit -c 0; stty cols \(columns) rows 24; before=$(stty -g); said() { echo "status $?"; \
            [ "$(stty -g)" = "$before" ] && echo "as before"; }; tty; \
            sh -c 'echo "pid $$"; exec "$SUNTRACKER" \(arguments)'; said; [ -z "$STOP" ] || { fg; said; }
            """
        let environment = [
            "SUNTRACKER": Command.program, "LC_ALL": "C.UTF-8", "SHELL": "/bin/bash", "TERM": "xterm-256color",
            // The interactive backtrace of the Swift runtime would wait for a key.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        var script = TestProgram("script", ["--quiet", "--flush", "--return", "--command", shell, "/dev/null"])
        script.environment = Command.environment(zone: "America/Denver", environment.merging(variables) { $1 })
        script.input = keyboard.fileHandleForReading
        // The threads that run tests block signals, and child processes inherit this mask, unlike a shell at a
        // terminal.
        var (none, former) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        program = try RunningProgram(script)
    }

    // Foundation keeps the pipes of a process for which nobody waits.
    deinit { try? keyboard.fileHandleForWriting.close() }

    func type(_ keys: String) throws {
        try keyboard.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
    }

    /// Waits for the text on the display, and returns the output before it.
    @discardableResult
    func wait(for text: String) throws -> String { try program.output.text(upTo: text) }

    /// The rest of the line after a word.
    func answer(after word: String) throws -> String {
        try wait(for: word)
        return try wait(for: "\r\n")
    }
}
