// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

@Suite("The layout of the page in a browser", .serialized)
struct PageLayoutTests: PageInBrowser {
    @Test(
        "The page fits into 320 pixels, even at 400 % zoom and with 40-pixel text; touch targets are large enough",
        arguments: [
            ("narrow", 320, 740, "light", 16), ("wide", 1600, 900, "light", 16), ("dark", 1280, 900, "dark", 16),
            ("zoomed", 320, 256, "light", 16), ("large-letters", 640, 900, "dark", 40),
        ])
    func fit(name: String, width: Int, height: Int, scheme: String, letters: Int) async throws {
        try await withPage(width: width, height: height, scheme: scheme, showing: .year) { browser in
            let script = """
                document.documentElement.style.fontSize = '\(letters)px';
                document.documentElement.style.fontWeight = '\(letters > 16 ? 900 : 400)';
                document.querySelector('details').open = true;
                document.querySelector('#plot').dispatchEvent(
                  new PointerEvent('pointermove', { pointerType: 'mouse', clientX: innerWidth }));
                return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
                  [document.documentElement.scrollWidth].concat(
                    [...document.querySelectorAll('button, .group label, summary')].map((control) => {
                      const { width, height } = control.getBoundingClientRect();
                      return Math.round(Math.min(width, height));
                    }))))));
                """
            let sizes = try #require(try await browser.evaluate(script) as? [Any]).compactMap {
                ($0 as? NSNumber)?.intValue
            }
            #expect(sizes[0] == width)
            #expect(sizes.count == 8)
            #expect(sizes.dropFirst().allSatisfy { $0 >= 44 })
            let colours = """
                const colours = ['body', 'h1'].map((name) => getComputedStyle(document.querySelector(name)).color);
                return [...document.querySelectorAll('svg text')].map((text) => getComputedStyle(text).fill).filter(
                  (colour) => !colours.includes(colour));
                """
            #expect(try await browser.evaluate(colours) as? [String] == [])
            try await screenshot(name, of: browser)
        }
    }

    @Test(
        "From right to left, the page fits, and the days of the chart still go from left to right",
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
            // The line through the day is at the pointer's last position; the earlier day has its button on the left.
            let positions = """
                const find = (selector) => document.querySelector(selector);
                const box = (selector) => find(selector).getBoundingClientRect();
                const plot = box('#plot'), cursor = box('.line.chosen'), chip = box('#chip');
                const months = [...document.querySelectorAll('#months text')].filter(
                  (text) => text.style.display !== 'none').map((text) => text.getBoundingClientRect());
                const title = document.createRange();
                title.selectNodeContents(find('h1'));
                const { x: first, width: units } = find('#light').viewBox.baseVal;
                const days = [...document.querySelectorAll('#marks text')].filter(
                  (text) => text.style.display !== 'none').map((text) => [text, text.getBoundingClientRect()]);
                const hours = [...find('.hours').children].map((hour) => hour.getBoundingClientRect());
                const labels = [...document.querySelectorAll('#arc .times text')];
                const times = labels.map((text) => text.getBoundingClientRect());
                const edges = labels.map(
                  (text) => box('#arc').left + parseFloat(text.getAttribute('x')) / 100 * box('#arc').width);
                return [
                  days.length === 3 && days.every(([{ dataset }, { left, right }]) =>
                    left < plot.left + 2 || right > plot.right - 2 || Math.abs((left + right) / 2 - plot.left
                      - (100 * dataset.day + 50 - first) / units * plot.width) < 2),
                  hours.length === 5 && hours.every(({ top, bottom }, index) =>
                    Math.abs((top + bottom) / 2 - plot.top - index / 4 * plot.height) < 2),
                  Math.abs(box('#light').height - plot.height) < 1,
                  times[0].right <= edges[0] && times[1].left >= edges[1],
                  Math.abs((cursor.left + cursor.width / 2 - plot.left) / plot.width - 23.5 / 91) < 0.01,
                  box('#before').left < box('#after').left, getComputedStyle(find('#before')).direction === 'ltr',
                  box('.hours').right <= plot.left,
                  months.length >= 2 && months.every((month) => month.left >= plot.left && month.right <= plot.right + 1),
                  Math.abs(title.getBoundingClientRect().right - box('h1').right) < 2,
                  find('#plot').ariaValueText.includes('30') && chip.left <= cursor.left && cursor.left <= chip.right,
                ];
                """
            #expect(try await browser.evaluate(positions) as? [Bool] == Array(repeating: true, count: 11))
            try await screenshot("right-to-left-\(width)", of: browser)
        }
    }

    @Test("German does not overflow on a phone, and its months are at equal distances", arguments: [390, 430])
    func german(width: Int) async throws {
        try await withPage(width: width, height: 844, showing: .year, in: Localizer(try ProjectCatalog("de"))) {
            browser in
            let script = """
                const months = [...document.querySelectorAll('#months text')].filter(
                  (text) => text.style.display !== 'none');
                const boxes = months.map((text) => text.getBoundingClientRect());
                const touching = boxes.filter((box, index) => index > 0 && box.left < boxes[index - 1].right + 4);
                return [document.documentElement.scrollWidth, touching.length].concat(
                  months.map((text) => Number(text.dataset.month)));
                """
            let found = try #require(try await browser.evaluate(script) as? [Any]).compactMap {
                ($0 as? NSNumber)?.intValue
            }
            #expect(found.prefix(2) == [width, 0])
            let months = Array(found.dropFirst(2))
            let steps = Set(zip(months, months.dropFirst()).map { ($1 - $0 + 12) % 12 })
            #expect(months.count >= 5 && steps.count == 1)
            try await screenshot("german-\(width)", of: browser)
        }
    }

    @Test(
        "Every clock change, solstice and equinox has a label, no two labels overlap, and none leaves the chart",
        arguments: [320, 1280])
    func labels(width: Int) async throws {
        // The second measurement is after a change of the window's width.
        try await withPage(width: 1600 - width, height: 800, showing: .year) { browser in
            for width in [1600 - width, width] {
                try await browser.command(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false])
                let script = """
                    const shown = (scale) => [...document.querySelectorAll(scale + ' text')].filter(
                      (text) => text.style.display !== 'none').map((text) => text.getBoundingClientRect());
                    const meet = (one, other) => one.left < other.right && other.left < one.right &&
                      one.top + 3 < other.bottom && other.top + 3 < one.bottom;
                    const measure = () => {
                      const all = shown('#months').concat(shown('#marks')), plot = document.querySelector('#plot')
                        .getBoundingClientRect(), end = document.querySelector('#legend').getBoundingClientRect().top;
                      const chips = ['Home', 'End'].map((key) => {
                        document.querySelector('#plot').dispatchEvent(new KeyboardEvent('keydown', { key }));
                        return document.querySelector('#chip').getBoundingClientRect();
                      });
                      return [shown('#marks').length, shown('#months').length,
                        all.filter((one, index) => all.some((other, next) => next > index && meet(one, other))).length,
                        all.concat(chips).filter(
                          (one) => one.left < plot.left - 1 || one.right > plot.right + 1).length,
                        all.filter((one) => one.bottom > end + 1).length];
                    };
                    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(
                      () => resolve(measure()))));
                    """
                let counts = try #require(try await browser.evaluate(script) as? [Int])
                #expect(counts[0] == 7)
                #expect(counts[1] >= (width < 1000 ? 4 : 12))
                #expect(counts.dropFirst(2) == [0, 0, 0])
            }
        }
    }

    @Test("On a phone, the chart is on the first screen, with the times of the day below it")
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

    @Test("A year is printed on one sheet, whatever period is shown")
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
            try await browser.command(
                "Emulation.setEmulatedMedia",
                ["media": "print", "features": [["name": "prefers-color-scheme", "value": "dark"]]])
            let script = """
                const look = (selector) => getComputedStyle(document.querySelector(selector));
                const days = (event) => {
                  dispatchEvent(new Event(event));
                  return document.querySelector('#plot').getAttribute('aria-valuemax');
                };
                return [days('beforeprint'), days('afterprint'), look('body').backgroundColor, look('.steps').display];
                """
            #expect(try await browser.evaluate(script) as? [String] == ["365", "91", "rgb(255, 255, 255)", "none"])
        }
    }

    /// axe-core, which etc/setup downloads. It is not part of the project (MPL 2.0).
    private static let axe = FileManager.default.homeDirectoryForCurrentUser
        .appending(path: ".cache/suntracker/axe.min.js").path

    @Test(
        "axe-core reports no violations",
        .enabled(if: FileManager.default.fileExists(atPath: axe), "etc/setup --all-tests installs axe-core"),
        arguments: [360, 1280], ["light", "dark"])
    func accessibility(width: Int, scheme: String) async throws {
        let engine = try String(contentsOfFile: Self.axe, encoding: .utf8)
        try await withPage(width: width, height: 900, scheme: scheme) { browser in
            // Most rows of the table are removed first, because all have the same structure.
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
