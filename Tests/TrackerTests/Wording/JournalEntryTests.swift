import Solar
import TestSupport
import Testing

@testable import Tracker

@Suite("A journal entry") struct JournalEntryTests {
    private static let orders = "gone\u{1B}[2J\u{9B}2J\r\nFailed \u{7}\u{FFFE}"
    private static let shown = "gone\u{FFFD}[2J\u{FFFD}2J\u{FFFD}\u{FFFD}Failed \u{FFFD}\u{FFFD}"
    private static let occurrence = Occurrence(
        Rule(id: "sunset", event: SolarEvent.sunset, notifies: true), at: .unixEpoch)

    @Test(
        "is one line without control characters, whatever other programs contribute",
        arguments: [
            ("a notification server", JournalEntry.notShown(occurrence, orders, at: nil, now: .unixEpoch)),
            ("the user manager", hookFailed("/hooks/lamps", .notStarted(orders))),
            ("a hook's name", hookFailed(orders, .missing)),
            ("a file system", JournalEntry.ledgerNotKept(orders)),
            ("an environment", JournalEntry.timeZoneChanged(to: orders)),
        ])
    func cleaned(whose: String, entry: JournalEntry) {
        #expect(entry.message.contains(Self.shown))
        #expect(!entry.message.hasControlCharacter)
    }

    @Test("is otherwise unchanged")
    func kept() {
        let reason = "\"Tromsø\" — 日没, 夕焼け 👨‍👩‍👧 e\u{301}"
        let entry = JournalEntry.notShown(Self.occurrence, reason, at: nil, now: .unixEpoch)
        #expect(entry.message.hasSuffix(": " + reason))
    }

    @Test(
        "has printable fields, whatever other programs contribute",
        arguments: [
            ("SUNTRACKER_PLACE", JournalEntry.locationChanged(place(.own(orders)), at: .unixEpoch)),
            ("SUNTRACKER_TIME_ZONE", .timeZoneChanged(to: orders)),
            ("SUNTRACKER_HOOK", hookFailed(orders, .missing)),
            ("SUNTRACKER_EVENT", interrupted(orders)),
        ])
    func cleanedFields(field: String, entry: JournalEntry) {
        #expect(entry.fields.first { $0.name == field }?.value == Self.shown)
    }

    @Test("has names of places and files unchanged")
    func keptFields() {
        let name = "Tromsø — 日没 👨‍👩‍👧 e\u{301} \u{FFFD}"
        let entry = JournalEntry.locationChanged(Self.place(.own(name)), at: .unixEpoch)
        #expect(entry.fields.last?.value.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
    }

    private static func place(_ name: PlaceName) -> Place {
        var place = TestPlace.denver.place
        place.name = name
        return place
    }

    private static func interrupted(_ rule: String) -> JournalEntry {
        JournalEntry.interrupted(
            Ledger.Entry(rule: rule, due: .unixEpoch, state: .announcing), nil, at: nil, now: .unixEpoch,
            localTime: SimulatedZone(utcOffset: 0))
    }

    private static func hookFailed(_ hook: String, _ problem: HookFailure.Problem) -> JournalEntry {
        JournalEntry.hookFailed(
            HookFailure(hook: hook, unit: nil, problem), .occurrence(occurrence), localTime: SimulatedZone(utcOffset: 0)
        )
    }
}
