import Gazetteer
import Solar
import Testing

@testable import suntracker

@Suite("The list of places to choose from")
struct PlaceListTests {
    @Test("A name, then a number")
    func number() {
        var list = PlaceList(search: search(), daylight: daylight)
        #expect(
            list.question(about: "Springfield") == """
                3 places
                1  Springfield, Missouri, United States, sunrise 06:51, sunset 16:39
                2  Springfield, Illinois, United States, sunrise 06:51, sunset 16:39
                3  Springfield, Oregon, United States, sunrise 06:51, sunset 16:39
                Type a number, or another name. An empty line changes nothing.
                """)
        guard case .choose(let place) = list.answer(" 2 ") else {
            Issue.record("nothing chosen")
            return
        }
        #expect(place.spokenName == "Springfield, Illinois, United States")
    }

    @Test(
        "Other answers",
        arguments: [
            ("the end", nil, nil), ("an empty line", "", nil), ("spaces", " \t", nil),
            (
                "a number too large", "4",
                "There is no number 4 in the list. Type a number from 1 to 3, or another name."
            ),
            ("0", "0", "There is no number 0 in the list. Type a number from 1 to 3, or another name."),
            (
                "a number beyond all", "99999999999999999999",
                "There is no number 99999999999999999999 in the list. Type a number from 1 to 3, or another name."
            ),
            (
                "another name", "davis",
                """
                1 place
                1  Davis, Antarctica, Sun up all day
                Type a number, or another name. An empty line changes nothing.
                """
            ),
            (
                "a similar name", "Lodnon",
                """
                No such place. Similar:
                1  London, England, United Kingdom, sunrise 06:51, sunset 16:39
                Type a number, or another name. An empty line changes nothing.
                """
            ),
            (
                "an unknown name", "qqqqqqqq",
                "No known place has this name\nType another name. An empty line changes nothing."
            ),
        ] as [(String, String?, String?)])
    func answers(case: String, line: String?, question: String?) {
        var list = PlaceList(search: search(), daylight: daylight)
        _ = list.question(about: "spring")
        #expect(list.answer(line) == question.map { .ask($0) } ?? .cancel)
    }

    @Test("A number before any place is listed is refused")
    func early() {
        var list = PlaceList(search: search(), daylight: daylight)
        _ = list.question(about: "qqqqqqqq")
        #expect(list.answer("1") == .ask("There is no number 1 in the list. Type a name."))
    }
}

@Suite("Today's sunrise and sunset at a place")
struct PlaceDaylightTests {
    @Test(
        "are those of the local date",
        arguments: [
            ("Denver", 39.74, -104.98, "America/Denver", "06:51", "16:39", nil),
            ("polar night", 78.22, 15.65, "Europe/Oslo", nil, nil, .below),
            ("polar day", -77.83, 166.6, "Antarctica/McMurdo", nil, nil, .above),
        ] as [(String, Double, Double, String, String?, String?, Sun.Side?)])
    func today(
        case: String, north: Double, east: Double, zone: String, sunrise: String?, sunset: String?, stays: Sun.Side?
    )
        throws
    {
        let coordinate = try #require(Coordinate(latitude: north, longitude: east))
        let daylight = PlaceDaylight(
            at: coordinate, now: try instant("2026-11-21T19:00:00Z"), localTime: try #require(zones[zone]))
        #expect(daylight == PlaceDaylight(sunrise: sunrise, sunset: sunset, stays: stays))
    }
}
