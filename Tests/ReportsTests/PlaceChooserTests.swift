import Gazetteer
import Solar
import Testing

@testable import suntracker

@Suite("The chooser of a place")
struct PlaceChooserTests {
    private func chooser(_ text: String = "", columns: Int = 80, rows: Int = 24) -> PlaceChooser {
        PlaceChooser(search(), text: text, in: WindowSize(columns: columns, rows: rows), daylight: daylight)
    }

    private func text(_ chooser: PlaceChooser) -> [String] {
        chooser.lines.map { line in line.map(\.text).joined() }
    }

    @Test("Wide windows show the whole names and times")
    func wide() {
        let lines = text(chooser("spring", columns: 70, rows: 8))
        #expect(
            lines == [
                "Place: spring",
                "3 places                                               sunrise  sunset",
                "> Springfield, Missouri, United States                   06:51   16:39",
                "  Springfield, Illinois, United States                   06:51   16:39",
                "  Springfield, Oregon, United States                     06:51   16:39",
                "", "",
                "Up Down PgUp PgDn Home End select   Enter set the place   Esc cancel  ",
            ])
    }

    @Test("Narrow windows have the region without the country")
    func narrow() {
        let lines = text(chooser("", columns: 40, rows: 8))
        #expect(
            lines.prefix(5) == [
                "Place: ", "Places in your time zone     rise    set", "> Springfield, Missouri     06:51  16:39",
                "  Springfield, Illinois     06:51  16:39", "",
            ])
    }

    @Test(
        "Narrow windows shorten the region, then the name, and have no codes",
        arguments: [
            ("the region fits", "frankfurt am", 40, ["Frankfurt am Main, Hesse  06:51  16:39"]),
            ("a long region", "frankfurt oder", 40, ["Frankfurt (Oder), Brand…  06:51  16:39"]),
            (
                "two of a name", "frankfurt", 34,
                ["Frankfurt am Main   06:51  16:39", "Frankfurt (Oder)    06:51  16:39"]
            ),
            ("a letter of the region", "frankfurt oder", 36, ["Frankfurt (Oder), B…  06:51  16:39"]),
            ("no letter of the region", "frankfurt am", 36, ["Frankfurt am Main     06:51  16:39"]),
            ("a long name", "canaria", 40, ["Las Palmas de Gran Cana…  06:51  16:39"]),
            (
                "the same name in two regions without one", "misato", 80,
                [
                    "Misato, Japan (35.83,139.87)                                     06:51   16:39",
                    "Misato, Japan (36.40,139.00)                                     06:51   16:39",
                ]
            ),
            (
                "and in a narrow window", "misato", 40,
                ["Misato (35.83,139.87)     06:51  16:39", "Misato (36.40,139.00)     06:51  16:39"]
            ),
            (
                "and in a narrower one", "misato", 36,
                ["Misa… (35.83,139.87)  06:51  16:39", "Misa… (36.40,139.00)  06:51  16:39"]
            ),
            ("another name", "londres", 40, ["London, England           06:51  16:39"]),
            (
                "another name in a wide window", "londres", 60,
                ["London (Londres), England, United Kingdom    06:51   16:39"]
            ),
            ("no sunset and sunrise", "davis", 40, ["Davis, Antarctica           up all day"]),
            ("no sunset", "tromso", 40, ["Tromsø, Norway              10:14    -"]),
        ] as [(String, String, Int, [String])])
    func labels(case: String, name: String, columns: Int, rows: [String]) {
        let lines = text(chooser(name, columns: columns, rows: 4 + rows.count))
        #expect(lines[2..<2 + rows.count].map { String($0.dropFirst(2)) } == rows)
    }

    @Test("Every line fits into the window, whatever its size", arguments: [1, 2, 7, 8, 20, 39, 40, 41, 59, 60, 200])
    func sizes(columns: Int) {
        for rows in [1, 2, 3, 4, 5, 8, 50] {
            for name in ["", "s", "東京東京東京東京東京", "Springfeild", "qqqqqqqq", String(repeating: "u\u{308}", count: 90)] {
                var chooser = chooser(name, columns: columns, rows: rows)
                _ = chooser.handle(.end)
                let lines = text(chooser)
                #expect(lines.count <= rows)
                #expect(lines.allSatisfy { $0.columns <= columns }, "\(columns)x\(rows) \(name): \(lines)")
                #expect(chooser.frame(.none).hasSuffix("H\u{1B}[?25h"))
            }
        }
    }

    @Test("Without a match, the nearest spellings can be chosen")
    func similar() {
        var chooser = chooser("Sprngfield, IL")
        #expect(text(chooser)[1].hasPrefix("No such place. Similar:  "))
        #expect(chooser.handle(.enter) == false)
        #expect(chooser.chosen?.spokenName == "Springfield, Illinois, United States")
        var none = self.chooser("qqqqqqqq")
        #expect(text(none)[1].hasPrefix("No known place has this name"))
        #expect(none.handle(.enter) == true)
        #expect(none.handle(.down) == true)
    }

    @Test(
        "Keys select a place",
        arguments: [
            ("the first", [], "MO"), ("down", [.down], "IL"),
            ("up", [.down, .down, .up], "IL"),
            ("beyond the end", [.down, .down, .down, .down], "OR"), ("beyond the start", [.up, .up], "MO"),
            ("pages", [.pageDown], "OR"), ("and back", [.pageDown, .pageUp], "MO"), ("the end", [.end], "OR"),
            ("the start", [.end, .home], "MO"),
            ("after typing, the first", [.end, .text("f")], "MO"),
            ("after a key that changes nothing, the same", [.end, .left], "OR"),
            ("after Backspace, the first", [.end, .backspace], "MO"),
            ("Tab", [.tab], "IL"),
        ] as [(String, [TerminalKeys.Key], String)])
    func keys(case: String, keys: [TerminalKeys.Key], division: String) {
        var chooser = chooser("spring", rows: 5)
        for key in keys { _ = chooser.handle(key) }
        #expect(chooser.handle(.enter) == false)
        #expect(chooser.chosen?.division?.code == division)
        // The selected place is visible.
        #expect(text(chooser).contains { $0.hasPrefix("> ") })
    }

    @Test("Escape chooses nothing")
    func cancel() {
        var chooser = chooser("spring")
        #expect(chooser.handle(.escape) == false)
        #expect(chooser.chosen == nil)
    }

    @Test(
        "Keys edit the name",
        arguments: [
            ("typing", [.text("Os"), .text("lo")], "Oslo"), ("Backspace", [.text("Oslo"), .backspace], "Osl"),
            ("nothing to remove", [.backspace, .erase], ""), ("all of it", [.text("Oslo"), .erase], ""),
            ("a combining accent", [.text("u"), .text("\u{308}"), .backspace], ""),
            ("a long paste", [.text(String(repeating: "x", count: 100_000))], String(repeating: "x", count: 200)),
        ] as [(String, [TerminalKeys.Key], String)])
    func editing(case: String, keys: [TerminalKeys.Key], name: String) {
        var chooser = chooser()
        for key in keys { _ = chooser.handle(key) }
        #expect(chooser.text == name)
    }

    @Test(
        "The end of a long name is shown, before the cursor",
        arguments: [("Oslo", 12, "Oslo"), ("Oslo", 11, "slo"), ("東京都", 12, "京都")])
    func field(name: String, columns: Int, visible: String) {
        let chooser = chooser(name, columns: columns)
        #expect(text(chooser)[0] == "Place: " + visible)
        #expect(chooser.frame(.none).hasSuffix("\u{1B}[1;\(8 + visible.columns)H\u{1B}[?25h"))
    }

    @Test("A smaller window keeps the selected place in view")
    func resize() {
        var chooser = chooser("spring")
        _ = chooser.handle(.end)
        chooser.resize(to: WindowSize(columns: 60, rows: 4))
        #expect(text(chooser)[2].hasPrefix("> Springfield, Oregon"))
        chooser.resize(to: WindowSize(columns: 60, rows: 24))
        #expect(text(chooser)[2].hasPrefix("  Springfield, Missouri"))
    }
}

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
