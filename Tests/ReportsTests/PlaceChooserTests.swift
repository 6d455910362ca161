import Gazetteer
import Reports
import Solar
import Terminal
import Testing

@Suite("The chooser of a place")
struct PlaceChooserTests {
    private func chooser(_ text: String = "", columns: Int = 80, rows: Int = 24) throws -> PlaceChooser {
        try PlaceChooser(search(), text: text, in: WindowSize(columns: columns, rows: rows))
    }

    private func text(_ chooser: PlaceChooser) throws -> [String] {
        try chooser.lines(daylight).map { line in line.map(\.text).joined() }
    }

    @Test("Wide windows show the whole names and times")
    func wide() throws {
        let lines = try text(chooser("spring", columns: 70, rows: 8))
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

    @Test("Narrow windows shorten the names, so that the division is still shown")
    func narrow() throws {
        let lines = try text(chooser("", columns: 40, rows: 8))
        #expect(
            lines.prefix(5) == [
                "Place: ", "Places in your time zone     rise    set", "> Springfield, Missouri     06:51  16:39",
                "  Springfield, Illinois     06:51  16:39", "",
            ])
        #expect(try text(chooser("canaria", columns: 40, rows: 8))[2] == "> Las Palmas de Gr…, ES-53  06:51  16:39")
        #expect(try text(chooser("misato", columns: 80, rows: 8))[3].hasPrefix("  Misato, JP-10, Japan  "))
        #expect(try text(chooser("londres", columns: 80, rows: 8))[2].hasPrefix("> London (Londres), England, United"))
        #expect(try text(chooser("davis", columns: 40, rows: 8))[2] == "> Davis, Antarctica           up all day")
        #expect(try text(chooser("tromso", columns: 40, rows: 8))[2] == "> Tromsø, Norway              10:14    -")
    }

    @Test("Every line fits into the window, whatever its size", arguments: [1, 2, 7, 8, 20, 39, 40, 41, 59, 60, 200])
    func sizes(columns: Int) throws {
        for rows in [1, 2, 3, 4, 5, 8, 50] {
            for name in ["", "s", "東京東京東京東京東京", "Springfeild", "qqqqqqqq", String(repeating: "u\u{308}", count: 90)] {
                var chooser = try chooser(name, columns: columns, rows: rows)
                _ = try chooser.handle(.end)
                let lines = try text(chooser)
                #expect(lines.count <= rows)
                #expect(lines.allSatisfy { $0.columns <= columns }, "\(columns)x\(rows) \(name): \(lines)")
                #expect(try chooser.frame(.none, daylight).hasSuffix("H\u{1B}[?25h"))
            }
        }
    }

    @Test("Lines that fill the window are not followed by an erasure, which would take their last character in xterm")
    func fullLines() throws {
        let frame = try chooser("spring", columns: 70, rows: 8).frame(.none, daylight)
        #expect(frame.contains("16:39\u{1B}[m\r\n"))
        #expect(frame.contains("Place: \u{1B}[mspring\u{1B}[K\r\n"))
    }

    @Test("Without a match, the nearest spellings can be chosen")
    func similar() throws {
        var chooser = try chooser("Sprngfield, IL")
        #expect(try text(chooser)[1].hasPrefix("No such place. Similar:  "))
        guard case .choose(let place) = try chooser.handle(.enter) else {
            Issue.record("nothing chosen")
            return
        }
        #expect(place.qualifiedName == "Springfield, US-IL")
        var none = try self.chooser("qqqqqqqq")
        #expect(try text(none)[1].hasPrefix("No known place has this name"))
        #expect(try none.handle(.enter) == .none)
        #expect(try none.handle(.down) == .none)
    }

    @Test(
        "Keys select a place",
        arguments: [
            ("the first", [], "MO"), ("down", [.down], "IL"),
            ("Emacs", [.control("n"), .control("n"), .control("p")], "IL"),
            ("beyond the end", [.down, .down, .down, .down], "OR"), ("beyond the start", [.up, .up], "MO"),
            ("pages", [.pageDown], "OR"), ("and back", [.pageDown, .pageUp], "MO"), ("the end", [.end], "OR"),
            ("the start", [.end, .home], "MO"), ("Emacs pages", [.control("v"), .alt("v"), .alt(">")], "OR"),
            ("after typing, the first", [.end, .text("f")], "MO"),
            ("after a move of the cursor, the same", [.end, .left], "OR"),
            ("an unknown key", [.down, .control("x")], "IL"), ("Tab", [.tab], "IL"),
        ] as [(String, [TerminalKeys.Key], String)])
    func keys(case: String, keys: [TerminalKeys.Key], division: String) throws {
        var chooser = try chooser("spring", rows: 5)
        for key in keys { _ = try chooser.handle(key) }
        guard case .choose(let place) = try chooser.handle(.enter) else {
            Issue.record("nothing chosen")
            return
        }
        #expect(place.division?.code == division)
        // The selected place is visible.
        #expect(try text(chooser).contains { $0.hasPrefix("> ") })
    }

    @Test("Escape, Ctrl-G, and Ctrl-D without a text choose nothing")
    func cancel() throws {
        var chooser = try chooser("spring")
        #expect(try chooser.handle(.escape) == .cancel)
        #expect(try chooser.handle(.control("g")) == .cancel)
        #expect(try chooser.handle(.control("d")) == .none)
        #expect(try chooser.handle(.control("u")) == .redraw)
        #expect(try chooser.handle(.control("d")) == .cancel)
    }

    @Test("A smaller window keeps the selected place in view")
    func resize() throws {
        var chooser = try chooser("spring")
        _ = try chooser.handle(.end)
        chooser.resize(to: WindowSize(columns: 60, rows: 4))
        #expect(try text(chooser).last?.hasPrefix("> Springfield, Oregon") == true)
        chooser.resize(to: WindowSize(columns: 60, rows: 24))
        #expect(try text(chooser)[2].hasPrefix("  Springfield, Missouri"))
    }
}

@Suite("The list of places to choose from")
struct PlaceListTests {
    @Test("A name, then a number")
    func number() throws {
        var list = PlaceList(try search())
        #expect(
            try list.start("Springfield", daylight) == """
                3 places
                1  Springfield, Missouri, United States, sunrise 06:51, sunset 16:39
                2  Springfield, Illinois, United States, sunrise 06:51, sunset 16:39
                3  Springfield, Oregon, United States, sunrise 06:51, sunset 16:39
                Type a number, or another name. An empty line changes nothing.
                """)
        guard case .choose(let place) = try list.answer(" 2 ", daylight) else {
            Issue.record("nothing chosen")
            return
        }
        #expect(place.qualifiedName == "Springfield, US-IL")
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
    func answers(case: String, line: String?, question: String?) throws {
        var list = PlaceList(try search())
        _ = try list.start("spring", daylight)
        #expect(try list.answer(line, daylight) == question.map { .ask($0) } ?? .cancel)
    }

    @Test("A number before any place is listed is refused")
    func early() throws {
        var list = PlaceList(try search())
        _ = try list.start("qqqqqqqq", daylight)
        #expect(try list.answer("1", daylight) == .ask("There is no number 1 in the list. Type a name."))
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
