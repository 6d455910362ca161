import Testing

@Suite("Time zones")
struct TimeZoneTests {
    @Test("A time zone given as a rule has no place")
    func zoneWithoutPlace() throws {
        let command = try Command([], zone: "MST7MDT,M3.2.0,M11.1.0")
        #expect(command.status == 69)
        #expect(
            command.error
                == "suntracker: no place is set, and the time zone has no name; give one with --location, or choose one with: "
                + "suntracker location choose\n")
    }

    @Test("A time zone of --place that is not in the tz database is an error; libc would use UTC")
    func zoneNotThere() throws {
        let command = try Command(["--place", "Denver"], variables: ["TZDIR": "/nonexistent"])
        #expect(command.status == 69)
        #expect(
            command.error
                == "suntracker: the time zone America/Denver of Denver is not in the system's tz database; "
                + "update the database, or add --zone local\n")
        #expect(
            try Command(["--place", "Denver", "--zone", "local"], variables: ["TZDIR": "/nonexistent"]).status == 0)
    }

    @Test("A time in the computed years can have a local date outside them")
    func rangeByTheClocks() throws {
        for command in [["today"], ["next"], ["chart", "3m"]] {
            let command = try Command(
                command + ["--location", "39.74,-104.98", "--at", "1800-01-01T00:00:00Z"], zone: "America/Denver")
            #expect(command.status == 64)
            #expect(
                command.error
                    == "suntracker: the date in the time zone is 1799-12-31, which is out of range; the Sun is computed for "
                    + "the years 1800 to 2200\n")
        }
        let last = ["chart", "1y", "--location", "1,2", "--at", "2200-07-02", "--format", "csv"]
        #expect(try Command(last, variables: ["XDG_STATE_HOME": "/proc/nowhere"]).lines.count == 367)
    }

    @Test(
        "An unknown time zone in TZ causes a warning; libc uses UTC",
        arguments: [
            ("Mars/Phobos", true), ("ABC", true), ("/nonexistent", true), ("America", true), (":", false),
            (":Europe/Oslo", false), ("MST7MDT,M3.2.0,M11.1.0", false), ("<+0330>-3:30", false),
            ("/usr/share/zoneinfo/Asia/Tokyo", false),
        ])
    func unknownZone(setting: String, isUnknown: Bool) throws {
        let warning = """
            suntracker: there is no time zone "\(setting)", which TZ names, so times are in UTC; name one such as \
            America/Denver, or unset TZ for the system's

            """
        let command = try Command(["next", "sunset", "--location", "1,2"], zone: setting)
        #expect(command.status == 0)
        #expect(command.error == (isUnknown ? warning : ""))
    }

    @Test(
        "A command without local times does not warn about an unknown time zone in TZ",
        arguments: [["next", "--place", "Denver"], ["location", "find", "Denver"]])
    func unusedZone(arguments: [String]) throws {
        #expect(try Command(arguments, zone: "Mars/Phobos").error == "")
    }
}
