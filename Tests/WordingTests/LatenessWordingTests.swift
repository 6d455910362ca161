// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import Wording

@Suite("Early, timely and late texts") struct LatenessTextTests {
    /// The titles and entries of an event, at the ages in `ages`.
    struct Row: CustomTestStringConvertible, Sendable {
        let event: AnnouncedEvent
        let place: TestPlace
        /// The instant of the event.
        let instant: String
        let summaries: [String]
        let lines: [String]
        var testDescription: String { event.name }

        init(_ name: String, _ place: TestPlace, _ instant: String, _ summaries: [String], lines: [String]) {
            event = AnnouncedEvent(name: name) ?? .zoneTransition
            (self.place, self.instant, self.summaries, self.lines) = (place, instant, summaries, lines)
        }

        /// The start or end of a polar day or night in Tromsø: in the present and past tense, with the time of day.
        static func polar(_ name: String, _ does: String, _ did: String, _ instant: String, _ time: String) -> Row {
            let (now, past) = ("\(does) in tromso", "\(did) in tromso")
            return Row(
                name, .tromso, instant,
                ["\(now) in 30 min", now, now, "\(past) 2 min ago", "\(past) 3 h 4 min ago", "\(past) 9 days ago"],
                lines: ["\(now) at \(time)", "\(past) 2 min ago, at \(time)"])
        }
    }

    /// The seconds from the event to its announcement.
    private static let ages: [Int64] = [-1800, 0, 59, 120, 3 * 3600 + 240, 9 * 86_400]

    private func text(_ event: AnnouncedEvent, _ place: TestPlace, _ instant: Instant, age: Int64) -> AnnouncementText {
        let rule = Rule(id: event.name, event: event, notifies: true)
        return AnnouncementText(
            occurrence: Occurrence(rule, at: instant), place: place.place, localTime: place.zone,
            now: instant + .seconds(age))
    }

    @Test(
        "Half an hour early, on time, a minute late, two minutes, three hours, nine days",
        arguments: [
            Row(
                "sunset", .denver, "2026-11-21T23:40:00Z",
                [
                    "Sunset in denver in 30 min", "Sunset in denver", "Sunset in denver",
                    "Sunset in denver was 2 min ago", "Sunset in denver was 3 h 4 min ago",
                    "Sunset in denver was 9 days ago",
                ], lines: ["Sunset in denver at 16:40", "Sunset in denver was 2 min ago, at 16:40"]),
            .polar("polar-day-start", "Polar day begins", "Polar day began", "2026-05-17T22:47:00Z", "00:47"),
            .polar("polar-day-end", "Polar day ends", "Polar day ended", "2026-07-25T22:30:00Z", "00:30"),
            .polar("polar-night-start", "Polar night begins", "Polar night began", "2026-11-27T10:46:00Z", "11:46"),
            .polar("polar-night-end", "Polar night ends", "Polar night ended", "2027-01-15T10:34:00Z", "11:34"),
            Row(
                "march-equinox", .denver, "2026-03-20T14:46:00Z",
                [
                    "March equinox in 30 min: spring begins", "March equinox: spring begins",
                    "March equinox: spring begins", "March equinox was 2 min ago: spring has begun",
                    "March equinox was 3 h 4 min ago: spring has begun",
                    "March equinox was 9 days ago: spring has begun",
                ],
                lines: [
                    "March equinox at 08:46: spring begins", "March equinox was 2 min ago, at 08:46: spring has begun",
                ]),
            Row(
                "december-solstice", .tromso, "2026-12-21T20:50:00Z",
                [
                    "December solstice in 30 min: the middle of the polar night",
                    "December solstice: the middle of the polar night",
                    "December solstice: the middle of the polar night",
                    "December solstice was 2 min ago: the middle of the polar night",
                    "December solstice was 3 h 4 min ago: the middle of the polar night",
                    "December solstice was 9 days ago: the middle of the polar night",
                ],
                lines: [
                    "December solstice at 21:50: the middle of the polar night; no daylight",
                    "December solstice was 2 min ago, at 21:50: the middle of the polar night; no daylight",
                ]),
            Row(
                "dst-change", .denver, "2026-03-08T09:00:00Z",
                [
                    "The clocks go forward 1 h on Sunday", "The clocks went forward 1 h on Sunday",
                    "The clocks went forward 1 h on Sunday", "The clocks went forward 1 h on Sunday",
                    "The clocks went forward 1 h on Sunday", "The clocks went forward 1 h on 8 March",
                ],
                lines: [
                    "The clocks went forward 1 h on Sunday: Sunday 8 March at 02:00; it was 03:00 then",
                    "The clocks went forward 1 h on Sunday: Sunday 8 March at 02:00; it was 03:00 then",
                ]),
        ])
    func kinds(row: Row) throws {
        let instant = at(row.instant)
        #expect(Self.ages.map { text(row.event, row.place, instant, age: $0).summary } == row.summaries)
        for (age, line) in zip([0, 120] as [Int64], row.lines) {
            let written = text(row.event, row.place, instant, age: age).line
            #expect(written.hasPrefix(line), "\(written)")
        }
    }

    @Test("No text contains a zero quantity, or more than a day, at any latitude and on any day of a year")
    func amounts() throws {
        for latitude in [-90, -77.8, -67, -33.9, 0, 45, 66, 69.65, 80, 89.9] {
            let place = Place.inSettings(latitude, 15)
            for day in stride(from: 0, to: 365, by: 6) as StrideTo<Int64> {
                for event in [AnnouncedEvent.solar(.sunrise), .solar(.juneSolstice)] {
                    let instant = at("2026-01-01T05:00:00Z") + .seconds(day * 86_400)
                    let text = AnnouncementText(
                        occurrence: Occurrence(Rule(id: "x", event: event, notifies: true), at: instant), place: place,
                        localTime: SimulatedZone.utc, now: instant)
                    for wrong in ["24 h 1 min", "0 min of", "0 s of"] {
                        #expect(!" \(text.body)".contains(" \(wrong)"), "\(latitude), day \(day): \(text.body)")
                    }
                }
            }
        }
    }

    @Test(
        "An age below half a minute is \"just now\"",
        arguments: [
            (0, "just now"), (29, "just now"), (30, "1 min ago"), (90, "2 min ago"), (3600, "1 h ago"),
            (3 * 86_400, "3 days ago"),
        ] as [(Int64, String)])
    func ages(seconds: Int64, words: String) {
        #expect(Duration.seconds(seconds).formattedAgo() == words)
    }

    @Test(
        "Daylight is formatted to the minute, and below a minute to the second",
        arguments: [
            (0, "0 min"), (20, "20 s"), (59, "59 s"), (60, "1 min"), (35_340, "9 h 49 min"), (86_369, "23 h 59 min"),
            (86_400, "24 h"),
        ] as [(Int64, String)])
    func daylight(seconds: Int64, words: String) {
        #expect(Duration.seconds(seconds).formattedDaylight() == words)
    }
}
