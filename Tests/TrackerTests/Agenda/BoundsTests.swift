// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker

@Suite("The bounds of an alert") struct BoundsTests {
    /// The times at which an alert is due and announced, both in UTC.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let zone: SimulatedZone
        /// The values of `NotBefore=` and `NotAfter=`; empty for none.
        let notBefore, notAfter: String
        /// The date of the evening to which the event belongs; empty for other events.
        let evening: String
        /// When the event happens; nil for when the alert is due.
        let event: String?
        let due, announced: String

        init(
            _ name: String, _ zone: SimulatedZone, _ notBefore: String, _ notAfter: String,
            evening: String = "", event: String? = nil, _ due: String, _ announced: String
        ) {
            (testDescription, self.zone, self.evening, self.event) = (name, zone, evening, event)
            (self.notBefore, self.notAfter, self.due, self.announced) = (notBefore, notAfter, due, announced)
        }
    }

    private func check(_ row: Row) throws {
        let bounds = try #require(
            AlertBounds(notBefore: TimeOfDay(row.notBefore), notAfter: TimeOfDay(row.notAfter)))
        let evening = CivilDate(row.evening)
        let (due, event, announced) = (at(row.due), at(row.event ?? row.due), at(row.announced))
        #expect(bounds.announcement(of: due, event: event, evening: evening, in: row.zone) == announced)
        var skipping = bounds
        skipping.outside = .skip
        let skipped = skipping.announcement(of: due, event: event, evening: evening, in: row.zone)
        #expect(skipped == (due == announced ? due : nil))
        // A bound that the clocks skip may be on the next date.
        guard row.zone.civilTime(at: due).utcOffset == row.zone.civilTime(at: announced).utcOffset else { return }
        #expect(bounds.announcement(of: announced, event: event, evening: evening, in: row.zone) == announced)
    }

    @Test(
        "move an alert of the day to a time of its date",
        arguments: [
            Row("at the bound", .utc, "07:00", "", "2026-06-20T07:00:00Z", "2026-06-20T07:00:00Z"),
            Row("a moment before", .utc, "07:00", "", "2026-06-20T06:59:59.999999Z", "2026-06-20T07:00:00Z"),
            Row("a moment after", .utc, "", "22:30", "2026-06-20T22:30:00.000001Z", "2026-06-20T22:30:00Z"),
            Row("early", .utc, "", "22:30", "2026-06-20T00:10:00Z", "2026-06-20T00:10:00Z"),
            Row("before both", .utc, "07:00", "22:30", "2026-06-20T00:10:00Z", "2026-06-20T07:00:00Z"),
            Row("between", .utc, "07:00", "22:30", "2026-06-20T12:00:00Z", "2026-06-20T12:00:00Z"),
            Row("after both", .utc, "07:00", "22:30", "2026-06-20T22:31:00Z", "2026-06-20T22:30:00Z"),
            Row("over midnight, outside", .utc, "22:00", "02:00", "2026-06-20T05:00:00Z", "2026-06-20T22:00:00Z"),
            Row("over midnight, at its start", .utc, "22:00", "02:00", "2026-06-20T22:00:00Z", "2026-06-20T22:00:00Z"),
            Row("over midnight, at its end", .utc, "22:00", "02:00", "2026-06-20T02:00:00Z", "2026-06-20T02:00:00Z"),
            Row("the date is the local one", .denver, "07:00", "", "2026-06-20T05:30:00Z", "2026-06-20T05:30:00Z"),
        ])
    func days(row: Row) throws { try check(row) }

    @Test(
        "move an alert of the evening to a time of the same evening, even after midnight",
        arguments: [
            Row(
                "past midnight", .utc, "", "22:30", evening: "2026-06-20", "2026-06-21T00:10:00Z",
                "2026-06-20T22:30:00Z"),
            Row(
                "not too late", .utc, "18:00", "", evening: "2026-06-20", "2026-06-21T00:10:00Z", "2026-06-21T00:10:00Z"
            ),
            Row(
                "a bound of the morning", .utc, "07:00", "", evening: "2026-06-20", "2026-06-20T20:30:00Z",
                "2026-06-20T20:30:00Z"),
            Row(
                "a bound of the morning, past midnight", .utc, "07:00", "", evening: "2026-06-20",
                "2026-06-21T02:59:00Z", "2026-06-21T02:59:00Z"),
            Row(
                "an offset past midnight", .utc, "07:00", "", evening: "2026-12-20", event: "2026-12-20T16:40:00Z",
                "2026-12-21T00:40:00Z", "2026-12-21T07:00:00Z"),
            Row(
                "an offset past midnight, and a bound of the evening", .utc, "18:00", "", evening: "2026-12-20",
                event: "2026-12-20T16:40:00Z", "2026-12-21T00:40:00Z", "2026-12-21T00:40:00Z"),
            Row(
                "an offset after an evening that lasts past midnight", .utc, "07:00", "", evening: "2026-06-20",
                event: "2026-06-21T00:10:00Z", "2026-06-21T00:40:00Z", "2026-06-21T00:40:00Z"),
            Row(
                "hours after an evening", .utc, "07:00", "", evening: "2026-06-20", "2026-06-21T05:27:00Z",
                "2026-06-21T07:00:00Z"),
            // Civil dusk in Nome, where the Sun is lowest eight minutes after three o'clock.
            Row(
                "after three o'clock", .utc, "07:00", "", evening: "2049-07-24", "2049-07-25T03:02:00Z",
                "2049-07-25T03:02:00Z"),
            Row(
                "before one o'clock", .utc, "", "01:00", evening: "2026-12-20", "2026-12-20T21:40:00Z",
                "2026-12-20T21:40:00Z"),
            Row(
                "after one o'clock", .utc, "", "01:00", evening: "2026-06-20", "2026-06-21T03:30:00Z",
                "2026-06-21T01:00:00Z"),
            Row(
                "sixteen hours later", .utc, "", "08:00", evening: "2026-12-20", "2026-12-21T08:40:00Z",
                "2026-12-21T08:00:00Z"),
            Row(
                "over midnight, early", .utc, "22:00", "02:00", evening: "2026-12-20", "2026-12-20T16:00:00Z",
                "2026-12-20T22:00:00Z"),
            Row(
                "over midnight, late", .utc, "22:00", "02:00", evening: "2026-12-20", "2026-12-21T02:30:00Z",
                "2026-12-21T02:00:00Z"),
            Row(
                "of the night, early", .utc, "02:00", "04:00", evening: "2026-12-20", "2026-12-20T21:00:00Z",
                "2026-12-21T02:00:00Z"),
            Row(
                "all but an hour", .utc, "19:00", "18:00", evening: "2026-12-20", "2026-12-20T18:30:00Z",
                "2026-12-20T18:00:00Z"),
            Row(
                "a day later", .utc, "", "12:30", evening: "2026-12-20", "2026-12-21T13:00:00Z", "2026-12-21T12:30:00Z"),
        ])
    func evenings(row: Row) throws { try check(row) }

    @Test(
        "that the clocks skip are at the change; if the clocks show a time twice, the first begins and the last ends",
        arguments: [
            Row("skipped", .oslo, "02:10", "02:50", "2026-03-29T10:00:00Z", "2026-03-29T01:00:00Z"),
            Row("twice, before", .oslo, "02:30", "", "2026-10-24T23:00:00Z", "2026-10-25T00:30:00Z"),
            Row("twice, after", .oslo, "", "02:30", "2026-10-25T01:40:00Z", "2026-10-25T01:30:00Z"),
            Row(
                "Havana, of an evening", .havana, "", "00:30", evening: "2026-03-07", "2026-03-08T06:00:00Z",
                "2026-03-08T05:00:00Z"),
        ])
    func changes(row: Row) throws { try check(row) }

    @Test(
        "are times that the clocks show once, twice, or skip",
        arguments: [
            (.oslo, "2026-10-25 22:30", "2026-10-25T21:30:00Z", ""),
            (.oslo, "2026-10-25 02:00", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"),
            (.oslo, "2026-10-25 02:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
            (.oslo, "2026-10-25 03:00", "2026-10-25T02:00:00Z", ""),
            (.oslo, "2026-03-29 02:30", "2026-03-29T01:00:00Z", ""),
            // These clocks change by half an hour.
            (.lordHowe, "2026-10-04 02:15", "2026-10-03T15:30:00Z", ""),
            (.lordHowe, "2026-04-05 01:45", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"),
            // These clocks change before and after midnight.
            (.nuuk, "2026-03-28 23:30", "2026-03-29T01:00:00Z", ""),
            (.nuuk, "2026-10-24 23:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
            (.beirut, "2026-03-29 00:30", "2026-03-28T22:00:00Z", ""),
            (.havana, "2026-11-01 00:30", "2026-11-01T04:30:00Z", "2026-11-01T05:30:00Z"),
            // This date does not exist.
            (.apia, "2011-12-30 01:00", "2011-12-30T10:00:00Z", ""),
        ] as [(SimulatedZone, String, String, String)])
    func shown(zone: SimulatedZone, time: String, first: String, last: String) throws {
        let date = try #require(CivilDate(time.prefix(10)))
        let instants = zone.instants(of: try #require(TimeOfDay(String(time.suffix(5)))), on: date)
        #expect(instants == at(first)...at(last.isEmpty ? first : last))
    }

    @Test(
        "are times of day from 00:00 to 23:59",
        arguments: [
            ("07:00", 420), ("7:00", 420), ("00:00", 0), ("23:59", 1439), ("24:00", nil), ("07:60", nil), ("7", nil),
            ("07:0", nil), ("007:00", nil), ("7:00 PM", nil), ("-1:00", nil), ("07:00:00", nil), (":00", nil),
            ("", nil),
            ("+7:00", nil), (" 7:00", nil), ("７:00", nil),
        ] as [(String, Int?)])
    func times(text: String, minutes: Int?) {
        #expect(TimeOfDay(text)?.minutes == minutes)
        if let time = TimeOfDay(text) { #expect(TimeOfDay(time.description) == time) }
    }

    @Test("move an occurrence from the time at which it would be due otherwise")
    func movedFrom() {
        var alert = Alert(name: "walk", event: .solar(.sunrise))
        alert.offset = .seconds(-600)
        alert.bounds = AlertBounds(notBefore: TimeOfDay("07:00"), notAfter: nil)
        let (sunrise, planned) = (at("2026-06-20T05:00:00Z"), at("2026-06-20T04:50:00Z"))
        let moved = Occurrence(Rule(alert), at: at("2026-06-20T07:00:00Z"), eventInstant: sunrise)
        #expect(moved.movedFrom == planned)
        #expect(Occurrence(Rule(alert), at: planned, eventInstant: sunrise).movedFrom == nil)
    }

    @Test("of an event belong to its evening, which lasts until six o'clock")
    func evenings() {
        func evening(_ name: String, _ instant: String) -> String? {
            AnnouncedEvent(name: name)?.evening(at: at(instant), in: SimulatedZone.denver)?.description
        }
        #expect(evening("sunset", "2026-11-21T23:40:00Z") == "2026-11-21")
        #expect(evening("civil-dusk", "2026-11-21T07:30:00Z") == "2026-11-20")
        #expect(evening("altitude:5:setting", "2026-11-21T13:30:00Z") == "2026-11-21")
        #expect(evening("golden-hour-evening-start", "2026-11-21T23:00:00Z") == "2026-11-21")
        // This event belongs to the morning.
        #expect(evening("golden-hour-morning-start", "2026-11-21T13:30:00Z") == nil)
        for name in ["sunrise", "solar-noon", "solar-midnight", "june-solstice", "dst-change", "polar-day-start"] {
            #expect(evening(name, "2026-11-21T23:40:00Z") == nil)
        }
    }
}
