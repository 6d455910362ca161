// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

private typealias Edge = PhaseBoundary.Edge

private func limit(_ degrees: Double) throws -> PhaseLimit {
    .altitude(try #require(Altitude(degrees: degrees)))
}

private func phaseCourse(of boundary: PhaseBoundary, at observer: Observer) throws -> PhaseCourse {
    try #require(PhaseCourse(of: boundary, at: observer, in: SimulatedZone.utc))
}

/// The expected phase at an instant, with its ends to the minute; nil for none.
private struct Expected: Sendable {
    let name: String
    let place: (latitude: Double, longitude: Double)
    var boundary = PhaseBoundary()
    let instant: String
    let phase: Phase
    let since: String?
    let until: String?
}

@Suite("The phase of day and night") struct PhaseCourseTests {
    // The times of sunrise, sunset and dusk are from `suntracker events`.
    @Test(
        "follows from the last crossing",
        arguments: [
            Expected(
                name: "civil", place: (39.74, -104.99), boundary: PhaseBoundary(day: Edge(.civil), night: Edge(.civil)),
                instant: "2026-11-21T23:50:00Z", phase: .day, since: "2026-11-21T13:22", until: "2026-11-22T00:09"),
            Expected(
                name: "with offsets", place: (39.74, -104.99),
                boundary: PhaseBoundary(
                    day: Edge(offset: .seconds(1800)), night: Edge(offset: .seconds(-3600))),
                instant: "2026-11-21T23:00:00Z", phase: .night, since: "2026-11-21T22:40",
                until: "2026-11-22T14:22"),
            Expected(
                name: "in the polar night", place: (69.65, 18.96), instant: "2026-12-21T12:00:00Z", phase: .night,
                since: "2026-11-27T10:42", until: "2027-01-15T10:34"),
            Expected(
                name: "in the polar day", place: (69.65, 18.96), instant: "2026-06-21T00:00:00Z", phase: .day,
                since: "2026-05-17T22:51", until: "2026-07-25T22:37"),
            Expected(
                name: "at the pole", place: (90, 0), instant: "2026-07-01T00:00:00Z", phase: .day,
                since: "2026-03-18T12:11", until: "2026-09-25T03:28"),
            Expected(
                name: "at the other pole", place: (-90, 0), instant: "2026-07-01T00:00:00Z", phase: .night,
                since: "2026-03-22T17:22", until: "2026-09-20T20:38"),
            Expected(
                name: "of a day that the offsets make empty", place: (69.65, 18.96),
                boundary: PhaseBoundary(day: Edge(offset: .seconds(3600)), night: Edge(offset: .seconds(-3600))),
                instant: "2026-11-25T10:45:00Z", phase: .night, since: "2026-11-23T10:37",
                until: "2027-01-18T10:54"),
            Expected(
                name: "of nights that the offsets fill", place: (64.15, -21.94),
                boundary: PhaseBoundary(
                    day: Edge(offset: .seconds(-3 * 3600)), night: Edge(offset: .seconds(3 * 3600))),
                instant: "2026-06-21T02:00:00Z", phase: .day, since: "2026-05-11T01:26", until: "2026-08-02T01:31"),
            // On 9 August, the Sun is above -12 degrees for some hours, and there is no sunrise for a month.
            Expected(
                name: "of a night in which the Sun crosses the lower altitude again", place: (-86.28, -127.91),
                boundary: PhaseBoundary(day: Edge(offset: .seconds(-4 * 3600)), night: Edge(.nautical)),
                instant: "2029-09-11T00:39:47Z", phase: .night, since: "2029-04-11T07:22", until: "2029-09-11T14:51"),
        ])
    private func table(expected: Expected) throws {
        var course = try phaseCourse(
            of: expected.boundary, at: .at(expected.place.latitude, expected.place.longitude))
        let span = course.span(at: at(expected.instant))
        #expect(span.phase == expected.phase)
        #expect(span.since.map { String($0.description.prefix(16)) } == expected.since)
        #expect(span.until.map { String($0.description.prefix(16)) } == expected.until)
    }

    @Test("follows from the altitude of the Sun, without bounds, if the Sun crosses no limit within a year")
    func never() throws {
        for (degrees, phase) in [(80.0, Phase.night), (-80, .day)] {
            let edge = Edge(try limit(degrees))
            var course = try phaseCourse(of: PhaseBoundary(day: edge, night: edge), at: .at(69.65, 18.96))
            #expect(course.span(at: at("2026-11-21T12:00:00Z")) == PhaseSpan(phase, since: nil, until: nil))
        }
    }

    @Test("ends at the instant when the next one begins, wherever a search starts, all year")
    func consistent() throws {
        let hour = Duration.seconds(3600)
        let boundaries = [
            PhaseBoundary(), PhaseBoundary(day: Edge(.civil), night: Edge(.sun)),
            PhaseBoundary(day: Edge(.sun), night: Edge(.nautical)),
            PhaseBoundary(day: Edge(offset: hour * -2), night: Edge(offset: hour * 2)),
            PhaseBoundary(day: Edge(offset: hour * 2), night: Edge(offset: hour * -2)),
            PhaseBoundary(day: .time(try #require(TimeOfDay("06:30"))), night: Edge(.civil)),
            PhaseBoundary(night: .time(try #require(TimeOfDay("21:00")))),
            PhaseBoundary(
                day: .time(try #require(TimeOfDay("06:30"))), night: .time(try #require(TimeOfDay("01:00")))),
        ]
        for latitude in Scope.phaseCourses.isFull ? [0.0, 39.74, 60, 66, 69.65, -75] : [66] {
            for boundary in boundaries {
                let observer = Observer.at(latitude, 18.96)
                var course = try phaseCourse(of: boundary, at: observer)
                var instant = at("2026-01-01T12:00:00Z")
                while instant < at("2027-01-01T12:00:00Z") {
                    let span = course.span(at: instant)
                    let until = try #require(span.until)
                    let next = course.span(at: until)
                    #expect(next.phase == span.phase.other && next.since == until, "\(latitude) \(boundary) \(until)")
                    var fresh = try phaseCourse(of: boundary, at: observer)
                    #expect(fresh.span(at: until - .microseconds(1)) == span, "\(latitude) \(boundary) \(until)")
                    instant = until
                }
            }
        }
    }

    @Test("has no bounds if the days join all year")
    func joined() throws {
        let boundary = PhaseBoundary(night: PhaseBoundary.Edge(.sun, offset: .seconds(15 * 3600)))
        var course = try phaseCourse(of: boundary, at: TestPlace.denver.observer)
        #expect(course.span(at: sunsetInDenver) == PhaseSpan(.day, since: nil, until: nil))
    }

    @Test("is day again at sunrise after a summer night without the dawn at which the day begins")
    func betweenAltitudes() throws {
        var course = try phaseCourse(
            of: PhaseBoundary(day: Edge(.civil), night: Edge(.sun)), at: .at(65.01, 25.47))
        // In Oulu, the Sun sets at midsummer, but stays above -6 degrees.
        let night = course.span(at: at("2026-06-20T22:00:00Z"))
        #expect(night.phase == .night)
        let length = try #require(night.until) - (try #require(night.since))
        #expect(length < .seconds(4 * 3600))
        #expect(course.span(at: at("2026-06-21T10:00:00Z")).phase == .day)
    }
}
