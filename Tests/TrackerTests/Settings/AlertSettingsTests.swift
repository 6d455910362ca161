import Solar
import TestSupport
import Testing
import Tracker

@Suite("Alerts in the settings") struct AlertSettingsTests {
    private func settings(_ entries: [(group: String, key: String, value: String)]) throws -> Settings {
        try Settings(
            entries: entries.enumerated().map { index, entry in
                SettingsEntry(
                    origin: SettingsEntry.Origin(file: "suntracker.conf", line: index + 1), group: entry.group,
                    key: entry.key, value: entry.value)
            }, places: FewPlaces())
    }

    private func alert(_ keys: (key: String, value: String)...) throws -> Alert? {
        try settings(keys.map { ("Alert lamps", $0.key, $0.value) }).alerts.first
    }

    @Test("can have every key")
    func everything() throws {
        let alert = try alert(
            ("Event", "sunset"), ("Offset", "-30min"), ("Days", "Mon..Fri"), ("Title", "Lamps"), ("Body", "{time}"),
            ("Urgency", "critical"), ("Sound", "bell"), ("Icon", "weather-clear-night"), ("Hook", "lamps-on"),
            ("Enabled", "yes"))
        #expect(alert?.name == "lamps")
        #expect(alert?.event == .solar(.sunset))
        #expect(alert?.offset == .seconds(-1800))
        #expect(alert?.days == Weekdays("Mon,Tue,Wed,Thu,Fri"))
        #expect(alert?.title != nil)
        #expect(alert?.body != nil)
        #expect(alert?.urgency == .critical)
        #expect(alert?.sound == .named("bell"))
        #expect(alert?.icon == "weather-clear-night")
        #expect(alert?.hook == "lamps-on")
        #expect(alert?.isEnabled == true)
    }

    @Test("need only an event")
    func defaults() throws {
        let alert = try alert(("Event", "altitude:-4.5:rising"))
        #expect(alert?.event.name == "altitude:-4.5:rising")
        #expect(alert?.offset == .zero)
        #expect(alert?.days == .all)
        #expect(alert?.title == nil)
        #expect(alert?.body == nil)
        #expect(alert?.urgency == nil)
        #expect(alert?.sound == nil)
        #expect(alert?.icon == nil)
        #expect(alert?.hook == nil)
        #expect(alert?.isEnabled == true)
    }

    @Test("can wait for every event", arguments: AnnouncedEvent.names + ["altitude:10:setting"])
    func events(name: String) throws {
        #expect(try alert(("Event", name))?.event.name == name)
    }

    @Test(
        "an offset is a time span with a sign",
        arguments: [
            ("sunset", "30min", 1800), ("sunset", "+1h 30min", 5400), ("sunset", "-90", -90), ("sunset", "0", 0),
            ("sunset", "-23h", -82_800), ("december-solstice", "-7d", -604_800), ("dst-change", "30d", 2_592_000),
        ] as [(String, String, Int64)])
    func offsets(event: String, text: String, seconds: Int64) throws {
        #expect(try alert(("Event", event), ("Offset", text))?.offset == .seconds(seconds))
    }

    @Test(
        "a sound is a name, a file or none",
        arguments: [
            ("message-new-instant", .named("message-new-instant")), ("/usr/share/a b.oga", .file("/usr/share/a b.oga")),
            ("no", .silent), ("default", .standard), ("", nil),
        ] as [(String, Popup.Sound?)])
    func sounds(text: String, sound: Popup.Sound?) throws {
        #expect(try alert(("Event", "sunset"), ("Sound", text))?.sound == sound)
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
            ("Alert", "Event", "sunset", "[Alert]: the alert has no valid name; write [Alert lamps]: "),
            ("Alert  lamps", "Event", "sunset", "[Alert  lamps]: the alert has no valid name; write [Alert lamps]: "),
            ("Alert la\u{85}mps", "Event", "sunset", "[Alert la\u{85}mps]: the alert has no valid name; "),
            ("Alert lamps", "Offset", "-30min", "Event: [Alert lamps] has none; add one, such as Event=sunset"),
            (
                "Alert lamps", "Evnt", "sunset",
                "Evnt: [Alert lamps] has no such key; its keys are Event, Offset, Days, "
            ),
            ("Alert lamps", "Event", "sunst", "Event: \"sunst\" is not understood; write one of astronomical-dawn, "),
            ("Alert lamps", "Event", "altitude:91:rising", "Event: \"altitude:91:rising\" is not understood; "),
            (
                "Alert lamps", "Offset", "early",
                "Offset: \"early\" is not understood; write a time span such as 30min or "
            ),
            ("Alert lamps", "Offset", "--5", "Offset: \"--5\" is not understood; write a time span"),
            (
                "Alert lamps", "Offset", "-23h 1s",
                "Offset: \"-23h 1s\" is out of range; for sunset it may be -23h to 23h"
            ),
            ("Alert lamps", "Days", "Mon-Fri", "Days: \"Mon-Fri\" is not understood; name days of the week, such as "),
            (
                "Alert lamps", "Title", "at {tme}",
                "Title: there is no placeholder {tme}; placeholders are {alert}, {event}, "
            ),
            ("Alert lamps", "Body", "at {time", "Body: a brace is opened and not closed; placeholders are {alert}, "),
            (
                "Alert lamps", "Urgency", "high",
                "Urgency: \"high\" is not understood; write one of low, normal, critical"
            ),
            ("Alert lamps", "Sound", "Ding Dong", "Sound: \"Ding Dong\" is not understood; write the name of a sound "),
            ("Alert lamps", "Icon", "a/b.png", "Icon: \"a/b.png\" is not understood; write the name of an icon "),
            ("Alert lamps", "Enabled", "perhaps", "Enabled: \"perhaps\" is not understood; write yes or no"),
        ])
    func mistakes(group: String, key: String, value: String, message: String) throws {
        let needsEvent =
            group == "Alert lamps" && key != "Event" && key != "Offset" || value == "early" || value == "--5"
            || value == "-23h 1s"
        let event = needsEvent ? [(group, "Event", "sunset")] : []
        let error = #expect(throws: SettingsError.self) { try settings(event + [(group, key, value)]) }
        #expect(
            error?.description.hasPrefix("suntracker.conf:\(event.count + 1): \(message)") == true, "\(error as Any)")
    }

    @Test("an alert's settings are named by group and key, even if the name has a dot")
    func names() throws {
        #expect(try SettingName("Alert lamps.Offset").key == "Offset")
        #expect(try SettingName("Alert Dr. No.Event").group == "Alert Dr. No")
        for text in ["Alert lamps.Size", "Alert.Offset", "Alert lamps", "Alert  lamps.Offset"] {
            #expect(throws: SettingName.UnknownName.self, "\(text)") { try SettingName(text) }
        }
    }

    @Test("the settings in force include those of alerts, from the later of two files")
    func inForce() {
        let entries = [("Event", "sunset", 1), ("Offset", "-1h", 2), ("Offset", "-2h", 3)].map { key, value, line in
            SettingsEntry(
                origin: SettingsEntry.Origin(file: "x", line: line), group: "Alert lamps", key: key, value: value)
        }
        let alerts = SettingInForce.all(under: entries).filter { $0.name.group == "Alert lamps" }
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
            ("", ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]),
        ])
    func reads(text: String, days: [String]) {
        #expect(names(text) == days)
    }

    @Test(
        "that are invalid are rejected",
        arguments: [
            "Mo", "Mon-Fri", "Mon,", ",Mon", "Mon..", "..Mon", "Mon..Tue..Wed", "Mon.Fri", "Mon...Fri", "Mon. .Fri",
            "1", "Mon Tue",
        ])
    func refuses(text: String) {
        #expect(Weekdays(text) == nil)
    }

    @Test("are correct before 1970 too")
    func before1970() throws {
        // The day of the first Moon landing was a Sunday.
        let date = try #require(CivilDate(year: 1969, month: 7, day: 20))
        #expect(Weekdays("Sun")?.contains(date) == true)
        #expect(Weekdays("Mon..Sat")?.contains(date) == false)
    }
}
