import Testing

/// An error is one line on standard error, and an exit status of sysexits.h.
@Suite("Errors")
struct ErrorTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let status: Int32
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: [String], status: Int32 = 64, says message: String) {
            (self.arguments, self.status, self.message) = (arguments, status, message)
        }

        /// An error that ArgumentParser reports.
        init(_ arguments: [String], usage message: String) {
            self.init(arguments, says: message + " (see suntracker --help)")
        }
    }

    private static let events = """
        the events are all, astronomical-dawn, nautical-dawn, civil-dawn, sunrise, golden-hour-start, golden-hour-end, \
        solar-noon, sunset, civil-dusk, nautical-dusk, astronomical-dusk, solar-midnight, march-equinox, \
        june-solstice, september-equinox, december-solstice, altitude:DEGREES:rising and altitude:DEGREES:setting
        """

    private func check(_ row: Row) throws {
        let command = try Command(row.arguments)
        #expect(command.status == row.status)
        #expect(command.error == "suntracker: \(row.message)\n")
        #expect(command.output == "")
    }

    @Test(
        "The place",
        arguments: [
            Row(
                ["events", "--location", "139.74,-104.99"],
                usage: "The value '139.74,-104.99' is invalid for '--location <lat,lon>': latitude 139.74 "
                    + "is out of range; degrees north are -90 to 90"),
            Row(
                ["today", "--location", "Denver"],
                usage: "The value 'Denver' is invalid for '--location <lat,lon>': \"Denver\" has no "
                    + "latitude; write degrees with decimals, such as 39.74 or 39.74N"),
            Row(
                ["next", "--location", "--utc"],
                usage: "The value '--utc' is invalid for '--location <lat,lon>': \"--utc\" has no "
                    + "latitude; write degrees with decimals, such as 39.74 or 39.74N"),
            Row(
                ["--place", "Springfield"],
                says: "\"Springfield\" may be any of 8 places; give one of them, such as \"Springfield, "
                    + "Missouri, United States\", \"Springfield, Massachusetts, United States\" or \"Springfield, "
                    + "Illinois, United States\"; suntracker location find "
                    + "\"Springfield\" lists them"),
            Row(
                ["next", "--place", "Denwer"],
                says: "no known place is called \"Denwer\"; similar names are \"Denver, Colorado, United "
                    + "States\""),
            Row(
                ["events", "--place", "Qqqqqqqq"],
                says: "no known place is called \"Qqqqqqqq\"; a smaller place needs coordinates, such as 39.74,-104.99"),
            Row(
                ["--place", "Denver", "--location", "1,2"],
                usage: "the place is given twice; use one --location or --place"),
            Row(
                ["poll", "--zone", "local"], usage: "--zone applies only to --place; add --place, or remove --zone"),
            Row(
                [], status: 69,
                says: "no place is set, and the time zone UTC has none; give one with --location, or choose "
                    + "one with: suntracker location choose"),
            Row(
                ["--config", "/nonexistent/suntracker.conf"], status: 78,
                says: "/nonexistent/suntracker.conf: there is no such file; name one that exists"),
        ])
    func place(row: Row) throws { try check(row) }

    @Test(
        "Dates, times and time spans",
        arguments: [
            Row(
                ["events", "--from", "2026-02-29"],
                usage: "The value '2026-02-29' is invalid for '--from <YYYY-MM-DD>': it is not a date; "
                    + "give one as YYYY-MM-DD, such as 2026-11-21"),
            Row(
                ["events", "--from", "2200-12-31", "--days", "2"],
                usage: "2201-01-01 is out of range; the Sun is computed for the years 1800 to 2200"),
            Row(
                ["--at", "yesterday"],
                usage: "The value 'yesterday' is invalid for '--at <time>': it is neither a date nor a "
                    + "time; give YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ"),
            Row(
                ["--at", "1799-12-31T23:59:59Z"],
                usage: "The value '1799-12-31T23:59:59Z' is invalid for '--at <time>': 1799-12-31 is out "
                    + "of range; the Sun is computed for the years 1800 to 2200"),
            Row(
                ["chart", "1y", "--location", "1,2", "--at", "2200-07-03"],
                says: "a chart of 1 year around 2200-07-03 includes 2201-01-01, which is out of range; "
                    + "the Sun is computed for the years 1800 to 2200"),
            Row(
                ["wait", "sunset", "--offset", "soon"],
                usage: "The value 'soon' is invalid for '--offset <time span>': it is not a time span; "
                    + "give one such as 10min, 90s or 1h 30min"),
            Row(
                ["wait", "sunset", "--offset", "-30"],
                usage: "The value '-30' is invalid for '--offset <time span>': it has no unit; give one, such as -30min"
            ),
            Row(
                ["wait", "sunset", "--offset", "31d"],
                usage: "The value '31d' is invalid for '--offset <time span>': it is out of range; give "
                    + "-30d to 30d"),
        ])
    func time(row: Row) throws { try check(row) }

    @Test(
        "Events",
        arguments: [
            Row(
                ["events", "--events", "sunrise,moonrise"],
                says: "\"moonrise\" is neither an event nor an alert; the settings have no alerts; \(events)"),
            Row(
                ["events", "--events", "\u{1B}[31m\nsunrise"],
                says: "\"\u{FFFD}[31m\u{FFFD}sunrise\" is neither an event nor an alert; the settings have no alerts; "
                    + events),
            Row(
                ["events", "--events", "sunrise,"],
                usage: "The value 'sunrise,' is invalid for '--events <events>': \"\" is not an event; \(events)"),
            Row(
                ["pause", "--for", "2h", "--until", "08:00"],
                usage: "the end is given twice; use one --for or --until"),
            Row(
                ["pause", "--for", "8d"],
                usage:
                    "The value '8d' is invalid for '--for <time span>': it is out of range; give a time span up to 7d"),
            Row(
                ["pause", "--until", "25:00"],
                says: "\"25:00\" is neither an event nor an alert; the settings have no alerts; \(events)"),
            Row(
                ["wait", "all"],
                usage: "The value 'all' is invalid for '<event>': it is not a single event; give one, "
                    + "such as sunset"),
            Row(
                ["wait", "altitude:80:rising", "--location", "69,18"], status: 69,
                says: "altitude:80:rising does not occur within a year: the Sun stays below that "
                    + "altitude; choose another event"),
            Row(
                ["events", "--days", "0"],
                usage: "The value '0' is invalid for '--days <n>': it is not a number of days; give one "
                    + "from 1 to 36600"),
            Row(
                ["events", "--alarm", "10min"],
                usage: "only a calendar has alarms; add --format ics, or leave out --alarm"),
            Row(
                ["events", "--format", "ics", "--alarm", "soon"],
                usage: "The value 'soon' is invalid for '--alarm <time span>': it is not a time span; give one such "
                    + "as 0min, 10min or 1h 30min"),
        ])
    func event(row: Row) throws { try check(row) }

    @Test(
        "Formats and files",
        arguments: [
            Row(
                ["today", "--format", "csv"],
                usage: "The value 'csv' is invalid for '--format <format>'. Please provide one of 'text', "
                    + "'json' or 'waybar'."),
            Row(
                ["today", "--watch", "--at", "2026-11-21"],
                usage: "--watch shows the current time, and --at another one; use only one of them"),
            Row(
                ["today", "--format", "waybar", "--plain"],
                usage: "--plain and --no-bar apply only to --format text; remove them, or change the "
                    + "format"),
            Row(
                ["today", "--notify", "--watch"],
                usage: "--notify cannot be combined with --format, --watch, --plain or --no-bar; remove them"),
            Row(
                ["chart", "5m"],
                usage: "The value '5m' is invalid for '<period>': it is not a period; give 3m, 6m or 1y"),
            Row(
                ["chart", "--location", "1,2", "--format", "csv", "--svg", "x"],
                usage: "--format cannot be combined with --svg, --html or --open; remove one of them"),
            Row(
                ["chart", "--svg", "-", "--html", "-"],
                usage: "--svg - and --html - both write to standard output; give a file to one of them"),
            Row(
                ["chart", "--at-place", "--svg", "x"],
                usage: "--at-place is about the page; add --open or --html"),
            Row(
                ["chart", "--open", "--html", "-"], usage: "--open needs a file; remove --html -, or give it a file"),
            Row(
                ["chart", "--location", "1,2", "--svg", "/dev/full"], status: 73,
                says: "/dev/full cannot be written: write /dev/full: No space left on device"),
        ])
    func format(row: Row) throws { try check(row) }

    @Test(
        "Subcommands and options that do not exist",
        arguments: [
            Row(
                ["help", "nonsense"],
                usage: "suntracker has no subcommand \"nonsense\"; the subcommands are today, next, "
                    + "events, chart, poll, phase, wait, location, config, hooks, history, status, preview, pause, "
                    + "resume, doctor"),
            Row(
                ["help", "config", "get"],
                usage: "suntracker config has no subcommand \"get\"; the subcommands are show, check, "
                    + "path, set, unset"),
            Row(
                ["help", "next", "sunset"],
                usage: "suntracker next has no subcommand \"sunset\"; see suntracker help next"),
            Row(
                ["--place", "Denver", "status"], usage: "Unknown option '--place'"),
            Row(
                ["next", "sunset", "sunrise"], usage: "Unexpected argument 'sunrise'"),
            Row(
                ["tomorrow"],
                usage:
                    "there is no subcommand \"tomorrow\"; the subcommands are today, next, events, chart, poll, phase, wait, "
                    + "location, config, hooks, history, status, preview, pause, resume, doctor"),
            Row(
                ["nxt"],
                usage: "there is no subcommand \"nxt\"; did you mean: suntracker next"),
            Row(
                ["sunset", "--place", "Denver"],
                usage: "there is no subcommand \"sunset\"; did you mean: suntracker next sunset"),
        ])
    func unknown(row: Row) throws { try check(row) }

    @Test("An error in the settings names the file, the line and the key; --location works without the settings")
    func settings() throws {
        let file = try TemporaryFile("# where\n[Location]\nLatitude=139.74\nLongitude=-104.99\n")
        let command = try Command(["--config", file.path])
        #expect(command.status == 78)
        #expect(command.output == "")
        #expect(
            command.error
                == "suntracker: \(file.path):3: Latitude: latitude 139.74 is out of range; degrees north are -90 to 90\n"
        )
        #expect(try Command(["--config", file.path, "--location", "39.74,-104.99"]).status == 0)
    }
}
