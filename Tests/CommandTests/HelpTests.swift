import Testing

@Suite("Help, whole")
struct HelpTests {
    @Test("suntracker")
    func everything() throws {
        let command = try Command(["--help"])
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(
            command.output == """
                OVERVIEW: Tell when the Sun rises and sets, and what else it does by the clock.

                Without a subcommand it tells about today. The place is that of --place or
                --location, or of suntracker.conf, or the principal place of the time zone.

                  suntracker --place Tokyo
                  suntracker --location 39.74,-104.99
                  suntracker next sunset
                  suntracker events --from 2026-12-01 --days 31 --events sunrise,sunset

                Times are those of a level horizon and average air, in the years 1800 to 2200.
                suntracker(1) says how exact they are.

                USAGE: suntracker [<subcommand>] [<options>]

                OPTIONS:
                  --version               Show the version.
                  -h, --help              Show help information.

                SUBCOMMANDS:
                  today (default)         Tell about today: its light, sunrise and sunset, and
                                          what comes next.
                  next                    Tell when an event comes next, or each event of a day.
                  events                  List the events of some days.
                  chart                   Show how the days grow and shrink, around today.
                  poll                    Tell how light it is: day, civil, nautical,
                                          astronomical or night.
                  wait                    Wait until an event happens, right through sleep and
                                          changes of the clock.
                  location                Tell where the place is, and how that is known; set
                                          it; find places by name.
                  config                  Show the settings and where they come from, check
                                          them, change them.
                  history                 Tell what the service has announced, and what it
                                          missed.
                  status                  Tell how the service is: what comes next, where, and
                                          what it announced last.
                  preview                 Show now how the notification of an event looks.
                  doctor                  Look at every part that the service needs, and tell
                                          what is broken and what mends it.

                  See 'suntracker help <subcommand>' for detailed help.

                """)
    }

    @Test("today")
    func today() throws {
        let command = try Command(["today", "--help"])
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(
            command.output == """
                OVERVIEW: Tell about today: its light, sunrise and sunset, and what comes next.

                The bar goes from midnight to midnight: night, three twilights and day, from
                dark to light. What it shows is told in words too. Altitudes are those of the
                Sun's centre, without the air's refraction.

                With --watch it tells again whenever something has changed, and sleeps in
                between: on a terminal in place until q is pressed, elsewhere in a new block or
                line. --format waybar --watch is for a custom module of Waybar
                (waybar-custom(5)), with the return-type json and no interval.

                USAGE: suntracker today [<options>]

                OPTIONS:
                  --location <lat,lon>    The place, such as 39.74,-104.99 or "39.74N 104.99W".
                  --place <name>          The place by its name, such as "Denver" or
                                          "Springfield, IL".
                  --zone <zone>           By whose clocks to tell the times at --place: the
                                          place's own, unless local is given. (values: place,
                                          local)
                  --config <file>         Read this file in place of suntracker.conf.
                  --at <time>             Answer as if it were then: 2026-12-24, or
                                          2026-12-24T08:00:00Z. (default: now)
                  --format <format>       The form of the answer. (values: text, json, waybar;
                                          default: text)
                  --watch                 Tell again when something has changed.
                  --plain                 No colours, and a bar of ASCII characters.
                  --no-bar                Words alone, for a screen reader.
                  --version               Show the version.
                  -h, --help              Show help information.

                """)
    }

    @Test("next")
    func next() throws {
        let command = try Command(["next", "--help"])
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(
            command.output == """
                OVERVIEW: Tell when an event comes next, or each event of a day.

                Events of a day: astronomical-dawn, nautical-dawn, civil-dawn, sunrise,
                solar-noon, sunset, civil-dusk, nautical-dusk, astronomical-dusk,
                solar-midnight; all stands for these ten. Others: golden-hour-start,
                golden-hour-end, march-equinox, june-solstice, september-equinox,
                december-solstice, and the Sun's centre at an altitude, such as
                altitude:-4.5:rising or altitude:30:setting.

                USAGE: suntracker next [<event>] [<options>]

                ARGUMENTS:
                  <event>                 The event, or several with commas between them.

                OPTIONS:
                  --location <lat,lon>    The place, such as 39.74,-104.99 or "39.74N 104.99W".
                  --place <name>          The place by its name, such as "Denver" or
                                          "Springfield, IL".
                  --zone <zone>           By whose clocks to tell the times at --place: the
                                          place's own, unless local is given. (values: place,
                                          local)
                  --config <file>         Read this file in place of suntracker.conf.
                  --at <time>             Answer as if it were then: 2026-12-24, or
                                          2026-12-24T08:00:00Z. (default: now)
                  --format <format>       The form of the answer. (values: text, json; default:
                                          text)
                  --version               Show the version.
                  -h, --help              Show help information.

                """)
    }

    @Test("events")
    func events() throws {
        let command = try Command(["events", "--help"])
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(
            command.output == """
                OVERVIEW: List the events of some days.

                Events of a day: astronomical-dawn, nautical-dawn, civil-dawn, sunrise,
                solar-noon, sunset, civil-dusk, nautical-dusk, astronomical-dusk,
                solar-midnight; all stands for these ten. Others: golden-hour-start,
                golden-hour-end, march-equinox, june-solstice, september-equinox,
                december-solstice, and the Sun's centre at an altitude, such as
                altitude:-4.5:rising or altitude:30:setting.

                USAGE: suntracker events [<options>]

                OPTIONS:
                  --location <lat,lon>    The place, such as 39.74,-104.99 or "39.74N 104.99W".
                  --place <name>          The place by its name, such as "Denver" or
                                          "Springfield, IL".
                  --zone <zone>           By whose clocks to tell the times at --place: the
                                          place's own, unless local is given. (values: place,
                                          local)
                  --config <file>         Read this file in place of suntracker.conf.
                  --from <YYYY-MM-DD>     The first day. (default: today)
                  --days <n>              How many days, 1 to 36600.
                  --events <events>       Which events: all, or names with commas between them.
                                          (default: all)
                  --format <format>       The form of the answer; ics is a file for calendars,
                                          with times in UTC. (values: text, csv, json, ics;
                                          default: text)
                  --utc                   Count days and write times in UTC, not in the local
                                          time zone.
                  --version               Show the version.
                  -h, --help              Show help information.

                """)
    }

    @Test("chart")
    func chart() throws {
        let command = try Command(["chart", "--help"])
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(
            command.output == """
                OVERVIEW: Show how the days grow and shrink, around today.

                On a terminal it is a drawing to move along in: by day with the arrow keys or
                the mouse, by four weeks with the page keys; 1, 2 and 3 or Tab choose the
                period, q leaves. Elsewhere it is a table. The period chosen last is
                remembered.

                With --svg, --html or --open it writes files instead, and to standard output
                for the file -. The page needs no network.

                USAGE: suntracker chart [3m|6m|1y] [<options>]

                ARGUMENTS:
                  <period>                How much: 3 months, 6 months or 1 year. (default: as
                                          the last time)

                OPTIONS:
                  --location <lat,lon>    The place, such as 39.74,-104.99 or "39.74N 104.99W".
                  --place <name>          The place by its name, such as "Denver" or
                                          "Springfield, IL".
                  --zone <zone>           By whose clocks to tell the times at --place: the
                                          place's own, unless local is given. (values: place,
                                          local)
                  --config <file>         Read this file in place of suntracker.conf.
                  --at <time>             Answer as if it were then: 2026-12-24, or
                                          2026-12-24T08:00:00Z. (default: now)
                  --format <format>       The form of the answer, a drawing or a table by
                                          default. (values: text, json, csv)
                  --svg <file>            Write a drawing for other programs.
                  --html <file>           Write a page for a browser.
                  --open                  Open the page in the browser.
                  --plain                 A table of ASCII characters, also on a terminal.
                  --version               Show the version.
                  -h, --help              Show help information.

                """)
    }

    @Test(
        "The help of a subcommand by the word help is the same",
        arguments: ["today", "next", "events", "chart", "location"])
    func word(subcommand: String) throws {
        #expect(try Command(["help", subcommand]).output == Command([subcommand, "--help"]).output)
    }

    @Test("The version")
    func version() throws {
        let command = try Command(["--version"])
        #expect(command.status == 0)
        #expect(command.output == "suntracker 0.1.0\n")
    }

    @Test("Completions for the shells", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let command = try Command(["--generate-completion-script", shell])
        #expect(command.status == 0)
        for word in ["location", "civil-dusk", "3m", "Notifications.ClockChange", "waybar"] {
            #expect(command.output.contains(word), "\(word)")
        }
    }
}
