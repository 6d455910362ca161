import Foundation
import Solar
import TestSupport
import Testing

@testable import Reports

@Suite("The chart as a web page and as an SVG image")
struct ChartPageTests {
    private var page: String {
        get throws { try #require(DaylightChartTests.denver).page(showing: .sixMonths) }
    }

    /// WCAG 2.2 requires a contrast of 4.5 for text (1.4.3), and of 3 for graphics that are required for understanding
    /// (1.4.11).
    @Test("Contrasts are sufficient", arguments: [true, false])
    func contrast(isDark: Bool) {
        let palette = isDark ? ChartPalette.dark : .bright
        for (text, paper) in [
            (palette.text, palette.page), (palette.mutedText, palette.page), (palette.textOnAccent, palette.accent),
        ] {
            #expect(contrast(text, paper) >= 4.5)
        }
        for (line, paper) in [
            (palette.outline, palette.page), (palette.accent, palette.page), (palette.horizon, palette.light[4]),
            (palette.horizon, palette.light[3]), (palette.light[4], palette.light[0]),
        ] {
            #expect(contrast(line, paper) >= 3, "\(line) on \(paper)")
        }
        for paper in palette.light {
            #expect(max(contrast(ChartPalette.cursor, paper), contrast(ChartPalette.cursorHalo, paper)) >= 3)
        }
    }

    private func contrast(_ one: String, _ other: String) -> Double {
        let luminances = [one, other].map(luminance).sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    /// Relative luminance, WCAG 2.2.
    private func luminance(_ colour: String) -> Double {
        let rgb = Int(colour.dropFirst(), radix: 16) ?? 0
        let parts = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255].map { part in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
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
        for attribute in [" style=\"", " onclick", " src=", " href=", "url(", "@import"] {
            #expect(!page.contains(attribute), "\(attribute)")
        }
    }

    @Test("All days and clock changes are in the table")
    func table() throws {
        let page = try page
        #expect(page.split(separator: "<time ").count == 366)
        #expect(
            page.contains(
                "<time datetime=\"2026-11-21\">Saturday 21 November 2026</time><td>06:51<td>16:40<td>9 h 49 min"))
        #expect(page.contains("data-clocks=\"clocks back 1 h\""))
        #expect(
            page.contains(
                "aria-valuetext=\"Saturday 21 November 2026: sunrise 06:51, sunset 16:40, daylight 9 h 49 min, 1 min 42 s "
                    + "less than the day before\""))
    }

    @Test("The page moves itself to the place if it is to begin there")
    func start() throws {
        let chart = try DaylightChartTests.chart(.year, at: .denver, now: "2026-11-21T20:00:00Z")
        let element = "<meta http-equiv=\"refresh\" content=\"0; url=#place\">"
        #expect(chart.page(showing: .year, startingAt: .place).contains("\n\(element)\n<title>"))
        #expect(!chart.page(showing: .year).contains("refresh"))
    }

    @Test("The name of a place is escaped")
    func escaping() throws {
        let place = try place(39.74, -104.98, name: "<script>&\"'")
        let chart = DaylightChart(
            of: .year, at: place, now: try instant("2026-11-21T20:00:00Z"), localTime: SimulatedZone.denver)
        for text in [chart.page(showing: .year), chart.svg] {
            #expect(!text.contains("<script>&"))
            #expect(text.contains("&lt;script&gt;&amp;&quot;&#39;"))
        }
    }

    @Test("The image is well-formed XML for each period and place", arguments: TestPlace.allCases)
    func picture(place: TestPlace) throws {
        for period in ChartPeriod.allCases {
            let chart = try DaylightChartTests.chart(period, at: place, now: "2026-06-21T12:00:00Z")
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            try chart.svg.write(to: file, atomically: true, encoding: .utf8)
            let check = Process()
            check.executableURL = URL(filePath: "/usr/bin/env")
            check.arguments = ["python3", "-c", "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])", file.path]
            try check.run()
            check.waitUntilExit()
            #expect(check.terminationStatus == 0)
        }
    }
}
