// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker

/// A phase at an instant, with its ends to the minute, and the values of `Day=` and `Night=`.
private struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let day, night: String
    let instant: String
    let phase: Phase
    let since, until: String

    init(
        _ name: String, _ day: String, _ night: String, at instant: String, _ phase: Phase, _ since: String,
        _ until: String
    ) {
        (testDescription, self.day, self.night, self.instant) = (name, day, night, instant)
        (self.phase, self.since, self.until) = (phase, since, until)
    }

    func check(in zone: SimulatedZone, at observer: Observer?) throws {
        let boundary = try Settings(lines: ["Phases.Day=\(day)", "Phases.Night=\(night)"]).phases
        var course = try #require(PhaseCourse(of: boundary, at: observer, in: zone))
        let span = course.span(at: at(instant))
        #expect(span.phase == phase)
        #expect(span.since.map { String($0.description.prefix(16)) } == since)
        #expect(span.until.map { String($0.description.prefix(16)) } == until)
    }
}

@Suite("The phase with fixed times") struct FixedPhaseTests {
    @Test(
        "in Oslo: a skipped time is at the change; of one shown twice, the day begins at the first, the night at the last",
        arguments: [
            Row(
                "an ordinary day", "06:30", "22:00", at: "2026-11-21T12:00:00Z", .day, "2026-11-21T05:30",
                "2026-11-21T21:00"),
            Row(
                "a day over midnight", "22:00", "06:30", at: "2026-11-21T23:30:00Z", .day, "2026-11-21T21:00",
                "2026-11-22T05:30"),
            Row(
                "a day that begins in the skipped hour", "02:30", "22:00", at: "2026-03-29T00:30:00Z", .night,
                "2026-03-28T21:00", "2026-03-29T01:00"),
            Row(
                "a day that begins in the repeated hour", "02:30", "22:00", at: "2026-10-25T00:00:00Z", .night,
                "2026-10-24T20:00", "2026-10-25T00:30"),
            Row(
                "a night that begins in the repeated hour", "06:30", "02:30", at: "2026-10-25T00:45:00Z", .day,
                "2026-10-24T04:30", "2026-10-25T01:30"),
            Row(
                "a day in the repeated hour", "02:10", "02:50", at: "2026-10-25T01:00:00Z", .day, "2026-10-25T00:10",
                "2026-10-25T01:50"),
            Row(
                "a day in the skipped hour is left out", "02:10", "02:50", at: "2026-03-29T01:00:00Z", .night,
                "2026-03-28T01:50", "2026-03-30T00:10"),
        ])
    private func oslo(row: Row) throws { try row.check(in: .oslo, at: nil) }

    @Test(
        "in Denver, with and without a passage of the Sun as the other edge",
        arguments: [
            Row(
                "until sunset", "06:30", "sunset", at: "2026-11-21T14:00:00Z", .day, "2026-11-21T13:30",
                "2026-11-21T23:40"),
            Row(
                "after sunset", "06:30", "sunset +1h", at: "2026-11-22T01:00:00Z", .night, "2026-11-22T00:40",
                "2026-11-22T13:30"),
            Row(
                "from sunrise", "sunrise", "21:00", at: "2026-11-22T03:00:00Z", .day, "2026-11-21T13:51",
                "2026-11-22T04:00"),
            Row(
                "a night after midnight", "civil-dawn", "00:30", at: "2026-11-22T06:00:00Z", .day, "2026-11-21T13:22",
                "2026-11-22T07:30"),
            Row(
                "a night in the repeated hour", "sunrise", "01:30", at: "2026-11-01T08:00:00Z", .day,
                "2026-10-31T13:27", "2026-11-01T08:30"),
        ])
    private func denver(row: Row) throws { try row.check(in: .denver, at: TestPlace.denver.observer) }

    // In Tromsø, the polar day is from 18 May to 25 July, and the polar night from 27 November to 15 January.
    @Test(
        "near the poles begins each day at the fixed time, even during the polar day and the polar night",
        arguments: [
            Row(
                "polar day, to sunset", "06:30", "sunset", at: "2026-06-21T02:00:00Z", .night, "2026-06-20T22:45",
                "2026-06-21T04:30"),
            Row(
                "polar day, from sunrise", "sunrise", "21:00", at: "2026-06-21T12:00:00Z", .day, "2026-06-20T22:45",
                "2026-06-21T19:00"),
            Row(
                "polar night, to sunset", "06:30", "sunset", at: "2026-12-21T08:00:00Z", .day, "2026-12-21T05:30",
                "2026-12-21T10:42"),
            Row(
                "polar night, from sunrise", "sunrise", "21:00", at: "2026-12-21T12:00:00Z", .day, "2026-12-21T10:42",
                "2026-12-21T20:00"),
            Row(
                "nights of summer that the Sun ends before they begin", "sunrise", "01:00", at: "2026-06-21T12:00:00Z",
                .day, "2026-05-16T23:17", "2026-07-25T23:00"),
            Row(
                "days of winter that the Sun ends before they begin", "12:00", "sunset", at: "2026-12-21T12:00:00Z",
                .night, "2026-11-26T11:05", "2027-01-15T11:00"),
        ])
    private func tromsø(row: Row) throws {
        try row.check(in: .oslo, at: Observer.at(69.65, 18.96))
    }

    @Test("of a date that does not exist is left out, and the phases continue")
    func skippedDate() throws {
        try Row(
            "Apia", "06:30", "22:00", at: "2011-12-30T11:00:00Z", .night, "2011-12-30T08:00", "2011-12-30T16:30"
        ).check(in: .apia, at: nil)
    }

    @Test("needs a place only for a passage of the Sun")
    func place() throws {
        for (day, night, isKnown) in [("06:30", "22:00", true), ("06:30", "sunset", false), ("", "22:00", false)] {
            let boundary = try Settings(lines: ["Phases.Day=\(day)", "Phases.Night=\(night)"]).phases
            #expect((PhaseCourse(of: boundary, at: nil, in: SimulatedZone.utc) != nil) == isKnown)
            #expect(boundary.needsPlace == !isKnown)
        }
    }

    @Test(
        "a time of day comes next at its first or its second occurrence, or at the change that skips it",
        arguments: [
            ("23:30", "2026-11-21T20:00:00Z", "2026-11-21T22:30:00Z"),
            ("23:30", "2026-11-21T22:30:00Z", "2026-11-22T22:30:00Z"),
            ("02:30", "2026-10-24T20:00:00Z", "2026-10-25T00:30:00Z"),
            ("02:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
            ("02:30", "2026-03-28T20:00:00Z", "2026-03-29T01:00:00Z"),
        ])
    func next(time: String, after instant: String, expected: String) throws {
        #expect(SimulatedZone.oslo.next(try #require(TimeOfDay(time)), after: at(instant)) == at(expected))
    }
}
