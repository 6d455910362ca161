import Foundation
import Solar
import Testing

@Suite("suntracker, and suntracker next")
struct MomentTests {
    @Test("Without a subcommand, today is shown, at the time of --at")
    func today() throws {
        let command = try Command(
            ["--location", "39.74,-104.98", "--at", "2026-11-21T20:00:00Z"], zone: "America/Denver")
        #expect(command.status == 0)
        #expect(
            command.output == """
                39.74° N, 104.98° W, given with --location
                Saturday 21 November 2026

                                                        ▼ now
                │                ·░░▒▒█████████████████████████████▒░░··                 │
                 0        3        6        9        12       15       18       21       24

                Dawn      05:16 astronomical, 05:49 nautical, 06:22 civil
                Sunrise   06:51
                Noon      11:45, the Sun 30° high
                Sunset    16:39
                Dusk      17:09 civil, 17:42 nautical, 18:14 astronomical
                Daylight  9 h 49 min, 1 min 42 s less than yesterday,
                          5 h 11 min less than at the June solstice
                Now       day, the Sun 28° high
                Next      sunset at 16:39, in 3 h 40 min
                Clocks    forward 1 h on Sunday 14 March 2027, in 113 days

                """)
    }

    @Test("A date means its first instant in the time zone")
    func date() throws {
        let command = try Command(
            ["--location", "33.89,35.5", "--at", "2022-03-27", "--format", "json"], zone: "Asia/Beirut")
        let object = try #require(JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
        #expect(object["now"] as? String == "2022-03-27T01:00:00.000+03:00")
        #expect(object["date"] as? String == "2022-03-27")
    }

    @Test("The default time is that of the system clock")
    func now() throws {
        let before = Date()
        let command = try Command(["--location", "0,0", "--format", "json"])
        let object = try #require(JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
        let text = try #require(object["now"] as? String)
        let now = try #require(Instant(rfc3339: text)).unixSeconds
        // To the millisecond, to which the report rounds.
        #expect(now - before.timeIntervalSince1970 > -0.001)
        #expect(Date().timeIntervalSince1970 - now > -0.001)
    }

    @Test(
        "next shows one event or several",
        arguments: [
            (["sunset"], ["Sunset  today  16:39  in 3 h 40 min"]),
            (
                ["sunrise,sunset"],
                ["Sunset   today     16:39  in 3 h 40 min", "Sunrise  tomorrow  06:52  in 17 h 53 min"]
            ),
            (["march-equinox"], ["March equinox  20 March 2027  14:24  in 119 days"]),
        ])
    func next(arguments: [String], lines: [String]) throws {
        let command = try Command(
            ["next", "--location", "39.74,-104.98", "--at", "2026-11-21T20:00:00Z"] + arguments, zone: "America/Denver")
        #expect(command.lines == ["39.74° N, 104.98° W, given with --location", ""] + lines + [""])
    }

    @Test("next shows the ten events of a day by default, and for all", arguments: [[], ["all"]])
    func all(arguments: [String]) throws {
        let command = try Command(["next", "--location", "39.74,-104.98"] + arguments)
        #expect(command.lines.count == 2 + 10 + 1)
    }
}
