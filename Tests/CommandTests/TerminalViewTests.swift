import Foundation
import Testing

/// The views that fill a terminal, with real keys and signals.
@Suite("Views on a terminal", .serialized)
struct TerminalViewTests {
    struct View: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let command: String
        /// What follows the switch to the alternate screen, and what comes before the switch back.
        var entering = ""
        var leaving = ""
        /// What it shows, and what it shows in 40 columns.
        let shows: String
        let showsNarrow: String
        var quit = "q"
        var status = 0

        static let chart = View(
            testDescription: "the chart", command: "chart 6m --location 39.74,-104.98 --at 2026-11-21T20:00:00Z",
            entering: "\u{1B}[?1002h\u{1B}[?1006h", leaving: "\u{1B}[?1006l\u{1B}[?1002l", shows: "Sat 21 Nov",
            showsNarrow: " 3m ")
        // Without the mouse.
        static let today = View(
            testDescription: "today", command: "today --watch --location 39.74,-104.98", entering: "\u{1B}[H",
            shows: "q quit", showsNarrow: "less than at the\r", quit: "xq")

        fileprivate var enter: String { "\u{1B}[?1049h\u{1B}[?25l" + entering }
        fileprivate var leave: String { leaving + "\u{1B}[?25h\u{1B}[?1049l" }
    }

    @Test(
        "The terminal is restored while the process is stopped and when it ends; a resized window is drawn again",
        arguments: [View.chart, .today])
    func stopping(view: View) throws {
        let session = try TerminalSession(view.command, variables: ["STOP": "1", "NO_COLOR": "1"])
        let terminal = try session.answer(after: "/dev/")
        try session.wait(for: view.enter)
        #expect(try !session.wait(for: view.shows).contains("8;5;"))
        try session.type("\u{1A}")
        try session.wait(for: view.leave)
        try session.wait(for: "status 148\r\nas before")
        try session.wait(for: view.enter)
        try session.wait(for: view.shows)
        _ = try Command(script: "stty --file=/dev/\(terminal) cols 40")
        try session.wait(for: view.showsNarrow)
        try session.type(view.quit)
        try session.wait(for: view.leave)
        try session.wait(for: "status \(view.status)\r\nas before")
    }

    @Test(
        "The terminal is restored when a signal ends the process",
        arguments: [
            (SIGTERM, 143, View.chart), (SIGINT, 130, .chart), (SIGUSR1, 138, .chart), (SIGABRT, 134, .chart),
            (SIGSEGV, 139, .today), (40, 168, .chart), (SIGHUP, 129, .today),
        ])
    func fatal(signal: Int32, status: Int, view: View) throws {
        let session = try TerminalSession(view.command)
        let process = try #require(Int32(try session.answer(after: "pid ")))
        try session.wait(for: view.shows)
        kill(process, signal)
        try session.wait(for: view.leave)
        // A shell whose child was ended by SIGINT ends itself without further output.
        if signal != SIGINT { try session.wait(for: "status \(status)\r\nas before") }
    }

    @Test("Keys and the mouse move along the days of the chart")
    func chart() throws {
        let session = try TerminalSession(View.chart.command)
        #expect(try session.wait(for: View.chart.shows).contains("48;5;"))
        for (keys, date) in [
            ("\u{1B}[C", "Sun 22 Nov"), ("\u{1B}[6~", "Sun 20 Dec"), ("\u{1B}[H", "Sat 22 Aug"), ("1", "Wed 7 Oct"),
            ("\u{1B}[<0;42;8M\u{1B}[<32;4;8M\u{1B}[<0;4;8m", "Wed 7 Oct"), ("\u{1B}[F", "Tue 5 Jan"),
            ("\u{1B}[D", "Mon 4 Jan"), ("?", "What the shades mean"), ("q", "Mon 4 Jan"), ("t", "Sat 21 Nov"),
            ("q", "status 0"),
        ] {
            try session.type(keys)
            try session.wait(for: date)
        }
    }
}
