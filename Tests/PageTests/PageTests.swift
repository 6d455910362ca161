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
        width: Int, height: Int, scheme: String = "light", showing period: ChartPeriod? = .sixMonths,
        at now: String = "2026-11-21T20:00:00Z", in words: Localizer = .english, _ body: (Browser) async throws -> Void
    ) async throws {
        try FileManager.default.createDirectory(at: Self.out, withIntermediateDirectories: true)
        let chart = DaylightChart(
            of: .year, at: TestPlace.denver.place, now: TestSupport.at(now), localTime: SimulatedZone.denver, in: words)
        let file = Self.out.appending(path: "chart-\(UUID().uuidString).html")
        try chart.page(showing: period, at: TestSupport.at(now), isPretended: true).write(
            to: file, atomically: true, encoding: .utf8)
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
        try await browser.evaluate("return document.querySelector('#date').textContent") as? String
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
                try await facts(browser) == [
                    "06:18", "06:45", "12:13", "17:41", "18:09", "10 h 56 min", "2 min 29 s more",
                ])
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
            // WebDriver's code points for keys: left, right, page down, page up, up, down, home, end.
            for (key, date) in [
                ("\u{E012}", "Friday 20 November 2026"), ("\u{E014}", "Saturday 21 November 2026"),
                ("\u{E00F}", "Saturday 19 December 2026"), ("\u{E00E}", "Saturday 21 November 2026"),
                ("\u{E013}", "Saturday 14 November 2026"), ("\u{E015}", "Saturday 21 November 2026"),
                ("\u{E011}", "Saturday 22 August 2026"), ("\u{E012}", "Saturday 22 August 2026"),
                ("\u{E010}", "Saturday 20 February 2027"), ("t", "Saturday 21 November 2026"),
                ("1", "Saturday 21 November 2026"), ("\u{E010}", "Tuesday 5 January 2027"),
                ("2", "Tuesday 5 January 2027"), ("\u{E010}", "Saturday 20 February 2027"),
            ] {
                try await press(key, in: browser)
                #expect(try await self.date(browser) == date)
            }
            let spoken = try await slider("aria-valuetext", browser)
            #expect(
                spoken == "Saturday 20 February 2027, Civil dawn 06:18, Sunrise 06:45, Solar noon 12:13, Sunset 17:41, "
                    + "Civil dusk 18:09, Daylight 10 h 56 min, Change 2 min 29 s more")
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
                let width = try await browser.evaluate("return document.querySelector('#light').viewBox.baseVal.width")
                return (width as? NSNumber).map { $0.intValue / 100 }
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
                    [...document.querySelectorAll('button, .group label, summary')].map(
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
            const shown = document.querySelector('#date').textContent;
            return [...document.querySelectorAll('tbody tr')].find((row) => row.cells[0].textContent === shown).id;
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
                const plot = box('#plot'), cursor = box('.line.chosen'), chip = box('#chip');
                const months = [...document.querySelectorAll('#months text')].filter(
                  (text) => text.style.display !== 'none').map((text) => text.getBoundingClientRect());
                const title = document.createRange();
                title.selectNodeContents(find('h1'));
                return [
                  Math.abs((cursor.left + cursor.width / 2 - plot.left) / plot.width - 23.5 / 91) < 0.01,
                  box('#before').left < box('#after').left, getComputedStyle(find('#before')).direction === 'ltr',
                  box('.hours').right <= plot.left,
                  months.length >= 2 && months.every((month) => month.left >= plot.left && month.right <= plot.right + 1),
                  Math.abs(title.getBoundingClientRect().right - box('h1').right) < 2,
                  find('#plot').ariaValueText.includes('30') && chip.left <= cursor.left && cursor.left <= chip.right,
                ];
                """
            #expect(try await browser.evaluate(positions) as? [Bool] == Array(repeating: true, count: 7))
            try await screenshot("right-to-left-\(width)", of: browser)
        }
    }

    @Test("The countdown runs on, and ends where the next begins; the Sun and today move with it")
    func countdown() async throws {
        try await withPage(width: 800, height: 900, at: "2026-11-21T23:36:50Z") { browser in
            func now() async throws -> [String]? {
                let script = """
                    const path = (name) => document.querySelector(name).getAttribute('d');
                    return [document.querySelector('#next').textContent, path('.sun'), path('.today'),
                      document.querySelector('#date').textContent];
                    """
                return try await browser.evaluate(script) as? [String]
            }
            /// Lets the page believe that so much time has passed, and that it is shown again.
            func wait(_ seconds: Int) async throws {
                let script = """
                    const now = Date.now;
                    Date.now = () => now() + \(seconds) * 1000;
                    document.dispatchEvent(new Event('visibilitychange'));
                    """
                _ = try await browser.evaluate(script)
            }
            #expect(try await now()?.first == "Sunset in 3 min")
            try await wait(60)
            #expect(try await now()?.first == "Sunset in 2 min")
            // Sunset is at 23:39:57, sunrise at 13:52:30; the distances are far from half a minute, which the browser may take.
            try await wait(150)
            #expect(try await now()?.first == "Sunrise in 14 h 12 min")
            let before = try #require(try await now())
            #expect(before[2] == "M18250 0v86400")
            // Until 00:10 of the next day, which is chosen now.
            try await wait(7 * 3600 + 30 * 60)
            let after = try #require(try await now())
            #expect(after[0] == "Sunrise in 6 h 42 min")
            #expect(after[1].hasPrefix("M18350 85"))
            #expect(after[2] == "M18350 0v86400")
            #expect(after[3] == "Sunday 22 November 2026")
        }
    }

    @Test("The browser remembers the period, and one that is asked for beats it")
    func remembering() async throws {
        try await withPage(width: 800, height: 900, showing: nil) { browser in
            let days = "return document.querySelector('#plot').getAttribute('aria-valuemax')"
            #expect(try await browser.evaluate(days) as? String == "365")
            _ = try await browser.evaluate("document.querySelector('[value=\"3m\"]').click()")
            try await browser.send("POST", "/refresh")
            #expect(try await browser.evaluate(days) as? String == "91")
            // As a page that was asked for six months.
            let script = """
                // The policy forbids the styles that the script has set, once they are written into the page.
                const page = document.documentElement.outerHTML.replaceAll(/ style="[^"]*"/g, '')
                  .replace('<main', '<main data-asked="6m"')
                  .replace('checked=""', '').replace('value="6m"', 'value="6m" checked');
                document.open(); document.write(page); document.close();
                """
            _ = try await browser.evaluate(script)
            #expect(try await browser.evaluate(days) as? String == "183")
        }
    }

    @Test("The wheel moves day by day once the chart has the focus; a swipe over the day does so too")
    func wheelAndSwipe() async throws {
        try await withPage(width: 800, height: 900) { browser in
            func turn(_ distance: Int) async throws {
                let box = try await plot(browser)
                let turn: [String: Any] = [
                    "type": "scroll", "x": Int(box[0] + box[2] / 2), "y": Int(box[1] + box[3] / 2), "deltaX": 0,
                    "deltaY": distance, "duration": 0,
                ]
                let wheel: [String: Any] = ["type": "wheel", "id": "wheel", "actions": [turn]]
                try await browser.send("POST", "/actions", ["actions": [wheel]])
            }
            try await turn(100)
            #expect(try await date(browser) == "Saturday 21 November 2026")
            _ = try await browser.evaluate("document.querySelector('#plot').focus()")
            try await turn(100)
            #expect(try await date(browser) == "Sunday 22 November 2026")
            try await turn(-100)
            #expect(try await date(browser) == "Saturday 21 November 2026")
            let swipe = """
                const day = document.querySelector('#day');
                const send = (type, clientX) => day.dispatchEvent(
                  new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX }));
                send('pointerdown', 300); send('pointermove', 228); send('pointerup', 228); send('pointermove', 0);
                """
            _ = try await browser.evaluate(swipe)
            #expect(try await date(browser) == "Tuesday 24 November 2026")
        }
    }

    @Test("A special day leads to its day, also one outside of the period")
    func keyDates() async throws {
        try await withPage(width: 800, height: 900, showing: .threeMonths) { browser in
            _ = try await browser.evaluate("document.querySelector('#dates a[href=\"#2026-12-21\"]').click()")
            #expect(try await isoDate(browser) == "2026-12-21")
            #expect(try await slider("aria-valuemax", browser) == "91")
            _ = try await browser.evaluate("document.querySelector('#dates a[href=\"#2026-06-21\"]').click()")
            #expect(try await isoDate(browser) == "2026-06-21")
            #expect(try await slider("aria-valuemax", browser) == "365")
            #expect(try await browser.evaluate("return document.activeElement.id") as? String == "plot")
        }
    }

    @Test("Every clock change, solstice and equinox has its label, and no two labels meet", arguments: [320, 1280])
    func labels(width: Int) async throws {
        try await withPage(width: width, height: 800, showing: .year) { browser in
            let script = """
                const shown = (scale) => [...document.querySelectorAll(scale + ' text')].filter(
                  (text) => text.style.display !== 'none').map((text) => text.getBoundingClientRect());
                const meet = (one, other) => one.left < other.right && other.left < one.right &&
                  one.top + 3 < other.bottom && other.top + 3 < one.bottom;
                const all = shown('#months').concat(shown('#marks')), plot = document.querySelector('#plot')
                  .getBoundingClientRect();
                return [shown('#marks').length, shown('#months').length,
                  all.filter((one, index) => all.some((other, next) => next > index && meet(one, other))).length,
                  all.filter((one) => one.left < plot.left - 1 || one.right > plot.right + 1).length];
                """
            let counts = try #require(try await browser.evaluate(script) as? [Int])
            #expect(counts[0] == 7)
            #expect(counts[1] >= 4)
            #expect(counts.dropFirst(2) == [0, 0])
        }
    }

    @Test("On a phone the chart is in the first screen, with the times of the day below it")
    func phone() async throws {
        try await withPage(width: 390, height: 844, showing: .year) { browser in
            let script = """
                const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
                return [bottom('#plot'), bottom('dl')].map(Math.round);
                """
            let bottoms = try #require(try await browser.evaluate(script) as? [Int])
            #expect(bottoms[0] < 450)
            #expect(bottoms[1] <= 844)
        }
    }

    @Test("A year is printed on one sheet, whatever is shown")
    func printing() async throws {
        try await withPage(width: 1000, height: 800, showing: .threeMonths) { browser in
            let answer = try await browser.command(
                "Page.printToPDF", ["preferCSSPageSize": true, "printBackground": true])
            let data = try #require((answer as? [String: Any])?["data"] as? String)
            let document = try #require(Data(base64Encoded: data))
            try document.write(to: Self.out.appending(path: "print.pdf"))
            let text = String(decoding: document, as: Unicode.ASCII.self)
            #expect(text.matches(of: /\/Type \/Page\b[^s]/).count == 1)
            #expect(try await slider("aria-valuemax", browser) == "91")
        }
    }

    /// The engine is in the Python package axe-core-python, which etc/setup installs. It is not part of the project (MPL 2.0).
    private static let axe = FileManager.default.homeDirectoryForCurrentUser
        .appending(path: ".cache/suntracker/axe/axe_core_python/axe.min.js").path

    @Test(
        "axe-core reports no violations",
        .enabled(if: FileManager.default.fileExists(atPath: axe), "etc/setup --all-tests installs axe-core"),
        arguments: [360, 1280], ["light", "dark"])
    func accessibility(width: Int, scheme: String) async throws {
        let engine = try String(contentsOfFile: Self.axe, encoding: .utf8)
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
