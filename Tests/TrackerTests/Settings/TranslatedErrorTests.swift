import TestSupport
import Testing

@testable import Tracker

/// What stays outside of brackets did not come from `Words`; the values given here may.
@Suite("Every word of an error in the settings comes from the catalog") struct TranslatedErrorTests {
    /// Names and examples that are the same in every language.
    private static let values: [String] =
        SettingName.all.flatMap { ["\($0.key)=", $0.key] } + AlertKey.allCases.map { "\($0.rawValue)=" }
        + SettingsKey.groups.map { "[\($0.name)]" } + AnnouncedEvent.names
        + MessageTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }
        + [
            "suntracker.conf", "[Alert NAME]", "[Alert lamps]", "Place=Denver", "1min", "24h", "1s", "1h", "10min",
            "90s", "30min", "23h", "30d", "12h", "message-new-instant", "no", "yes", "default", "altitude", "rising",
            "setting", "Mon,Wed", "Mon..Fri", "weather-clear-night", "lamps-on \"living room\"", "Event=sunset",
            "NotBefore", "civil", "nautical", "astronomical", "sun", "auto", "fixed", "geoclue", "timezone", "follow",
            "hold", "once", "city", "exact", "journal", "notify", "silent", "low", "normal", "critical", "move", "skip",
            "39.74N", "104.99W", "104.99E", "39.74S", "N", "S", "E", "W",
        ] + AlertKey.allCases.map(\.rawValue)

    /// Settings with one error each: groups, keys and values.
    static let errors: [[(group: String, key: String, value: String)]] =
        [
            ("Place", "X", "1"), ("Location", "Offset", "1"), ("Location", "Colour", "1"),
            ("Location", "Source", "fixed"), ("Location", "Source", "moon"), ("Location", "Mode", "moon"),
            ("Location", "Accuracy", "moon"), ("Location", "Latitude", ""), ("Location", "Latitude", "139.74"),
            ("Location", "Latitude", "39.74W"), ("Location", "Latitude", "-39.74S"), ("Location", "Latitude", "39,74"),
            ("Location", "Latitude", "north"), ("Location", "Longitude", "190"), ("Location", "Longitude", "39.74N"),
            ("Location", "Longitude", "-104.99W"), ("Location", "Longitude", "north"),
            ("Location", "Latitude", "39.74"), ("Location", "Longitude", "104.99"), ("Location", "Name", "moon"),
            ("Location", "Elevation", "moon"), ("Notifications", "Sunrise", "moon"), ("Notifications", "Grace", "3d"),
            ("Notifications", "Grace", "moon"), ("Notifications", "Late", "moon # late"),
            ("Notifications", "Sound", "A moon"), ("Notifications", "Urgency", "moon"),
            ("Notifications", "Quiet", "22"), ("Phases", "Day", "moon"), ("Phases", "Night", "moon"),
            ("Phases", "Day", "sunrise -20h"), ("Phases", "Boundary", "moon"), ("Hooks", "Timeout", "2h"),
            ("Panel", "Icon", "moon"), ("Alert", "Event", "sunset"), ("Alert lamps", "Colour", "1"),
            ("Alert lamps", "Event", "moon"), ("Alert lamps", "Title", "moon"),
        ].map { [$0] }
        + [
            [("Location", "Latitude", "39.74"), ("Location", "Longitude", "1"), ("Location", "Place", "Denver")],
            [("Location", "Place", "Denver"), ("Location", "Latitude", "39.74")],
        ]
        + [
            ("Offset", "moon"), ("Offset", "-30h"), ("Days", "moon"), ("Title", "{moon}"), ("Body", "{moon"),
            ("Urgency", "moon"), ("Sound", "A moon"), ("Icon", "moon/new"), ("Enabled", "moon"), ("Outside", "moon"),
            ("Outside", "skip"), ("NotBefore", "moon"), ("NotAfter", "25:00"), ("Hook", "moon \\"), ("Hook", "moon \""),
            ("Hook", "moon #"), ("Hook", "''\t#"), ("Hook", "# moon"),
        ].map { [("Alert lamps", "Event", "sunset"), ("Alert lamps", $0.0, $0.1)] }
        + [
            [
                ("Alert lamps", "Event", "sunset"), ("Alert lamps", "NotBefore", "07:00"),
                ("Alert lamps", "NotAfter", "07:00"),
            ],
            [("Alert lamps", "Event", "june-solstice"), ("Alert lamps", "Offset", "31d")],
        ]

    private func error(in lines: [(group: String, key: String, value: String)]) -> SettingsError? {
        let entries = lines.enumerated().map { index, line in
            SettingsEntry(
                origin: SettingsEntry.Origin(file: "suntracker.conf", line: index + 1), group: line.group,
                key: line.key, value: line.value)
        }
        do {
            _ = try Settings(entries: entries, places: FewPlaces())
            return nil
        } catch {
            return error
        }
    }

    @Test("in the notification, while the journal stays English", arguments: errors.indices)
    func notification(index: Int) {
        let lines = Self.errors[index]
        guard let error = error(in: lines) else {
            // The only value among them that is valid.
            #expect(lines.last?.value == "# moon" || lines.last?.value == "''\t#", "\(lines)")
            return
        }
        let values = Self.values + lines.flatMap { [$0.group, $0.key, $0.value, "[\($0.group)]"] }
        for words in [Words.bracketed, Words.bracketed.laidOut(for: .popup)] {
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
        let arabic = Words(RightToLeft(), layout: .popup)
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
