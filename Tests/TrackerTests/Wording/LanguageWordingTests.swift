import Solar
import TestSupport
import Testing

@testable import Tracker

/// What a catalog cannot do itself: capital letters, and the direction of names.
@Suite("Texts in another language") struct LanguageWordingTests {
    /// A language that writes the names of days in lower case, from right to left or not.
    private struct Sample: Translations {
        var direction = "ltr"

        func translation(of text: String, inContext context: String?) -> String? {
            context == "the direction of writing" ? direction : ["Sunday": "dimanche", "March": "mars"][text]
        }

        func translation(of one: String, other: String, count: Int) -> String? { nil }
    }

    @Test("about a change of the clocks begin with a capital letter, also where days have none")
    func clocks() {
        let rule = Rule(id: "dst-change", event: .zoneTransition, notifies: true)
        let popup = Popup.preview(
            of: rule, under: Settings(), at: TestPlace.denver.place, after: at("2027-03-01T12:00:00Z"),
            localTime: SimulatedZone.denver, in: Words(Sample()))
        #expect(popup.summary == "Preview: The clocks went forward 1 h on dimanche")
        #expect(popup.body.hasPrefix("Dimanche 14 mars at 02:00 · "))
    }

    @Test(
        "isolate a name that is written in the other direction, and no other, except in plain text",
        arguments: [
            ("rtl", Words.Layout.title, "Denver", "in \u{2068}Denver\u{2069}"),
            ("rtl", .popup, "القاهرة", "in القاهرة"),
            ("ltr", .title, "القاهرة", "in \u{2068}القاهرة\u{2069}"), ("ltr", .popup, "Denver", "in Denver"),
            ("rtl", .plain, "Denver", "in Denver"), ("ltr", .plain, "القاهرة", "in القاهرة"),
        ])
    func isolates(direction: String, layout: Words.Layout, name: String, phrase: String) {
        let words = Words(Sample(direction: direction), layout: layout)
        #expect(PlaceName.own(name).locationPhrase(in: words) == phrase)
    }
}
