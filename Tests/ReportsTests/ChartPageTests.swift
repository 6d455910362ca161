import Foundation
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The chart as a web page and as an SVG image")
struct ChartPageTests {
    private var page: String {
        get throws { try #require(DaylightChartTests.denver).page(showing: .sixMonths) }
    }

    /// WCAG 2.2 requires a contrast of 4.5 for text (1.4.3), and of 3 for graphics that are required for understanding
    /// (1.4.11).
    @Test("Contrasts are sufficient", arguments: [true, false])
    func contrast(isDark: Bool) throws {
        let properties = (isDark ? ChartPalette.dark : ChartPalette.bright).matches(
            of: /--([a-z0-9-]+):(#[0-9a-f]{6});/)
        let palette = Dictionary(uniqueKeysWithValues: properties.map { (String($0.1), String($0.2)) })
        #expect(palette.count == 12)
        for (text, paper) in [("text", "page"), ("muted", "page"), ("on-accent", "accent")] {
            #expect(contrast(try #require(palette[text]), try #require(palette[paper])) >= 4.5, "\(text) on \(paper)")
        }
        for (line, paper) in [
            ("outline", "page"), ("accent", "page"), ("horizon", "light-4"), ("horizon", "light-3"),
            ("light-4", "light-0"),
        ] {
            #expect(contrast(try #require(palette[line]), try #require(palette[paper])) >= 3, "\(line) on \(paper)")
        }
        for (name, paper) in palette where name.hasPrefix("light-") {
            #expect(max(contrast(ChartPalette.cursor, paper), contrast(ChartPalette.cursorHalo, paper)) >= 3)
        }
    }

    private func contrast(_ one: String, _ other: String) -> Double {
        let luminances = [one, other].map { colour in
            let rgb = Int(colour.dropFirst(), radix: 16) ?? 0
            return luminance(red: rgb >> 16 & 255, green: rgb >> 8 & 255, blue: rgb & 255)
        }.sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    @Test(
        "The hashes in the content security policy are those of the style and the script",
        arguments: [
            (ChartPageStyle.text, ChartPageStyle.hash), (ChartPageScript.text, ChartPageScript.hash),
        ])
    func hash(text: String, hash: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/sha256sum")
        process.arguments = [file.path]
        process.standardOutput = output
        try process.run()
        let digits = try #require(try output.fileHandleForReading.readToEnd()).prefix(64)
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { start in
            UInt8(String(decoding: digits.dropFirst(start).prefix(2), as: UTF8.self), radix: 16)
        }
        #expect(hash == "sha256-" + Data(bytes).base64EncodedString())
    }

    @Test("Nothing is loaded, and only the inline style and script are allowed")
    func policy() throws {
        let page = try page
        #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-"))
        #expect(!page.contains("unsafe-"))
        #expect(!page.replacing("http://www.w3.org/2000/svg", with: "").contains("http:"))
        #expect(!page.contains("https:"))
        // Links lead only to places on the page.
        #expect(!page.replacing(" href=\"#place\"", with: "").contains(" href="))
        for attribute in [" style=\"", " onclick", " src=", "url(", "@import"] {
            #expect(!page.contains(attribute), "\(attribute)")
        }
    }

    @Test("Today is in a list; all days and clock changes are in the table")
    func table() throws {
        let page = try page
        #expect(page.split(separator: "<th scope=\"row\"><time ").count == 366)
        #expect(
            page.contains(
                "<time datetime=\"2026-11-21\">Saturday 21 November 2026</time><td>06:51<td>16:40<td>9 h 49 min"))
        #expect(page.contains("data-clocks=\"clocks back 1 h\""))
        #expect(
            page.contains("<dl>\n<div><dt>Sunrise</dt><dd>06:51</dd></div>\n<div><dt>Sunset</dt><dd>16:40</dd></div>"))
        #expect(
            page.contains(
                "aria-valuetext=\"Saturday 21 November 2026: sunrise 06:51, sunset 16:40, daylight 9 h 49 min, 1 min 42 s "
                    + "less than the day before\""))
    }

    @Test("The place has its name once, in the heading; its source is in words for a reader")
    func placeOnce() throws {
        let page = try page
        let body = try #require(page.split(separator: "<body>").last)
        #expect(body.split(separator: "denver", omittingEmptySubsequences: false).count == 2)
        #expect(body.contains("<h1>Daylight in denver</h1>"))
        #expect(
            body.contains("<span id=\"span\">22 August 2026 to 20 February 2027</span>, time zone America/Denver</p>"))
        #expect(body.contains("<p>39.74° N, 104.99° W, from your settings <span class=\"link\">"))
        #expect(body.contains("<section id=\"place\""))
        #expect(body.contains("<code>suntracker place NAME</code>"))
    }

    @Test(
        "How the place is known is in words for a reader",
        arguments: [
            ("Berlin", Provenance(source: .commandLine), "the place you gave"),
            (nil, Provenance(source: .commandLine), "The coordinate you gave"),
            ("Berlin", Provenance(source: .settings), "from your settings"),
            ("Berlin", Provenance(source: .geoclue), "from GeoClue"),
            (nil, Provenance(source: .geoclue, accuracy: 3000), "From GeoClue, to within 3 km"),
            (
                "Berlin", Provenance(source: .lastFix, accuracy: 400, observed: at("2026-11-20T12:00:00Z")),
                "last known from GeoClue on 20 November 2026, to within 400 m"
            ),
            (
                "Berlin", Provenance(source: .timeZone("Europe/Berlin")),
                "guessed from your time zone Europe/Berlin"
            ),
        ] as [(String?, Provenance, String)])
    func source(name: String?, provenance: Provenance, words: String) throws {
        let place = Place(
            observer: Observer(coordinate(52.52, 13.4)), name: name.map(PlaceName.own), provenance: provenance)
        let page = DaylightChart(
            of: .threeMonths, at: place, now: try instant("2026-11-21T20:00:00Z"), localTime: SimulatedZone.utc
        ).page(showing: .threeMonths)
        let position = name == nil ? "" : "52.52° N, 13.40° E, "
        #expect(page.contains("<p>\(position)\(words) <span class=\"link\">(<a href=\"#place\">"))
        #expect(page.contains("<h1>Daylight \(name == nil ? "at 52.52° N, 13.40° E" : "in Berlin")</h1>"))
    }

    /// The instants are those of the USNO (https://aa.usno.navy.mil/data/Earth_Seasons): 2026-06-21T08:24Z,
    /// 2026-09-23T00:05Z, 2026-12-21T20:50Z, and 2027-03-20T20:25Z, rounded up from 20:24:43. In Denver the clocks are six or
    /// seven hours behind.
    @Test("Solstices and equinoxes are listed with local times, marked in the drawing, and noted in the table")
    func seasons() throws {
        let page = try page
        let rows = page.split(separator: "\n")
        for (name, label, date, day, time) in [
            ("June solstice", "solstice", "2026-06-21", "Sunday 21 June 2026", "02:24"),
            ("September equinox", "equinox", "2026-09-22", "Tuesday 22 September 2026", "18:05"),
            ("December solstice", "solstice", "2026-12-21", "Monday 21 December 2026", "13:50"),
            ("March equinox", "equinox", "2027-03-20", "Saturday 20 March 2027", "14:24"),
        ] {
            let item = rows.first { $0.hasPrefix("<li><strong>\(name)</strong>") }
            #expect(item?.contains(">\(day), \(time)</time>") == true, "\(name)")
            let row = rows.first { $0.contains("datetime=\"\(date)\"") }
            #expect(row?.contains(" data-season=\"\(label)\"") == true, "\(name)")
            #expect(row?.hasSuffix("<td>\(name) at \(time)") == true, "\(name)")
        }
        #expect(rows.count { $0.contains("data-season=") } == 4)
        let chart = try #require(DaylightChartTests.denver)
        #expect(chart.seasons.map(\.index) == [29, 122, 212, 301])
        #expect(page.contains("<path class=\"season\" d=\"M59 0v1440M245 0v1440M425 0v1440M603 0v1440\"/>"))
        #expect(chart.svg.contains(">December solstice</text>"))
        #expect(chart.narrowed(to: .threeMonths).seasons.map(\.occurrence.event) == [.decemberSolstice])
        #expect(page.contains("data-month=\"Jan 2027\""))
    }

    @Test("The page moves itself to the place if it is to begin there")
    func start() throws {
        let chart = try #require(DaylightChartTests.denver)
        let element = "<meta http-equiv=\"refresh\" content=\"0; url=#place\">"
        #expect(chart.page(showing: .year, startingAtPlace: true).contains("\n\(element)\n<title>"))
        #expect(!chart.page(showing: .year).contains("refresh"))
    }

    @Test("The name of a place is escaped")
    func escaping() throws {
        let place = try place(39.74, -104.98, name: "<script>&\"'")
        let chart = DaylightChart(
            of: .threeMonths, at: place, now: try instant("2026-11-21T20:00:00Z"), localTime: SimulatedZone.denver)
        for text in [chart.page(showing: .threeMonths), chart.svg] {
            #expect(!text.contains("<script>&"))
            #expect(text.contains("&lt;script&gt;&amp;&quot;&#39;"))
        }
    }

    @Test("The image is well-formed XML for each period and place", arguments: TestPlace.allCases)
    func picture(place: TestPlace) throws {
        let year = try DaylightChartTests.chart(.year, at: place, now: "2026-06-21T12:00:00Z")
        let files = ChartPeriod.allCases.map { _ in
            FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        for (period, file) in zip(ChartPeriod.allCases, files) {
            try year.narrowed(to: period).svg.write(to: file, atomically: true, encoding: .utf8)
        }
        let check = Process()
        check.executableURL = URL(filePath: "/usr/bin/env")
        let script = "import sys, xml.dom.minidom as m\nfor file in sys.argv[1:]: m.parse(file)"
        check.arguments = ["python3", "-c", script] + files.map(\.path)
        try check.run()
        check.waitUntilExit()
        #expect(check.terminationStatus == 0)
    }
}
