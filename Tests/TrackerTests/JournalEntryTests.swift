import Solar
import TestSupport
import Testing

@testable import Tracker

@Suite("An entry of the journal") struct JournalEntryTests {
    private static let orders = "gone\u{1B}[2J\u{9B}2J\r\nFailed \u{7}"
    private static let occurrence = Occurrence(
        Rule(id: "sunset", event: SolarEvent.sunset, notifies: true), at: .unixEpoch)

    @Test(
        "is one line without orders to a terminal, whatever others have it say",
        arguments: [
            ("a notification server", JournalEntry.notShown(occurrence, orders, at: nil, now: .unixEpoch)),
            ("the user manager", hookFailed("/hooks/lamps", .notStarted(orders))),
            ("a hook's name", hookFailed(orders, .missing)),
            ("a file system", JournalEntry.ledgerNotKept(orders)),
            ("an environment", JournalEntry.timeZoneChanged(to: orders)),
        ])
    func cleaned(whose: String, entry: JournalEntry) {
        #expect(entry.message.contains("gone\u{FFFD}[2J\u{FFFD}2J\u{FFFD}\u{FFFD}Failed \u{FFFD}"))
        #expect(!entry.message.hasControlCharacter)
    }

    @Test("says what it says otherwise as it was said")
    func kept() {
        let reason = "\"Tromsø\" — 日没, 夕焼け 👨‍👩‍👧 e\u{301}"
        let entry = JournalEntry.notShown(Self.occurrence, reason, at: nil, now: .unixEpoch)
        #expect(entry.message.hasSuffix(": " + reason))
    }

    private static func hookFailed(_ hook: String, _ problem: HookFailure.Problem) -> JournalEntry {
        JournalEntry.hookFailed(
            HookFailure(hook: hook, unit: nil, problem), occurrence, localTime: SimulatedZone(utcOffset: 0))
    }
}
