// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@Suite("Alerts with bounds") struct BoundedAlertTests {
    /// A machine with alerts, after their announcements from `start` to `end`.
    private func machine(
        _ place: TestPlace = .denver, from start: String, through end: String,
        _ settings: (inout Settings) throws -> Void
    ) throws -> SimulatedMachine {
        var chosen = place.settings
        try settings(&chosen)
        let machine = SimulatedMachine(at: at(start), settings: chosen, localTime: place.zone)
        machine.start()
        machine.advance(to: at(end))
        return machine
    }

    private func entries(_ machine: SimulatedMachine, _ kind: JournalEntry.Kind = .event) -> [SimulatedMachine.Entry] {
        machine.entries(kind).filter { $0["SUNTRACKER_ALERT"] != nil }
    }

    private func times(_ machine: SimulatedMachine, in place: TestPlace = .denver) -> [String] {
        entries(machine).map { place.zone.timeOfDay(at: $0.instant) }
    }

    @Test(
        "at sunrise, but not before 07:00: once a day, through both clock changes",
        arguments: [
            ("2026-03-01T00:00:00Z", "2026-03-22T00:00:00Z", 21), ("2026-10-20T00:00:00Z", "2026-11-15T00:00:00Z", 26),
        ])
    func sunrise(start: String, end: String, days: Int) throws {
        let machine = try machine(from: start, through: end) {
            try $0.addAlert("walk", "Event=sunrise", "NotBefore=07:00")
        }
        let entries = entries(machine)
        #expect(entries.count == days)
        let zone = TestPlace.denver.zone
        let dates = entries.map { zone.civilTime(at: $0.instant).date.daysSinceUnixEpoch }
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $1 - $0 == 1 })
        for entry in entries {
            let event = try #require(entry["SUNTRACKER_EVENT_TIME"].flatMap { Instant(rfc3339: $0) })
            let (sunrise, said) = (zone.civilTime(at: event), zone.civilTime(at: entry.instant))
            if sunrise.hour < 7 {
                #expect([said.hour, said.minute, said.second] == [7, 0, 0])
                #expect(entry["SUNTRACKER_DUE_TIME"] == entry.instant.rfc3339(fractionDigits: 6))
            } else {
                #expect(entry.instant == event)
            }
            #expect(entry["SUNTRACKER_LATENESS_USEC"] == "0")
        }
        #expect(
            entries.contains { $0["SUNTRACKER_DUE_TIME"] != nil }
                && entries.contains { $0["SUNTRACKER_DUE_TIME"] == nil })
    }

    @Test("skipped outside of its bounds, without an entry")
    func skipped() throws {
        let machine = try machine(from: "2026-03-01T00:00:00Z", through: "2026-04-01T00:00:00Z") {
            try $0.addAlert("walk", "Event=sunrise", "NotBefore=06:30", "Outside=skip")
        }
        #expect((1..<31).contains(entries(machine).count))
        #expect(times(machine).allSatisfy { $0 >= "06:30" })
        #expect(entries(machine, .missed).isEmpty)
    }

    @Test("near the polar day, sunsets after midnight are announced in the evening before")
    func afterMidnight() throws {
        let machine = try machine(.tromso, from: "2026-05-10T12:00:00Z", through: "2026-05-20T00:00:00Z") {
            try $0.addAlert("bed", "Event=sunset", "Offset=-5min", "NotBefore=07:00", "NotAfter=22:30")
        }
        #expect(Set(times(machine, in: .tromso)) == ["22:30"])
        let last = entries(machine).last?.entry.message ?? ""
        #expect(last.hasSuffix(" at 00:28, moved to 22:30 on 2026-05-17: Sunset in tromso in 1 h 59 min"), "\(last)")
    }

    @Test(
        "an offset that moves an evening event past midnight: NotBefore= is of the next morning",
        arguments: ["2026-11-21T18:00:00Z", "2026-06-20T18:00:00Z"])
    func pastMidnight(start: String) throws {
        let end = (at(start) + .seconds(86_400)).rfc3339()
        let machine = try machine(from: start, through: end) {
            try $0.addAlert("bus", "Event=sunset", "Offset=8h", "NotBefore=07:00")
        }
        #expect(times(machine) == ["07:00"])
    }

    @Test("says what the Sun does, in texts for the time of the announcement")
    func texts() throws {
        let machine = try machine(from: "2026-06-20T06:00:00Z", through: "2026-06-21T06:00:00Z") {
            try $0.addAlert("walk", "Event=sunrise", "NotBefore=07:00")
            try $0.addAlert("bed", "Event=nautical-dusk", "NotAfter=21:00")
            try $0.addAlert("tea", "Event=sunrise", "NotBefore=07:00", "Title={time}: {offset} {event}")
        }
        let shown = machine.shown.filter { $0.popup.tag.hasPrefix("alert:") }
        #expect(
            shown.map(\.written.summary) == [
                "Sunrise in denver was 1 h 28 min ago", "05:31: 1 h 28 min after sunrise",
                "Nautical dusk in denver in 45 min",
            ])
        #expect(
            entries(machine).map(\.entry.message) == [
                "Alert walk, sunrise in denver at 05:31, moved to 07:00: Sunrise in denver was 1 h 28 min ago",
                "Alert tea, sunrise in denver at 05:31, moved to 07:00: 05:31: 1 h 28 min after sunrise",
                "Alert bed, nautical-dusk in denver at 21:45, moved to 21:00: Nautical dusk in denver in 45 min",
            ])
    }

    @Test("missed while it is moved: the entry contains both times")
    func missed() throws {
        let machine = try machine(from: "2026-06-20T11:00:00Z", through: "2026-06-20T11:30:00Z") {
            try $0.addAlert("walk", "Event=sunrise", "NotBefore=07:00")
        }
        machine.sleep(for: .seconds(2 * 3600))
        #expect(
            entries(machine, .missed).map(\.entry.message)
                == ["Missed: Alert walk, sunrise in denver on 2026-06-20 at 05:31, moved to 07:00"])
    }

    @Test("an evening that lasts past midnight belongs to the day of the week on which it began")
    func days() throws {
        // One sunset is on Friday at 23:48, and the next one is on Sunday at 00:02.
        for (day, count) in [("Fri", 1), ("Sat", 1), ("Sun", 0)] {
            let machine = try machine(.tromso, from: "2026-05-15T12:00:00Z", through: "2026-05-17T12:00:00Z") {
                try $0.addAlert("bed", "Event=sunset", "NotAfter=22:30", "Days=\(day)")
            }
            #expect(entries(machine).count == count, "\(day)")
        }
    }

    @Test("at the end of a golden hour, which comes once in the morning and once in the evening")
    func golden() throws {
        let machine = try machine(from: "2026-11-21T00:00:00Z", through: "2026-11-23T07:00:00Z") {
            try $0.addAlert("photo", "Event=golden-hour-evening-end", "NotBefore=18:00")
        }
        #expect(times(machine) == ["18:00", "18:00", "18:00"])
        #expect(
            entries(machine).allSatisfy { $0.entry.message.contains(" at 16:5") },
            "\(entries(machine).map(\.entry.message))")
    }

    @Test("a refined location moves the event, and the alert is not repeated")
    func refined() throws {
        let machine = try machine(from: "2026-06-20T11:00:00Z", through: "2026-06-20T13:00:01Z") {
            try $0.addAlert("walk", "Event=sunrise", "NotBefore=07:00")
        }
        #expect(entries(machine).count == 1)
        machine.settings.location.fixed = .inSettings(39.7, -106)
        machine.deliver(.settings(.success(machine.settings), cause: .reload))
        machine.advance(by: .seconds(3600))
        #expect(entries(machine).count == 1)
        machine.advance(by: .seconds(86_400))
        #expect(entries(machine).count == 2)
    }

    @Test("another time zone moves the announcement of a sunrise, and does not repeat it")
    func zones() throws {
        var settings = Settings()
        settings.location.fixed = .inSettings(41.5, -87)
        try settings.addAlert("walk", "Event=sunrise", "NotBefore=07:00", "Hook=/bin/walk")
        let machine = SimulatedMachine(
            at: at("2026-06-20T06:00:00Z"), settings: settings,
            localTime: SimulatedZone(name: "A", utcOffset: -5 * 3600))
        machine.start()
        for hours in [5, 6, 7, 8] {
            machine.changeZone(to: SimulatedZone(name: "\(hours)", utcOffset: -hours * 3600), mainCity: nil)
            machine.advance(to: at("2026-06-20T\(hours + 7):00:01Z"))
        }
        #expect(entries(machine).count == 1)
        #expect(machine.hookCalls.count == 1)
    }

    @Test(
        "what another time zone moves into the past is announced within the grace, or listed as missed",
        arguments: [(1, 5, true), (1, 30, false), (2, 45, false)] as [(Int, Int64, Bool)])
    func eastwards(hours: Int, minutes: Int64, isAnnounced: Bool) throws {
        let machine = try machine(from: "2026-06-20T06:00:00Z", through: "2026-06-20T11:00:00Z") {
            try $0.addAlert("walk", "Event=sunrise", "NotBefore=07:00")
        }
        // 07:00 in the new zone was some minutes ago.
        machine.advance(to: at("2026-06-20T13:00:00Z") - .seconds(Int64(hours) * 3600 - minutes * 60))
        machine.changeZone(to: SimulatedZone(name: "east", utcOffset: (hours - 6) * 3600), mainCity: nil)
        machine.setClock(to: machine.clock.now - .seconds(2))
        machine.advance(by: .seconds(7200))
        #expect(entries(machine).count == (isAnnounced ? 1 : 0))
        #expect(entries(machine, .missed).count == (isAnnounced ? 0 : 1))
    }

    @Test("is recovered after a crash in the middle, with the time of its event")
    func recovered() throws {
        for actions in 0..<12 {
            let machine = try machine(from: "2026-06-20T11:00:00Z", through: "2026-06-20T12:59:59Z") {
                try $0.addAlert("walk", "Event=sunrise", "NotBefore=07:00", "Title=At {time}")
            }
            machine.actionsToLive = actions
            machine.advance(by: .seconds(2))
            machine.kill()
            machine.actionsToLive = nil
            machine.start()
            machine.advance(by: .seconds(60))
            let summaries = machine.shown.filter { $0.popup.tag == "alert:walk" }.map(\.written.summary)
            #expect(Set(summaries) == ["At 05:31"], "killed before action \(actions)")
        }
    }
}
