// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing
import Wording

@testable import suntracker

@Suite("The page in a browser", .serialized)
struct PageTests: PageInBrowser {
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
            for colours in ["none", "active"] {
                try await browser.command(
                    "Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": colours]]])
                let script = """
                    return [...document.querySelectorAll('[name=period] + span'), document.body].map((element) => {
                      const { fontWeight, backgroundColor } = getComputedStyle(element);
                      return [fontWeight, backgroundColor];
                    });
                    """
                let looks = try #require(try await browser.evaluate(script) as? [[String]])
                #expect(looks[0] == looks[2])
                #expect(zip(looks[0], looks[1]).allSatisfy { $0 != $1 }, "\(looks)")
                #expect(looks[1][1] != looks[3][1], "\(looks)")
            }
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

    @Test("The countdown continues, and ends where the next one begins; the Sun and today move with it")
    func countdown() async throws {
        try await withPage(width: 800, height: 900, at: "2026-11-21T23:36:50Z") { browser in
            func now() async throws -> [String]? {
                let script = """
                    const path = (name) => document.querySelector(name).getAttribute('d');
                    return [document.querySelector('#next').textContent, path('.sun'), path('.today'),
                      document.querySelector('#date').textContent, document.title];
                    """
                return try await browser.evaluate(script) as? [String]
            }
            func wait(_ seconds: Int) async throws { try await self.wait(seconds, in: browser) }
            #expect(try await now()?.first == "Sunset in 3\u{A0}min")
            try await wait(60)
            #expect(try await now()?.first == "Sunset in 2\u{A0}min")
            // Sunset is at 23:39:57, and sunrise at 13:52:30.
            try await wait(150)
            #expect(try await now()?.first == "Sunrise in 14\u{A0}h\u{A0}12\u{A0}min")
            let before = try #require(try await now())
            #expect(before[2] == "M18250 0v86400")
            // Advances to 00:10 of the next day, which is now selected.
            try await wait(7 * 3600 + 30 * 60)
            let after = try #require(try await now())
            #expect(after[0] == "Sunrise in 6\u{A0}h\u{A0}42\u{A0}min")
            #expect(after[1].hasPrefix("M18350 85"))
            #expect(after[2] == "M18350 0v86400")
            #expect(after[3] == "Sunday 22 November 2026")
            #expect(after[4] == "Sunrise in 6\u{A0}h\u{A0}42\u{A0}min · Daylight in denver")
            // The mark follows at the next midnight, too, although another day is selected then.
            func mark() async throws -> Double? {
                let script = "return parseFloat(document.querySelector('.now').getAttribute('x'))"
                return (try await browser.evaluate(script) as? NSNumber)?.doubleValue
            }
            let middle = try #require(try await mark())
            #expect(abs(middle - 50) < 0.01)
            _ = try await browser.evaluate("document.querySelector('#before').click()")
            try await wait(24 * 3600)
            #expect(try await date(browser) == "Saturday 21 November 2026")
            let next = try #require(try await mark())
            #expect(abs(next - 100 * 92.5 / 183) < 0.01)
            // The page continues by itself, unless nobody sees it.
            let script = """
                const later = [], now = Date.now();
                const isHidden = (value) => {
                  Object.defineProperty(document, 'hidden', { value, configurable: true });
                  document.dispatchEvent(new Event('visibilitychange'));
                };
                window.setTimeout = (work) => later.push(work);
                isHidden(true);
                const found = [later.length, document.title];
                isHidden(false);
                Date.now = () => now + 43 * 60000;
                later.pop()();
                return [...found, document.querySelector('#next').textContent, later.length].map(String);
                """
            #expect(
                try await browser.evaluate(script) as? [String]
                    == ["0", "Daylight in denver", "Sunrise in 6\u{A0}h", "1"])
            try await wait(400 * 24 * 3600)
            let end = try #require(try await now())
            #expect(end.first == "" && end.last == "Daylight in denver")
        }
    }

    /// Advances the page's clock by this many seconds, and shows the page again.
    private func wait(_ seconds: Int, in browser: Browser) async throws {
        let script = """
            const now = Date.now();
            Date.now = () => now + 1000 * \(seconds);
            document.dispatchEvent(new Event('visibilitychange'));
            """
        _ = try await browser.evaluate(script)
    }

    @Test("Near a pole, a sunset after midnight has the time of today, and the chip says why a day has no times")
    func nearPole() async throws {
        try await withPage(width: 800, height: 900, showing: .year, at: "2026-07-25T21:50:00Z", of: .tromso) {
            browser in
            func under() async throws -> String {
                let script = "return document.querySelector('#then').textContent"
                return try #require(try await browser.evaluate(script) as? String)
            }
            #expect(try await under().prefix(14) == "00:37 next day")
            try await wait(30 * 60, in: browser)
            #expect(try await under().prefix(8) == "00:37 · ")
            let hover = """
                const plot = document.querySelector('#plot'), { left, width } = plot.getBoundingClientRect();
                const rows = [...document.querySelectorAll('tbody tr')];
                return ['2026-12-21', '2026-07-01', '2026-11-01'].map((date) => {
                  const clientX = left + width * (rows.findIndex((row) => row.id === date) + 0.5) / rows.length;
                  plot.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', clientX }));
                  return document.querySelector('#chip').textContent;
                });
                """
            let chips = try #require(try await browser.evaluate(hover) as? [String])
            #expect(
                chips == [
                    "Mon 21 Dec · the Sun stays down, December solstice at 21:50", "Wed 1 Jul · the Sun stays up",
                    "Sun 1 Nov · 08:10 – 14:43 · 6\u{A0}h\u{A0}33\u{A0}min",
                ])
        }
    }

    @Test("Without the script, a special day leads to its row, which looks different, below the headings of the table")
    func withoutScript() async throws {
        try await withPage(width: 800, height: 900) { browser in
            try await browser.command("Emulation.setScriptExecutionDisabled", ["value": true])
            try await browser.send("POST", "/refresh")
            try await browser.command("Emulation.setScriptExecutionDisabled", ["value": false])
            let script = """
                const find = (selector) => document.querySelector(selector);
                return new Promise((resolve) => {
                  addEventListener('hashchange', () => requestAnimationFrame(() => requestAnimationFrame(() => {
                    const row = find('[id="2026-12-21"]'), box = row.getBoundingClientRect();
                    const paper = (row) => getComputedStyle(row).backgroundColor;
                    resolve([find('#arc').hidden, find('details').open, paper(row) !== paper(row.nextElementSibling),
                      box.top >= find('thead th').getBoundingClientRect().bottom, box.bottom <= innerHeight]);
                  })));
                  find('#dates a[href="#2026-12-21"]').click();
                });
                """
            #expect(try await browser.evaluate(script) as? [Bool] == Array(repeating: true, count: 5))
        }
    }

    @Test("The browser remembers the period, but a requested period takes precedence")
    func remembering() async throws {
        try await withPage(width: 800, height: 900, showing: nil) { browser in
            let days = "return document.querySelector('#plot').getAttribute('aria-valuemax')"
            #expect(try await browser.evaluate(days) as? String == "365")
            _ = try await browser.evaluate("document.querySelector('[value=\"3m\"]').click()")
            try await browser.send("POST", "/refresh")
            #expect(try await browser.evaluate(days) as? String == "91")
            // The same page, as if six months were requested.
            let script = """
                // The policy forbids styles that the script has set, once they are part of the page's text.
                const page = document.documentElement.outerHTML.replaceAll(/ style="[^"]*"/g, '')
                  .replace('<main', '<main data-asked="6m"')
                  .replace('checked=""', '').replace('value="6m"', 'value="6m" checked');
                document.open(); document.write(page); document.close();
                """
            _ = try await browser.evaluate(script)
            #expect(try await browser.evaluate(days) as? String == "183")
        }
    }

    @Test("The page works without storage, by the browser's clock, and in a time zone that the browser does not know")
    func withoutHelp() async throws {
        try await withPage(width: 800, height: 900, showing: nil) { browser in
            let script = """
                Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });
                Date.now = () => Date.UTC(2026, 10, 21, 20);
                const page = document.documentElement.outerHTML.replaceAll(/ style="[^"]*"/g, '')
                  .replace(/ data-now="\\d+"/, '').replace('America/Denver', 'Mars/Base');
                document.open(); document.write(page); document.close();
                document.querySelector('[value="3m"]').click();
                const { now, zone } = document.querySelector('main').dataset;
                return [String(now), zone, document.querySelector('#plot').getAttribute('aria-valuemax'),
                  document.querySelector('#next').textContent];
                """
            let found = try #require(try await browser.evaluate(script) as? [String])
            #expect(found == ["undefined", "Mars/Base", "91", "Sunset in 3\u{A0}h\u{A0}40\u{A0}min"])
        }
    }

    @Test(
        "The arc of each day is at the Sun's altitude, with the times of the day, the Sun and an eclipse",
        arguments: [
            (TestPlace.denver, "2026-11-21T20:00:00Z"), (.denver, "2026-07-01T06:01:00Z"),
            (.tromso, "2026-07-25T22:20:00Z"), (.tromso, "2026-11-27T10:30:00Z"),
            (.southPole, "2026-01-01T05:00:00Z"), (.kiritimati, "2026-03-20T11:00:00Z"),
        ])
    func arc(place: TestPlace, now: String) async throws {
        let time = TestSupport.at(now)
        let chart = DaylightChart(
            of: .year, at: place.place, now: time, localTime: place.zone,
            in: Localizer.english.formatted(for: .body))
        let indices = chart.days.indices.filter {
            $0 % 60 == 2 || abs($0 - chart.todayIndex) < 2 || chart.days[$0].eclipse != nil
        }
        func altitude(at instant: Instant) -> Double {
            SolarPosition(at: instant).horizontal(at: place.observer.coordinate).altitude
        }
        try await withPage(width: 800, height: 900, showing: .year, at: now, of: place) { browser in
            for index in indices {
                let script = """
                    const rows = document.querySelectorAll('tbody tr'), arc = document.querySelector('#arc');
                    const link = document.querySelector('#dates a');
                    link.href = '#' + rows[\(index)].id;
                    link.click();
                    return ['#curve', '.crossing', '.past', '.disc', '.eclipse'].map((name) =>
                      arc.querySelector(name).getAttribute('d')).concat(
                      [...arc.querySelectorAll('text')].map((text) => text.textContent),
                      arc.getAttribute('aria-label'), String(arc.hidden),
                      document.querySelector('#plot').getAttribute('aria-valuetext'),
                      document.querySelector('.notes').textContent,
                      [...arc.querySelectorAll('.times text')].map((text) => text.getAttribute('x')).join(' '));
                    """
                let found = try #require(try await browser.evaluate(script) as? [String])
                let paths = found.prefix(5).map { path in
                    path.matches(of: /[ML](-?[0-9.]+) (-?[0-9.]+)/).map {
                        (x: Double($0.1) ?? .nan, y: Double($0.2) ?? .nan)
                    }
                }
                let (day, text) = (chart.days[index], chart.text(of: chart.days[index]))
                func isAt(_ instant: Instant, _ point: (x: Double, y: Double), within degrees: Double = 0.25) -> Bool {
                    let angle = Double((instant - day.day.noon).microseconds) / 240_000_000
                    return abs((point.x - angle).remainder(dividingBy: 360)) < 0.02
                        && abs(altitude(at: instant) + point.y) < degrees
                }
                #expect(paths[0].count == 101)
                for point in paths[0] { #expect(isAt(day.day.noon + .seconds(point.x * 240), point), "\(point)") }
                let crossings = [day.sunrise, day.sunset].compactMap(\.self)
                #expect(paths[1].count == crossings.count && zip(crossings, paths[1]).allSatisfy { isAt($0, $1) })
                let isToday = index == chart.todayIndex
                let angle = Double((time - day.day.noon).microseconds) / 240_000_000
                #expect(paths[2].isEmpty == (!isToday || angle <= -180))
                for end in paths[2].suffix(1) { #expect(abs(end.x - min(180, angle)) < 0.01) }
                #expect(paths[3].count == (isToday ? 1 : 0))
                for sun in paths[3] { #expect(abs(min(22, -altitude(at: time)) - sun.y) < 0.4) }
                #expect((paths[3] + paths[4]).allSatisfy { (-180...180).contains($0.x) })
                #expect(paths[4].count == (day.eclipse == nil ? 0 : 1))
                for (eclipse, mark) in zip([day.eclipse].compactMap(\.self), paths[4]) {
                    #expect(isAt(eclipse.greatest, mark, within: 0.4))
                }
                let times = [day.sunrise.map { _ in text.sunrise } ?? "", day.sunset.map { _ in text.sunset } ?? ""]
                #expect(Array(found[5..<8]) == [text.shortDate] + times)
                // The path and the label are rounded differently.
                let labels = [-0.01, 0.01].map { change in
                    let low = Int((paths[0][50].y + change).rounded())
                    let height = low > 0 ? "the Sun \(low)° below the horizon" : "the Sun \(-low)° high"
                    let facts = ["Sunrise \(text.sunrise)", "Solar noon \(text.noon)", height, "Sunset \(text.sunset)"]
                    return ([day.date.inFull(in: .english)] + facts).joined(separator: ", ")
                }
                #expect(labels.contains(found[8]))
                #expect(found[9] == "false")
                let notes = Localizer.english.list(chart.notes(of: day))
                let facts = ["Sunrise", "", "Sunset", "", "Daylight", "Change"]
                let named = zip(facts, text.facts.dropFirst()).filter { !$0.isEmpty && !$1.isEmpty }.map {
                    "\($0) \($1)"
                }
                let sentence = [day.date.inFull(in: .english)] + named + (notes.isEmpty ? [] : [notes])
                #expect(found[10] == sentence.joined(separator: ", "))
                #expect(found[11] == notes)
                // 360 degrees are 24 hours, and noon is in the middle.
                for (instant, place) in zip([day.sunrise, day.sunset], found[12].split(separator: "%")) {
                    let share = instant.map { 50 + Double(($0 - day.day.noon).microseconds) / 864_000_000 } ?? 50
                    let x = try #require(Double(place.drop { $0 == " " }))
                    #expect(abs(x - share) < 0.01)
                }
            }
            let next = "const next = document.querySelector('#next'); return [next.textContent, next.dataset.far || '']"
            let texts = try #require(try await browser.evaluate(next) as? [String])
            #expect(!texts[0].isEmpty && texts[1] == (place == .southPole ? texts[0] : ""))
            try await screenshot("arc-\(place.rawValue)", of: browser)
        }
    }

    @Test("A special day leads to its day, even outside of the period")
    func keyDates() async throws {
        try await withPage(width: 800, height: 900, showing: .threeMonths) { browser in
            let follow = """
                return new Promise((resolve) => {
                  document.querySelector('#plot').addEventListener('focus', (event) => resolve(event.target.id));
                  document.querySelector('#dates a[href="#2026-12-21"]').click();
                });
                """
            #expect(try await browser.evaluate(follow) as? String == "plot")
            #expect(try await isoDate(browser) == "2026-12-21")
            #expect(try await slider("aria-valuemax", browser) == "91")
            let ahead = "return document.querySelector('#ahead').textContent"
            #expect(try await browser.evaluate(ahead) as? String == "")
            // The day before is only 2 s longer.
            _ = try await browser.evaluate("document.querySelector('#before').click()")
            #expect(try await isoDate(browser) == "2026-12-20")
            #expect(try await browser.evaluate(ahead) as? String == "")
            _ = try await browser.evaluate("document.querySelector('#dates a[href=\"#2027-03-14\"]').click()")
            #expect(try await isoDate(browser) == "2027-03-14")
            let period = "return document.querySelector('[name=period]:checked').value + location.hash"
            #expect(try await browser.evaluate(period) as? String == "1y")
            _ = try await browser.evaluate("document.querySelector('[value=\"3m\"]').click()")
            _ = try await browser.evaluate("document.querySelector('#dates a[href=\"#2026-06-21\"]').click()")
            #expect(try await isoDate(browser) == "2026-06-21")
            #expect(try await slider("aria-valuemax", browser) == "365")
            // From 14 h 59 min to 9 h 21 min.
            #expect(
                try await browser.evaluate(ahead) as? String
                    == "5\u{A0}h\u{A0}38\u{A0}min less daylight on the shortest day")
        }
    }

    @Test("A screen reader reads the day after its chart, in its order, and without the legend of the colours")
    func readingOrder() async throws {
        try await withPage(width: 800, height: 900, showing: .year) { browser in
            let texts = try await readableTexts(browser).prefix { $0 != "heading: Special days" }
            #expect(
                texts == [
                    "heading: Daylight in denver", "Sunset in 3\u{A0}h\u{A0}40\u{A0}min",
                    "16:40 · 1\u{A0}min\u{A0}42\u{A0}s less than the day before", "radio: 3 months", "3 months",
                    "radio: 6 months", "6 months", "radio: 1 year", "1 year", "slider: Day",
                    "heading: Saturday 21 November 2026", "button: The day before", "button: Today",
                    "button: The day after", "Civil dawn", "06:22", "Sunrise", "06:51", "Solar noon", "11:45", "Sunset",
                    "16:40", "Civil dusk", "17:09", "Daylight", "9\u{A0}h\u{A0}49\u{A0}min",
                    "1\u{A0}min\u{A0}42\u{A0}s less than the day before",
                    "27\u{A0}min less daylight on the shortest day",
                ])
            // As without the script.
            _ = try await browser.evaluate(
                "for (const group of document.querySelectorAll('.group')) group.hidden = true;")
            let rest = try await readableTexts(browser)
            #expect(rest.contains("heading: Special days"))
            #expect(!rest.contains { $0.hasPrefix("button: ") || $0.hasPrefix("radio: ") })
        }
    }

    @Test("What changes elsewhere than at the focus is announced by a live region, which is then emptied")
    func announcements() async throws {
        try await withPage(width: 800, height: 900) { browser in
            // Orca drops most changes that come at once, but none in a live <div>, and reads an empty status as one.
            let script = """
                const find = (selector) => document.querySelector(selector), later = [], said = [];
                const spoken = find('div[aria-live=polite]:not([role])');
                window.setTimeout = (work) => later.push(work);
                const hear = (work) => { work(); said.push(spoken.textContent); later.splice(0).forEach((end) => end()); };
                hear(() => find('#after').click());
                hear(() => find('#today').click());
                hear(() => find('#plot').dispatchEvent(new KeyboardEvent('keydown', { key: '1' })));
                return said.concat(spoken.textContent, String(spoken.offsetWidth));
                """
            let said = try await browser.evaluate(script) as? [String]
            #expect(
                said == [
                    "Sunday 22 November 2026, Sunrise 06:52, Sunset 16:39, Daylight 9\u{A0}h\u{A0}47\u{A0}min, "
                        + "Change 1\u{A0}min\u{A0}40\u{A0}s less than the day before",
                    "Saturday 21 November 2026, Sunrise 06:51, Sunset 16:40, Daylight 9\u{A0}h\u{A0}49\u{A0}min, "
                        + "Change 1\u{A0}min\u{A0}42\u{A0}s less than the day before",
                    "3 months", "", "1",
                ])
        }
    }
}
