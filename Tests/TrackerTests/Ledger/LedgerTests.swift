// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

@Suite("The ledger") struct LedgerTests {
    private let sunset = Rule(id: "sunset", event: .sunset, notifies: true)
    private let noon = at("2026-11-21T12:00:00Z")

    private func ledger(_ states: Ledger.State...) -> Ledger {
        var ledger = Ledger(settledThrough: noon)
        for (day, state) in states.enumerated() {
            ledger.mark(Occurrence(sunset, at: noon + .seconds(Int64(day) * 86_400)), state)
        }
        return ledger
    }

    @Test("contains a line for each fact, such as an outcome or open steps, and is read back as it was written")
    func facts() throws {
        var ledger = ledger(.announced(), .announced(open: [.hooks, .popup]), .missed)
        ledger.boot = Boot(id: "3f2c", instant: noon - .seconds(60))
        ledger.entries[0].made = noon + .microseconds(3_000_007)
        ledger.ahead = [
            Ledger.Ahead(through: noon + .seconds(9 * 3600), made: nil),
            Ledger.Ahead(through: noon + .seconds(7200), made: noon),
        ]
        ledger.notes = [.deniedLocation, .firstStart]
        ledger.phase = PhaseRecord(phase: .day, open: .call, made: noon, login: Login(id: "a:1"), failed: ["/h/a b"])
        ledger.override = PhaseOverride(
            phase: .night, made: noon, until: noon + .seconds(60), endsAtBoundary: true, login: Login(id: "a:1"))
        #expect(
            ledger.text == """
                suntracker-ledger 1
                settled-through 2026-11-21T12:00:00Z
                since 0001-01-01T00:00:00Z
                ahead 2026-11-21T21:00:00Z -
                ahead 2026-11-21T14:00:00Z 2026-11-21T12:00:00Z
                boot 3f2c 2026-11-21T11:59:00Z
                note first-start
                note location-denied
                phase day entry,target,hooks 2026-11-21T12:00:00Z a:1 /h/a%20b
                override night 2026-11-21T12:00:00Z 2026-11-21T12:01:00Z boundary a:1
                announced 2026-11-21T12:00:00Z 2026-11-21T12:00:00Z 2026-11-21T12:00:03.000007Z sunset
                open hooks,popup 2026-11-22T12:00:00Z 2026-11-22T12:00:00Z - sunset
                missed 2026-11-23T12:00:00Z 2026-11-23T12:00:00Z - sunset
                end 12

                """)
        #expect(try Ledger(text: ledger.text) == ledger)
    }

    @Test("a missed event has no steps: no report turns it into an announced event or opens a step again")
    func steps() {
        var ledger = ledger(.missed, .announced(open: .popup))
        let days = [noon, noon + .seconds(86_400)].map { Occurrence(sunset, at: $0) }
        for day in days { ledger.close(.entry, of: day) }
        #expect(ledger.entries.map(\.state) == [.missed, .announced(open: .popup)])
        for entry in ledger.entries { ledger.close(.announcement, where: { $0 == entry }) }
        #expect(ledger.entries.map(\.state) == [.missed, .announced()])
    }

    @Test("a text truncated anywhere is detected as damaged")
    func truncated() {
        let text = ledger(.announced(), .announced(open: .announcement)).text
        for length in 0..<text.utf8.count {
            let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
            #expect(throws: StateTextError.self, "\(length) bytes") { try Ledger(text: part) }
        }
    }

    @Test(
        "the error names the damaged line",
        arguments: [
            ("", StateTextError.damaged(line: 1, expected: "\"suntracker-ledger 1\"")),
            ("suntracker-ledger\n", .damaged(line: 1, expected: "\"suntracker-ledger 1\"")),
            ("suntracker-ledger 01\n", .damaged(line: 1, expected: "\"suntracker-ledger 1\"")),
            ("suntracker-ledger -1\n", .damaged(line: 1, expected: "\"suntracker-ledger 1\"")),
            ("suntracker-ledger one\n", .damaged(line: 1, expected: "\"suntracker-ledger 1\"")),
            ("suntracker-ledger 1 \n", .damaged(line: 1, expected: "\"suntracker-ledger 1\"")),
            ("suntracker-fix 7\n", .damaged(line: 1, expected: "\"suntracker-ledger 1\"")),
            ("suntracker-ledger 0\n", .otherVersion(0, supported: 1)),
            ("suntracker-ledger 7\n", .otherVersion(7, supported: 1)),
            (
                "suntracker-ledger 1\nsettled-through never\nend 1\n",
                .damaged(line: 2, expected: "\"settled-through \(Instant.earliest)\"")
            ),
            (
                "suntracker-ledger 1\nsettled-through 2026-11-21T12:00:00Z\nsince 2026-11-21T12:00:00Z\nannounced 2026-11-21T12:00:00Z 2026-11-21T12:00:00Z x sunset\nend 3\n",
                .damaged(line: 4, expected: "\"announced 2026-11-21T12:00:00Z 2026-11-21T12:00:00Z - sunset\"")
            ),
            (
                "suntracker-ledger 1\nsettled-through 2026-11-21T12:00:00Z\nsince 2026-11-21T12:00:00Z\nmissed 2026-11-21T12:00:00Z 2026-11-21T12:00:00Z - sunset\nend 2\n",
                .damaged(line: 5, expected: "\"end 3\"")
            ),
            (
                "suntracker-ledger 1\nsettled-through 2026-11-21T12:00:00Z\nsince 2026-11-21T12:00:00Z\nend 2\n\nend 2\n",
                .damaged(line: 5, expected: "the end of the file")
            ),
            (
                "suntracker-ledger 1\nsettled-through 2026-11-21T12:00:00Z\nsince 2026-11-21T12:00:00Z\nclosed 2026-11-21T12:00:00Z - sunset\nend 3\n",
                .damaged(line: 4, expected: "\"end 2\"")
            ),
        ])
    func damaged(text: String, error: StateTextError) {
        #expect(throws: error) { try Ledger(text: text) }
    }

    @Test(
        "the error names the line of damage that leaves the text readable",
        arguments: [
            ("an entry that has run into the next one", "sunset\nannounced", "sunset announced", 7),
            ("a rule whose end is gone", " sunset\nmissed", " \nmissed", 6),
            ("a time written otherwise", "13:00:00Z", "13:00:00+00:00", 5),
            ("a version written otherwise", "ledger 1", "ledger +1", 1),
            ("a rule with the end of a line in it", " sunset\n", " sun\r\nset\n", 4),
        ])
    func readableDamage(name: String, from: String, to: String, line: Int) throws {
        let day = Duration.seconds(86_400)
        let entries = [("sunset", noon), ("sunrise", noon + .seconds(3600)), ("sunset", noon + day)].map {
            Ledger.Entry(rule: $0.0, due: $0.1, state: .announced())
        }
        let missed = Ledger.Entry(rule: "sunrise", due: noon + day + .seconds(3600), state: .missed)
        let text = Ledger(settledThrough: noon, entries: entries + [missed]).text
        #expect(try Ledger(text: text).entries.count == 4)
        let damaged = text.replacing(from, with: to, maxReplacements: 1)
        #expect(damaged != text)
        let error = #expect(throws: StateTextError.self) { try Ledger(text: damaged) }
        guard case .damaged(line, _) = error else {
            Issue.record("\(error.map(\.description) ?? "")")
            return
        }
    }

    @Test(
        "an event less than 45 minutes away is the same occurrence of the same rule",
        arguments: [(0, true), (2699, true), (-2699, true), (2700, false), (-2700, false), (86_400, false)]
            as [(Int64, Bool)])
    func sameOccurrence(seconds: Int64, isSame: Bool) {
        let ledger = ledger(.announced())
        #expect((ledger.entry(for: Occurrence(sunset, at: noon + .seconds(seconds))) != nil) == isSame)
        let sunrise = Rule(id: "sunrise", event: .sunrise, notifies: true)
        #expect(ledger.entry(for: Occurrence(sunrise, at: noon)) == nil)
    }

    @Test(
        "after weeks without an announcement, a restart does not summarise an event that a refined place moved",
        arguments: [true, false])
    func refinedBeforeWeeksWithoutEvents(isAnnounced: Bool) {
        // A polar night begins on 27 November, and the December solstice is three weeks later.
        let place = TestPlace.tromso
        let rules = place.settings.rules(hooks: HookCatalog())
        var agenda = Agenda(rules: rules, observer: place.observer, localTime: place.zone)
        let night = agenda.occurrences(after: at("2026-11-27T00:00:00Z"), through: at("2026-11-28T00:00:00Z"))
        #expect(!night.isEmpty)
        let entries = night.map {
            Ledger.Entry(rule: $0.rule.ledgerName, due: $0.due - .seconds(120), state: .announced())
        }
        let ledger = Ledger(
            settledThrough: (night.first?.due ?? noon) - .seconds(60), entries: isAnnounced ? entries : [])
        let now = at("2026-12-15T12:00:00Z")
        var tracker = Tracker(
            settings: place.settings, locations: LocationChain(), localTime: place.zone, places: FewPlaces(),
            ledger: ledger, now: now)
        let kinds = tracker.handle(.started(ledgerProblem: nil), at: now).entries.map(\.kind)
        #expect(kinds == (isAnnounced ? [.started] : [.missedMany, .started]))
    }

    @Test("is read in any order, in time that grows with its lines")
    func descending() throws {
        let lines = (0..<8000).map { "announced \(noon - .seconds($0)) \(noon - .seconds($0)) - sunset" }
        let head = "suntracker-ledger 1\nsettled-through \(noon)\nsince \(noon)\n"
        let text = head + lines.map { $0 + "\n" }.joined() + "end 8002\n"
        let clock = ContinuousClock()
        let time = clock.measure { _ = try? Ledger(text: text) }
        #expect(time < .seconds(8), "\(time)")
        #expect(throws: StateTextError.self) { try Ledger(text: text) }
    }

    @Test("keeps an entry until three days after its event, or after it was due if that is later")
    func memory() {
        let alert = Rule(id: "spring", event: .marchEquinox, notifies: true)
        for (event, due, kept) in [(20, 0, 23), (0, 20, 23), (0, 0, 3)] as [(Int64, Int64, Int64)] {
            func day(_ number: Int64) -> Instant { noon + .seconds(number * 86_400) }
            var ledger = Ledger(settledThrough: noon)
            ledger.mark(Occurrence(alert, at: day(due), eventInstant: day(event)), .announced())
            for later in (due + 1)...kept {
                ledger.mark(Occurrence(sunset, at: day(later)), .announced())
                #expect(ledger.entries.contains { $0.rule == "spring" }, "\(later) days after \(due), \(event)")
            }
            ledger.mark(Occurrence(sunset, at: day(kept + 1)), .announced())
            #expect(!ledger.entries.contains { $0.rule == "spring" })
        }
    }
}
