import TestSupport
import Testing

@testable import Tracker

/// What stays outside of brackets did not come from `Localizer`; the values given here may.
@Suite("Every word of an error in the settings comes from the catalog") struct TranslatedErrorTests {
    /// Names and examples that are the same in every language.
    private static let values: [String] = settings + alerts + groups + AnnouncedEvent.names + placeholders + examples
    private static let settings: [String] = SettingName.all.flatMap { ["\($0.key)=", $0.key] }
    private static let alerts: [String] = Alert.rows.flatMap { ["\($0.key)=", $0.key] }
    private static let groups: [String] = SettingsDraft.groups.map { "[\($0)]" }
    private static let placeholders: [String] = MessageTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }
    private static let examples = [
        "suntracker.conf", "[Alert NAME]", "[Alert lamps]", "Place=Denver", "1min", "24h", "1s", "1h", "10min",
        "90s", "30min", "23h", "30d", "12h", "message-new-instant", "no", "yes", "default", "altitude", "rising",
        "setting", "Mon,Wed", "Mon..Fri", "weather-clear-night", "lamps-on \"living room\"", "Event=sunset",
        "NotBefore", "civil", "nautical", "astronomical", "sun", "auto", "fixed", "geoclue", "timezone", "follow",
        "once", "city", "exact", "journal", "silent", "low", "normal", "critical", "move", "skip",
        "39.74N", "104.99W", "104.99E", "39.74S", "N", "S", "E", "W",
    ]

    /// Settings with one error each: groups, keys and values.
    static let errors: [[String]] =
        [
            "Place.X=1", "Location.Offset=1", "Location.Colour=1", "Location.Source=fixed", "Location.Source=moon",
            "Location.Mode=moon", "Location.Accuracy=moon", "Location.Latitude=39.74",
            "Location.Longitude=104.99", "Location.Name=moon", "Location.Elevation=moon", "Notifications.Sunrise=moon",
            "Notifications.Grace=3d", "Notifications.Grace=moon", "Notifications.WhenQuiet=moon # quiet",
            "Notifications.Sound=A moon", "Notifications.Urgency=moon", "Notifications.Quiet=22", "Phases.Day=moon",
            "Phases.Night=moon", "Phases.Day=sunrise -20h", "Phases.Boundary=moon", "Hooks.Timeout=2h",
            "Panel.Icon=moon", "Alert.Event=sunset", "Alert lamps.Colour=1", "Alert lamps.Event=moon",
            "Alert lamps.Title=moon",
        ].map { [$0] }
        + [
            ["Location.Latitude=39.74", "Location.Longitude=1", "Location.Place=Denver"],
            ["Location.Place=Denver", "Location.Latitude=39.74"],
        ]
        + [
            "Offset=moon", "Offset=-30h", "Days=moon", "Title={moon}", "Body={moon", "Urgency=moon", "Sound=A moon",
            "Icon=moon/new", "Enabled=moon", "Outside=moon", "Outside=skip", "NotBefore=moon", "NotAfter=25:00",
            "Hook=moon \\", "Hook=moon \"", "Hook=# moon",
        ].map { ["Alert lamps.Event=sunset", "Alert lamps.\($0)"] }
        + [
            ["Alert lamps.Event=sunset", "Alert lamps.NotBefore=07:00", "Alert lamps.NotAfter=07:00"],
            ["Alert lamps.Event=june-solstice", "Alert lamps.Offset=31d"],
        ]

    @Test("in the notification, while the journal stays English", arguments: errors.indices)
    func notification(index: Int) {
        let lines = Self.errors[index]
        guard let error = #expect(throws: SettingsError.self, performing: { try Settings(lines: lines) }) else {
            return
        }
        let entries = lines.map { SettingsEntry($0) }
        let values = Self.values + entries.flatMap { [$0.group, $0.key, $0.value, "[\($0.group)]"] }
        for words in [Localizer.bracketed, Localizer.bracketed.formatted(for: .popup)] {
            let text = Notice(settingsError: error, insteadUsing: nil, in: words).body
            #expect(untranslatedParts(of: text, values: values) == [], "\(text)")
            #expect(text.hasPrefix("suntracker.conf:"))
        }
        let entry = JournalEntry.settingsRefused(error, insteadUsing: nil)
        #expect(entry.message == "The settings stay unchanged: \(error.description(in: .english))")
        #expect(!entry.message.contains("⟦"))
    }

    @Test("A text with a number has the plural form that the number has")
    func plural() {
        let text = { (count: Int) in
            TranslatableText.plural(
                "{count} place {where}", "{count} places {where}", count: count, ["where": .quoted("x")])
        }
        #expect(text(1).description == "1 place x")
        #expect(text(2).description == "2 places x")
        #expect(text(1).text(in: .bracketed) == "1⟦ place ⟧x")
        #expect(text(2).text(in: .bracketed) == "2⟦ places ⟧x")
    }

    @Test("Names and values are isolated from a text in the other direction")
    func isolation() {
        let error = SettingsError(
            origin: SettingsEntry.Origin(file: "/a/b.conf", line: 2), subject: "Sunrise",
            problem: .words("\"{value}\" is not understood", ["value": .quoted("maybe")]),
            remedy: .words("{x}", ["x": .quoted("yes")]))
        let arabic = Localizer(RightToLeft(), layout: .popup)
        let isolated = { (text: String) in "\u{2068}\(text)\u{2069}" }
        #expect(
            error.description(in: arabic)
                == "\(isolated("/a/b.conf:2")): \(isolated("Sunrise")): \"\(isolated("maybe"))\" غير مفهوم; \(isolated("yes"))"
        )
        #expect(error.description == "/a/b.conf:2: Sunrise: \"maybe\" is not understood; yes")
    }
}

/// A catalog from right to left with one text.
private struct RightToLeft: Translations {
    func translation(of text: String, inContext context: String?) -> String? {
        switch (context, text) {
        case ("the direction of writing", _): "rtl"
        case (nil, "\"{value}\" is not understood"): "\"{value}\" غير مفهوم"
        default: nil
        }
    }
    func translation(of one: String, other: String, count: Int) -> String? { nil }
}
