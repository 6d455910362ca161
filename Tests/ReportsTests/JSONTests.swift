import Foundation
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("Reports in JSON and CSV")
struct JSONTests {
    private let zone = SimulatedZone.denver

    /// The altitudes agree with the low-precision formulas of the Astronomical Almanac, page C5.
    @Test("Today has the times with the local offset, the change of daylight, and the next event")
    func today() throws {
        let place = try place(39.74, -104.98, name: "Denver", source: .timeZone("America/Denver"))
        let today = Today(at: place, now: try instant("2026-11-21T20:00:00.25Z"), localTime: zone)
        let (sunrise, sunset) = (try #require(today.day.sunrise.instant), try #require(today.day.sunset.instant))
        let time = TimeScale.local(zone).timestamp
        let twilights = today.twilights.map { twilight in
            """
                {
                  "dawn" : "\(twilight.dawn.map(time) ?? "")",
                  "dusk" : "\(twilight.dusk.map(time) ?? "")",
                  "kind" : "\(twilight.light.rawValue)"
                }
            """
        }
        #expect(
            try today.json() == """
                {
                  "altitude" : 27.76,
                  "clockChange" : {
                    "days" : 113,
                    "offsetAfter" : -21600,
                    "offsetBefore" : -25200,
                    "time" : "2027-03-14T03:00:00.000-06:00"
                  },
                  "date" : "2026-11-21",
                  "daylightChangeSeconds" : -102,
                  "daylightSeconds" : 35314,
                  "light" : "day",
                  "next" : {
                    "event" : "sunset",
                    "time" : "\(time(sunset))"
                  },
                  "noonAltitude" : 30.22,
                  "now" : "2026-11-21T13:00:00.250-07:00",
                  "place" : {
                    "approximate" : true,
                    "latitude" : 39.74,
                    "longitude" : -104.98,
                    "name" : "Denver",
                    "source" : "timezone"
                  },
                  "sinceSolstice" : {
                    "daylightChangeSeconds" : -18645,
                    "event" : "june-solstice",
                    "time" : "2026-06-21T02:24:28.269-06:00"
                  },
                  "solarNoon" : "\(time(today.day.noon))",
                  "sun" : "rises-and-sets",
                  "sunrise" : "\(time(sunrise))",
                  "sunset" : "\(time(sunset))",
                  "timeZone" : "America/Denver",
                  "twilights" : [
                \(twilights.joined(separator: ",\n"))
                  ]
                }
                """)
    }

    @Test("The polar night has no sunrise and no sunset, and its own identifier")
    func polarNight() throws {
        let today = Today(
            at: try place(69.65, 18.96), now: try instant("2026-12-21T10:00:00Z"), localTime: SimulatedZone.utc)
        let object = try object(today)
        #expect(object["sun"] as? String == "stays-down")
        #expect(object["sunrise"] == nil)
        #expect(object["sunset"] == nil)
        #expect(object["daylightSeconds"] as? Int == 0)
        #expect(object["clockChange"] == nil)
        #expect((object["next"] as? [String: String])?["event"] == "sunrise")
    }

    @Test("The next events are in chronological order; those without an occurrence have the side of the Sun")
    func next() throws {
        let high = try #require(Altitude(degrees: 80))
        let next = NextEvents(
            of: [.sunset, .altitude(high, .rising), .sunrise], after: try instant("2026-11-21T20:00:00Z"),
            at: try place(39.74, -104.98), localTime: zone)
        let object = try object(next)
        let events = try #require(object["events"] as? [[String: String]])
        #expect(events.map { $0["event"] } == ["sunset", "sunrise"])
        #expect(object["never"] as? [[String: String]] == [["event": "altitude:80:rising", "side": "below"]])
    }

    private func object(_ report: some Report) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(try report.json().utf8)) as? [String: Any])
    }
}
