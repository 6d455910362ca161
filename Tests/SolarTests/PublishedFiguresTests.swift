import Solar
import Testing

/// Figures that others have published for places and dates.
struct PublishedFiguresTests {
    /// A line of a table of the NOAA Solar Calculator.
    struct Line: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let coordinate: Coordinate
        let sunrise: Instant?
        let noon: Instant?
        let sunset: Instant?

        init(
            _ name: String, _ latitude: Double, _ longitude: Double, sunrise: Instant? = nil, noon: Instant? = nil,
            sunset: Instant? = nil
        ) {
            testDescription = name
            coordinate = .at(latitude, longitude)
            self.sunrise = sunrise
            self.noon = noon
            self.sunset = sunset
        }
    }

    /// Source: gml.noaa.gov/grad/solcalc/table.php for the coordinates and the year, local time.
    static let noaa: [Line] = [
        Line(
            "Greenwich, 3 November 2026", 51.4779, -0.0015, sunrise: "2026-11-03T06:57:00Z",
            noon: "2026-11-03T11:43:31Z", sunset: "2026-11-03T16:29:00Z"),
        Line(
            "San Diego, 8 October 2026", 32.7157, -117.1611, sunrise: "2026-10-08T06:48:00-07:00",
            noon: "2026-10-08T12:36:14-07:00", sunset: "2026-10-08T18:24:00-07:00"),
        Line(
            "San Diego, 21 December 2026", 32.7157, -117.1611, sunrise: "2026-12-21T06:47:00-08:00",
            noon: "2026-12-21T11:46:38-08:00", sunset: "2026-12-21T16:47:00-08:00"),
        Line(
            "New York, 5 November 2025", 40.72, -74.02, sunrise: "2025-11-05T06:31:00-05:00",
            noon: "2025-11-05T11:39:37-05:00", sunset: "2025-11-05T16:47:00-05:00"),
        Line(
            "London, 5 November 2025", 51.5, -0.13, sunrise: "2025-11-05T07:01:00Z",
            noon: "2025-11-05T11:44:03Z", sunset: "2025-11-05T16:26:00Z"),
        Line(
            "Tokyo, 5 November 2025", 35.7, 139.77, sunrise: "2025-11-05T06:07:00+09:00",
            noon: "2025-11-05T11:24:27+09:00", sunset: "2025-11-05T16:42:00+09:00"),
        Line(
            "Sydney, 5 November 2025", -33.87, 151.22, sunrise: "2025-11-05T05:51:00+11:00",
            noon: "2025-11-05T12:38:39+11:00", sunset: "2025-11-05T19:27:00+11:00"),
        Line(
            "Lviv, 21 November 2025", 49.8419, 24.0311, sunrise: "2025-11-21T07:46:00+02:00",
            noon: "2025-11-21T12:09:38+02:00", sunset: "2025-11-21T16:33:00+02:00"),
        Line("Dunaharaszti, 1 January 2024", 47.3537, 19.0971, sunrise: "2024-01-01T07:31:00+01:00"),
        Line("Dunaharaszti, 16 June 2024", 47.3537, 19.0971, sunrise: "2024-06-16T04:46:00+02:00"),
        Line("Reedville, 28 August 2026", 37.95, -76.45, sunset: "2026-08-28T19:41:00-04:00"),
        Line("Reedville, 1 September 2026", 37.95, -76.45, sunset: "2026-09-01T19:35:00-04:00"),
        Line("Reedville, 6 September 2026", 37.95, -76.45, sunset: "2026-09-06T19:28:00-04:00"),
    ]

    /// The table gives minutes, with an error of its own of up to 5 s at these latitudes (up to 9 s for its noon).
    @Test("Events agree to the minute with the NOAA Solar Calculator", arguments: noaa)
    func agreesToTheMinuteWithTheSolarCalculatorOfNOAA(line: Line) throws {
        for (event, published) in [(SolarEvent.sunrise, line.sunrise), (.solarNoon, line.noon), (.sunset, line.sunset)]
        {
            guard let published else { continue }
            let found = Sun.nextOccurrence(
                of: event, after: published - .seconds(3600), at: Observer(line.coordinate))
            let difference = (try #require(found.instant) - published).inSeconds
            #expect(abs(difference) <= 35, "\(event) is \(difference) s later")
        }
    }

    /// Source: Reda & Andreas, Solar Position Algorithm for Solar Radiation Applications, NREL/TP-560-34302, table
    /// A5.1, and the output of its program: Golden, Colorado, 2003-10-17 12:30:30 at -7 h. It sets UT1 = UTC (0.35 s)
    /// and ΔT = 67 s (64.5 s).
    @Test("The position and the events agree with the example of the Solar Position Algorithm")
    func agreesWithTheExampleOfTheSolarPositionAlgorithm() throws {
        let golden = Coordinate.at(39.742476, -105.1786)
        let position = SolarPosition(at: "2003-10-17T12:30:30-07:00")
        #expect(abs(position.apparentLongitude - 204.0085519) < 0.0001)
        #expect(abs(position.rightAscension - 202.227408) < 0.0001)
        #expect(abs(position.declination - -9.314340) < 0.0001)
        #expect(abs(position.obliquity - 23.440465) < 0.0001)
        #expect(abs(position.hourAngle(at: golden.longitude) - 11.105900) < 0.002)
        #expect(abs(position.horizontal(at: golden).azimuth - 194.340241) < 0.005)

        // Truncated to the second. The values are those of 17 October in universal time, so that the sunset is the one
        // of the evening before.
        let events: [(SolarEvent, Instant)] = [
            (.sunrise, "2003-10-17T06:12:43-07:00"), (.sunset, "2003-10-16T17:20:19-07:00"),
        ]
        for (event, published) in events {
            let found = Sun.nextOccurrence(of: event, after: published - .seconds(3600), at: Observer(golden))
            let difference = (try #require(found.instant) - published).inSeconds
            #expect((-0.4...1.4).contains(difference), "\(event) is \(difference) s later")
        }
    }
}
