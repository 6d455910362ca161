// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

@Suite("The chart as a web page")
struct ChartPageTests {
    private var page: String {
        get throws { try #require(DaylightChartTests.denver).page(at: "2026-11-21T20:00:00Z") }
    }

    /// WCAG 2.2 requires a contrast of 4.5 for text (1.4.3), and of 3 for graphics that are required for understanding
    /// (1.4.11).
    @Test("Contrasts are sufficient", arguments: [true, false])
    func contrast(isDark: Bool) throws {
        let palette = palette(of: (isDark ? ChartPalette.dark : ChartPalette.bright) + ChartPalette.sky)
        #expect(palette.count == 15)
        func contrast(_ one: String, _ other: String) throws -> Double {
            Self.contrast(try #require(palette[one]), try #require(palette[other]))
        }
        for (text, paper) in [("text", "page"), ("muted", "page"), ("text", "hover")] {
            #expect(try contrast(text, paper) >= 4.5, "\(text) on \(paper)")
        }
        for (line, paper) in [
            ("outline", "page"), ("accent", "page"), ("horizon", "light-4"), ("horizon", "light-3"),
            ("light-4", "light-0"), ("sun", "dark"),
        ] {
            #expect(try contrast(line, paper) >= 3, "\(line) on \(paper)")
        }
        for name in palette.keys where name.hasPrefix("light-") {
            #expect(max(try contrast("bright", name), try contrast("dark", name)) >= 3)
        }
    }

    private func palette(of properties: String) -> [String: [Double]] {
        let found = properties.matches(of: /--([a-z0-9-]+):#([0-9a-f]{6});/).map { match in
            let rgb = Int(match.2, radix: 16) ?? 0
            return (String(match.1), [rgb >> 16, rgb >> 8 & 255, rgb & 255].map(intensity))
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
        let luminances = [one, other].map(luminance).sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    /// Intensities as seen without one kind of cones: Machado, Oliveira and Fernandes (2009), table 1, severity 1.0.
    private static let colourBlindness: [(name: String, matrix: [[Double]])] = [
        ("none", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        (
            "protanopia",
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
        ),
        (
            "deuteranopia",
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
        ),
        (
            "tritanopia",
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
        ),
    ]

    @Test("Neighbouring lights differ in brightness for everybody", arguments: colourBlindness.indices)
    func neighbours(kind: Int) throws {
        let (name, matrix) = Self.colourBlindness[kind]
        let palette = palette(of: ChartPalette.sky)
        let seen = try DayPhase.allCases.map { light in
            let colour = try #require(palette["light-\(light.level)"])
            return matrix.map { row in min(max(zip(row, colour).map(*).reduce(0, +), 0), 1) }
        }
        for (one, other) in zip(seen, seen.dropFirst()) { #expect(Self.contrast(one, other) >= 1.7, "\(name)") }
    }

    @Test(
        "The hashes in the content security policy match the style and the script",
        arguments: [
            (ChartPageStyle.text, ChartPageStyle.hash), (ChartPageScript.text, ChartPageScript.hash),
        ])
    func hash(text: String, hash: String) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let digits = try TestProgram("sha256sum", [folder.write(text, to: "text")]).run().output.prefix(64)
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
        #expect(hash == "sha256-" + Data(bytes).base64EncodedString())
    }

    @Test("Nothing is loaded, and only the inline style and script are allowed")
    func policy() throws {
        let page = try page
        #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-"))
        #expect(!page.contains("unsafe-"))
        #expect(!page.contains("http:") && !page.contains("https:"))
        // Links lead only to places on the page. The icon of the tab is part of the page.
        let links = page.matches(of: /\shref="([^"]*)"/).map(\.1).filter { !$0.hasPrefix("data:image/svg+xml,") }
        #expect(links.allSatisfy { page.contains(" id=\"\($0.dropFirst())\"") })
        for attribute in [" style=\"", " onclick", " src=", "url(", "@import"] {
            #expect(!page.contains(attribute), "\(attribute)")
        }
    }

    @Test("Without a script, the page shows a picture with a description, today's times in their order, and all days")
    func table() throws {
        let page = try page.replacing(/\sdata-at="\d+"/, with: "")
        #expect(page.split(separator: "<th scope=\"row\">").count == 366)
        #expect(
            page.contains(
                "<th scope=\"row\">Saturday 21 November 2026<td>06:22<td>06:51<td>11:45<td>16:40<td>17:09<td>9 h 49 min<td>1 min 42 s less than the day before<td>"
            ))
        let names = ["Civil dawn", "Sunrise", "Solar noon", "Sunset", "Civil dusk", "Daylight"]
        #expect(page.matches(of: /<dt>([^<]*)<\/dt>/).map { String($0.1) } == names)
        let values = ["06:22", "06:51", "11:45", "16:40", "17:09", "9 h 49 min", "1 min 42 s less than the day before"]
        #expect(page.matches(of: /<dd>([^<]*)<\/dd>/).map { String($0.1) } == values)
        #expect(
            page.contains(
                "role=\"img\" aria-label=\"Saturday 21 November 2026: sunrise 06:51, sunset 16:40, daylight 9 h 49 min, 1 min 42 s "
                    + "less than the day before\""))
    }

    @Test("The page shows the given period, or remembers one; it uses the browser's clock, or a given time")
    func period() throws {
        let chart = try #require(DaylightChartTests.denver)
        let now = at("2026-11-21T20:00:00Z")
        let plain = chart.page(showing: nil, at: now, isPretended: false)
        #expect(plain.contains("<main data-zone=\"America/Denver\">"))
        #expect(plain.contains("value=\"1y\" data-days=\"365\" checked"))
        let asked = chart.page(showing: .threeMonths, at: now, isPretended: true)
        #expect(asked.contains("<main data-asked=\"3m\" data-zone=\"America/Denver\" data-now=\"1795291200\">"))
        #expect(asked.contains("value=\"3m\" data-days=\"91\" checked"))
    }

    @Test(
        "The headline is the next sunrise or sunset, or how long the Sun stays",
        arguments: [
            (TestPlace.denver, "2026-11-21T20:00:00Z", "Sunset at 16:40"),
            (.denver, "2026-11-22T02:00:00Z", "Sunrise at 06:52 tomorrow"),
            (.tromso, "2026-12-21T10:00:00Z", "The Sun next rises on 15 January 2027"),
            (.tromso, "2026-06-21T10:00:00Z", "The Sun stays up until 26 July"),
        ])
    func headline(place: TestPlace, now: String, text: String) throws {
        let page = try DaylightChartTests.chart(.threeMonths, at: place, now: now).page(at: now)
        #expect(page.matches(of: /<p id="next"[^>]*>([^<]*)/).map { String($0.1) } == [text])
        #expect(page.contains(" data-far=") == text.hasPrefix("The Sun"))
        #expect(page.contains("data-sunset=\"Sunset in \u{E000}\" data-hours=\"\u{E000} h\""))
    }

    @Test("The heading shows the place's name; the footer shows its source, and how to change the place")
    func placeOnce() throws {
        let body = try #require(try page.split(separator: "<body>").last)
        #expect(body.contains("<h1>Daylight in denver</h1>"))
        #expect(body.contains("<p>denver (39.74° N, 104.99° W), from the settings, time zone America/Denver</p>"))
        #expect(body.contains("<p class=\"how\">Change the place with: suntracker place NAME</p>"))
        #expect(body.split(separator: "denver", omittingEmptySubsequences: false).count == 3)
        // The page is passed on, so it has to credit the source of the places.
        #expect(body.contains(" <bdi>© GeoNames (geonames.org), CC BY 4.0</bdi></p>\n</footer>"))
    }

    /// The instants are from the USNO (https://aa.usno.navy.mil/data/Earth_Seasons): 2026-06-21T08:24Z,
    /// 2026-09-23T00:05Z, 2026-12-21T20:50Z, and 2027-03-20T20:25Z, rounded up from 20:24:43. In Denver the clocks are
    /// six or seven hours behind. The earliest sunrise and the latest sunset are from timeanddate.com.
    @Test("Special days are in one list, and each leads to its day")
    func keyDates() throws {
        let page = try page
        let items = page.matches(of: /<li><a href="#([0-9-]*)"[^>]*>[^<]*<\/a><span>([^<]*)</).map { "\($0.1) \($0.2)" }
        #expect(
            items == [
                "2026-06-14 Earliest sunrise 05:31", "2026-06-21 June solstice at 02:24, longest day, 14 h 59 min",
                "2026-06-27 Latest sunset 20:32", "2026-09-22 September equinox at 18:05", "2026-11-01 Clocks back 1 h",
                "2026-12-07 Earliest sunset 16:35", "2026-12-21 December solstice at 13:50, shortest day, 9 h 21 min",
                "2027-03-14 Clocks forward 1 h",
                "2027-03-20 March equinox at 14:24",
            ])
        // 9 h 49 min today, and 9 h 21 min on the shortest day.
        #expect(page.contains("<p id=\"ahead\">27 min less daylight on the shortest day</p>"))
        // Two seconds less than on the day before.
        let chart = try DaylightChartTests.chart(.year, at: .denver, now: "2026-12-20T20:00:00Z")
        #expect(try chart.page(at: "2026-12-20T20:00:00Z").contains("<p id=\"ahead\"></p>"))
        let turns = page.matches(of: /#([0-9-]*)" data-turn="\x{E000} ([^"]*)"/).map { "\($0.1) \($0.2)" }
        #expect(
            turns == ["2026-06-21 more daylight on the longest day", "2026-12-21 less daylight on the shortest day"])
        let marks = page.matches(of: /data-day="(\d+)"[^>]*>([a-z][^<]*)</).map { "\($0.1) \($0.2)" }
        #expect(
            marks == [
                "29 solstice", "122 equinox", "162 clocks back 1 h", "182 today", "212 solstice",
                "295 clocks forward 1 h", "301 equinox",
            ])
        #expect(page.contains("<td>December solstice at 13:50\n"))
    }

    @Test("The day to which the end of the polar day leads says so, although the Sun sets after midnight")
    func polarNotes() throws {
        let chart = try DaylightChartTests.chart(.year, at: .tromso, now: "2026-11-21T20:00:00Z")
        func notes(_ date: String) throws -> [String] {
            chart.notes(of: try #require(chart.days.first { $0.date.description == date }))
        }
        #expect(try notes("2026-07-26") == ["end of the polar day at 00:37"])
        #expect(try notes("2026-07-25") == ["the Sun was already up"])
    }

    @Test("A date that the clocks skip has no row, no column and no special day")
    func skippedDate() throws {
        let now = "2011-12-15T20:00:00Z"
        let zone = SimulatedZone(utcOffset: -10 * 3600, changes: [(at("2011-12-30T10:00:00Z"), 14 * 3600)])
        let chart = DaylightChart(
            of: .year, at: place(-13.83, -171.77), now: at(now), localTime: zone)
        let page = try chart.page(at: now)
        #expect(page.split(separator: "<tr id=\"").count == 365)
        #expect(!page.contains("2011-12-30"))
        #expect(page.contains("viewBox=\"0 0 36400 86400\"") && page.contains("<tr id=\"2011-12-31\""))
        #expect(chart.days[chart.todayIndex].date.description == "2011-12-15")
        let months = chart.narrowed(to: .threeMonths)
        #expect(months.days.count == 90 && months.days[months.todayIndex].date.description == "2011-12-15")
    }

    @Test("Without the script, what it fills is hidden, and labels do not touch in a window of 320 pixels")
    func withoutScript() throws {
        let page = try page
        let body = try #require(page.split(separator: "<body>").last)
        #expect(body.matches(of: /<(button|input)/).count == 6)
        #expect(body.matches(of: /<div class="group[^>]* hidden>/).count == 2)
        #expect(body.contains("<div id=\"arc\" role=\"img\" hidden "))
        let marks = page.matches(
            of: /<text x="([0-9.]+)%" data-day="\d+" y="([0-9.]+)em" text-anchor="(\w+)"[^>]*>([^<]+)/)
        #expect(marks.count == 7)
        let spans = marks.map { mark in
            let (x, width) = ((Double(mark.1) ?? 0) * 2.7, Double(mark.4.count) * 7)
            let start = mark.3 == "start" ? x : mark.3 == "end" ? x - width : x - width / 2
            return (row: mark.2, start: start, end: start + width)
        }
        #expect(spans.allSatisfy { $0.start >= -0.1 && $0.end <= 270.1 })
        for (index, one) in spans.enumerated() {
            #expect(
                spans.dropFirst(index + 1).allSatisfy { $0.row != one.row || $0.start > one.end || $0.end < one.start })
        }
        let months = page.matches(of: /<text [^>]*data-month="(\d+)"( display="none")?>/).filter { $0.2 == nil }
        #expect(months.compactMap { Int($0.1) } == [6, 8, 10, 0, 2, 4])
    }

    @Test("The tab has an icon and the colour of the page")
    func tab() throws {
        let page = try page
        #expect(page.contains("img-src data:; base-uri"))
        #expect(page.contains("<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg"))
        let themes = page.matches(
            of: /<meta name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)">/)
        #expect(themes.map { "\($0.2) \($0.1)" } == ["light #ffffff", "dark #15181f"])
        #expect(ChartPalette.bright.contains("--page:#ffffff;") && ChartPalette.dark.contains("--page:#15181f;"))
    }

    /// The polar days and nights are from almanacs: midnight sun from 18 May to 26 July, polar night from 27 November
    /// to 15 January. The chart begins on 23 May.
    @Test("Near the poles, special days are the starts and ends of polar days and nights, and none is the longest")
    func polarKeyDates() throws {
        let chart = try DaylightChartTests.chart(.year, at: .tromso, now: "2026-11-21T20:00:00Z")
        #expect(try chart.page(at: "2026-11-21T20:00:00Z").contains("<p id=\"ahead\"></p>"))
        let facts = chart.keyDates.map { "\(chart.days[$0.index].date) \($0.facts.joined(separator: ", "))" }
        #expect(
            facts == [
                "2026-06-21 June solstice at 10:24", "2026-07-26 end of the polar day at 00:37",
                "2026-08-12 solar eclipse: 83 % of the Sun covered at 19:39",
                "2026-09-23 September equinox at 02:05", "2026-10-25 clocks back 1 h",
                "2026-11-27 start of the polar night at 11:42", "2026-12-21 December solstice at 21:50",
                "2027-01-15 end of the polar night at 11:34", "2027-03-20 March equinox at 21:24",
                "2027-03-28 clocks forward 1 h", "2027-05-18 start of the polar day at 01:00",
            ])
    }

    @Test("An eclipse over midnight is listed on the day of its maximum")
    func eclipse() throws {
        let chart = DaylightChart(
            of: .threeMonths, at: .inSettings(69.35, 88.2), now: at("2039-06-20T05:00:00Z"),
            localTime: SimulatedZone(utcOffset: 7 * 3600))
        let dates = chart.keyDates.filter { $0.facts.joined().contains("eclipse") }
        #expect(dates.map { "\(chart.days[$0.index].date)" } == ["2039-06-22"])
    }

    @Test("No line breaks within a duration or a 12-hour time")
    func unbroken() throws {
        let now = "2026-11-21T20:00:00Z"
        var zone = SimulatedZone.denver
        zone.hasTwelveHours = true
        let chart = DaylightChart(
            of: .year, at: TestPlace.denver.place, now: at(now), localTime: zone,
            in: Localizer.english.formatted(for: .body))
        let texts = try chart.page(at: now).replacing(/<(style|script)>(?s:.*?)<\/\1>/, with: "")
        for text in ["9\u{A0}h\u{A0}49\u{A0}min", "1\u{A0}min\u{A0}42\u{A0}s less than", "6:51\u{A0}AM"] {
            #expect(texts.contains(">\(text)"))
        }
        #expect(texts.contains("data-both=\"\u{E000}\u{A0}h\u{A0}\u{E001}\u{A0}min\""))
        #expect(texts.firstMatch(of: /[0-9\u{E000}\u{E001}] (h|min|s|AM|PM)\b/)?.output.0 == nil)
    }

    @Test(
        "The name of a place keeps its direction in the heading and the footer, and is escaped",
        arguments: [
            ("ar", "Fish & <\"Chips'>", "Fish &amp; &lt;&quot;Chips&#39;&gt;"), (nil, "القاهرة", "القاهرة"),
        ])
    func direction(language: String?, name: String, markup: String) throws {
        let now = "2026-11-21T20:00:00Z"
        let words = try language.map { Localizer(try ProjectCatalog($0)) } ?? .english
        let chart = DaylightChart(
            of: .threeMonths, at: place(39.74, -104.98, name: name), now: at(now),
            localTime: SimulatedZone.denver, in: words.formatted(for: .body))
        let page = try chart.page(at: now)
        // In the title, the heading and the footer.
        #expect(page.split(separator: markup, omittingEmptySubsequences: false).count == 4)
        #expect(page.split(separator: "\u{2068}\(markup)\u{2069}", omittingEmptySubsequences: false).count == 4)
    }
}

extension DaylightChart {
    /// The page of six months at this moment.
    func page(at now: String) throws -> String { page(showing: .sixMonths, at: at(now), isPretended: true) }
}
