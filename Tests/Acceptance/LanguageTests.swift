// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The texts for people in the language of a desktop, in scenarios/language.bash: one user logs in with one language
/// after another. Screenshots of the popups are kept in .build/results/language.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct LanguageTests {
    /// A login with a language, and the expected texts about a sunset.
    struct Session: Sendable, CustomTestStringConvertible {
        let name: String
        let summary: String
        /// A pattern for the whole body, with the times in the format of `LC_TIME`.
        let body: String
        /// The first tag of the page.
        let page: String
        let heading: String
        /// Patterns for lines of `suntracker` and `suntracker chart`. Depending on the time of day, the sunrise is
        /// today or tomorrow.
        let today: String
        let chart: String

        var testDescription: String { name }
    }

    private static let (twentyFour, twelve) = (#"\d\d:\d\d"#, "\\d{1,2}:\\d\\d\u{A0}[AP]M")

    private static let sessions = [
        Session(
            name: "de", summary: "Sonnenuntergang in Testville",
            body:
                "(.+ hell als gestern|.+ des Jahres) · Sonnenaufgang \(twentyFour) · \\d+\u{A0}h\u{A0}\\d+\u{A0}min Tageslicht",
            page: #"<html lang="de">"#, heading: "<h1>Tageslicht in Testville</h1>",
            today: "Sonnenaufgang in .+ \\((morgen )?\(twentyFour)\\)", chart: #"\* heute.*"#),
        Session(
            name: "chosen", summary: "Coucher du soleil (Testville)",
            body:
                "(Le jour .+ de .+|.+ de l’année) · lever du soleil \(twelve) · \\d+\u{A0}h\u{A0}\\d+\u{A0}min de jour",
            page: #"<html lang="fr">"#, heading: "<h1>Durée du jour (Testville)</h1>",
            today: "Lever du soleil dans .+ \\((demain à )?\(twelve.spaced)\\)", chart: #"\* aujourd’hui.*"#),
        // Isolates enclose the name, which is written in the other direction, except on the terminal. The clock is a
        // 12-hour clock.
        Session(
            name: "ar", summary: "غروب الشمس في \u{2068}Testville\u{2069}",
            body: "(النهار .+ أمس.*|.+ في السنة) · شروق الشمس \\d{1,2}:\\d\\d\u{A0}[صم] · "
                + "طول النهار \\d+\u{A0}س\u{A0}\\d+\u{A0}د",
            page: #"<html lang="ar" dir="rtl">"#, heading: "<h1>طول النهار في \u{2068}Testville\u{2069}</h1>",
            today: "شروق الشمس بعد .+ \\(\\d{1,2}:\\d\\d [صم].*\\)",
            chart: "\\* اليوم.*"),
        // If a locale is not installed, neither its texts nor its formats apply.
        Session(
            name: "missing", summary: "Sunset in Testville",
            body: "(.+ yesterday|.+ of the year) · sunrise \(twentyFour) · \\d+\u{A0}h\u{A0}\\d+\u{A0}min of daylight",
            page: #"<html lang="en">"#, heading: "<h1>Daylight in Testville</h1>",
            today: "Sunrise in .+, at \(twentyFour).*", chart: #"\* today.*"#),
    ]

    private static let played = Task(priority: ConcurrencyLimit.priority) {
        try await TestBed.run("language", with: ["fonts-dejavu-core", "gettext", "locales"])
    }
    private func found() async throws -> Results { try await Self.played.value }

    @Test("A sunset is announced in the language of the login, with its time format", arguments: sessions)
    func announces(_ session: Session) async throws {
        let popups = try await found().notifications("popup-\(session.name)")
        #expect(popups.count == 1)
        let popup = try #require(popups.first)
        #expect(popup.application == "Suntracker")
        #expect(popup.summary == session.summary)
        #expect(try popup.body.wholeMatch(of: Regex(session.body)) != nil, "\(popup.body)")
    }

    @Test("The journal contains an English entry about it", arguments: sessions)
    func journal(_ session: Session) async throws {
        let messages = try await found().entries("entries-\(session.name)").map { $0["MESSAGE"] }
        #expect(messages.count == 1)
        let message = try #require(messages.first ?? nil)
        // The halves of a 12-hour clock are AM and PM in any locale.
        let clock = #"(\d\d:\d\d|\d{1,2}:\d\d [AP]M)"#
        let pattern = "Sunset in Testville at \(clock): .+ of daylight, .+ yesterday; sunrise at \(clock)"
        #expect(try message.wholeMatch(of: Regex(pattern)) != nil, "\(message)")
    }

    @Test("The command, its chart and the page are also in this language", arguments: sessions)
    func command(_ session: Session) async throws {
        let found = try await found()
        for (name, pattern) in [("today", session.today), ("chart", session.chart)] {
            let lines = try found.lines("\(name)-\(session.name).txt")
            #expect(try lines.contains { try $0.wholeMatch(of: Regex(pattern)) != nil }, "\(lines)")
        }
        let page = try found.text("page-\(session.name).html")
        #expect(page.contains(session.page))
        #expect(page.contains(session.heading))
    }

    @Test("Notification actions and menu items are in this language; previews say that they are previews")
    func actions() async throws {
        let found = try await found()
        let preview = try #require(try found.recordedPopups("preview").first)
        #expect(preview.summary == "Vorschau: Sonnenuntergang in Testville")
        #expect(preview.actions == "default" && preview.labels == "Tageslicht anzeigen")
        #expect(try found.fact("entry_name") == "Tageslicht anzeigen")
    }

    @Test("Errors of libc stay in English, and no language causes a warning")
    func errors() async throws {
        let found = try await found()
        let refusal = try found.fact("refusal")
        #expect(refusal.contains("Permission denied"), "\(refusal)")
        #expect(try found.text("complaints.txt").isEmpty)
    }
}

extension String {
    /// The pattern for a terminal, which needs no no-break spaces.
    fileprivate var spaced: String { replacing("\u{A0}", with: " ") }
}
