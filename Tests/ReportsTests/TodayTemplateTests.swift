// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A template for a line of today") struct TodayTemplateTests {
    @Test(
        "is filled in",
        arguments: [
            ("{next} {time}", "sunset 16:40"),
            ("{next} in {in}", "sunset in 3 h 40 min"),
            ("{sunrise}–{sunset} {light}", "06:51–16:40 day"),
            ("{daylight}, {change}", "9 h 49 min, 1 min 42 s less than yesterday"),
            ("{{next} 100 % } {place}", "{next} 100 % } denver"),
            ("sun", "sun"),
        ])
    func filled(template: String, line: String) throws {
        let today = Today(
            at: TestPlace.denver.place, now: at("2026-11-21T20:00:00Z"), localTime: SimulatedZone.denver)
        #expect(try TodayTemplate(template).line(for: today) == line)
    }

    @Test("shows the phase, or a dash if the phase is unknown")
    func phase() throws {
        var today = Today(
            at: TestPlace.denver.place, now: at("2026-11-21T20:00:00Z"), localTime: SimulatedZone.denver)
        let template = try TodayTemplate("{phase} in the {light}")
        #expect(template.line(for: today) == "\u{2013} in the day")
        today.phase = .night
        #expect(template.line(for: today) == "night in the day")
        #expect(try today.waybar.jsonText(inOneLine: true).contains(#""class":["day","phase-night"]"#))
    }

    @Test(
        "shows a date for an event more than a day away, and a dash for an event that does not occur",
        arguments: [
            ("{next} {time}", "sunrise 15 January 2027"), ("{in}", "36 days"), ("{sunrise}/{sunset}", "–/–"),
            ("{light}", "civil"), ("{daylight}", "none"),
        ])
    func polarNight(template: String, line: String) throws {
        let today = Today(at: TestPlace.tromso.place, now: at("2026-12-10T11:00:00Z"), localTime: SimulatedZone.oslo)
        #expect(try TodayTemplate(template).line(for: today) == line)
    }

    @Test(
        "must be one line, with known placeholders",
        arguments: [
            ("{nxt}", "unknown placeholder {nxt}; did you mean {next}?"),
            ("at {sunrize}", "unknown placeholder {sunrize}; did you mean {sunrise}?"),
            ("{alert}", "unknown placeholder {alert}; see suntracker(1) for the placeholders"),
            ("{next", "unclosed brace; write {{ for a brace"),
            ("", "a template must be one line of text without control characters"),
            ("{next}\n", "a template must be one line of text without control characters"),
        ])
    func errors(template: String, message: String) {
        let error = #expect(throws: TodayTemplate.Invalid.self) { try TodayTemplate(template) }
        #expect(error?.description == message)
    }
}
