// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// Errors in command lines, each in one line: the wrong word first, then one suggestion or the page with the list.
/// `ArgumentProblem` reads the sentences of ArgumentParser, each of which is here, so a version with others is noticed.
/// The transcripts and TimeArgumentTests contain other errors.
@Suite("Errors in command lines") struct ArgumentErrorTests {
    private static let settings = "[Location]\nLatitude=39.74\nLongitude=-104.98\n[Alert lamps]\nEvent=sunset\n"

    @Test(
        "cause one line that helps, and the exit status 64",
        arguments: [
            // A word.
            "sunste: \"sunste\" is neither a command nor an event, a time or a place; did you mean suntracker sunset?",
            "sun set: \"sun set\" is neither a command nor an event, a time or a place; did you mean suntracker sunset?",
            "sunste --place Denver: \"sunste\" is neither a command nor an event or a time; did you mean suntracker sunset?",
            "todya: \"todya\" is neither a command nor an event, a time or a place; did you mean suntracker today?",
            "nex sunset: \"nex\" is neither a command nor an event, a time or a place; did you mean suntracker next?",
            "statsu --help: \"statsu\" is neither a command nor an event, a time or a place; did you mean suntracker status?",
            "am: \"am\" is neither a command nor an event, a time or a place; for a smaller place, use its coordinates, such as 39.74,-104.99",
            "Den: \"Den\" is neither a command nor an event, a time or a place; similar names: \"Aden, Yemen\", \"Denver, Colorado, United States\", \"Denpasar, Indonesia\", \"The Hague, Netherlands\" or \"Denizli, Türkiye\"",
            "sunset Den Bosch: \"Den Bosch\" is neither a command nor an event, a time or a place; for a smaller place, use its coordinates, such as 39.74,-104.99",
            "help nonsense: \"nonsense\" is not a subcommand of suntracker; see suntracker --help",
            "config get: \"get\" is not a subcommand of suntracker config; did you mean set?",
            "config set Qqqq no: unknown setting \"Qqqq\"; see suntracker config",
            "poll tomorrow: the light changes during a day; add a time, such as --at 12:00 or --at \"tomorrow 12:00\"",
            "poll sunste: \"sunste\" is neither an event nor an alert, a time or a place; did you mean sunset?",
            "chart sunrise sunset: \"sunrise sunset\" is more than one event; use only one, such as sunset",
            "chart 3m 6m: more than one period; use only one",
            "sunset tomorrow 12:00 today: more than one time; use only one",
            "events tomorrow --from today: more than one first day; use only one",
            "geo:47: the longitude is missing in \"47\"; write both, such as 39.74,-104.99",
            "wait sunset -30: -30 is not an option here; did you mean --offset -30min?",
            "wait lamps Denver +1h: \"+1h\" cannot be combined with an event; did you mean --offset +1h?",
            "sunset +30min: \"+30min\" cannot be combined with an event; did you mean --offset +30min?",
            "events sunset +1d: \"+1d\" cannot be combined with an event; did you mean --from +1d?",
            "poll +1h sunset: \"+1h\" cannot be combined with an event; see suntracker poll --help",
            "wait: <time> is missing; see suntracker wait --help",
            // An event.
            "events moonrise: \"moonrise\" is neither an event nor an alert, a time or a place; for a smaller place, use its coordinates, such as 39.74,-104.99",
            "civil_dusk: \"civil_dusk\" is neither a command nor an event, a time or a place; did you mean suntracker civil-dusk?",
            "altitude:5:up: \"altitude:5:up\" is not an altitude; did you mean altitude:5:rising?",
            "altitude:100:rising: \"altitude:100:rising\" is out of range; an altitude must be between -90 and 90 degrees",
            // A time.
            "80301: \"80301\" has no unit; did you mean 80301min?",
            "29 feb 2027: \"29 feb 2027\" is not a time; use one such as 12:00, tomorrow, 24 dec or 2h",
            "wait 2020-01-01 --or-late 1h: \"2020-01-01\" is in the past; use a future time, or a longer --or-late",
            "wait 2020-01-01: \"2020-01-01\" is in the past; use a future time, or add --or-late",
            "events --days 3 --to 2026-12-24: --to and --days both set the end; use only one of them",
            "events --days 0: \"0\" is not a number of days; use one from 1 to 36600",
            "today 2011-12-30 --place Apia: the clocks skip 2011-12-30 in Pacific/Apia; use another day",
            "chart --at 1844-12-31 --place Manila: the clocks skip 1844-12-31 in Asia/Manila; use another day",
            // A time span.
            "wait sunset --offset soon: \"soon\" is not a time span; use one such as -30min or 1h 30min",
            "wait sunset --offset -30: \"-30\" has no unit; did you mean -30min?",
            "wait sunset --or-late 10: \"10\" has no unit; did you mean 10min?",
            "wait sunset --offset 31d: \"31d\" is out of range; use at most 30d",
            "events --format ics --alarm 10min: \"10min\" has no sign; use -10min for before the event, or +10min for after it",
            // A place.
            "Denwer: \"Denwer\" is neither a command nor an event, a time or a place; similar names: \"Denver, Colorado, United States\"",
            "sunset --place 139.74,20: latitude 139.74 is out of range; it must be between -90 and 90",
            "today 2026-02-29 --place Denver: \"2026-02-29\" is not a date in the calendar; use one such as 2026-12-24",
            "sunset 31 apr --place Denver: \"31 apr\" is not a time; use one such as 12:00, tomorrow, 24 dec or 2h",
            "May Pen --place Denver: more than one place; use only one",
            "33.87S 151.21E --place Denver: more than one place; use only one",
            "today Sun City --place Denver: more than one place; use only one",
            "sunset --zone local: --zone applies only to --place; add --place, or remove --zone",
            // An option and its value.
            "--plce Denver: --plce is not an option here; did you mean --place?",
            "--json: --json is not an option here; did you mean --format json?",
            "events --cvs: --cvs is not an option here; did you mean --format csv?",
            "next --days 3: --days is not an option here; see suntracker next --help",
            "config check --json: --json is not an option here; see suntracker config check --help",
            "-33.87,151.21: -33.87,151.21 is not an option here; did you mean --place -33.87,151.21?",
            "next --format jsn: \"jsn\" is not a value of --format; did you mean json?",
            "events sunrise --days: --days needs a value; see suntracker events --help",
            "status now: \"now\" is not expected; see suntracker status --help",
            "status all now: \"all\" and the arguments after it are not expected; see suntracker status --help",
            "config set Notifications.Grace: <value> is missing; see suntracker config set --help",
            "chart 5m: \"5m\" is not a period; use 3m, 6m or 1y",
            "phase nigth: \"nigth\" is not a phase; did you mean night?",
            "phase day --until yesterday: --until is in the past; use a future time",
            "phase day --until 2199-01-01: --until is more than a year ahead; use an earlier time",
            "today --watch: --watch prints lines; add --template, --format waybar or --format json",
        ])
    func line(example: String) throws {
        // The arguments end at the first colon that a space follows.
        let parts = example.split(separator: ": ", maxSplits: 1).map(String.init)
        let command = try Home(Self.settings).run(line: parts[0], zone: "America/Denver")
        #expect(command.errors == "suntracker: \(parts[1])\n")
        #expect((command.output, command.status) == ("", 64))
    }

    /// ArgumentParser would read `-1h` as `-1 -h`, and print the help with the exit status 0.
    @Test("A time span that looks like an option is an error in each subcommand", arguments: ["-1h", "-5min"])
    func span(span: String) throws {
        // A setting and a place may have a negative number as their value.
        let values = ["place", "config set"]
        for (words, _) in try CommandDump.ofProgram().command.all() {
            let name = words.joined(separator: " ")
            let options = ["wait": "--offset", "next": "--offset", "events": "--from"].merging(
                ["", "today", "chart", "poll"].map { ($0, "--at") }
            ) { $1 }
            let page = (["see suntracker"] + words).joined(separator: " ") + " --help"
            let remedy = options[name].map { "did you mean \($0) \(span)?" } ?? page
            let command = try Command(words + [span])
            #expect((command.output, command.status) == ("", 64), "\(name)")
            guard !values.contains(name) else { continue }
            #expect(command.errors == "suntracker: \(span) is not an option here; \(remedy)\n", "\(name)")
        }
    }

    @Test("A time span is the value of an option, also with a sign")
    func spanOfOption() throws {
        let alarm = try Command(["events", "sunset", "--place", "Denver", "--format", "ics", "--alarm", "-10min"])
        #expect(alarm.status == 0 && alarm.output.contains("TRIGGER:-PT10M"))
        #expect(try Command(["poll", "--place", "-33.87,151.21", "--at", "-1h"]).errors == "")
        #expect(try Command(["wait", "now", "--offset", "-1h", "--or-late", "2h"]).status == 0)
    }

    @Test(
        "An event with a signed time span, in one argument, is an error that names the option for it",
        arguments: [
            (["wait", "sunset -1h"], "; did you mean --offset -1h?"),
            (["next", "--at", "sunset -1h"], "; did you mean --offset -1h?"),
            (["poll", "--at", "sunset -1h"], "; see suntracker poll --help"),
        ])
    func shiftedEvent(arguments: [String], remedy: String) throws {
        let command = try Command(arguments, zone: "America/Denver")
        #expect(command.errors == "suntracker: \"-1h\" cannot be combined with an event\(remedy)\n")
        #expect((command.output, command.status) == ("", 64))
    }

    @Test(
        "A missing place is an error that names --place only where it is an option",
        arguments: [
            ("sunset", true), ("poll --at sunset", true), ("chart solstice", true), ("phase", false),
            ("phase day --until sunset", false), ("hooks run lamp", false),
        ])
    func noPlace(arguments: String, hasOption: Bool) throws {
        let home = try Home("")
        try home.write("#!/bin/sh\n", to: "suntracker/hooks/sunset.d/lamp")
        try home.setMode(0o755, of: "suntracker/hooks/sunset.d/lamp")
        let command = try home.run(line: arguments)
        let remedy = (hasOption ? "use --place, or " : "") + "set a place with: suntracker place NAME"
        #expect(
            command.errors
                == "suntracker: no place is set, and the time zone UTC has no main city; \(remedy)\n")
        #expect(command.status == 69)
        if hasOption { #expect(try home.run(line: arguments + " --place Denver").errors == "") }
    }

    @Test("The option -h is short for --help")
    func help() throws {
        #expect(try Command(["wait", "-h"]).output == Command(["wait", "--help"]).output)
    }
}
