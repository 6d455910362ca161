// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@testable import suntracker

/// The mouse, fingers, the wheel and keys.
@Suite("The input of the page in a browser", .serialized)
struct PageInputTests: PageInBrowser {
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
            try await drag(kind, from: 0.25, to: 0.25, in: browser)
            #expect(try await slider("aria-valuenow", browser) == "46")
            guard kind == "touch" else { return }
            // The browser cancels a touch with which it scrolls or zooms the page.
            let box = try await plot(browser)
            func touch(_ type: String, at parts: [Double]) async throws {
                let points = parts.map { ["x": box[0] + $0 * box[2], "y": box[1] + 50] }
                try await browser.command("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
            }
            let listen = """
                const plot = document.querySelector('#plot');
                window.seen = [];
                for (const type of ['pointerdown', 'pointercancel'])
                  plot.addEventListener(type, () => window.seen.push(plot.getAttribute('aria-valuenow')));
                """
            _ = try await browser.evaluate(listen)
            try await touch("touchStart", at: [0.75])
            try await touch("touchStart", at: [0.75, 0.5])
            try await touch("touchCancel", at: [])
            let seen = try #require(try await browser.evaluate("return window.seen") as? [String])
            #expect(seen.first == "138")
            #expect(seen.last == "46")
            #expect(!seen.contains("92"), "the second finger")
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
            #expect(try await slider("tabindex", browser) == "0")
            #expect(try await slider("aria-valuemin", browser) == "1")
            #expect(try await slider("aria-valuemax", browser) == "183")
            // The browser gets what is not for the chart. With Caps Lock or another alphabet, T has another character.
            let script = """
                const find = (selector) => document.querySelector(selector);
                const send = (key, init) => find('#plot').dispatchEvent(
                  new KeyboardEvent('keydown', { key, cancelable: true, ...init }));
                const date = () => find('#date').textContent;
                const ring = (selector) => {
                  const { outlineStyle, outlineWidth } = getComputedStyle(find(selector));
                  return `${outlineStyle} ${outlineWidth}`;
                };
                const left = [send('ArrowLeft', { altKey: true }), send('1', { ctrlKey: true }),
                  send('ArrowLeft', { metaKey: true }), send('Tab'), send('End')].join();
                const rings = [ring('#plot')];
                const letters = ['T', 'ё'].map((key) => { send('End'); send(key, { code: 'KeyT' }); return date(); });
                find('[name=period]:checked').focus();
                rings.push(ring('[name=period]:checked + span'));
                return [left, ...rings, ...letters];
                """
            let today = "Saturday 21 November 2026"
            #expect(
                try await browser.evaluate(script) as? [String]
                    == ["true,true,true,true,false", "solid 3px", "solid 3px", today, today])
            #expect(try await slider("aria-valuemax", browser) == "183")
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
                    const [chip, plot] = ['#chip', '#plot'].map(
                      (selector) => document.querySelector(selector).getBoundingClientRect());
                    return [document.querySelector('#chip').textContent, document.querySelector('#date').textContent,
                      ...[...document.querySelectorAll('.pointed')].map((line) => line.getAttribute('d')),
                      chip.right > plot.right - 1 ? 'right' : Math.round(
                        100 * (chip.left + chip.width / 2 - plot.left) / plot.width) + ' %'];
                    """
                return try await browser.evaluate(script) as? [String]
            }
            let box = try await plot(browser)
            let times = "Sat 20 Feb · 06:45 – 17:41 · 10\u{A0}h\u{A0}56\u{A0}min"
            #expect(
                try await hover(Int(box[0] + 0.999 * box[2]), Int(box[1] + 50))
                    == [times, "Saturday 21 November 2026", "M27350 0v86400", "M27350 0v86400", "right"])
            try await screenshot("pointer", of: browser)
            #expect(try await hover(Int(box[0] + 0.3 * box[2]), Int(box[1] + 50))?.last == "30 %")
            #expect(try await hover(5, 5) == ["Sat 21 Nov", "Saturday 21 November 2026", "", "", "50 %"])
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
            let wheel = """
                const plot = document.querySelector('#plot'), day = () => plot.getAttribute('aria-valuenow');
                const turn = (init) => [
                  plot.dispatchEvent(new WheelEvent('wheel', { cancelable: true, ...init })), day()];
                const steps = [turn({ deltaY: 100 }), turn({ deltaX: 100 })];
                plot.focus();
                return steps.concat([turn({ deltaX: -100, ctrlKey: true }), turn({ deltaY: -39 }), turn({ deltaY: -1 }),
                  turn({ deltaY: 1, deltaMode: 1 }), turn({ deltaY: -1, deltaMode: 1 })]).map((step) => step.join(' '));
                """
            #expect(
                try await browser.evaluate(wheel) as? [String]
                    == ["true 92", "false 93", "true 93", "false 93", "false 92", "false 93", "false 92"])
            try await turn(100)
            #expect(try await date(browser) == "Sunday 22 November 2026")
            try await turn(-100)
            #expect(try await date(browser) == "Saturday 21 November 2026")
            let swipe = """
                const day = document.querySelector('#day');
                const send = (type, clientX) => day.dispatchEvent(
                  new PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true, clientX }));
                send('pointerdown', 300); send('pointermove', 228); send('pointerup', 228); send('pointermove', 0);
                send('pointerdown', 300); send('pointermove', 0); send('pointercancel', 0); send('pointermove', 0);
                return getComputedStyle(day).touchAction;
                """
            #expect(try await browser.evaluate(swipe) as? String == "pan-y pinch-zoom")
            #expect(try await date(browser) == "Tuesday 24 November 2026")
        }
    }
}
