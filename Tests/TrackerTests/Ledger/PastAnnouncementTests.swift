import Solar
import Testing
import Tracker

@Suite("What the journal tells of the past") struct PastAnnouncementTests {
    private static let fields = [
        "MESSAGE_ID": JournalEntry.Kind.event.messageID, "SUNTRACKER_EVENT": "sunset",
        "SUNTRACKER_EVENT_TIME": "2026-11-21T23:40:00Z", "SUNTRACKER_PLACE": "Tromsø",
    ]

    @Test("is taken as the service wrote it")
    func good() throws {
        let past = try #require(PastAnnouncement(written: .unixEpoch, fields: Self.fields))
        #expect(past.event == "sunset")
        #expect(past.place == "Tromsø")
    }

    @Test(
        "is not taken from another program that would have a terminal obey",
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
