// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@Suite("Alerts in the settings") struct AlertSettingsTests {
    private func settings(_ entries: [(group: String, key: String, value: String)]) throws -> Settings {
        try Settings(lines: entries.map { "\($0.group).\($0.key)=\($0.value)" })
    }

    private func alert(_ keys: (key: String, value: String)...) throws -> Alert? {
        try settings(keys.map { ("Alert lamps", $0.key, $0.value) }).alerts.first
    }

    @Test("can contain every key")
    func everything() throws {
        let alert = try alert(
            ("Event", "sunset"), ("Offset", "-30min"), ("Days", "Mon..Fri"), ("Title", "Lamps"), ("Body", "{time}"),
            ("Urgency", "critical"), ("Sound", "bell"), ("Icon", "weather-clear-night"), ("Hook", "lamps-on"),
            ("Unit", "backup.service"), ("Enabled", "yes"))
        var expected = Alert(name: "lamps", event: .solar(.sunset))
        expected.offset = .seconds(-1800)
        expected.days = try #require(Weekdays("Mon,Tue,Wed,Thu,Fri"))
        (expected.title, expected.body) = (try MessageTemplate("Lamps"), try MessageTemplate("{time}"))
        (expected.urgency, expected.sound, expected.icon) = (.critical, .named("bell"), "weather-clear-night")
        (expected.hook, expected.unit) = (try AlertHook("lamps-on"), "backup.service")
        #expect(alert == expected)
    }

    @Test("need only an event")
    func defaults() throws {
        let event = try #require(AnnouncedEvent(name: "altitude:-4.5:rising"))
        #expect(try alert(("Event", event.name)) == Alert(name: "lamps", event: event))
    }

    @Test(
        "start a unit with a name that systemd accepts",
        arguments: [
            ("backup.service", true), ("backup@home.service", true), ("by-night.target", true),
            ("dev-sda1.swap", true), ("home-ann-my\\x20disk.mount", true), ("a.b.timer", true), ("", true),
            ("backup", false), ("backup.services", false), ("backup@.service", false), ("@home.service", false),
            (".service", false), ("back up.service", false), ("~/backup.service", false), ("bäckup.service", false),
            ("dev-sda1.device", false), ("session-1.scope", false),
            (String(repeating: "x", count: 250) + ".service", false),
        ])
    func unit(name: String, isValid: Bool) throws {
        func read() throws -> Alert? { try alert(("Event", "sunset"), ("Unit", name)) }
        guard !isValid else {
            #expect(try read()?.unit == (name.isEmpty ? nil : name))
            return
        }
        let error = #expect(throws: SettingsError.self) { try read() }
        let remedy = "; use the name of a unit with its suffix, such as backup.service"
        #expect(error?.description.hasSuffix(remedy) == true, "\(error?.description ?? "")")
    }

    @Test("can be a thousand; one more is an error that names its line")
    func most() throws {
        let entries = (1...1000).map { (group: "Alert \($0)", key: "Event", value: "sunset") }
        // A second key of an alert does not count as another alert.
        let merged = entries + [("Alert 1", "Offset", "1h")]
        #expect(try settings(merged).alerts.count == 1000)
        let error = #expect(throws: SettingsError.self) { try settings(merged + [("Alert 1001", "Event", "sunset")]) }
        #expect(
            error?.description
                == "suntracker.conf:1002: [Alert 1001]: too many alerts: the maximum is 1000; remove some of them")
    }

    @Test("can wait for every event", arguments: AnnouncedEvent.names + ["altitude:10:setting"])
    func events(name: String) throws {
        #expect(try alert(("Event", name))?.event.name == name)
    }

    @Test(
        "an offset is a time span with a sign",
        arguments: [
            ("sunset", "30min", 1800), ("sunset", "+1h 30min", 5400), ("sunset", "-90s", -90), ("sunset", "0", 0),
            ("sunset", "-23h", -82_800), ("december-solstice", "-7d", -604_800), ("dst-change", "30d", 2_592_000),
        ] as [(String, String, Int64)])
    func offsets(event: String, text: String, seconds: Int64) throws {
        #expect(try alert(("Event", event), ("Offset", text))?.offset == .seconds(seconds))
    }

    @Test(
        "bounds are one time of day or two",
        arguments: [
            (["NotBefore=07:00"], "from 07:00"), (["NotAfter=22:30"], "until 22:30"),
            (["NotBefore=7:00", "NotAfter=22:30", "Outside=move"], "from 07:00 until 22:30"),
            (["NotBefore=22:00", "NotAfter=02:00", "Outside=skip"], "from 22:00 until 02:00 or not"),
            (["NotBefore=07:00", "NotBefore=", "Outside=skip"], nil), (["NotAfter="], nil),
            (["NotBefore=07:00", "NotBefore=08:00"], "from 08:00"),
        ] as [([String], String?)])
    func bounds(keys: [String], bounds: String?) throws {
        let entries = keys.map { text in
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            return (group: "Alert lamps", key: parts[0], value: parts[1])
        }
        let alert = try settings([("Alert lamps", "Event", "sunset")] + entries).alerts.first
        #expect(alert?.bounds?.description == bounds)
    }

    @Test("bounds that are equal, or missing with Outside=, are rejected with their line")
    func wrongBounds() throws {
        func message(_ keys: (String, String)...) -> String? {
            let entries = [("Event", "sunset")] + keys
            let error = #expect(throws: SettingsError.self) {
                try settings(entries.map { ("Alert lamps", $0.0, $0.1) })
            }
            return error?.description
        }
        #expect(
            message(("NotBefore", "07:00"), ("NotAfter", "7:00")) == """
                suntracker.conf:3: NotAfter: "7:00" is also the time of NotBefore=; use two different \
                times, or remove one of them
                """)
        #expect(
            message(("Outside", "skip")) == """
                suntracker.conf:2: Outside: [Alert lamps] sets neither NotBefore= nor NotAfter=; add one, such as \
                NotBefore=07:00, or remove Outside=
                """)
    }

    @Test("files are merged key by key, and a disabled alert has no rule")
    func layers() throws {
        let settings = try settings([
            ("Alert lamps", "Event", "sunset"), ("Alert tea", "Event", "solar-noon"),
            ("Alert lamps", "Offset", "-30min"),
            ("Alert lamps", "Offset", "-15min"), ("Alert tea", "Enabled", "no"), ("Alert lamps", "Title", "first"),
            ("Alert lamps", "Title", ""),
        ])
        #expect(settings.alerts.map(\.name) == ["lamps", "tea"])
        #expect(settings.alerts.first?.offset == .seconds(-900))
        #expect(settings.alerts.first?.title == nil)
        #expect(settings.rules().map(\.id).filter { $0.hasPrefix("alert:") } == ["alert:lamps"])
    }

    @Test(
        "errors name the file, line, key, problem and remedy",
        arguments: [
            ("Alert", "Event", "sunset", "[Alert]: the name of the alert is invalid; use [Alert lamps]: "),
            (
                "Alert  lamps", "Event", "sunset",
                "[Alert  lamps]: the name of the alert is invalid; use [Alert lamps]: "
            ),
            ("Alert la\u{85}mps", "Event", "sunset", "[Alert la\u{85}mps]: the name of the alert is invalid; "),
            ("Alert lamps", "Offset", "-30min", "Event: missing in [Alert lamps]; add one, such as Event=sunset"),
            (
                "Alert lamps", "Evnt", "sunset",
                "Evnt: unknown key in [Alert lamps]; valid keys are Event, Offset, Days, "
            ),
            ("Alert lamps", "Event", "altitude:91:rising", "Event: invalid value \"altitude:91:rising\"; "),
            (
                "Alert lamps", "Offset", "early",
                "Offset: invalid value \"early\"; use a time span such as 30min or "
                    + "1h 30min, with a minus sign if it is before the event, such as -30min"
            ),
            ("Alert lamps", "Offset", "-30", "Offset: \"-30\" has no unit; did you mean -30min?"),
            ("Alert lamps", "Offset", "+30", "Offset: \"+30\" has no unit; did you mean +30min?"),
            ("Alert lamps", "Offset", "--5min", "Offset: invalid value \"--5min\"; use a time span"),
            (
                "Alert lamps", "Offset", "-23h 1s",
                "Offset: \"-23h 1s\" is out of range; for sunset, it must be between -23h and 23h"
            ),
            ("Alert lamps", "Days", "Mon/Fri", "Days: invalid value \"Mon/Fri\"; use days of the week, such as "),
            (
                "Alert lamps", "NotBefore", "7 AM",
                "NotBefore: invalid value \"7 AM\"; use a time of day from 00:00 to 23:59, such as 07:00"
            ),
            ("Alert lamps", "NotAfter", "24:00", "NotAfter: invalid value \"24:00\"; use a time of day from "),
            ("Alert lamps", "Outside", "drop", "Outside: invalid value \"drop\"; use one of move, skip"),
            (
                "Notifications", "NotBefore", "07:00",
                "NotBefore: unknown key in [Notifications]; NotBefore= is a key for alerts: move it to [Alert NAME]"
            ),
            (
                "Alert lamps", "Title", "at {tme}",
                "Title: unknown placeholder {tme}; see suntracker.conf(5) for the placeholders"
            ),
            ("Alert lamps", "Body", "at {time", "Body: unclosed brace; write {{ for a brace"),
            (
                "Alert lamps", "Urgency", "high",
                "Urgency: invalid value \"high\"; use one of low, normal, critical"
            ),
            ("Alert lamps", "Sound", "Ding Dong", "Sound: invalid value \"Ding Dong\"; use the name of a sound "),
            ("Alert lamps", "Icon", "a/b.png", "Icon: invalid value \"a/b.png\"; use the name of an icon "),
        ])
    func errors(group: String, key: String, value: String, message: String) throws {
        let needsEvent = group == "Alert lamps" && key != "Event" && value != "-30min"
        let event = needsEvent ? [(group, "Event", "sunset")] : []
        let error = #expect(throws: SettingsError.self) { try settings(event + [(group, key, value)]) }
        #expect(
            error?.description.hasPrefix("suntracker.conf:\(event.count + 1): \(message)") == true, "\(error as Any)")
    }

    @Test("an alert's settings are named by section and key, even if the name contains a dot")
    func names() throws {
        #expect(try SettingName("Alert lamps.Offset").key == "Offset")
        #expect(try SettingName("Alert Dr. No.Event").group == "Alert Dr. No")
        for text in ["Alert lamps.Size", "Alert.Offset", "Alert lamps", "Alert  lamps.Offset"] {
            #expect(throws: SettingName.UnknownName.self, "\(text)") { try SettingName(text) }
        }
    }

    @Test("the current settings include the settings of alerts, from the later of two files")
    func inEffect() {
        let entries = [("Event", "sunset", 1), ("Offset", "-1h", 2), ("Offset", "-2h", 3)].map { key, value, line in
            SettingsEntry(
                origin: SettingsEntry.Origin(file: "x", line: line), group: "Alert lamps", key: key, value: value)
        }
        let alerts = SettingInEffect.all(under: entries).filter { $0.name.group == "Alert lamps" }
        #expect(
            alerts.map { "\($0.name)=\($0.value ?? "")" } == ["Alert lamps.Event=sunset", "Alert lamps.Offset=-2h"])
    }
}

@Suite("Days of the week") struct WeekdaysTests {
    private func names(_ text: String) -> [String]? {
        Weekdays(text).map { days in
            // 2026-11-16 is a Monday.
            zip(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], 16...22).filter { _, day in
                CivilDate(year: 2026, month: 11, day: day).map(days.contains) ?? false
            }.map(\.0)
        }
    }

    @Test(
        "are parsed as in systemd.time(7)",
        arguments: [
            ("Mon", ["Mon"]), ("Mon,Wed", ["Mon", "Wed"]), ("tuesday, Sat", ["Tue", "Sat"]),
            ("Mon..Wed", ["Mon", "Tue", "Wed"]), ("Sat..Mon,Thu", ["Mon", "Thu", "Sat", "Sun"]), ("Fri..Fri", ["Fri"]),
            ("Mon-Wed", ["Mon", "Tue", "Wed"]), ("Weekdays", ["Mon", "Tue", "Wed", "Thu", "Fri"]),
            ("weekends, Wed", ["Wed", "Sat", "Sun"]),
            ("", ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]),
        ])
    func reads(text: String, days: [String]) {
        #expect(names(text) == days)
    }

    @Test(
        "that are invalid are rejected",
        arguments: [
            "Mo", "Mon-", "-Fri", "Mon-Tue-Wed", "Mon-.Fri", "Mon..Tue-Wed", "weekday", "Mon,", ",Mon", "Mon..",
            "..Mon", "Mon..Tue..Wed", "Mon.Fri", "Mon...Fri", "Mon. .Fri",
            "1", "Mon Tue",
        ])
    func refuses(text: String) {
        #expect(Weekdays(text) == nil)
    }

    @Test("are correct before 1970 too")
    func before1970() throws {
        // The first Moon landing was on a Sunday.
        let date = try #require(CivilDate(year: 1969, month: 7, day: 20))
        #expect(Weekdays("Sun")?.contains(date) == true)
        #expect(Weekdays("Mon..Sat")?.contains(date) == false)
    }
}
