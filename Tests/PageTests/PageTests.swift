import Foundation
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// The page of Denver on 2026-11-21 in a real browser.
@Suite("The page in a browser", .serialized)
struct PageTests {
    /// The folder of the screenshots, for manual inspection.
    private static let out = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../.build/results/page").standardizedFileURL

    private func withPage(
        width: Int, height: Int, scheme: String = "light", showing period: ChartPeriod = .sixMonths,
        in words: Localizer = .english, _ body: (Browser) async throws -> Void
    ) async throws {
        try FileManager.default.createDirectory(at: Self.out, withIntermediateDirectories: true)
        let chart = DaylightChart(
            of: .year, at: TestPlace.denver.place, now: at("2026-11-21T20:00:00Z"), localTime: SimulatedZone.denver,
            in: words)
        let file = Self.out.appending(path: "chart-\(UUID().uuidString).html")
        try chart.page(showing: period).write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let browser = try await Browser()
        do {
            try await browser.command(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
            try await browser.command(
                "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
            try await browser.send("POST", "/url", ["url": file.absoluteString])
            try await body(browser)
            // The log contains violations of the content security policy and uncaught exceptions.
            let log = try await browser.send("POST", "/se/log", ["type": "browser"]) as? [[String: Any]]
            #expect(log?.isEmpty == true, "\(log ?? [])")
        } catch {
            try? await browser.quit()
            throw error
        }
        try await browser.quit()
    }

    private func screenshot(_ name: String, of browser: Browser) async throws {
        let image = try await browser.command("Page.captureScreenshot", ["captureBeyondViewport": true])
        let data = try #require((image as? [String: Any])?["data"] as? String)
        try #require(Data(base64Encoded: data)).write(to: Self.out.appending(path: name + ".png"))
    }

    private func date(_ browser: Browser) async throws -> String? {
        try await browser.evaluate("return document.querySelector('.date').textContent") as? String
    }

    private func facts(_ browser: Browser) async throws -> [String]? {
        try await browser.evaluate("return [...document.querySelectorAll('dd')].map((fact) => fact.textContent)")
            as? [String]
    }

    private func slider(_ attribute: String, _ browser: Browser) async throws -> String? {
        try await browser.evaluate("return document.querySelector('#plot').getAttribute('\(attribute)')") as? String
    }

    /// The bounds of the drawing in the window: left, top, width, height.
    private func plot(_ browser: Browser) async throws -> [Double] {
        let script = """
            const plot = document.querySelector('#plot'); plot.scrollIntoView({ block: 'center' });
            const { x, y, width, height } = plot.getBoundingClientRect(); return [x, y, width, height];
            """
        return try #require(try await browser.evaluate(script) as? [Any]).compactMap { ($0 as? NSNumber)?.doubleValue }
    }

    /// Drags a pointer from one fraction of the drawing's width to another.
    private func drag(_ kind: String, from start: Double, to end: Double, in browser: Browser) async throws {
        let box = try await plot(browser)
        func move(_ part: Double, milliseconds: Int) -> [String: Any] {
            [
                "type": "pointerMove", "duration": milliseconds, "x": Int((box[0] + part * box[2]).rounded()),
                "y": Int(box[1] + box[3] / 2),
            ]
        }
        let actions: [[String: Any]] = [
            move(start, milliseconds: 0), ["type": "pointerDown", "button": 0],
            move((start + end) / 2, milliseconds: 20),
            move(end, milliseconds: 20), ["type": "pointerUp", "button": 0],
        ]
        let pointer: [String: Any] = [
            "type": "pointer", "id": kind, "parameters": ["pointerType": kind], "actions": actions,
        ]
        try await browser.send("POST", "/actions", ["actions": [pointer]])
    }

    private func press(_ key: String, in browser: Browser) async throws {
        let actions = [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
        try await browser.send("POST", "/actions", ["actions": [["type": "key", "id": "keys", "actions": actions]]])
    }

    @Test("Dragging with a mouse or a finger selects and describes a day", arguments: ["mouse", "touch"])
    func dragging(kind: String) async throws {
        try await withPage(width: 1280, height: 900) { browser in
            #expect(try await date(browser) == "Saturday 21 November 2026")
            try await drag(kind, from: 0.5, to: 0.999, in: browser)
            #expect(try await date(browser) == "Saturday 20 February 2027")
            #expect(
                try await facts(browser) == ["06:45", "17:41", "10 h 56 min", "2 min 29 s more", "06:18", "18:09"])
            try await drag(kind, from: 0.999, to: 0.001, in: browser)
            #expect(try await date(browser) == "Saturday 22 August 2026")
            #expect(try await slider("aria-valuenow", browser) == "1")
            // Beyond the edge of the drawing.
            try await drag(kind, from: 0.5, to: 1.03, in: browser)
            #expect(try await slider("aria-valuenow", browser) == "183")
        }
    }

    @Test("Keys move a slider with an accessible value")
    func keyboard() async throws {
        try await withPage(width: 800, height: 900) { browser in
            _ = try await browser.evaluate("document.querySelector('#plot').focus()")
            // WebDriver's code points for keys: left, right, page up, page down, home, end.
            for (key, date) in [
                ("\u{E012}", "Friday 20 November 2026"), ("\u{E014}", "Saturday 21 November 2026"),
                ("\u{E00E}", "Saturday 19 December 2026"), ("\u{E00F}", "Saturday 21 November 2026"),
                ("\u{E011}", "Saturday 22 August 2026"), ("\u{E012}", "Saturday 22 August 2026"),
                ("\u{E010}", "Saturday 20 February 2027"),
            ] {
                try await press(key, in: browser)
                #expect(try await self.date(browser) == date)
            }
            let spoken = try await slider("aria-valuetext", browser)
            #expect(
                spoken == "Saturday 20 February 2027: sunrise 06:45, sunset 17:41, daylight 10 h 56 min, "
                    + "2 min 29 s more than the day before")
            #expect(try await slider("role", browser) == "slider")
            #expect(try await slider("aria-valuemax", browser) == "183")
        }
    }

    @Test("The period is switched without reloading, and the selected day is kept if possible")
    func periods() async throws {
        try await withPage(width: 1280, height: 900) { browser in
            func choose(_ period: String) async throws {
                _ = try await browser.evaluate("document.querySelector('[value=\"\(period)\"]').click()")
            }
            func shown() async throws -> Int? {
                try await browser.evaluate(
                    "return document.querySelectorAll('tbody tr:not([hidden])').length") as? Int
            }
            #expect(try await shown() == 183)
            _ = try await browser.evaluate("document.querySelector('#before').click()")
            try await choose("1y")
            #expect(try await shown() == 365)
            #expect(try await date(browser) == "Friday 20 November 2026")
            try await drag("mouse", from: 0.5, to: 0.001, in: browser)
            #expect(try await date(browser) == "Saturday 23 May 2026")
            try await choose("3m")
            #expect(try await shown() == 91)
            #expect(try await date(browser) == "Wednesday 7 October 2026")
            _ = try await browser.evaluate("document.querySelector('#today').click()")
            #expect(try await date(browser) == "Saturday 21 November 2026")
            #expect(try await slider("aria-valuenow", browser) == "46")
        }
    }

    @Test(
        "The page fits into 320 pixels, also at 400 % zoom and with 40-pixel text; touch targets are large enough",
        arguments: [
            ("narrow", 320, 740, "light", 16), ("wide", 1600, 900, "light", 16), ("dark", 1280, 900, "dark", 16),
            ("zoomed", 320, 256, "light", 16), ("large-letters", 640, 900, "dark", 40),
        ])
    func fit(name: String, width: Int, height: Int, scheme: String, letters: Int) async throws {
        try await withPage(width: width, height: height, scheme: scheme, showing: .year) { browser in
            let script = """
                document.documentElement.style.fontSize = '\(letters)px';
                document.documentElement.style.fontWeight = '\(letters > 16 ? 900 : 400)';
                return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
                  [document.documentElement.scrollWidth].concat(
                    [...document.querySelectorAll('button, .periods span, summary')].map(
                      (control) => Math.round(control.getBoundingClientRect().height)))))));
                """
            let sizes = try #require(try await browser.evaluate(script) as? [Any]).compactMap {
                ($0 as? NSNumber)?.intValue
            }
            #expect(sizes[0] == width)
            #expect(sizes.count == 8)
            #expect(sizes.dropFirst().allSatisfy { $0 >= 44 })
            try await screenshot(name, of: browser)
        }
    }

    /// The date of the day that is described.
    private func isoDate(_ browser: Browser) async throws -> String? {
        let script = """
            const shown = document.querySelector('.date').textContent;
            return [...document.querySelectorAll('tbody time')].find((time) => time.textContent === shown).dateTime;
            """
        return try await browser.evaluate(script) as? String
    }

    @Test(
        "From right to left the page fits, and the days of the chart still go from left to right",
        arguments: [320, 1280])
    func rightToLeft(width: Int) async throws {
        try await withPage(width: width, height: 740, showing: .threeMonths, in: Localizer(try ProjectCatalog("ar"))) {
            browser in
            let script = """
                const { scrollWidth, dir, lang } = document.documentElement;
                window.scrollTo(-1000, 0);
                return [lang, dir, String(scrollWidth), String(window.scrollX)];
                """
            #expect(try await browser.evaluate(script) as? [String] == ["ar", "rtl", String(width), "0"])
            #expect(try await isoDate(browser) == "2026-11-21")
            try await drag("touch", from: 0.5, to: 0.999, in: browser)
            #expect(try await isoDate(browser) == "2027-01-05")
            try await drag("mouse", from: 0.9, to: 0.001, in: browser)
            #expect(try await isoDate(browser) == "2026-10-07")
            try await drag("mouse", from: 0.1, to: 0.255, in: browser)
            #expect(try await isoDate(browser) == "2026-10-30")
            _ = try await browser.evaluate("document.querySelector('#plot').focus()")
            // The right arrow key of WebDriver.
            try await press("\u{E014}", in: browser)
            #expect(try await isoDate(browser) == "2026-10-31")
            _ = try await browser.evaluate("document.querySelector('#before').click()")
            #expect(try await isoDate(browser) == "2026-10-30")
            // The line through the day is where the pointer was; the earlier day has its button on the left.
            let positions = """
                const find = (selector) => document.querySelector(selector);
                const box = (selector) => find(selector).getBoundingClientRect();
                const plot = box('#plot'), cursor = box('#cursor');
                const months = [...document.querySelectorAll('#months text')].map((text) => text.getBoundingClientRect());
                const title = document.createRange();
                title.selectNodeContents(find('h1'));
                return [
                  Math.abs((cursor.left + cursor.width / 2 - plot.left) / plot.width - 23.5 / 91) < 0.01,
                  box('#before').left < box('#after').left, getComputedStyle(find('#before')).direction === 'ltr',
                  box('.hours').right <= plot.left,
                  months.length >= 2 && months.every((month) => month.left >= plot.left && month.right <= plot.right + 1),
                  Math.abs(title.getBoundingClientRect().right - box('h1').right) < 2,
                  find('#plot').ariaValueText.includes('30'),
                ];
                """
            #expect(try await browser.evaluate(positions) as? [Bool] == Array(repeating: true, count: 7))
            try await screenshot("right-to-left-\(width)", of: browser)
        }
    }

    /// The file in `SUNTRACKER_AXE`: axe.min.js of axe-core 4, which is not part of the project (MPL 2.0). It is in the
    /// Python package axe-core-python: `pip download --no-deps axe-core-python`, and unpack it.
    private static let axe = ProcessInfo.processInfo.environment["SUNTRACKER_AXE"]

    @Test(
        "axe-core reports no violations", .enabled(if: axe != nil, "SUNTRACKER_AXE names no axe.min.js"),
        arguments: [360, 1280], ["light", "dark"])
    func accessibility(width: Int, scheme: String) async throws {
        let engine = try String(contentsOfFile: try #require(Self.axe), encoding: .utf8)
        try await withPage(width: width, height: 900, scheme: scheme) { browser in
            // The table is checked without most of its rows, which have the same structure.
            let script = """
                const done = arguments[arguments.length - 1];
                document.querySelector('details').open = true;
                [...document.querySelectorAll('tbody tr')].slice(5).forEach((row) => row.remove());
                axe.run(document, { resultTypes: ['violations'] }).then((results) => done(
                  ['axe-core ' + results.testEngine.version].concat(results.violations.map(
                    (violation) => `${violation.id}, ${violation.impact}: ${violation.nodes.map((node) => node.html)}`))));
                """
            let found = try await browser.send(
                "POST", "/execute/async", ["script": engine + ";" + script, "args": [String]()])
            let lines = try #require(found as? [String])
            #expect(lines.first?.hasPrefix("axe-core 4.") == true)
            #expect(lines.dropFirst().isEmpty, "\(lines)")
        }
    }
}
