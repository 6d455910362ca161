import Testing

@Suite("A mistake is one line on standard error, and an exit status of sysexits.h")
struct MistakeTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let status: Int32
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String..., status: Int32 = 64, says message: String) {
            (self.arguments, self.status, self.message) = (arguments, status, message)
        }
    }

    private static let events = """
        the events are all, astronomical-dawn, nautical-dawn, civil-dawn, sunrise, golden-hour-start, golden-hour-end, \
        solar-noon, sunset, civil-dusk, nautical-dusk, astronomical-dusk, solar-midnight, march-equinox, \
        june-solstice, september-equinox, december-solstice, altitude:DEGREES:rising and altitude:DEGREES:setting
        """
    private static let noLocation = """
        no location is known, and the time zone UTC has no place; give one: suntracker --location 39.74,-104.99
        """

    @Test(
        arguments: [
            Row(
                "events", "--location", "139.74,-104.99",
                says: "The value '139.74,-104.99' is invalid for '--location <lat,lon>': latitude 139.74 "
                    + "is out of range; degrees north are -90 to 90 (see suntracker --help)"),
            Row(
                "--location", "39.74,204.99",
                says: "The value '39.74,204.99' is invalid for '--location <lat,lon>': longitude 204.99 is "
                    + "out of range; degrees east are -180 to 180 (see suntracker --help)"),
            Row(
                "today", "--location", "Denver",
                says: "The value 'Denver' is invalid for '--location <lat,lon>': \"Denver\" has no "
                    + "latitude; write degrees with decimals, such as 39.74 or 39.74N (see suntracker "
                    + "--help)"),
            Row(
                "next", "--location", "--utc",
                says: "The value '--utc' is invalid for '--location <lat,lon>': \"--utc\" has no "
                    + "latitude; write degrees with decimals, such as 39.74 or 39.74N (see suntracker "
                    + "--help)"),
            Row("events", "--location", says: "Missing value for '--location <lat,lon>' (see suntracker --help)"),
            Row(
                "events", "--from", "2026-02-29",
                says: "The value '2026-02-29' is invalid for '--from <YYYY-MM-DD>': there is no such date; "
                    + "write one as YYYY-MM-DD, such as 2026-11-21 (see suntracker --help)"),
            Row(
                "events", "--from", "21.11.2026",
                says: "The value '21.11.2026' is invalid for '--from <YYYY-MM-DD>': there is no such date; "
                    + "write one as YYYY-MM-DD, such as 2026-11-21 (see suntracker --help)"),
            Row(
                "events", "--from", "1799-12-31",
                says: "The value '1799-12-31' is invalid for '--from <YYYY-MM-DD>': 1799-12-31 is out of "
                    + "range; the Sun is computed for the years 1800 to 2200 (see suntracker --help)"),
            Row(
                "events", "--from", "2200-12-31", "--days", "2",
                says: "2201-01-01 is out of range; the Sun is computed for the years 1800 to 2200 (see "
                    + "suntracker --help)"),
            Row(
                "events", "--days", "0",
                says: "The value '0' is invalid for '--days <n>': give a whole number from 1 to 36600 (see "
                    + "suntracker --help)"),
            Row(
                "events", "--days", "36601",
                says: "The value '36601' is invalid for '--days <n>': give a whole number from 1 to 36600 "
                    + "(see suntracker --help)"),
            Row(
                "events", "--days", "1.5",
                says: "The value '1.5' is invalid for '--days <n>': give a whole number from 1 to 36600 "
                    + "(see suntracker --help)"),
            Row(
                "events", "--events", "sunrise,moonrise",
                says: "The value 'sunrise,moonrise' is invalid for '--events <events>': \"moonrise\" is no "
                    + "event; \(events) (see suntracker --help)"),
            Row(
                "events", "--events", "",
                says: "The value '' is invalid for '--events <events>': \"\" is no event; \(events) (see "
                    + "suntracker --help)"),
            Row(
                "events", "--events", "altitude:91:rising",
                says: "The value 'altitude:91:rising' is invalid for '--events <events>': "
                    + "\"altitude:91:rising\" is no event; \(events) (see suntracker --help)"),
            Row(
                "events", "--format", "xml",
                says: "The value 'xml' is invalid for '--format <format>'. Please provide one of 'text', "
                    + "'csv', 'json' or 'ics'. (see suntracker --help)"),
            Row(
                "today", "--format", "csv",
                says: "The value 'csv' is invalid for '--format <format>'. Please provide one of 'text', "
                    + "'json' or 'waybar'. (see suntracker --help)"),
            Row(
                "next", "--format", "waybar",
                says: "The value 'waybar' is invalid for '--format <format>'. Please provide one of 'text' "
                    + "and 'json'. (see suntracker --help)"),
            Row(
                "today", "--watch", "--at", "2026-11-21",
                says: "--watch tells of now, --at of another time; leave one of them out (see suntracker --help)"),
            Row(
                "today", "--format", "waybar", "--plain",
                says: "--plain and --no-bar are about --format text; leave them out (see suntracker --help)"),
            Row(
                "--format", "json", "--no-bar",
                says: "--plain and --no-bar are about --format text; leave them out (see suntracker --help)"),
            Row("today", "--watch", status: 69, says: noLocation),
            Row(
                "today", "--watch", "--config", "/nonexistent/suntracker.conf", status: 78,
                says: "/nonexistent/suntracker.conf: there is no such file; name one that exists"),
            Row(
                "chart", "1y", "--location", "1,2", "--at", "2200-07-03",
                says: "a chart of 1 year around 2200-07-03 reaches 2201-01-01, which is out of range; the Sun is "
                    + "computed for the years 1800 to 2200"),
            Row(
                "chart", "3m", "--location", "1,2", "--at", "1800-02-14",
                says: "a chart of 3 months around 1800-02-14 reaches 1799-12-31, which is out of range; the Sun is "
                    + "computed for the years 1800 to 2200"),
            Row(
                "chart", "3m", "--html", "/nonexistent/x", "--location", "1,2", "--at", "1800-02-15",
                says: "a chart of 1 year around 1800-02-15 reaches 1799-08-17, which is out of range; the Sun is "
                    + "computed for the years 1800 to 2200"),
            Row(
                "wait", "sunset", "--offset=-99999d",
                says:
                    "The value '-99999d' is invalid for '--offset <time span>': it is out of range; it may be -30d to "
                    + "30d (see suntracker --help)"),
            Row(
                "wait", "sunset", "--offset", "31d",
                says: "The value '31d' is invalid for '--offset <time span>': it is out of range; it may be -30d to "
                    + "30d (see suntracker --help)"),
            Row(
                "wait", "sunset", "--or-late", "999999999d",
                says: "The value '999999999d' is invalid for '--or-late <time span>': it is out of range; it may be 0 "
                    + "to 30d (see suntracker --help)"),
            Row(
                "help", "nonsense",
                says: "suntracker has no subcommand \"nonsense\"; there is today, next, events, chart, poll, wait, "
                    + "location, config, history, status, preview, doctor (see suntracker --help)"),
            Row(
                "help", "config", "get",
                says: "suntracker config has no subcommand \"get\"; there is show, check, path, set, unset (see "
                    + "suntracker --help)"),
            Row("help", "next", "sunset", says: "suntracker next has no subcommand \"sunset\" (see suntracker --help)"),
            Row("--place", "Denver", "nxt", says: "Unexpected argument 'nxt' (see suntracker --help)"),
            Row("--place", "Denver", "status", says: "Unknown option '--place' (see suntracker --help)"),
            Row("next", "sunset", "sunrise", says: "Unexpected argument 'sunrise' (see suntracker --help)"),
            Row(
                "--at", "yesterday",
                says: "The value 'yesterday' is invalid for '--at <time>': write a date as YYYY-MM-DD, or "
                    + "a time as YYYY-MM-DDTHH:MM:SSZ (see suntracker --help)"),
            Row(
                "--at", "2201-01-01T00:00:00Z",
                says: "The value '2201-01-01T00:00:00Z' is invalid for '--at <time>': 2201-01-01 is out of "
                    + "range; the Sun is computed for the years 1800 to 2200 (see suntracker --help)"),
            Row(
                "--at", "1799-12-31T23:59:59Z",
                says: "The value '1799-12-31T23:59:59Z' is invalid for '--at <time>': 1799-12-31 is out of "
                    + "range; the Sun is computed for the years 1800 to 2200 (see suntracker --help)"),
            Row(
                "--place", "Springfield",
                says: "\"Springfield\" may be any of 8 places; write which, such as \"Springfield, US-MO\", "
                    + "\"Springfield, US-MA\" or \"Springfield, US-IL\"; "
                    + "suntracker location find \"Springfield\" lists them"),
            Row(
                "next", "--place", "Denwer",
                says: "no place of 15,000 people or more is called \"Denwer\"; there is \"Denver, US-CO\""),
            Row(
                "events", "--place", "Qqqqqqqq",
                says: "no place of 15,000 people or more is called \"Qqqqqqqq\"; give one with --location, "
                    + "such as 39.74,-104.99"),
            Row(
                "wait", "sunset", "--place", "",
                says: "no place of 15,000 people or more is called \"\"; give one with --location, "
                    + "such as 39.74,-104.99"),
            Row(
                "--place", "Denver", "--location", "1,2",
                says: "--place and --location both tell the place; leave one of them out (see suntracker --help)"),
            Row(
                "poll", "--zone", "local",
                says: "--zone is about the place of --place; name one, or leave --zone out (see suntracker --help)"),
            Row(
                "location", "find", "Springfield,", "ZZ",
                says: "no place of 15,000 people or more is called \"Springfield, ZZ\"; there is "
                    + "\"Springfield, US-MO\", \"Springfield, US-MA\" or \"Springfield, US-IL\""),
            Row("location", "find", says: "Missing expected argument '<name> ...' (see suntracker --help)"),
            Row("tomorrow", says: "Unexpected argument 'tomorrow' (see suntracker --help)"),
            Row("--verbose", says: "Unknown option '--verbose' (see suntracker --help)"),
            Row(status: 69, says: noLocation),
            Row("next", "sunset", status: 69, says: noLocation),
            Row(
                "--config", "/nonexistent/suntracker.conf", status: 78,
                says: "/nonexistent/suntracker.conf: there is no such file; name one that exists"),
        ])
    func mistake(row: Row) throws {
        let command = try Command(row.arguments)
        #expect(command.status == row.status)
        #expect(command.error == "suntracker: \(row.message)\n")
        #expect(command.output == "")
    }

    @Test("A mistake in the settings names its file, line and key; the location's option does without them")
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

    @Test("A zone that is in no table has no place")
    func zoneWithoutPlace() throws {
        let command = try Command([], zone: "MST7MDT,M3.2.0,M11.1.0")
        #expect(command.status == 69)
        #expect(
            command.error
                == "suntracker: no location is known, and the time zone has no name; give one: "
                + "suntracker --location 39.74,-104.99\n")
    }

    @Test("A time zone that the system has not is said, since libc would take it for UTC")
    func zoneNotThere() throws {
        let command = try Command(["--place", "Denver"], variables: ["TZDIR": "/nonexistent"])
        #expect(command.status == 69)
        #expect(
            command.error
                == "suntracker: the time zone America/Denver of Denver is not in the system's tz database; "
                + "update that, or add --zone local\n")
        #expect(
            try Command(["--place", "Denver", "--zone", "local"], variables: ["TZDIR": "/nonexistent"]).status == 0)
    }

    @Test("A time within the years may be on a date that is not, by the clocks")
    func rangeByTheClocks() throws {
        for command in [["today"], ["next"], ["chart", "3m"], ["chart"]] {
            let command = try Command(
                command + ["--location", "39.74,-104.98", "--at", "1800-01-01T00:00:00Z"], zone: "America/Denver")
            #expect(command.status == 64)
            #expect(
                command.error
                    == "suntracker: it is 1799-12-31 by the clocks then, which is out of range; the Sun is computed for "
                    + "the years 1800 to 2200\n")
        }
        let last = ["chart", "1y", "--location", "1,2", "--at", "2200-07-02", "--format", "csv"]
        #expect(try Command(last, variables: ["XDG_STATE_HOME": "/proc/nowhere"]).lines.count == 367)
    }

    @Test(
        "A time zone that TZ names and nobody knows is said once; libc takes it for UTC",
        arguments: [
            ("Mars/Phobos", true), (":Mars/Phobos", true), ("ABC", true), ("/nonexistent", true), ("America", true),
            ("UTC", false), ("", false), (":", false), ("Europe/Oslo", false), (":Europe/Oslo", false),
            ("EST5EDT", false), ("MST7MDT,M3.2.0,M11.1.0", false), ("<+0330>-3:30", false), ("XYZ-3", false),
            ("/usr/share/zoneinfo/Asia/Tokyo", false),
        ])
    func unknownZone(setting: String, isUnknown: Bool) throws {
        let said = """
            suntracker: there is no time zone "\(setting)", which TZ names, so times are in UTC; name one such as \
            America/Denver, or unset TZ for the system's

            """
        for words in [["next", "sunset", "--location", "1,2"], ["--location", "1,2"]] {
            let command = try Command(words, zone: setting)
            #expect(command.status == 0)
            #expect(command.error == (isUnknown ? said : ""))
        }
        #expect(try Command(["next", "--place", "Denver"], zone: setting).error == "")
        #expect(try Command(["location", "find", "Denver"], zone: setting).error == "")
    }

    @Test(
        "Options may stand before the subcommand",
        arguments: [
            ["--place", "Tokyo", "next", "sunset"], ["--place=Tokyo", "--at", "2026-11-21", "next", "sunset"],
            ["--place", "next", "next"], ["--location", "1,2", "events", "--days", "2"],
            ["--config", "/dev/null", "location", "find", "Denver"], ["--format", "json", "config", "show"],
        ])
    func optionsFirst(arguments: [String]) throws {
        let words = try #require(arguments.lastIndex { ["next", "events", "location", "config"].contains($0) })
        let count = ["find", "show"].contains(arguments.dropFirst(words + 1).first ?? "") ? 2 : 1
        let usual = Array(arguments[words..<words + count] + arguments[..<words] + arguments[(words + count)...])
        let (first, second) = (try Command(arguments), try Command(usual))
        #expect(first.status == second.status)
        #expect(first.output == second.output)
        #expect(first.error == second.error)
    }

    @Test(
        "Help is for what there is",
        arguments: [["help"], ["help", "next"], ["help", "location", "set"], ["help", "help"]])
    func help(words: [String]) throws {
        let command = try Command(words)
        #expect(command.status == 0)
        #expect(command.error == "")
    }

    @Test("A full disk is said")
    func fullDisk() throws {
        let command = try Command(script: #""$SUNTRACKER" --location 1,2 >/dev/full"#)
        #expect(command.status == 74)
        #expect(command.error == "suntracker: standard output cannot be written to: No space left on device\n")
    }

    @Test(
        "A standard output that is closed is said, and no file that is opened takes its place",
        arguments: ["--location 1,2", "chart --location 1,2 --svg -", "config", "status", "doctor"])
    func closedOutput(words: String) throws {
        let command = try Command(script: "exec \"$SUNTRACKER\" \(words) >&-")
        #expect(command.status == 74)
        #expect(command.error == "suntracker: standard output cannot be written to: Bad file descriptor\n")
    }

    @Test("Closed descriptors keep nothing from being written", arguments: ["<&-", "2>&-", "<&- 2>&-"])
    func closedDescriptors(redirection: String) throws {
        let command = try Command(script: "exec \"$SUNTRACKER\" next sunset --location 1,2 \(redirection)")
        #expect(command.status == 0)
        #expect(command.output.contains("Sunset"))
    }

    @Test(
        "A reader that goes early is no mistake, whether or not SIGPIPE is ignored",
        arguments: ["", "trap '' PIPE; "])
    func earlyReader(prefix: String) throws {
        let command = try Command(
            script: prefix + #""$SUNTRACKER" events --location 1,2 --days 3000 --format csv | head -n 1"#)
        #expect(command.status == 0)
        #expect(command.output == "event,time\n")
        #expect(command.error == "")
    }
}
