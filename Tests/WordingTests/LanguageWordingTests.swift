// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import Wording

/// The parts that a catalog cannot translate: capital letters, and the direction of names.
@Suite("Texts in another language") struct LanguageWordingTests {
    /// A language that writes the names of days in lower case, from left to right or from right to left.
    private struct Sample: Translations {
        var direction = "ltr"

        func translation(of text: String, inContext context: String?) -> String? {
            if context == "the direction of writing" { return direction }
            let arabic = [
                "on {date}": "في {date}", "{event}, {command}": "نفّذ {command}",
                "{path}: {degrees}°": "{path} {degrees}°",
            ]
            return (direction == "rtl" ? arabic : ["Sunday": "dimanche", "on Sunday": "dimanche", "March": "mars"])[
                text]
        }

        func translation(of one: String, other: String, count: Int) -> String? { nil }
    }

    @Test("about a clock change begin with a capital letter, even if the names of days do not")
    func clocks() {
        let rule = Rule(id: "dst-change", event: .zoneTransition, notifies: true)
        let popup = WrittenPopup(
            previewOf: rule, at: TestPlace.denver.place, after: at("2027-03-01T12:00:00Z"),
            localTime: SimulatedZone.denver, in: Localizer(Sample()))
        #expect(popup.summary == "Preview: The clocks went forward 1 h dimanche")
        #expect(popup.body.hasPrefix("Dimanche 14 mars at 02:00 · "))
    }

    @Test(
        "isolate a name that is written in the other direction, and no other, except in plain text",
        arguments: [
            ("rtl", Localizer.Layout.title, "Denver", "in \u{2068}Denver\u{2069}"),
            ("rtl", .body, "القاهرة", "in القاهرة"), ("ltr", .title, "القاهرة", "in \u{2068}القاهرة\u{2069}"),
            ("rtl", .plain, "Denver", "in Denver"),
        ])
    func isolates(direction: String, layout: Localizer.Layout, name: String, phrase: String) {
        let words = Localizer(Sample(direction: direction), layout: layout)
        #expect(PlaceName.own(name).locationPhrase(in: words) == phrase)
    }

    @Test(
        "isolate values by their kind in a text from right to left, and leave numbers and texts alone",
        arguments: [
            ("a date", Localizer.Layout.title, "2026-11-21", "في \u{2068}2026-11-21\u{2069}"),
            ("a number", .title, "2026", "في 2026"), ("a time", .body, "06:48", "في 06:48"),
            ("a time with pm", .title, "7:41 PM", "في \u{2068}7:41 PM\u{2069}"),
            ("a negative number", .title, "-104.99", "في \u{2068}-104.99\u{2069}"),
            ("a coordinate", .title, "39.74, -104.99", "في \u{2068}39.74, -104.99\u{2069}"),
            ("a text in the language", .title, "الأحد 2026", "في الأحد 2026"),
            ("what is isolated already", .title, "\u{2068}Denver\u{2069}", "في \u{2068}Denver\u{2069}"),
            ("nothing", .title, "", "في "), ("a mark alone", .title, "-", "في -"),
            ("in a file", .plain, "2026-11-21", "في 2026-11-21"),
        ] as [(String, Localizer.Layout, String, String)])
    func kinds(which: String, layout: Localizer.Layout, value: String, text: String) {
        let words = Localizer(Sample(direction: "rtl"), layout: layout)
        #expect(words("on {date}", ["date": value]) == text)
    }

    @Test("keep the degree sign with its number")
    func degrees() {
        let words = Localizer(Sample(direction: "rtl"), layout: .title)
        #expect(
            words("{path}: {degrees}°", ["path": "ح", "degrees": "24"]) == "ح \u{2068}24°\u{2069}")
    }

    /// A language with names of seasons, whole phrases, and a decimal comma.
    private struct Bent: Translations {
        func translation(of text: String, inContext context: String?) -> String? {
            switch (context, text) {
            case ("southern hemisphere", "December solstice"): "summer solstice"
            case ("northern hemisphere", "December solstice"): "winter solstice"
            case ("decimal mark", "."): ","
            case (nil, "{first}, {next}"): "{first}、{next}"
            case (nil, "{duration} before sunset"): "{duration} do zakata"
            default: nil
            }
        }

        func translation(of one: String, other: String, count: Int) -> String? {
            count == 2 ? "{count} dnya" : nil
        }
    }

    @Test("name a solstice by the season of the place, if the language has such a name")
    func hemispheres() {
        let words = Localizer(Bent())
        let event = AnnouncedEvent.solar(.decemberSolstice)
        #expect(event.displayName(in: words, on: .southern) == "summer solstice")
        #expect(event.displayName(in: words, on: .northern) == "winter solstice")
        #expect(event.displayName(in: words) == "December solstice")
        for (place, title) in [(TestPlace.pagoPago, "Summer solstice"), (.denver, "Winter solstice")] {
            let popup = WrittenPopup(
                previewOf: Rule(id: "december-solstice", event: event, notifies: true), at: place.place,
                after: at("2026-12-01T12:00:00Z"), localTime: place.zone, in: words)
            #expect(popup.summary.hasPrefix("Preview: \(title): the "), "\(popup.summary)")
        }
    }

    @Test("use the decimal mark, the separators of lists, and the phrases of the language")
    func bent() {
        let words = Localizer(Bent())
        let low = Altitude(degrees: -4.5).map { AnnouncedEvent.solar(.altitude($0, .rising)) }
        #expect(low?.displayName(in: words) == "Sun rising through -4,5°")
        #expect(words.list(["a", "b", "c"]) == "a、b、c")
        #expect(words.list(["a"]) == "a")
        #expect(words.list([]).isEmpty)
        let sunset = AnnouncedEvent.solar(.sunset)
        #expect(sunset.moment(.before, from: "30 min", in: words) == "30 min do zakata")
        #expect(Duration.seconds(2 * 86_400).formattedDistance(in: words) == "2 dnya")
    }

    @Test("show an error in the settings in English, whatever the direction of the language")
    func settingsError() {
        let error = SettingsError(origin: nil, subject: "Sunrise", problem: "it is odd", remedy: "use yes or no")
        let text = "Sunrise: it is odd; use yes or no"
        for (direction, body) in [("ltr", text), ("rtl", "\u{2068}\(text)\u{2069}")] {
            let words = Localizer(Sample(direction: direction))
            let popup = Popup(.settingsRefused(error, insteadUsing: nil))
            #expect(WrittenPopup(popup, localTime: SimulatedZone.utc, in: words).body == body)
        }
    }

    @Test("isolate any value from right to left in a text from left to right")
    func otherWay() {
        let words = Localizer.english.formatted(for: .title)
        #expect(
            words("{title} ({duration} late)", ["title": "مصباح", "duration": "5 min"])
                == "\u{2068}مصباح\u{2069} (5 min late)")
    }
}
