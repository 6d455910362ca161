import Solar
import Testing
import Tracker

@Suite("A coordinate as text")
struct CoordinateParsingTests {
    @Test(
        "is parsed in every common form",
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
            // As Wikipedia, Google Maps, OpenStreetMap and geo: URIs write it.
            ("52°31′12″N 13°24′18″E", 52.52, 13.405),
            ("52°31'12.0\"N 13°24'18.0\"E", 52.52, 13.405),
            ("52° 31′ 12″ N, 13° 24′ 18″ E", 52.52, 13.405),
            ("52º31’12”N 13º24’18”W", 52.52, -13.405),
            ("39°45′N 104°30′W", 39.75, -104.5),
            ("39°45′ -104°30′", 39.75, -104.5),
            ("N39°45′W104°30′", 39.75, -104.5),
            ("N 39° 45.0' W 104° 30.0'", 39.75, -104.5),
            ("S39.75, E104.5", -39.75, 104.5),
            ("39° 104°", 39, 104),
            ("geo:52.52,13.405?z=11", 52.52, 13.405),
            ("GEO:52.52,13.405;u=35", 52.52, 13.405),
        ] as [(String, Double, Double)])
    func accepted(text: String, latitude: Double, longitude: Double) throws {
        let coordinate = try Coordinate(text: text)
        // Minutes and seconds have no exact binary fraction.
        #expect(abs(coordinate.latitude.degrees - latitude) < 1e-12)
        #expect(abs(coordinate.longitude.degrees - longitude) < 1e-12)
    }

    @Test(
        "that is invalid is rejected",
        arguments: [
            // Where capitals are made, the long "ſ" becomes an S.
            ("1ſ 91E", #""1ſ 91E" has no latitude"#),
            ("139.74,-104.99", "latitude 139.74 is out of range"), ("91S 0E", "latitude 91S is out of range"),
            ("39.74,-204.99", "longitude -204.99 is out of range"), ("39.74N 181W", "longitude 181W is out of range"),
            ("39.74N,", #"the longitude is missing in "39.74N,""#),
            ("104.99W 39.74N", "104.99W is not a latitude"), ("39.74N 104.99S", "104.99S is not a longitude"),

            ("39.74,-104.99,1609", #"",1609" is left over after "39.74,-104.99""#),
            ("39.74,west", #""39.74,west" has no longitude"#),
            ("39°60′N 104°59′W", #""39°60′N 104°59′W" has no latitude"#),
            ("39.5°44′N 104°59′W", #""39.5°44′N 104°59′W" has no latitude"#),
            ("39°44″N 104°59′W", #""39°44″N 104°59′W" has no latitude"#),
            ("N39.74N W104.99", #""N39.74N W104.99" has no longitude"#),
            ("N-39.74 W104.99", "latitude N-39.74 has both a sign and a letter"),
            ("39°44′21″N 91°60′W", #""39°44′21″N 91°60′W" has no longitude"#),
            ("91°0′0″N 0°E", "latitude 91°0′0″N is out of range"), ("nan,nan", #""nan,nan" has no latitude"#),
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
            ("90.0001,0", "latitude 90.0001 is out of range; degrees north are -90 to 90"),
            ("0,180.1", "longitude 180.1 is out of range; degrees east are -180 to 180"),
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

    @Test("is parsed one half at a time from a settings file")
    func halves() throws {
        #expect(try Latitude(text: "33.87° S").degrees == -33.87)
        #expect(try Longitude(text: " -104.99 ").degrees == -104.99)
        let wrongLetter = #expect(throws: PlaceLookupError.self) { try Longitude(text: "39.74N") }
        #expect(
            wrongLetter?.description
                == "39.74N is not a longitude; the latitude comes first and ends in N or S, the longitude in E or W")
        let both = #expect(throws: PlaceLookupError.self) { try Latitude(text: "39.74,-104.99") }
        #expect(
            both?.description
                == #"",-104.99" is left over after "39.74"; write decimals with a point, such as 39.74"#)
        let empty = #expect(throws: PlaceLookupError.self) { try Latitude(text: "") }
        #expect(
            empty?.description
                == #""" has no latitude; write degrees with decimals, such as 39.74 or 39.74N"#)
    }
}
