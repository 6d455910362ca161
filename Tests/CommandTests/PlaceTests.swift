import Testing

@Suite("The place of the options, the settings and the time zone")
struct PlaceTests {
    @Test(
        "--location accepts every form of a coordinate, with or without a subcommand",
        arguments: [
            (["--location", "-33.87,151.21"], "33.87° S, 151.21° E, given with --location"),
            (["--location=-33.87,151.21"], "33.87° S, 151.21° E, given with --location"),
            (["today", "--location", "-33.87, 151.21"], "33.87° S, 151.21° E, given with --location"),
            (["next", "--location", "33.87S 151.21E"], "33.87° S, 151.21° E, given with --location"),
            (["next", "sunset", "--location", "39.74N104.99W"], "39.74° N, 104.99° W, given with --location"),
            (["events", "--location", "39.74° N, 104.99° W"], "39.74° N, 104.99° W, given with --location"),
            (["events", "--location", "-90,0"], "90.00° S, 0.00° E, given with --location"),
        ])
    func option(arguments: [String], heading: String) throws {
        let command = try Command(arguments)
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(command.lines.first == heading)
    }

    @Test(
        "The principal place of the time zone is the default, for every form of TZ",
        arguments: [
            ("America/Denver", "Denver (39.74° N, 104.98° W), approximate, from the time zone America/Denver"),
            (":Europe/Oslo", "Oslo (59.92° N, 10.75° E), approximate, from the time zone Europe/Oslo"),
            (
                "posix/America/Los_Angeles",
                "Los Angeles (34.05° N, 118.24° W), approximate, from the time zone America/Los_Angeles"
            ),
        ])
    func timeZone(zone: String, heading: String) throws {
        #expect(try Command([], zone: zone, variables: ["COLUMNS": "100"]).lines.first == heading)
    }

    @Test(
        "--place shows times in the time zone of the place, or in the local one",
        arguments: [
            (
                ["--place", "Tokyo", "--at", "2026-11-21T20:00:00Z"],
                [
                    "Tokyo, Japan (35.69° N, 139.69° E), given with --place",
                    "Sunday 22 November 2026, time zone Asia/Tokyo",
                ]
            ),
            (
                ["--place", "tokyo", "--zone", "local", "--at", "2026-11-21T20:00:00Z"],
                [
                    "Tokyo, Japan (35.69° N, 139.69° E), given with --place",
                    "Saturday 21 November 2026, time zone America/Denver",
                ]
            ),
            (
                ["next", "sunset", "--place", "springfield, il", "--at", "2026-11-21T20:00:00Z"],
                [
                    "Springfield, Illinois, United States (39.80° N, 89.64° W), given with --place",
                    "time zone America/Chicago", "", "Sunset  today  16:38  in 2 h 38 min",
                ]
            ),
            (
                ["events", "--place", "Singapore", "--from", "2026-03-20", "--events", "sunrise"],
                [
                    "Singapore (1.29° N, 103.85° E), given with --place", "2026-03-20, time zone Asia/Singapore", "",
                    "Fri 2026-03-20  07:08  sunrise",
                ]
            ),
            (
                [
                    "events", "--place", "Tokyo", "--from", "2026-11-22", "--events", "sunset", "--format", "csv",
                    "--utc",
                ], ["event,time"]
            ),
        ])
    func named(arguments: [String], lines: [String]) throws {
        let command = try Command(arguments, zone: "America/Denver")
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(Array(command.lines.prefix(lines.count)) == lines)
    }

    @Test("With --place a date begins in the time zone of the place")
    func dateThere() throws {
        let command = try Command(["--place", "Tokyo", "--at", "2026-11-22", "--format", "json"])
        #expect(command.output.contains(#""now" : "2026-11-22T00:00:00.000+09:00""#))
        #expect(command.output.contains(#""timeZone" : "Asia/Tokyo""#))
    }

    @Test("The settings take precedence over the time zone, and --location over the settings")
    func settings() throws {
        let file = try TemporaryFile("[Location]\nLatitude=69.65\nLongitude=18.96\nName=Tromsø\n")
        #expect(
            try Command(["--config", file.path], zone: "America/Denver").lines.first
                == "Tromsø (69.65° N, 18.96° E), from the settings")
        #expect(
            try Command(["--config", file.path, "--location", "1,2"]).lines.first
                == "1.00° N, 2.00° E, given with --location")
    }

    @Test(
        "Options may be given before the subcommand",
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
}
