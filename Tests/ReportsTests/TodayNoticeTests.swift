import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// The values are those of TodayTests and TodayPolarTests.
@Suite("Today as a notification")
struct TodayNoticeTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let place: (Double, Double)
        var name: String?
        let zone: String
        let now: String
        let summary: String
        let body: String
    }

    @Test(
        arguments: [
            Row(
                testDescription: "an ordinary day", place: (39.74, -104.98), name: "Denver", zone: "America/Denver",
                now: "2026-11-21T20:00:00Z", summary: "Saturday 21 November in Denver",
                body: "Sunrise 06:51, sunset 16:39 · 9 h 49 min of daylight, 1 min 42 s less than yesterday"),
            Row(
                testDescription: "the day before the polar day", place: (69.65, 18.96), zone: "Europe/Oslo",
                now: "2026-05-18T10:00:00Z", summary: "Monday 18 May at 69.65° N, 18.96° E",
                body: "Sunrise 00:51, sunset none: the Sun stays up until 26 July · "
                    + "23 h 49 min of daylight, 37 min 34 s more than yesterday"),
            Row(
                testDescription: "polar day", place: (69.65, 18.96), name: "Tromso", zone: "Europe/Oslo",
                now: "2026-06-21T10:00:00Z", summary: "Sunday 21 June in Tromso",
                body: "The Sun stays up until 26 July · 24 h of daylight, 24 h more than at the December solstice"),
            Row(
                testDescription: "polar night", place: (69.65, 18.96), name: "Tromso", zone: "Europe/Oslo",
                now: "2026-12-21T10:00:00Z", summary: "Monday 21 December in Tromso",
                body: "The Sun stays below the horizon; it next rises on 15 January 2027 · "
                    + "no daylight, 24 h less than at the June solstice"),
        ])
    func notice(row: Row) throws {
        let zone = try #require(zones[row.zone])
        let today = Today(
            at: try place(row.place.0, row.place.1, name: row.name), now: try instant(row.now), localTime: zone)
        #expect(today.notice.summary == row.summary)
        #expect(today.notice.body == row.body)
    }

    @Test("Its lines do not break within a quantity or a time of day")
    func quantities() throws {
        let zone = try #require(zones["Denver, 12 hours"])
        let words = Localizer.english.formatted(for: .popup)
        let notice = Today(
            at: try place(39.74, -104.98, name: "Denver"), now: try instant("2026-11-21T20:00:00Z"), localTime: zone,
            in: words
        ).notice
        let body =
            "Sunrise 6:51\u{A0}AM, sunset 4:39\u{A0}PM · 9\u{A0}h\u{A0}49\u{A0}min of daylight, "
            + "1\u{A0}min\u{A0}42\u{A0}s less than yesterday"
        #expect(notice.body == body)
        let popup = Popup.requested(tag: "today", summary: notice.summary, body: notice.body, in: words)
        #expect(popup.body == body)
        #expect(popup.tag == "today")
    }
}
