// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The report of the phase") struct PhaseReportTests {
    private static let now = at("2026-11-21T20:00:00Z")

    @Test(
        "contains the phase, its end, and whether it is set manually",
        arguments: [
            (PhaseSpan(.day, since: nil, until: now + .seconds(3600)), "day until 14:00"),
            (PhaseSpan(.night, since: nil, until: nil), "night"),
            (
                PhaseSpan(.night, since: nil, until: now + .seconds(3600), isSetManually: true),
                "night until 14:00, set manually"
            ),
            (PhaseSpan(.night, since: nil, until: nil, isSetManually: true), "night, set manually"),
            (
                PhaseSpan(
                    .day, since: nil, until: now + .seconds(3600), isSetManually: true,
                    overrideUntil: now + .seconds(3600)), "day until 14:00, set manually"
            ),
            (
                PhaseSpan(
                    .night, since: nil, until: now + .seconds(18 * 3600), isSetManually: true,
                    overrideUntil: now + .seconds(3600)), "night until 07:00 tomorrow, set manually until 14:00"
            ),
            (
                PhaseSpan(.night, since: nil, until: nil, isSetManually: true, overrideUntil: now + .seconds(3600)),
                "night, set manually until 14:00"
            ),
        ])
    func text(span: PhaseSpan, expected: String) throws {
        let report = PhaseReport(
            span: span, relativeTime: RelativeTime(now: Self.now, localTime: SimulatedZone.denver))
        #expect(report.text(columns: nil) == expected)
        let translated = PhaseReport(
            span: span, relativeTime: RelativeTime(now: Self.now, localTime: SimulatedZone.denver, words: .bracketed))
        #expect(untranslatedParts(of: translated.text, values: []) == [], "\(translated.text)")
        let json = try report.json(inOneLine: true)
        #expect(json.contains("\"phaseSetManually\":\(span.isSetManually)"))
        #expect(json.contains("\"phaseUntil\"") == (span.until != nil))
        #expect(json.contains("\"phaseSetManuallyUntil\"") == (span.overrideUntil != nil))
    }
}
