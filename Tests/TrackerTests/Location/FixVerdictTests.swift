// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker

private let noon = at("2026-11-21T19:00:00Z")
private let denver = fix(39.7392, -104.9903)

@Suite("A fix") struct FixVerdictTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fix: Place
        var held: Place? = denver
        var age = Duration.seconds(3600)
        let worth: FixVerdict
    }

    @Test(
        "counts if it moves the next sunrise or sunset",
        arguments: [
            Case(testDescription: "the first one", fix: denver, held: nil, worth: .significant),
            Case(testDescription: "the same", fix: denver, worth: .insignificant),
            // The Sun moves by 0.0625 degrees of longitude in 15 s.
            Case(testDescription: "0.060 degrees east", fix: fix(39.7392, -104.9303), worth: .insignificant),
            Case(testDescription: "0.065 degrees east", fix: fix(39.7392, -104.9253), worth: .significant),
            Case(testDescription: "0.065 degrees west", fix: fix(39.7392, -105.0553), worth: .significant),
            // In November, the Sun sets earlier to the north: by 5 s for 0.05 degrees, and by 2 min for a degree.
            Case(testDescription: "0.05 degrees north", fix: fix(39.7892, -104.9903), worth: .insignificant),
            Case(testDescription: "a degree north", fix: fix(40.7392, -104.9903), worth: .significant),
            Case(testDescription: "a smaller circle", fix: fix(39.7392, -104.9, within: 30), worth: .significant),
            Case(
                testDescription: "a wider circle that no longer meets the one held",
                fix: fix(39.7392, -104.6, within: 25_000), worth: .significant),
            Case(
                testDescription: "a wider circle around one that is stale", fix: fix(39.7392, -104.9, within: 25_000),
                age: .seconds(6 * 3600), worth: .significant),
            Case(
                testDescription: "a wider circle around one that is nearly stale",
                fix: fix(39.7392, -104.9, within: 25_000), age: .seconds(6 * 3600 - 1), worth: .coarser),
            Case(
                testDescription: "an accuracy that is not given is not judged",
                fix: fix(39.7392, -104.9, within: nil), worth: .significant),
            Case(testDescription: "0,0 where nothing is held", fix: fix(0, -0.0), held: nil, worth: .rejected),
            Case(testDescription: "the equator in Kenya", fix: fix(0, 37), worth: .significant),
            Case(testDescription: "Greenwich", fix: fix(51.48, 0), worth: .significant),
        ])
    func worth(row: Case) {
        let held = row.held.map { remembered($0, since: noon - row.age) }
        #expect(FixVerdict(of: row.fix, besides: held, at: noon) == row.worth)
    }

    @Test("a few metres away is insignificant even at the moment of sunset, which is not compared with the next sunset")
    func momentOfSunset() {
        let here = remembered(fix(39.7392, -104.9903), since: noon)
        let sunset = sunsetInDenver
        for shift in [-0.01, 0.01] {
            for offset in [-3.0, -1, 0, 1, 3] {
                let moment = sunset + .milliseconds(Int64(offset * 1000))
                let worth = FixVerdict(of: fix(39.7392, -104.9903 + shift), besides: here, at: moment)
                #expect(worth == .insignificant, "\(shift) degrees, \(offset) s after the sunset")
            }
        }
    }

    @Test("in the polar night is compared by the sunrise months later")
    func polarNight() {
        let december = at("2026-12-10T12:00:00Z")
        let tromso = remembered(fix(69.6492, 18.9553), since: december)
        #expect(FixVerdict(of: fix(69.6492, 18.9554), besides: tromso, at: december) == .insignificant)
        #expect(FixVerdict(of: fix(70.5, 18.9553), besides: tromso, at: december) == .significant)
        #expect(FixVerdict(of: fix(59.9, 10.75), besides: tromso, at: december) == .significant)
    }
}
