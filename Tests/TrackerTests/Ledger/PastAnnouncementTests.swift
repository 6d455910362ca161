import Solar
import Testing
import Tracker

@Suite("Past announcements in the journal") struct PastAnnouncementTests {
    private static let fields = [
        "MESSAGE_ID": JournalEntry.Kind.event.messageID, "SUNTRACKER_EVENT": "sunset",
        "SUNTRACKER_EVENT_TIME": "2026-11-21T23:40:00Z", "SUNTRACKER_PLACE": "Tromsø",
    ]

    @Test(
        "what became of it is in the kind of the entry and in its fields",
        arguments: [
            (.event, [], .announced), (.event, ["RECOVERED"], .recovered), (.event, ["QUIET"], .quiet),
            (.event, ["QUIET", "RECOVERED"], .quiet), (.missed, [], .missed), (.missed, ["RECOVERED"], .missed),
            (.notShown, [], .notShown), (.notShown, ["QUIET"], .quiet),
        ] as [(JournalEntry.Kind, [String], PastAnnouncement.Outcome)])
    func outcomes(kind: JournalEntry.Kind, flags: [String], outcome: PastAnnouncement.Outcome) {
        var fields = Self.fields
        fields["MESSAGE_ID"] = kind.messageID
        for flag in flags { fields["SUNTRACKER_\(flag)"] = "1" }
        #expect(PastAnnouncement(written: .unixEpoch, fields: fields)?.outcome == outcome)
    }

    @Test(
        "calls and failures of hooks are parsed, with the time of the entry",
        arguments: [
            ("a phase", .phase, ["PHASE": "night", "REASON": "boundary"], "night", .called, nil),
            ("a hook of a phase", .hookFailed, ["PHASE": "night", "HOOK": "/h/a"], "night", .hookFailed, "/h/a"),
            (
                "a hook of an alert", .hookFailed,
                ["EVENT": "sunset", "ALERT": "lamps", "HOOK": "lamps-on", "EVENT_TIME": "2026-11-21T23:40:00Z"],
                "alert:lamps", .hookFailed, "lamps-on"
            ),
            ("hooks that may not have run", .hookFailed, ["EVENT": "sunset"], "sunset", .hookFailed, nil),
        ] as [(String, JournalEntry.Kind, [String: String], String, PastAnnouncement.Outcome, String?)])
    func hooks(
        name: String, kind: JournalEntry.Kind, fields: [String: String], event: String,
        outcome: PastAnnouncement.Outcome, hook: String?
    ) throws {
        var all = ["MESSAGE_ID": kind.messageID]
        for (name, value) in fields { all["SUNTRACKER_\(name)"] = value }
        let past = try #require(PastAnnouncement(written: .unixEpoch, fields: all))
        #expect(past.event == event)
        #expect(past.outcome == outcome)
        #expect(past.hook == hook)
        #expect(past.due == .unixEpoch)
    }

    @Test("a hook that nothing has called yet is ignored")
    func fault() {
        let fields = ["MESSAGE_ID": JournalEntry.Kind.hookFailed.messageID, "SUNTRACKER_HOOK": "/h/a"]
        #expect(PastAnnouncement(written: .unixEpoch, fields: fields) == nil)
    }

    @Test("long texts of another program are cut")
    func long() throws {
        var fields = Self.fields
        fields["SUNTRACKER_PLACE"] = String(repeating: "x", count: 100_000)
        fields["SUNTRACKER_ALERT"] = fields["SUNTRACKER_PLACE"]
        let past = try #require(PastAnnouncement(written: .unixEpoch, fields: fields))
        #expect(past.place == String(repeating: "x", count: 199) + "…")
        #expect(past.event.count == 200)
    }

    @Test(
        "an entry with control characters is ignored",
        arguments: [
            ("SUNTRACKER_EVENT", "sunset\u{1B}[2J"), ("SUNTRACKER_PLACE", "Tromsø\u{9B}2J"),
            ("SUNTRACKER_PLACE", "Tromsø\nsunrise"),
        ])
    func controlCharacters(name: String, value: String) {
        var fields = Self.fields
        fields[name] = value
        #expect(PastAnnouncement(written: .unixEpoch, fields: fields) == nil)
    }
}
