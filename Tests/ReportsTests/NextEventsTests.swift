import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The next events as text")
struct NextEventsTests {
    private func lines(
        _ events: [SolarEvent], at latitude: Double, _ longitude: Double, after now: String, in zone: SimulatedZone
    ) throws -> [String] {
        let next = NextEvents(
            of: events, after: try instant(now), at: try place(latitude, longitude), localTime: zone)
        return next.text.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test("The ten events of a day are in chronological order, with the day and the time until then")
    func daily() throws {
        #expect(
            try lines(SolarEvent.daily, at: 39.74, -104.98, after: "2026-11-21T20:00:00Z", in: .denver) == [
                "Sunset             today     16:39  in 3 h 40 min",
                "Civil dusk         today     17:09  in 4 h 9 min",
                "Nautical dusk      today     17:42  in 4 h 42 min",
                "Astronomical dusk  today     18:14  in 5 h 14 min",
                "Solar midnight     today     23:45  in 10 h 46 min",
                "Astronomical dawn  tomorrow  05:17  in 16 h 18 min",
                "Nautical dawn      tomorrow  05:50  in 16 h 50 min",
                "Civil dawn         tomorrow  06:23  in 17 h 23 min",
                "Sunrise            tomorrow  06:52  in 17 h 53 min",
                "Solar noon         tomorrow  11:46  in 22 h 46 min",
            ])
    }

    @Test("On a 12-hour clock, the times are right-aligned")
    func twelveHours() throws {
        var zone = SimulatedZone.denver
        zone.hasTwelveHours = true
        #expect(
            try lines([.sunrise, .solarNoon], at: 39.74, -104.98, after: "2026-11-21T20:00:00Z", in: zone) == [
                "Sunrise     tomorrow   6:52 AM  in 17 h 53 min",
                "Solar noon  tomorrow  11:46 AM  in 22 h 46 min",
            ])
    }

    @Test("Events months ahead have a date, and a distance in days")
    func monthsAhead() throws {
        #expect(
            try lines(
                [.sunrise, .solarNoon, .marchEquinox], at: 69.65, 18.96, after: "2026-12-21T20:00:00Z", in: .oslo)
                == [
                    "Solar noon     tomorrow         11:42  in 14 h 43 min",
                    "Sunrise        15 January 2027  11:34  in 25 days",
                    "March equinox  20 March 2027    21:24  in 89 days",
                ])
    }

    @Test("An event that does not occur within a year shows on which side the Sun stays")
    func never() throws {
        let high = try #require(Altitude(degrees: 80))
        let low = try #require(Altitude(degrees: -80))
        #expect(
            try lines(
                [.altitude(high, .rising), .altitude(low, .setting)], at: 39.74, -104.98,
                after: "2026-11-21T20:00:00Z", in: .denver) == [
                    "Sun rising through 80°: not within a year, the Sun stays below that altitude",
                    "Sun setting through -80°: not within a year, the Sun stays above that altitude",
                ])
    }

    @Test("Times that are not the place's own say so below the place")
    func elsewhere() throws {
        func lines(in zone: SimulatedZone) throws -> [String] {
            let next = NextEvents(
                of: [.sunset], after: try instant("2026-11-21T20:00:00Z"), at: try place(69.65, 18.96), localTime: zone)
            return next.text.split(separator: "\n").map(String.init)
        }
        #expect(try lines(in: .denver)[1] == "time zone America/Denver, not the place's own")
        #expect(try lines(in: .oslo).count == 2)
    }

    @Test("An event at this instant is not a next event")
    func strictlyAfter() throws {
        let now = try instant("2026-11-21T20:00:00Z")
        let place = try place(39.74, -104.98)
        let first = NextEvents(of: [.sunset], after: now, at: place, localTime: SimulatedZone.denver)
        let sunset = try #require(first.occurrences.first)
        let second = NextEvents(of: [.sunset], after: sunset.instant, at: place, localTime: SimulatedZone.denver)
        let later = try #require(second.occurrences.first)
        #expect(later.instant - sunset.instant > .seconds(23 * 3600))
    }
}
