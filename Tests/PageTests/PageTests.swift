// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing
import Wording

@testable import suntracker

@Suite("The page in a browser", .serialized)
struct PageTests: PageInBrowser {
    @Test("Dragging with a mouse or a finger selects and describes a day", arguments: ["mouse", "touch"])
    func dragging(kind: String) async throws {
        try await withPage(width: 1280, height: 900) { browser in
            #expect(try await date(browser) == "Saturday 21 November 2026")
            try await drag(kind, from: 0.5, to: 0.999, in: browser)
            #expect(try await date(browser) == "Saturday 20 February 2027")
            #expect(
                try await facts(browser) == [
                    "06:18", "06:45", "12:13", "17:41", "18:09", "10\u{A0}h\u{A0}56\u{A0}min",
                    "2\u{A0}min\u{A0}29\u{A0}s more than the day before",
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
                ("\u{E00F}", "Saturday 24 October 2026"), ("\u{E00E}", "Saturday 21 November 2026"),
                ("\u{E013}", "Saturday 28 November 2026"), ("\u{E015}", "Saturday 21 November 2026"),
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
                spoken
                    == "Saturday 20 February 2027, Sunrise 06:45, Sunset 17:41, Daylight 10\u{A0}h\u{A0}56\u{A0}min, "
                    + "Change 2\u{A0}min\u{A0}29\u{A0}s more than the day before")
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

    @Test("The countdown continues, and ends where the next one begins; the Sun and today move with it")
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
            /// Advances the page's clock by this many seconds, and shows the page again.
            func wait(_ seconds: Int) async throws {
                let script = """
                    const now = Date.now;
                    Date.now = () => now() + \(seconds) * 1000;
                    document.dispatchEvent(new Event('visibilitychange'));
                    """
                _ = try await browser.evaluate(script)
            }
            #expect(try await now()?.first == "Sunset in 3\u{A0}min")
            try await wait(60)
            #expect(try await now()?.first == "Sunset in 2\u{A0}min")
            // Sunset is at 23:39:57, and sunrise at 13:52:30. The times left are not near half a minute, because the
            // browser takes time.
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
                      arc.getAttribute('aria-label'), String(arc.hidden));
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
            }
            try await screenshot("arc-\(place.rawValue)", of: browser)
        }
    }

    @Test("The chip shows the times of the day under a mouse, without a click, and the chosen day after that")
    func pointer() async throws {
        try await withPage(width: 1280, height: 900) { browser in
            func hover(_ x: Int, _ y: Int) async throws -> [String]? {
                let move: [String: Any] = ["type": "pointerMove", "duration": 0, "x": x, "y": y]
                let pointer: [String: Any] = [
                    "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": [move],
                ]
                try await browser.send("POST", "/actions", ["actions": [pointer]])
                let script = """
                    return [document.querySelector('#chip').textContent, document.querySelector('#date').textContent,
                      document.querySelector('.pointed').getAttribute('d')];
                    """
                return try await browser.evaluate(script) as? [String]
            }
            let box = try await plot(browser)
            let times = "Sat 20 Feb · 06:45 – 17:41 · 10\u{A0}h\u{A0}56\u{A0}min"
            #expect(
                try await hover(Int(box[0] + 0.999 * box[2]), Int(box[1] + 50))
                    == [times, "Saturday 21 November 2026", "M27350 0v86400"])
            try await screenshot("pointer", of: browser)
            #expect(try await hover(5, 5) == ["Sat 21 Nov", "Saturday 21 November 2026", ""])
            #expect(
                try await browser.send("GET", "/title") as? String
                    == "Sunset in 3\u{A0}h\u{A0}40\u{A0}min · Daylight in denver")
        }
    }

    @Test("The wheel moves by days once the chart has the focus; so does a swipe over the day")
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
                return said.concat(spoken.textContent);
                """
            let said = try await browser.evaluate(script) as? [String]
            #expect(
                said == [
                    "Sunday 22 November 2026, Sunrise 06:52, Sunset 16:39, Daylight 9\u{A0}h\u{A0}47\u{A0}min, "
                        + "Change 1\u{A0}min\u{A0}40\u{A0}s less than the day before",
                    "Saturday 21 November 2026, Sunrise 06:51, Sunset 16:40, Daylight 9\u{A0}h\u{A0}49\u{A0}min, "
                        + "Change 1\u{A0}min\u{A0}42\u{A0}s less than the day before",
                    "3 months", "",
                ])
        }
    }
}
