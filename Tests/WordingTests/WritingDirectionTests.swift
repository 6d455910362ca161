// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import Wording

@Suite("Names that are written from right to left") struct WritingDirectionTests {
    @Test(
        "are isolated from the text around them; other names are not changed",
        arguments: [
            ("Arabic", PlaceName.own("القاهرة"), "in \u{2068}القاهرة\u{2069}"),
            ("Hebrew, nearby", .near("ירושלים"), "near \u{2068}ירושלים\u{2069}"),
            ("Adlam", .own("𞤊𞤵𞤼𞤢"), "in \u{2068}𞤊𞤵𞤼𞤢\u{2069}"),
            ("both directions", .own("Ürümqi, ئۈرۈمچى"), "in \u{2068}Ürümqi, ئۈرۈمچى\u{2069}"),
            ("an override without its end", .own("x\u{202E}y"), "in \u{2068}x\u{202E}y\u{2069}"),
            ("Latin", .own("Tromsø"), "in Tromsø"),
            ("Japanese", .own("東京都"), "in 東京都"),
            ("emoji", .own("🌅 Hill"), "in 🌅 Hill"),
        ])
    func isolated(_ which: String, _ name: PlaceName, _ text: String) {
        #expect(name.locationPhrase(in: Localizer.english.formatted(for: .body)) == text)
        #expect(name.locationPhrase() == text.filter { !$0.isIsolate })
    }

    @Test("are isolated in a popup and in a preview, and not in the journal")
    func shown() {
        var place = TestPlace.denver.place
        place.name = "القاهرة"
        var settings = Settings()
        settings.location.fixed = place
        let machine = SimulatedMachine(
            at: at("2026-11-21T08:00:00Z"), settings: settings, localTime: SimulatedZone.denver)
        machine.start()
        machine.advance(by: .seconds(86_400))
        #expect(machine.shown.first?.written.summary == "Sunrise in \u{2068}القاهرة\u{2069}")
        #expect(machine.entries(.event).first?.entry.message.hasPrefix("Sunrise in القاهرة at 06:51: ") == true)
        let sunset = Rule(id: "sunset", event: .solar(.sunset), notifies: true)
        let preview = WrittenPopup(previewOf: sunset, at: place, after: at("2026-11-21T08:00:00Z"))
        #expect(preview.summary == "Preview: Sunset in \u{2068}القاهرة\u{2069}")
    }
}

extension Character {
    fileprivate var isIsolate: Bool { self == "\u{2068}" || self == "\u{2069}" }
}
