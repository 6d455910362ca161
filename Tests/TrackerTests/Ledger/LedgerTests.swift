import Solar
import TestSupport
import Testing

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

    @Test("survives a round trip through its text", arguments: [0, 1, 2, 3])
    func roundTrip(count: Int) throws {
        let states: [Ledger.State] = [.announced, .announcing, .missed]
        var ledger = Ledger(settledThrough: noon + .microseconds(123_456))
        for (day, state) in states.prefix(count).enumerated() {
            ledger.mark(Occurrence(sunset, at: noon + .microseconds(Int64(day) * 86_400_000_000 + 7)), state)
        }
        let copy = try Ledger(text: ledger.text)
        #expect(copy == ledger)
        var booted = Ledger(
            settledThrough: noon, boot: Boot(id: "3f2c", instant: noon - .seconds(60)), entries: ledger.entries)
        booted.mark(Occurrence(sunset, at: noon), .announced, at: noon + .seconds(3))
        #expect(booted.text.contains("\nboot 3f2c 2026-11-21T11:59:00Z\n"))
        #expect(booted.text.contains("\nannounced 2026-11-21T12:00:00Z 2026-11-21T12:00:03Z sunset\n"))
        #expect(try Ledger(text: booted.text) == booted)
    }

    @Test("has notes beside the announcements, which a program without notes takes for completed ones")
    func notes() throws {
        var ledger = ledger(.announced)
        ledger.notes = [.firstStart: noon - .seconds(60), .refusedLocation: noon + .seconds(60)]
        #expect(
            ledger.text == """
                suntracker-ledger 2
                settled-through 2026-11-21T12:00:00Z
                missed 2026-11-21T11:59:00Z - notice:first-start
                announced 2026-11-21T12:00:00Z - sunset
                announced 2026-11-21T12:01:00Z - notice:location-refused
                end 3

                """)
        let copy = try Ledger(text: ledger.text)
        #expect(copy == ledger)
        #expect(copy.entries.map(\.rule) == ["sunset"])
        let later = ledger.text.replacing("notice:first-start", with: "notice:later")
        #expect(try Ledger(text: later).text == later)
    }

    @Test("is read with the end of a pause, which programs could write once, and does not have it any more")
    func pause() throws {
        var ledger = ledger(.announced)
        ledger.boot = Boot(id: "3f2c", instant: noon - .seconds(60))
        let end = noon + .seconds(6 * 86_400)
        let paused = ledger.text.replacing("end 1", with: "announced \(end) - notice:paused\nend 2")
        let copy = try Ledger(text: paused)
        #expect(copy == ledger)
        // Otherwise, its time would count as the time of an announcement made while the clock was ahead.
        var next = copy
        let isAhead = next.follow(
            Boot(id: "4a5b", instant: noon + .seconds(60)), at: noon + .seconds(60), grace: .seconds(1200))
        #expect(!isAhead)
    }

    @Test("says how far clocks that were ahead have settled, as version 0.2.0 does where it can")
    func ahead() throws {
        let boot = Boot(id: "3f2c", instant: noon - .seconds(60))
        let far = Ledger.Ahead(through: noon + .seconds(9 * 3600), made: nil)
        let near = Ledger.Ahead(through: noon + .seconds(7200), made: noon)
        for ahead in [[far], [near], [far, near], [Ledger.Ahead(through: far.through, made: noon), near]] {
            let ledger = Ledger(settledThrough: noon, ahead: ahead, boot: boot)
            #expect(try Ledger(text: ledger.text) == ledger)
        }
        let old = """
            suntracker-ledger 2
            settled-through 2026-11-21T21:00:00Z
            missed 2026-11-21T12:00:00Z - notice:clock-set-back
            end 1

            """
        let ledger = try Ledger(text: old)
        #expect(ledger.settledThrough == at("2026-11-21T12:00:00Z"))
        #expect(ledger.ahead == [Ledger.Ahead(through: at("2026-11-21T21:00:00Z"), made: nil)])
        #expect(ledger.text == old)
    }

    @Test("is read in the format of version 0.1.0, and written in the current one")
    func versionOne() throws {
        let old =
            "suntracker-ledger 1\nsettled-through 2026-11-21T12:00:00Z\n"
            + "announced 2026-11-20T23:40:07Z sunset\nannouncing 2026-11-21T13:51:00Z alert:tea (1h before sunset)\nend 2\n"
        let ledger = try Ledger(text: old)
        #expect(ledger.entries.map(\.rule) == ["sunset", "alert:tea (1h before sunset)"])
        #expect(ledger.boot == nil)
        #expect(ledger.text.hasPrefix("suntracker-ledger 2\n"))
        #expect(try Ledger(text: ledger.text) == ledger)
    }

    @Test("a text truncated anywhere is detected as damaged")
    func truncated() {
        let text = ledger(.announced, .announcing).text
        for length in 0..<text.utf8.count {
            let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
            #expect(throws: StateTextError.self, "\(length) bytes") { try Ledger(text: part) }
        }
    }

    @Test(
        "the error names the damaged line",
        arguments: [
            ("", StateTextError.damaged(line: 1, expected: "\"suntracker-ledger 2\"")),
            ("suntracker-ledger 7\n", .newerVersion(7, supported: 2)),
            (
                "suntracker-ledger 1\nsettled-through never\nend\n",
                .damaged(line: 2, expected: "\"settled-through\" and a time such as 2026-11-21T13:46:12Z")
            ),
            (
                "suntracker-ledger 1\nsettled-through 2026-11-21T12:00:00Z\nforgotten 2026-11-21T12:00:00Z sunset\nend\n",
                .damaged(line: 3, expected: "a state, a time and a rule: \"announced 2026-…Z sunset\"")
            ),
            (
                "suntracker-ledger 2\nsettled-through 2026-11-21T12:00:00Z\nannounced 2026-11-21T12:00:00Z x sunset\nend 1\n",
                .damaged(line: 3, expected: "a state, two times and a rule: \"announced 2026-…Z 2026-…Z sunset\"")
            ),
        ])
    func damaged(text: String, error: StateTextError) {
        #expect(throws: error) { try Ledger(text: text) }
    }

    @Test(
        "the error names the line of damage that leaves the text readable",
        arguments: [
            ("an entry that has run into the next one", "sunset\nannounced", "sunset announced", 6),
            ("a rule whose end is gone", " sunset\nmissed", " \nmissed", 5),
            ("a time written otherwise", "13:00:00Z", "13:00:00+00:00", 4),
            ("a version written otherwise", "ledger 2", "ledger +2", 1),
            ("a rule with the end of a line in it", " sunset\n", " sun\r\nset\n", 3),
        ])
    func readableDamage(name: String, from: String, to: String, line: Int) throws {
        let day = Duration.seconds(86_400)
        let entries = [("sunset", noon), ("sunrise", noon + .seconds(3600)), ("sunset", noon + day)].map {
            Ledger.Entry(rule: $0.0, due: $0.1, state: .announced)
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
        "a due time less than 45 minutes away is the same occurrence of the same rule",
        arguments: [(0, true), (2699, true), (-2699, true), (2700, false), (-2700, false), (86_400, false)]
            as [(Int64, Bool)])
    func sameOccurrence(seconds: Int64, isSame: Bool) {
        let ledger = ledger(.announced)
        #expect((ledger.entry(for: Occurrence(sunset, at: noon + .seconds(seconds))) != nil) == isSame)
        let sunrise = Rule(id: "sunrise", event: .sunrise, notifies: true)
        #expect(ledger.entry(for: Occurrence(sunrise, at: noon)) == nil)
    }

    @Test(
        "after weeks without an announcement, a restart does not summarise one that a refined place moved",
        arguments: [true, false])
    func refinedBeforeWeeksWithoutEvents(isAnnounced: Bool) {
        // A polar night begins on 27 November, and the December solstice is three weeks later.
        let place = TestPlace.tromso
        let rules = place.settings.rules(hooks: HookCatalog())
        var agenda = Agenda(rules: rules, observer: place.observer, localTime: place.zone)
        let night = agenda.occurrences(after: at("2026-11-27T00:00:00Z"), through: at("2026-11-28T00:00:00Z"))
        #expect(!night.isEmpty)
        let entries = night.map {
            Ledger.Entry(rule: $0.rule.ledgerName, due: $0.due - .seconds(120), state: .announced)
        }
        let ledger = Ledger(
            settledThrough: (night.first?.due ?? noon) - .seconds(60), entries: isAnnounced ? entries : [])
        let now = at("2026-12-15T12:00:00Z")
        var tracker = Tracker(
            settings: place.settings, locations: LocationChain(), localTime: place.zone, places: FewPlaces(),
            ledger: ledger, now: now)
        let kinds = tracker.handle(.started(ledgerTrouble: nil), at: now).entries.map(\.kind)
        #expect(kinds == (isAnnounced ? [.started] : [.missedMany, .started]))
    }

    @Test("stays small")
    func bounded() {
        var ledger = Ledger(settledThrough: noon)
        for day in 0..<1000 { ledger.mark(Occurrence(sunset, at: noon + .seconds(Int64(day) * 86_400)), .announced) }
        // Of three days and both their ends.
        #expect(ledger.entries.count <= 4)
    }
}
