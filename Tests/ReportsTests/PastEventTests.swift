// SPDX-License-Identifier: MIT
import Solar
import Testing
import Tracker
import Wording

@testable import suntracker

@Suite("Past events in the journal") struct PastEventTests {
    private static let fields = [
        "MESSAGE_ID": JournalEntry.Kind.event.messageID, "SUNTRACKER_EVENT": "sunset",
        "SUNTRACKER_EVENT_TIME": "2026-11-21T23:40:00Z",
    ]

    private func event(_ changes: [String: String?]) -> PastEvent? {
        var fields = Self.fields
        for (name, value) in changes { fields[name] = value }
        return PastEvent(written: .unixEpoch, fields: fields)
    }

    @Test("include the event or the alert, and when it was due")
    func parts() {
        let time = Instant(rfc3339: "2026-11-21T23:40:00Z")
        #expect(event([:])?.event == "sunset")
        #expect(event([:])?.due == time)
        let alert = event(["SUNTRACKER_ALERT": "lamps", "SUNTRACKER_DUE_TIME": "2026-11-21T23:10:00Z"])
        #expect(alert?.event == "alert:lamps")
        #expect(alert?.due == time.map { $0 - .seconds(1800) })
    }

    @Test("that were missed together include neither")
    func many() {
        let nothing = ["SUNTRACKER_EVENT": nil, "SUNTRACKER_EVENT_TIME": nil] as [String: String?]
        #expect(event(nothing) == nil)
        let many = event(
            nothing.merging(["MESSAGE_ID": JournalEntry.Kind.missedMany.messageID, "MESSAGE": "a"]) { $1 })
        #expect(many?.message == "a")
        #expect(many?.event == nil)
    }

    @Test("that the service would not write are ignored")
    func others() {
        #expect(event(["SUNTRACKER_EVENT_TIME": "noon"]) == nil)
    }

    @Test("with overlong texts of another program are shortened")
    func long() {
        let text = String(repeating: "x", count: 100_000)
        let event = event(["SUNTRACKER_ALERT": text, "MESSAGE": text])
        #expect(event?.event?.count == 200)
        #expect(event?.message == String(repeating: "x", count: 199) + "…")
    }

    @Test(
        "with control characters are ignored",
        arguments: [
            ("SUNTRACKER_EVENT", "sunset\u{1B}[2J"), ("MESSAGE", "Sunset\u{9B}2J"), ("MESSAGE", "Sunset\nsunrise"),
        ])
    func controlCharacters(name: String, value: String) { #expect(event([name: value]) == nil) }
}
