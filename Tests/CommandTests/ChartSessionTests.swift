import Foundation
import Testing

@Suite("suntracker chart and today --watch, on a terminal", .serialized)
struct ChartSessionTests {
    private let chart = "chart 6m --location 39.74,-104.98 --at 2026-11-21T20:00:00Z"
    private let watch = "today --watch --location 39.74,-104.98"
    private static let (enter, leave) = (
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h", "\u{1B}[?25h\u{1B}[?1049l"
    )

    @Test("Keys and the mouse move along the days; q quits and restores the terminal")
    func keys() throws {
        let session = try TerminalSession(chart)
        try session.wait(for: Self.enter)
        try session.wait(for: "Sat 21 Nov")
        for (keys, date) in [
            ("\u{1B}[C", "Sun 22 Nov"), ("\u{1B}[6~", "Sun 20 Dec"), ("\u{1B}[H", "Sat 22 Aug"), ("1", "Wed 7 Oct"),
            ("\u{1B}[<0;42;8M\u{1B}[<32;4;8M\u{1B}[<0;4;8m", "Wed 7 Oct"), ("\u{1B}[F", "Tue 5 Jan"),
            ("\u{1B}[D", "Mon 4 Jan"), ("?", "What the shades mean"), ("q", "Mon 4 Jan"), ("t", "Sat 21 Nov"),
        ] {
            try session.type(keys)
            try session.wait(for: date)
        }
        try session.type("q")
        try session.wait(for: Self.leave)
        try session.wait(for: "status 0\r\nas before")
    }

    @Test("NO_COLOR turns colours off")
    func noColour() throws {
        let session = try TerminalSession(chart, variables: ["NO_COLOR": "1"])
        try session.wait(for: Self.enter)
        #expect(try !session.wait(for: "Sat 21 Nov").contains("8;5;"))
        try session.type("q")
        try session.wait(for: "status 0")
        let coloured = try TerminalSession(chart)
        #expect(try coloured.wait(for: "Sat 21 Nov").contains("48;5;"))
        try coloured.type("q")
        try coloured.wait(for: "status 0")
    }

    @Test(
        "The terminal is restored when a signal ends the process",
        arguments: [
            (SIGTERM, 143, true), (SIGINT, 130, true), (SIGUSR1, 138, true), (SIGABRT, 134, true),
            (SIGSEGV, 139, false), (40, 168, true),
        ])
    func fatal(signal: Int32, status: Int, isChart: Bool) throws {
        let session = try TerminalSession(isChart ? chart : watch)
        let process = try #require(Int32(try session.answer(after: "pid ")))
        try session.wait(for: isChart ? "Sat 21 Nov" : "q quit")
        kill(process, signal)
        try session.wait(for: Self.leave)
        // A shell whose child was ended by SIGINT ends itself without further output.
        if signal != SIGINT { try session.wait(for: "status \(status)\r\nas before") }
    }

    @Test(
        "The terminal is restored while the process is stopped; a resized window is redrawn", arguments: [true, false])
    func stoppingAndResizing(isChart: Bool) throws {
        let session = try TerminalSession(isChart ? chart : watch, variables: ["STOP": "1"])
        let terminal = try session.answer(after: "/dev/")
        if isChart {
            try session.wait(for: "Sat 21 Nov")
            try session.type("\u{1B}[C")
        }
        let shown = isChart ? "Sun 22 Nov" : "q quit"
        try session.wait(for: shown)
        try session.type("\u{1A}")
        try session.wait(for: Self.leave)
        try session.wait(for: "status 148\r\nas before")
        try session.wait(for: isChart ? Self.enter : "\u{1B}[?1049h\u{1B}[?25l")
        try session.wait(for: shown)
        let stty = Process()
        stty.executableURL = URL(filePath: "/usr/bin/env")
        stty.arguments = ["stty", "--file=/dev/\(terminal)", "cols", "40"]
        try stty.run()
        stty.waitUntilExit()
        // The periods are short in a narrow window.
        try session.wait(for: isChart ? " 3m " : "less than at the\r")
        try session.type("q")
        try session.wait(for: "status 0\r\nas before")
    }
}
