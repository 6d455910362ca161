// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Testing

@Suite("A coordinate as text")
struct CoordinateParsingTests {
    @Test(
        "is parsed in degrees",
        arguments: [
            ("39.74,-104.99", 39.74, -104.99),
            ("39.74 -104.99", 39.74, -104.99),
            ("  39.74 ,\t-104.99 ", 39.74, -104.99),
            ("-33.9,151.2", -33.9, 151.2),
            ("\u{2212}33.9, 151.2", -33.9, 151.2),
            ("39.74N 104.99W", 39.74, -104.99),
            ("39.74N104.99W", 39.74, -104.99),
            ("33.9s 151.2e", -33.9, 151.2),
            ("39.74° N, 104.99° W", 39.74, -104.99),
            ("39.74°, -104.99°", 39.74, -104.99),
            ("39.74\u{A0}°\u{A0}N, 104.99\u{A0}°\u{A0}W", 39.74, -104.99),
            ("39.74N,-104.99", 39.74, -104.99),
            ("90,180", 90, 180),
            (".5,-.5", 0.5, -0.5),
            ("39° 104°", 39, 104), ("39°45′N 104°30′W", 39.75, -104.5), ("33°30'S, 151°12'E", -33.5, 151.2),
            ("39° 44' 15\" N 104° 59' 15.0\" W", 39 + (44 / 60 + 15 / 3600), -104 - (59 / 60 + 15 / 3600)),
            ("-0°30′ 0°0′9”W", -0.5, -0.0025),
            ("39.74N 104°15’W", 39.74, -104.25),
        ] as [(String, Double, Double)])
    func accepted(text: String, latitude: Double, longitude: Double) throws {
        let coordinate = try Coordinate(text: text)
        #expect(coordinate.latitude.degrees == latitude)
        #expect(coordinate.longitude.degrees == longitude)
    }

    @Test(
        "that is invalid is rejected",
        arguments: [
            // In capitals, the long "ſ" becomes an S.
            ("1ſ 91E", #""1ſ 91E" has no latitude"#),
            ("91S 0E", "latitude 91S is out of range"), ("39.74N 181W", "longitude 181W is out of range"),
            ("39.74N,", #"the longitude is missing in "39.74N,""#),
            ("104.99W 39.74N", "104.99W is not a latitude"), ("39.74N 104.99S", "104.99S is not a longitude"),
            ("39.74,-104.99,1609", #"",1609" is left over after "39.74,-104.99""#),
            ("39.74,west", #""39.74,west" has no longitude"#),
            ("39°60′N 104°59′W", #""39°60′N 104°59′W" has no latitude"#),
            ("39.5°44′N 104°59′W", #""39.5°44′N 104°59′W" has no latitude"#),
            ("39.74N 104°59″'W", #""39.74N 104°59″'W" has no longitude"#),
            ("39°44 104°59", #""39°44 104°59" has no latitude"#),
            ("N39.74 W104.99", #""N39.74 W104.99" has no latitude"#),
            ("geo:39.74,-104.99", #""geo:39.74,-104.99" has no latitude"#),
            ("nan,nan", #""nan,nan" has no latitude"#),
            ("0x1p3,0", #""0x1p3,0" has no latitude"#), ("1e1,0", "1e is not a latitude"),
            ("0,1e1", #""1" is left over after "0,1e""#), ("3.9.7,0", #""3.9.7,0" has no latitude"#),
            ("39.74-104.99", #""39.74-104.99" has no latitude"#),
            ("39.74,,-104.99", #""39.74,,-104.99" has no longitude"#),
        ])
    func refused(text: String, problem: String) {
        let error = #expect(throws: PlaceLookupError.self) { try Coordinate(text: text) }
        #expect(error?.problem.description == problem)
    }

    @Test(
        "that is invalid is rejected with a remedy",
        arguments: [
            ("  ", "there is no coordinate; write one such as 39.74,-104.99 or 39.74N 104.99W"),
            ("90.0001,0", "latitude 90.0001 is out of range; it must be between -90 and 90"),
            ("0,180.1", "longitude 180.1 is out of range; it must be between -180 and 180"),
            ("39.74", #"the longitude is missing in "39.74"; write both, such as 39.74,-104.99"#),
            ("-39.74N 104.99W", "latitude -39.74N has both a sign and a letter; write 39.74S or -39.74"),
            ("39.74N -104.99W", "longitude -104.99W has both a sign and a letter; write 104.99W or -104.99"),
            ("39,74 -104,99", #""-104,99" is left over after "39,74"; write decimals with a point, such as 39.74"#),
            ("Denver", #""Denver" has no latitude; write degrees with decimals, such as 39.74 or 39.74N"#),
            ("0,west", #""0,west" has no longitude; write degrees with decimals, such as 104.99 or 104.99W"#),
        ])
    func remedies(text: String, message: String) {
        let error = #expect(throws: PlaceLookupError.self) { try Coordinate(text: text) }
        #expect(error?.description == message)
    }

    @Test("is parsed one number at a time from a settings file")
    func halves() throws {
        #expect(try Latitude(text: "33.87° S").degrees == -33.87)
        #expect(try Longitude(text: " -104.99 ").degrees == -104.99)
        let wrongLetter = #expect(throws: PlaceLookupError.self) { try Longitude(text: "39.74N") }
        #expect(
            wrongLetter?.description
                == "39.74N is not a longitude; write the latitude first, ending in N or S, and then the longitude, ending in E or W"
        )
        let both = #expect(throws: PlaceLookupError.self) { try Latitude(text: "39.74,-104.99") }
        #expect(
            both?.description
                == #"",-104.99" is left over after "39.74"; write decimals with a point, such as 39.74"#)
        let empty = #expect(throws: PlaceLookupError.self) { try Latitude(text: "") }
        #expect(
            empty?.description
                == #""" has no latitude; write degrees with decimals, such as 39.74 or 39.74N"#)
    }

    @Test(
        "is distinguished from a name",
        arguments: [
            ("39.74,-104.99", true), ("-33.9,18.4", true), ("39.74N 104.99W", true), ("39,-105", true),
            ("\u{2212}33.9 151", true), (".5,.5", true), ("N39.74 W104.99", true), ("39.74 north", true),
            ("139.74,0", true), ("39,74 -104,99", true), ("39°44′N 104°59′W", true), ("1N 2E", true),
            ("Denver", false), ("6th of October", false), ("6th of October City, Egypt", false), ("80301", false),
            ("1012 AB", false), ("SW1A 1AA", false), ("N1 9NE", false), ("110 00", false), ("", false), (" ", false),
            ("St. Louis", false), ("Stratford-on-Avon", false),
        ])
    func told(text: String, isCoordinate: Bool) {
        let argument = Result { () throws(PlaceLookupError) in try PlaceArgument(text) }
        #expect((argument != .success(.name(text))) == isCoordinate)
    }

    @Test(
        "also as a URI, without its altitude and its parameters",
        arguments: ["geo:39.74,-104.99", "GEO:39.74,-104.99,1609", "geo:39.74,-104.99;crs=wgs84;u=35"])
    func uri(text: String) throws {
        #expect(try PlaceArgument(text) == .coordinate(Coordinate(text: "39.74,-104.99")))
        #expect(throws: PlaceLookupError.self) { try PlaceArgument("geo:") }
        #expect(throws: PlaceLookupError.self) { try PlaceArgument("geo:Denver") }
    }
}
