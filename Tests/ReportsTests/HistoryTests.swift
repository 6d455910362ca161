import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The history") struct HistoryTests {
    /// The journal of two days in Denver, with one event during a sleep and a late one.
    private func announcements(server: SimulatedMachine.Server = .running) -> [PastAnnouncement] {
        let machine = SimulatedMachine(
            at: at("2026-11-20T12:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.server = server
        machine.start()
        machine.advance(to: at("2026-11-20T23:00:00Z"))
        machine.sleep(for: .seconds(3600))
        machine.advance(to: at("2026-11-21T13:00:00Z"))
        machine.sleep(for: .seconds(3300))
        machine.advance(to: at("2026-11-22T00:00:00Z"))
        return machine.journal.compactMap { entry in
            var fields = Dictionary(uniqueKeysWithValues: entry.entry.fields.map { ($0.name, $0.value) })
            fields["MESSAGE_ID"] = entry.entry.kind.messageID
            return PastAnnouncement(written: entry.instant, fields: fields)
        }
    }

    private func history(_ announcements: [PastAnnouncement], isRunning: Bool = true) -> History {
        History(
            announcements: announcements, start: at("2026-11-20T00:00:00Z"), isRunning: isRunning,
            relativeTime: RelativeTime(now: at("2026-11-22T00:00:00Z"), localTime: SimulatedZone.denver))
    }

    @Test("shows the announcements with their times and lateness, and the missed events")
    func text() {
        #expect(
            history(announcements()).text == """
                Fri 2026-11-20  06:50  sunrise  denver  announced
                Fri 2026-11-20  16:40  sunset   denver  missed     19 min 24 s late
                Sat 2026-11-21  06:51  sunrise  denver  announced  3 min 34 s late
                Sat 2026-11-21  16:40  sunset   denver  announced
                """)
    }

    @Test("shows the notifications that were not shown")
    func notShown() {
        let outcomes = announcements(server: .absent).map(\.outcome)
        #expect(outcomes.contains(.notShown))
    }

    @Test("is written as CSV and as JSON")
    func programs() throws {
        let history = history(announcements())
        #expect(history.csv.split(separator: "\n").count == 5)
        #expect(history.csv.hasPrefix("event,time,outcome,written,place,hook\nsunrise,2026-11-20T06:50:"))
        #expect(try history.json().contains("\"outcome\" : \"missed\""))
    }

    @Test("has the calls of a phase, and the hooks that failed")
    func hooks() throws {
        let history = history([
            try phaseCall(), try announcement(.hookFailed, fields: ["SUNTRACKER_HOOK": "/h/sunset.d/a,b"]),
        ])
        #expect(
            history.text == """
                Fri 2026-11-20  16:40  night       Denver  hooks run
                Fri 2026-11-20  16:41  civil-dusk  Denver  hook failed  /h/sunset.d/a,b
                """)
        #expect(history.csv.hasSuffix(",hook failed,2026-11-20T16:41:40.000-07:00,Denver,\"/h/sunset.d/a,b\""))
        #expect(try history.json().contains("\"hook\" : \"/h/sunset.d/a,b\""))
    }

    @Test("asks for the service only if it does not run")
    func empty() {
        let nothing = "Nothing has been announced since 17:00 on 19 November."
        #expect(history([]).text == nothing)
        #expect(
            history([], isRunning: false).text == nothing + "\nThe service does not run; see suntracker status")
    }

    @Test(
        "omits entries that are not announcements of the service",
        arguments: [
            ["SUNTRACKER_SIMULATED": "1"], ["MESSAGE_ID": "0"], ["SUNTRACKER_EVENT_TIME": "yesterday"],
        ])
    func others(change: [String: String]) {
        let fields = [
            "MESSAGE_ID": JournalEntry.Kind.event.messageID, "SUNTRACKER_EVENT": "sunset",
            "SUNTRACKER_EVENT_TIME": "2026-11-21T23:40:00Z",
        ]
        #expect(PastAnnouncement(written: .unixEpoch, fields: fields) != nil)
        #expect(PastAnnouncement(written: .unixEpoch, fields: fields.merging(change) { $1 }) == nil)
    }
}
