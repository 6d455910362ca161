// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

/// Published figures for a place and a date.
struct PublishedFiguresTests {
    /// Source: Reda & Andreas, Solar Position Algorithm for Solar Radiation Applications, NREL/TP-560-34302, table
    /// A5.1, and the output of its program: Golden, Colorado, 2003-10-17 12:30:30 at -7 h. It sets UT1 = UTC (0.35 s)
    /// and ΔT = 67 s (64.5 s).
    @Test("The position and the events agree with the example of the Solar Position Algorithm")
    func agreesWithTheExampleOfTheSolarPositionAlgorithm() throws {
        let golden = coordinate(39.742476, -105.1786)
        let position = SolarPosition(at: at("2003-10-17T12:30:30-07:00"))
        #expect(abs(position.apparentLongitude - 204.0085519) < 0.0001)
        #expect(abs(position.rightAscension - 202.227408) < 0.0001)
        #expect(abs(position.declination - -9.314340) < 0.0001)
        #expect(abs(position.obliquity - 23.440465) < 0.0001)
        #expect(abs(position.greenwichSiderealTime - 318.511910) < 0.002)
        #expect(abs(position.hourAngle(at: golden.longitude) - 11.105900) < 0.002)
        #expect(abs(position.horizontal(at: golden).azimuth - 194.340241) < 0.005)

        // The values are truncated to the second. They are for 17 October in universal time, so the sunset is on the
        // evening before.
        let events: [(SolarEvent, Instant)] = [
            (.sunrise, at("2003-10-17T06:12:43-07:00")), (.sunset, at("2003-10-16T17:20:19-07:00")),
        ]
        for (event, published) in events {
            let found = Sun.nextOccurrence(of: event, after: published - .seconds(3600), at: Observer(golden))
            let difference = (try #require(found.instant) - published).inSeconds
            #expect((-0.4...1.4).contains(difference), "\(event) is \(difference) s later")
        }
    }
}
