// SPDX-License-Identifier: MIT
import Solar
import Testing

struct SolarEventTests {
    @Test("Events with an identifier are found by it")
    func everyEventHasANameThatNamesIt() {
        for (name, event) in SolarEvent.named {
            #expect(event.name == name)
            #expect(SolarEvent(name: name) == event)
        }
        #expect(Set(SolarEvent.named.map(\.name)).count == SolarEvent.named.count)
        #expect(SolarEvent.named.count == 18)
        #expect(Set(SolarEvent.daily + SolarEvent.seasonal).isSubset(of: SolarEvent.named.map(\.event)))
    }

    @Test(
        "The identifier of an altitude has the shortest number",
        arguments: [
            (-4.5, "altitude:-4.5:rising"), (-4, "altitude:-4:rising"), (0, "altitude:0:rising"),
            (-0.0, "altitude:0:rising"), (90, "altitude:90:rising"), (-90, "altitude:-90:rising"),
            (10, "altitude:10:rising"), (0.1, "altitude:0.1:rising"), (-0.8333, "altitude:-0.8333:rising"),
        ])
    func anAltitudeIsWrittenPlainly(degrees: Double, name: String) {
        let event = SolarEvent.altitude(.degrees(degrees), .rising)
        #expect(event.name == name)
        #expect(event.description == name)
        #expect(SolarEvent(name: name) == event)
    }

    @Test(
        "Other spellings of an altitude are accepted",
        arguments: [
            ("altitude:-4.0:setting", -4.0), ("altitude:+6:setting", 6), ("altitude:-04.50:setting", -4.5),
            ("altitude:1e1:setting", 10),
        ])
    func anAltitudeIsReadInItsOtherSpellings(name: String, degrees: Double) {
        #expect(SolarEvent(name: name) == .altitude(.degrees(degrees), .setting))
    }

    @Test(
        "Invalid identifiers are rejected",
        arguments: [
            "", "Sunrise", "sun-rise", "sunrise ", "altitude", "altitude:", "altitude::rising", "altitude:4",
            "altitude:4:up", "altitude:91:rising", "altitude:-90.1:rising", "altitude:nan:rising",
            "altitude:inf:rising", "altitude:0x4:rising", "altitude:4:rising:", "altitude: 4:rising",
            "altitude:4,5:rising",
            "altitude:--4:rising", "altitude:1e:rising",
        ])
    func refuses(name: String) {
        #expect(SolarEvent(name: name) == nil)
    }

    @Test("Angles and elevations outside their ranges are rejected")
    func rangesOfTheWorld() {
        #expect(Latitude(degrees: 90)?.degrees == 90 && Latitude(degrees: -90) != nil)
        #expect(Longitude(degrees: 180)?.degrees == 180 && Longitude(degrees: -180) != nil)
        for beyond in [90.000001, -90.000001, .nan, .infinity, -.infinity] {
            #expect(Latitude(degrees: beyond) == nil)
            #expect(Altitude(degrees: beyond) == nil)
            #expect(Coordinate(latitude: beyond, longitude: 0) == nil)
        }
        for beyond in [180.000001, -180.000001, .nan, .infinity, -.infinity] {
            #expect(Longitude(degrees: beyond) == nil)
            #expect(Coordinate(latitude: 0, longitude: beyond) == nil)
        }
        for beyond in [9000.1, -0.1, .nan, .infinity] { #expect(Elevation(metres: beyond) == nil) }
        #expect(Altitude.degrees(-1) < .degrees(1))
    }
}
