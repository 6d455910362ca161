// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The command lines of the documentation that need no service and no bus, with the built programs in a separate home.
/// Tests/Acceptance/scenarios/documented.bash runs the others on a stock machine.
@Suite("A command line of the documentation")
struct DocumentedCommandTests {
    struct Line: CustomTestStringConvertible, Sendable {
        let text: String
        /// The line to run instead.
        var run: String?
        var statuses: ClosedRange<Int32> = 0...0
        /// A text in its output.
        var shows = ""
        var testDescription: String { text }
    }

    private static let pages = [
        "README.md", ".github/CONTRIBUTING.md", "etc/man/suntracker.1", "etc/man/suntrackerd.1",
        "etc/man/suntracker.conf.5", "etc/man/suntracker-hooks.7", "etc/doc/desktops.md", "systemd/suntracker.catalog",
    ]

    /// The text of all pages, with manual macros resolved.
    private static let documentation = Result {
        try pages.map { page in
            try Checkout.text(of: page).replacing("Fl Fl ", with: "--").split(whereSeparator: \.isWhitespace)
                .filter { !["Nm", "Cm", "Ar", "Ic"].contains($0) }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// Lines that exit on their own.
    private static let lines = [
        Line(text: "suntracker --place Denver", shows: "Denver, Colorado, United States"),
        Line(text: "suntrackerd --place Denver --simulate 2026-03-19 --until 2026-03-22", shows: "March equinox"),
        Line(
            text: "suntracker place Denver",
            run: "suntracker place Denver && cat ~/.config/suntracker/suntracker.conf", shows: "Place=Denver"),
        Line(text: "suntracker sunset", shows: ":"),
        Line(text: "suntracker sunrise tomorrow", shows: "-"),
        Line(text: "suntracker dusk 24 dec Tokyo", shows: "-12-24 "),
        Line(text: "suntracker Tokyo tomorrow", shows: "Tokyo, Japan"),
        Line(text: "suntracker chart", shows: "Daylight"),
        // The command does not wait for the browser, which here writes into a pipe.
        Line(
            text: "suntracker chart --open", run: "mkfifo ~/opened && suntracker chart --open && cat ~/opened",
            shows: "xdg-open /"),
        Line(text: "suntracker events --days 365 --format ics", shows: "BEGIN:VCALENDAR"),
        // The exit status tells the light.
        Line(text: "suntracker poll", statuses: 0...4),
        Line(
            text: "config set", run: "suntracker config set Notifications.Quiet 22:00-07:00 && suntracker config",
            shows: "22:00-07:00"),
        Line(
            text: "suntracker place 39.74,-104.99",
            run: "suntracker place 39.74,-104.99 && suntracker --place 39.74,-104.99", shows: "39.74° N, 104.99° W"),
        Line(text: "--format json", run: "suntracker next sunset --format json", shows: "\"sunset\""),
        Line(
            text: "--template",
            run: "suntracker today --template '{next} {time}' | grep -cE '^(sunrise|sunset) [0-9]{2}:[0-9]{2}$'",
            shows: "1\n"),
        Line(text: "suntracker --place Tokyo", shows: "time zone Asia/Tokyo"),
        Line(text: "suntracker events sunrise sunset --days 365 --format csv", shows: "sunset,"),
        Line(
            text: "suntracker events sunset --days 365 --format ics --alarm -10min", shows: "TRIGGER:-PT10M"),
        Line(text: "suntracker config check"),
        Line(text: "suntracker next --help", shows: "march-equinox"),
        Line(text: "suntracker events", shows: "Sunset"),
    ]

    /// Lines that run until the test ends them.
    private static let endless = [
        Line(text: "swift run suntrackerd --place Denver", shows: "Watching the Sun in Denver "),
        Line(text: "suntracker today --watch --format waybar", shows: "\"text\""),
        Line(
            text: "suntracker phase --watch", run: "suntracker phase --watch --format json",
            shows: "\"phaseSetManually\":false"),
    ]

    @Test("runs, and does what the text says", arguments: lines)
    func runs(line: Line) throws {
        #expect(try Self.documentation.get().contains(line.text))
        let result = try DocumentedHome().run(line.run ?? line.text)
        #expect(line.statuses.contains(result.status), "\(result.output)")
        #expect(line.shows.isEmpty || result.output.contains(line.shows), "\(result.output)")
    }

    @Test("waits for the Sun, in a line of the README and in a loop of the manual")
    func waits() throws {
        let line = "suntracker wait sunset --offset -30min"
        let loop = "while suntracker wait sunset --offset=-30min; do lamp on; done"
        for text in [line, loop] { #expect(try Self.documentation.get().contains(text)) }
        // Both run at once, because each takes 8 seconds.
        let output = try DocumentedHome().run("(\(line) && lamps on) & \(loop)").output
        #expect(output.split(separator: "\n").sorted() == ["lamp on", "lamps on"])
    }

    @Test("runs until the test ends it, and does what the text says", arguments: endless)
    func runsUntil(line: Line) throws {
        #expect(try Self.documentation.get().contains(line.text))
        #expect(try DocumentedHome().run(line.run ?? line.text, until: line.shows))
    }

    /// The examples of settings: blocks of `ini` and literal displays.
    private static func examples() throws -> [String] {
        let readme = try Checkout.text(of: "README.md").matches(of: /`{3}ini\n(.+?)`{3}/.dotMatchesNewlines())
        let manual = try Checkout.text(of: "etc/man/suntracker.conf.5").matches(
            of: /\n\.Bd -literal[^\n]*\n(.+?)\n\.Ed/.dotMatchesNewlines())
        return readme.map { String($0.1) } + manual.map { String($0.1) }
    }

    @Test("may come with examples of settings, which are valid", arguments: try examples())
    func settings(text: String) throws {
        let home = try DocumentedHome()
        try text.write(toFile: home.path + "/example.conf", atomically: true, encoding: .utf8)
        let result = try home.run("suntracker config check ~/example.conf")
        // The hooks of the examples do not exist here, which is a problem for the check, but not an error in the settings.
        let problems = result.output.split(separator: "\n").filter { !$0.contains(" is in none of the directories ") }
        #expect(result.status == 0 || problems.isEmpty, "\(result.output)")
    }
}
