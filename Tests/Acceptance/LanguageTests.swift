import Foundation
import Testing

/// The texts for people in the language of a desktop.
@Suite(
    .enabled(if: TestBed.obstacle == nil, Comment(rawValue: TestBed.obstacle ?? "")), .timeLimit(Turns.timeLimit))
struct LanguageTests {
    @Test("A sunset is announced in German, previews are in each language; the journal and errors stay in English")
    func german() async throws {
        let found = try await TestBed.run("language")
        let notifications = try found.notifications()
        #expect(notifications.count == 1)
        let popup = try #require(notifications.first)
        #expect(popup.application == "Suntracker")
        #expect(popup.summary == "Sonnenuntergang in Testville")
        let body = /\d\d:\d\d · Sonnenaufgang um \d\d:\d\d · \d+\u{A0}Std\.\u{A0}\d+\u{A0}Min\. Tageslicht, .+ gestern/
        #expect(popup.body.wholeMatch(of: body) != nil, "\(popup.body)")
        #expect(try found.text("calls.json").contains(#""default","Tageslicht zeigen""#))

        let announcement = try found.entries().first { $0["SUNTRACKER_EVENT"] == "sunset" }
        let message = try #require(announcement?["MESSAGE"])
        #expect(message.hasPrefix("Sunset in Testville at "))
        #expect(message.contains(" of daylight, "))
        #expect(try found.text("complaints.txt").isEmpty)
        let refusal = try found.fact("refusal")
        #expect(refusal.contains("Permission denied"), "\(refusal)")

        #expect(try found.fact("entry_name") == "Heute anzeigen")
        #expect(try found.notifications("preview").first?.summary == "Preview: Sunset in Testville")
        for (language, summary) in [
            // Isolates around the name, which is written in the other direction.
            ("ar", "معاينة: غروب الشمس في \u{2068}Testville\u{2069}"),
            ("es", "Vista previa: Puesta del sol en Testville"),
            ("fr", "Aperçu\u{A0}: Coucher du soleil à Testville"), ("ja", "プレビュー: Testvilleの日の入り"),
        ] {
            #expect(try found.notifications("preview_\(language)").first?.summary == summary)
        }
        #expect(try found.fact("catalogs") == "0")
    }
}
