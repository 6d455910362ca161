// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import Wording

@Suite("A journal entry") struct JournalEntryTests {
    private static let orders = "gone\u{1B}[2J\u{9B}2J\r\nFailed \u{7}\u{FFFE}"
    private static let shown = "gone\u{FFFD}[2J\u{FFFD}2J\u{FFFD}\u{FFFD}Failed \u{FFFD}\u{FFFD}"
    private static let occurrence = Occurrence(
        Rule(id: "sunset", event: SolarEvent.sunset, notifies: true), at: .unixEpoch)

    @Test("is one line without control characters, whatever other programs contribute")
    func cleaned() {
        let entry = Self.notShown(Self.orders)
        #expect(entry.message.contains(Self.shown))
        #expect(!entry.message.hasControlCharacter)
    }

    @Test("is otherwise unchanged")
    func kept() {
        let reason = "\"Tromsø\" — 日没, 夕焼け 👨‍👩‍👧 e\u{301}"
        let entry = Self.notShown(reason)
        #expect(entry.message.hasSuffix(": " + reason))
    }

    @Test("contains only printable fields, whatever other programs contribute")
    func cleanedFields() {
        let entry = JournalEntry(.locationChanged(Self.place(.own(Self.orders)), now: .unixEpoch))
        #expect(entry.fields.last?.value == Self.shown)
    }

    @Test("contains the names of places and files unchanged")
    func keptFields() {
        let name = "Tromsø — 日没 👨‍👩‍👧 e\u{301} \u{FFFD}"
        let entry = JournalEntry(.locationChanged(Self.place(.own(name)), now: .unixEpoch))
        #expect(entry.fields.last?.value.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
    }

    @Test("of an announcement or a missed event, and the status, use AM and PM in every locale; popups do not")
    func announcements() {
        var zone = SimulatedZone.denver
        // As in Egypt.
        (zone.hasTwelveHours, zone.halves) = (true, ("ص", "م"))
        let machine = SimulatedMachine(
            at: sunsetInDenver - .seconds(60), settings: TestPlace.denver.settings, localTime: zone)
        machine.start()
        machine.advance(to: sunsetInDenver)
        #expect(machine.status.hasSuffix(" AM"), "\(machine.status)")
        #expect(machine.shown.last?.written.body.contains("6:52\u{A0}\(zone.halves.morning)") == true)
        machine.deliver(.stopRequested)
        machine.advance(by: .seconds(7 * 86_400))
        machine.start()
        let messages = [JournalEntry.Kind.event, .missed].map { machine.entries($0).map(\.entry.message) }
        for messages in messages {
            #expect(!messages.isEmpty)
            #expect(messages.allSatisfy { $0.contains(" AM") || $0.contains(" PM") }, "\(messages)")
            #expect(!messages.contains { $0.contains(zone.halves.morning) || $0.contains(zone.halves.afternoon) })
        }
    }

    private static func place(_ name: PlaceName) -> Place {
        var place = TestPlace.denver.place
        place.name = name
        return place
    }

    private static func notShown(_ reason: String) -> JournalEntry {
        JournalEntry(.notShown(occurrence, .failed(.refused(reason)), isLast: false, at: nil, now: .unixEpoch))
    }
}
