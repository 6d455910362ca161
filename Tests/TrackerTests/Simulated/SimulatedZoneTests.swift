import Solar
import TestSupport
import Testing
import Tracker

/// The zones that other tests stand on.
@Suite("A zone made up for tests")
struct SimulatedZoneTests {
    private func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    @Test(
        "Denver's clocks change on the dates of the law (15 U.S.C. 260a)",
        arguments: [
            ("2026-03-08T08:59:59Z", "01:59"), ("2026-03-08T09:00:00Z", "03:00"), ("2026-11-01T07:59:59Z", "01:59"),
            ("2026-11-01T08:00:00Z", "01:00"), ("2027-03-14T09:00:00Z", "03:00"), ("2027-11-07T08:00:00Z", "01:00"),
        ])
    func denver(text: String, clock: String) throws {
        #expect(SimulatedZone.denver.timeOfDay(at: try instant(text)) == clock)
    }

    @Test("Oslo's clocks change on the last Sundays of March and October at 01:00 UTC (Directive 2000/84/EC)")
    func oslo() throws {
        var changes: [String] = []
        var start = try instant("2026-01-01T00:00:00Z")
        while let change = SimulatedZone.oslo.nextZoneTransition(after: start, before: .latest) {
            changes.append(change.instant.description)
            start = change.instant
        }
        #expect(
            changes == ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z"])
    }

    @Test("A date starts at local midnight, or where the clocks leave midnight out")
    func start() throws {
        let date = try #require(CivilDate("2026-03-08"))
        #expect(SimulatedZone.denver.start(of: date) == (try instant("2026-03-08T07:00:00Z")))
        #expect(SimulatedZone.kiritimati.start(of: date) == (try instant("2026-03-07T10:00:00Z")))
        let beirut = SimulatedZone(utcOffset: 7200, changes: [(try instant("2022-03-26T22:00:00Z"), 10_800)])
        #expect(beirut.start(of: try #require(CivilDate("2022-03-27"))) == (try instant("2022-03-26T22:00:00Z")))
        #expect(beirut.civilTime(at: try instant("2022-03-26T22:00:00Z")).hour == 1)
    }

    @Test("The first and the last instant have a date, at the ends of the calendar")
    func extremes() {
        #expect(SimulatedZone.pagoPago.civilTime(at: .earliest).date.description == "0001-01-01")
        #expect(SimulatedZone.kiritimati.civilTime(at: .latest).date.description == "9999-12-31")
    }
}
