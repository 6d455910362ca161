// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@Suite("Settings") struct SettingsTests {
    @Test("have these defaults")
    func defaults() throws {
        let settings = try Settings(lines: [])
        #expect(settings == Settings())
        #expect(settings.location.source == .auto)
        #expect(settings.notifications.grace == .seconds(600))
        #expect(settings.hooks.timeLimit == .seconds(30))
        #expect(
            settings.rules().map(\.id) == [
                "sunrise", "sunset", "march-equinox", "june-solstice", "september-equinox", "december-solstice",
                "polar-day-start", "polar-day-end", "polar-night-start", "polar-night-end", "dst-change",
                "solar-eclipse-notice", "solar-eclipse",
            ])
        #expect(settings.rules().allSatisfy { $0.notifies })
    }

    @Test("can all be set")
    func everything() throws {
        let settings = try Settings(lines: [
            "Location.Source=fixed", "Location.Latitude=39.74", "Location.Longitude=104.99W",
            "Location.Elevation=1609 m", "Location.Name=Denver", "Location.Mode=once", "Location.Accuracy=exact",
            "Notifications.Sunrise=no", "Notifications.Sunset=TRUE", "Notifications.Seasons=off",
            "Notifications.ClockChange=yes", "Notifications.SolarEclipse=no",
            "Notifications.PolarNight=no", "Notifications.Grace=1h 30min",
            "Notifications.Sound=bell",
            "Notifications.Urgency=low", "Notifications.Quiet=22:00-07:00",
            "Notifications.WhenQuiet=journal", "Hooks.Timeout=2min",
        ])
        let place = try #require(settings.location.fixed)
        #expect(place.observer.coordinate.latitude.degrees == 39.74)
        #expect(place.observer.coordinate.longitude.degrees == -104.99)
        #expect(place.observer.elevation?.metres == 1609)
        #expect(place.name == "Denver")
        #expect(settings.location.geoclue == LocationWatch(mode: .once, accuracy: .exact))
        #expect(settings.location.watch == nil)
        #expect(
            settings.rules().filter { !$0.notifies }.map(\.id) == [
                "sunrise", "march-equinox", "june-solstice", "september-equinox", "december-solstice",
                "polar-night-start", "polar-night-end", "solar-eclipse-notice", "solar-eclipse",
            ])
        #expect(settings.notifications.grace == .seconds(5400))
        #expect(settings.notifications.sound == .named("bell"))
        #expect(settings.notifications.urgency == .low)
        #expect(settings.notifications.quiet == QuietTime("22:00-07:00"))
        #expect(settings.notifications.whenQuiet == .journal)
        #expect(settings.hooks.timeLimit == .seconds(120))
    }

    @Test(
        "that end in a comment are rejected with the rule for comments",
        arguments: ["Location.Place=Denver # home", "Notifications.Sunrise=no ; never"])
    func comment(line: String) {
        let error = #expect(throws: SettingsError.self) { try Settings(lines: [line]) }
        #expect(
            error?.remedy.description.hasSuffix("; if the line ends in a comment, move the comment to a separate line")
                == true)
        let plain = #expect(throws: SettingsError.self) {
            try Settings(lines: ["\(line.prefix { $0 != "=" })=x#1"])
        }
        #expect(plain?.remedy.description.contains("comment") == false)
    }

    @Test(
        "errors name the file, line, key, problem and remedy",
        arguments: [
            (
                "Notification.Sunrise=yes",
                "[Notification]: unknown section; the sections are [Location], [Notifications], [Phases], [Hooks], [Panel] and [Alert NAME]"
            ),
            (
                "Notifications.Sunrize=yes",
                "Sunrize: unknown key in [Notifications]; valid keys are Sunrise, Sunset, SpecialDays, Seasons, ClockChange, SolarEclipse, PolarDay, PolarNight, Grace, Sound, Urgency, Quiet, WhenQuiet"
            ),
            ("Notifications.Sunrise=maybe", "Sunrise: invalid value \"maybe\"; use yes or no"),
            (
                "Notifications.Sound=bell.oga",
                "Sound: invalid value \"bell.oga\"; use the name of a sound such as message-new-instant, the absolute path of a file, no, or default"
            ),
            (
                "Notifications.Sound=~/bell",
                "Sound: invalid value \"~/bell\"; use the name of a sound such as message-new-instant, the absolute path of a file, no, or default"
            ),
            (
                "Notifications.Quiet=22-7",
                "Quiet: invalid value \"22-7\"; use a range of local time such as 22:00-07:00, or several with commas between them; the whole day is 00:00-24:00"
            ),
            ("Notifications.Urgency=high", "Urgency: invalid value \"high\"; use one of low, normal, critical"),
            ("Notifications.WhenQuiet=no", "WhenQuiet: invalid value \"no\"; use one of silent, journal"),
            (
                "Notifications.Grace=soon",
                "Grace: invalid value \"soon\"; use a time span such as 10min, 90s or 1h 30min"
            ),
            ("Notifications.Grace=10", "Grace: \"10\" has no unit; did you mean 10min?"),
            (
                "Phases.Night=sunset -30",
                "Night: invalid value \"sunset -30\"; use sunset, civil-dusk, nautical-dusk, astronomical-dusk or an altitude such as altitude:-4.5, an offset such as -30min, or both: sunset +30min; or a time of day such as 22:00"
            ),
            ("Notifications.Grace=59s", "Grace: \"59s\" is out of range; it must be between 1min and 24h"),
            ("Notifications.Grace=25h", "Grace: \"25h\" is out of range; it must be between 1min and 24h"),
            ("Hooks.Timeout=30", "Timeout: \"30\" has no unit; did you mean 30s?"),
            ("Hooks.Timeout=0", "Timeout: \"0\" is out of range; it must be between 1s and 1h"),
            ("Hooks.Timeout=61min", "Timeout: \"61min\" is out of range; it must be between 1s and 1h"),
            ("Location.Source=gps", "Source: invalid value \"gps\"; use one of auto, fixed, geoclue, timezone"),
            ("Location.Mode=always", "Mode: invalid value \"always\"; use one of follow, once"),
            ("Location.Accuracy=gps", "Accuracy: invalid value \"gps\"; use one of city, exact"),
            (
                "Location.Source=fixed",
                "Source: \"fixed\" needs a place; add Place= to [Location], such as Place=Denver, or Latitude= and Longitude="
            ),
            ("Location.Latitude=139.74", "Latitude: latitude 139.74 is out of range; it must be between -90 and 90"),
            (
                "Location.Elevation=-501",
                "Elevation: invalid value \"-501\"; use metres above the visible horizon, not above the sea, from 0 to 9000, such as 120"
            ),
            (
                "Location.Name=Denver",
                "Name: it needs a place, but none is set; add Place=, or Latitude= and Longitude=, or remove it"
            ),
        ])
    func errors(line: String, message: String) {
        let error = #expect(throws: SettingsError.self) { try Settings(lines: [line]) }
        #expect(error?.description == "suntracker.conf:1: \(message)")
    }
}

@Suite("A time span") struct TimeSpanTests {
    @Test(
        "is parsed as in systemd.time(7)",
        arguments: [
            ("10min", 600), ("90s", 90), ("1h 0", 3600), ("1h 30min", 5400), ("1h30min", 5400), ("2 hours", 7200),
            ("1d", 86_400),
            ("5 s", 5), ("0", 0), (" 7m ", 420),
        ] as [(String, Int64)])
    func reads(text: String, seconds: Int64) {
        #expect(Duration(timeSpan: text) == .seconds(seconds))
    }

    @Test(
        "that is invalid is rejected",
        arguments: [
            "", " ", "soon", "-5min", "5 parsecs", "min", "1.5h", "90", "-30", "1h 30", "99999999999999999999s",
            "5mi n",
        ])
    func refuses(text: String) {
        #expect(Duration(timeSpan: text) == nil)
    }

    @Test("that overflows is rejected")
    func endless() {
        let longest = String(repeating: "999999999d", count: 106_751)
        #expect(Duration(timeSpan: longest) == .seconds(106_751 * 999_999_999 * 86_400))
        #expect(Duration(timeSpan: longest + "999999999d") == nil)
    }
}

@Suite("A formatted duration") struct DurationFormattingTests {
    @Test(
        "to the second below an hour, to the minute above",
        arguments: [
            (0, "0 s"), (45, "45 s"), (60, "1 min"), (112, "1 min 52 s"), (-112, "1 min 52 s"), (3599, "59 min 59 s"),
            (3600, "1 h"), (35_640, "9 h 54 min"), (86_400, "24 h"), (35_669, "9 h 54 min"), (35_670, "9 h 55 min"),
        ] as [(Int64, String)])
    func spoken(seconds: Int64, text: String) {
        #expect(Duration.seconds(seconds).formatted() == text)
    }

    @Test("half a second is rounded up")
    func rounding() {
        #expect(Duration.milliseconds(44_500).formatted() == "45 s")
        #expect(Duration.milliseconds(44_499).formatted() == "44 s")
    }

    @Test(
        "as a change since yesterday",
        arguments: [
            (-112, "1 min 52 s less than yesterday"), (61, "1 min 1 s more than yesterday"),
            (0, "as long as yesterday"),
        ] as [(Int64, String)])
    func change(seconds: Int64, text: String) {
        #expect(Duration.seconds(seconds).comparedToYesterday() == text)
    }
}
