// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The chart with real keys and signals.
@Suite("The chart on a terminal", .serialized)
struct ChartOnTerminalTests {
    private static let command = "chart 6m --place 39.74,-104.98 --at 2026-11-21T20:00:00Z"
    /// The switch to the alternate screen, and back.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let leave = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    private static let shows = "Sat 21 Nov"

    @Test(
        "Keys move along the days; the terminal is restored while the process is stopped and when it ends; a resized window is drawn again"
    )
    func stopping() throws {
        let session = try TerminalSession(Self.command, variables: ["STOP": "1", "NO_COLOR": "1"])
        let terminal = try session.answer(after: "/dev/")
        try session.wait(for: Self.enter)
        #expect(try !session.wait(for: Self.shows).contains("8;5;"))
        for (keys, date) in [("\u{1B}[6~", "Sat 19 Dec"), ("\u{1B}[C", "Sun 20 Dec"), ("t", Self.shows)] {
            try session.type(keys)
            try session.wait(for: date)
        }
        try session.type("\u{1A}")
        try session.wait(for: Self.leave)
        try session.wait(for: "status 148\r\nas before")
        try session.wait(for: Self.enter)
        try session.wait(for: Self.shows)
        _ = try Command(script: "stty --file=/dev/\(terminal) cols 40")
        try session.wait(for: " 3m ")
        try session.type("q")
        try session.wait(for: Self.leave)
        try session.wait(for: "status 0\r\nas before")
    }

    @Test(
        "The terminal is restored when a signal ends the process",
        arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGUSR1, 138), (SIGSEGV, 139), (40, 168), (SIGHUP, 129)])
    func fatal(signal: Int32, status: Int) throws {
        let session = try TerminalSession(Self.command)
        let process = try #require(Int32(try session.answer(after: "pid ")))
        #expect(try session.wait(for: Self.shows).contains("48;5;"))
        kill(process, signal)
        try session.wait(for: Self.leave)
        // If SIGINT ends its child, a shell also exits, without further output.
        if signal != SIGINT { try session.wait(for: "status \(status)\r\nas before") }
    }

    @Test("With --plain, the table is in ASCII")
    func ascii() throws {
        let command = try Command(
            ["chart", "Denver", "2026-11-27", "--plain"], variables: ["LC_ALL": "C.UTF-8"])
        #expect(command.lines.contains { $0.contains("  -1 min 27 s") || $0.contains("  -2 min 11 s") })
        #expect(command.output.contains("Denver, Colorado, United States (39.74 N, 104.98 W)"))
        #expect(command.output.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test(
        "The page on standard output is the same by any name, with the same errors",
        arguments: [">/dev/full", "| head --bytes=1 | wc -c", "| cat"])
    func standardOutput(end: String) throws {
        func run(_ name: String) throws -> Command {
            try Command(
                script:
                    "trap '' PIPE; { \"$SUNTRACKER\" chart --html \(name) --place 1,2 --at 2026-11-21; echo $? >&2; } \(end)"
            )
        }
        let (named, plain) = (try run("/dev/stdout"), try run("-"))
        #expect(named.errors == plain.errors)
        #expect(named.output == plain.output)
        #expect(plain.errors.hasSuffix(end == ">/dev/full" ? "74\n" : "0\n"))
    }

    @Test("In a pipe, and with --plain, the chart is a table", arguments: ["--plain", "| cat"])
    func table(end: String) throws {
        let session = try TerminalSession(Self.command + " " + end)
        #expect(try !session.wait(for: "status 0").contains(Self.enter))
    }
}
