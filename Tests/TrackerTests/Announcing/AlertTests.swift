// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@Suite("Alerts") struct AlertTests {
    /// A machine in Denver at local noon on Saturday 2026-11-21, with these alerts in its settings.
    private func machine(
        _ place: TestPlace = .denver, at start: String = "2026-11-21T19:00:00Z",
        _ settings: (inout Settings) throws -> Void
    ) rethrows -> SimulatedMachine {
        var chosen = place.settings
        chosen.location.fixed?.name = .own("Denver")
        try settings(&chosen)
        let machine = SimulatedMachine(at: at(start), settings: chosen, localTime: place.zone)
        machine.start()
        return machine
    }

    private func alerts(_ machine: SimulatedMachine, _ kind: JournalEntry.Kind = .event) -> [SimulatedMachine.Entry] {
        machine.entries(kind).filter { $0["SUNTRACKER_ALERT"] != nil }
    }

    @Test("is announced at its offset from the event, with its own texts, urgency, sound and icon")
    func announces() throws {
        let machine = try machine {
            try $0.addAlert(
                "lamps", "Event=sunset", "Offset=-30min", "Title=Half an hour of light {{left}",
                "Body={alert}: {offset} {event} at {time} on {weekday} {date} in {place}, {daylight}, {change}, {next}",
                "Urgency=critical", "Sound=bell", "Icon=lamp")
        }
        machine.advance(to: sunsetInDenver - .seconds(1800) - .microseconds(1))
        #expect(machine.shown.isEmpty)
        machine.advance(by: .microseconds(1))
        let popup = machine.shown.first?.written
        #expect(popup?.tag == "alert:lamps")
        #expect(popup?.summary == "Half an hour of light {left}")
        #expect(
            popup?.body == """
                lamps: 30\u{A0}min before sunset at 16:40 on Saturday 21 November in Denver, 9\u{A0}h\u{A0}49\u{A0}min, \
                1\u{A0}min\u{A0}42\u{A0}s less than yesterday, sunrise at 06:52
                """)
        #expect(popup?.emphasis.urgency == .critical)
        #expect(popup?.emphasis.sound == .named("bell"))
        #expect(popup?.icon == "lamp")
        let entry = machine.entries(.event).first
        #expect(
            entry?.entry.message
                == "Alert lamps, 30min before sunset in Denver at 16:40: Half an hour of light {left}")
        #expect(entry?["SUNTRACKER_EVENT"] == "sunset")
        #expect(entry?["SUNTRACKER_ALERT"] == "lamps")
        #expect(entry?["SUNTRACKER_EVENT_TIME"] == sunsetInDenver.rfc3339(fractionDigits: 6))
        #expect(entry?["SUNTRACKER_DUE_TIME"] == (sunsetInDenver - .seconds(1800)).rfc3339(fractionDigits: 6))
        #expect(entry?["SUNTRACKER_LATENESS_USEC"] == "0")
    }

    @Test(
        "an alert without texts uses the default texts",
        arguments: [
            ("-30min", "Sunset in Denver in 30 min"), ("0", "Sunset in Denver"), ("2h", "Sunset in Denver was 2 h ago"),
        ])
    func ownWords(offset: String, summary: String) throws {
        let machine = try machine { try $0.addAlert("lamps", "Event=sunset", "Offset=\(offset)") }
        machine.advance(by: .seconds(12 * 3600))
        let popup = machine.shown.first { $0.popup.tag == "alert:lamps" }?.written
        #expect(popup?.summary == summary)
        let news = "1\u{A0}min\u{A0}42\u{A0}s less daylight than yesterday · sunrise 06:52 · "
        #expect(popup?.body.hasPrefix(offset == "0" ? news : "16:40 · \(news)") == true, "\(popup?.body ?? "")")
    }

    @Test(
        "its offset is formatted with adequate precision",
        arguments: [
            ("0", "at"), ("-20s", "20_s before"), ("90s", "1_min_30_s after"), ("-30min", "30_min before"),
            ("-59min 59s", "59_min_59_s before"), ("1h", "1_h after"), ("-1h 29min 40s", "1_h_30_min before"),
        ])
    func offsetInWords(offset: String, words: String) throws {
        let machine = try machine { try $0.addAlert("lamps", "Event=sunset", "Offset=\(offset)", "Body={offset}") }
        machine.advance(by: .seconds(12 * 3600))
        #expect(machine.shown.first { $0.popup.tag == "alert:lamps" }?.written.body == words.withNoBreakSpaces)
    }

    @Test(
        "{when} combines the offset and the event in one phrase",
        arguments: [
            ("sunset", "-30min", "30_min before sunset"), ("sunset", "0", "at sunset"),
            ("altitude:-4.5:setting", "-1h", "1_h before the Sun sinks through -4.5°"),
            ("altitude:10:rising", "0", "when the Sun rises through 10°"),
        ])
    func when(event: String, offset: String, phrase: String) throws {
        let machine = try machine { try $0.addAlert("lamps", "Event=\(event)", "Offset=\(offset)", "Body={when}") }
        machine.advance(by: .seconds(30 * 3600))
        #expect(machine.shown.first { $0.popup.tag == "alert:lamps" }?.written.body == phrase.withNoBreakSpaces)
    }

    @Test("days of the week follow the local date of the event")
    func days() throws {
        // In Denver, the sunset of Friday 20 November is on the 20th; in UTC, it is on Saturday the 21st.
        let machine = try machine(at: "2026-11-16T12:00:00Z") {
            try $0.addAlert("work", "Event=sunset", "Days=Fri")
            try $0.addAlert("late", "Event=sunset", "Offset=8h", "Days=Fri")
        }
        machine.advance(by: .seconds(7 * 86_400))
        #expect(alerts(machine).map { $0["SUNTRACKER_ALERT"] } == ["work", "late"])
        #expect(alerts(machine).first?["SUNTRACKER_EVENT_TIME"]?.hasPrefix("2026-11-20T23:4") == true)
    }

    @Test("a change of the time zone changes the date of an event, and therefore the plan")
    func daysAfterZoneChange() throws {
        let machine = try machine(at: "2026-11-20T12:00:00Z") { try $0.addAlert("work", "Event=sunset", "Days=Sat") }
        machine.advance(to: at("2026-11-20T22:00:00Z"))
        // In Kiritimati, it is already Saturday when the Sun sets in Denver.
        machine.changeZone(to: SimulatedZone.kiritimati)
        machine.advance(to: at("2026-11-21T12:00:00Z"))
        #expect(alerts(machine).count == 1)
        machine.changeZone(to: SimulatedZone.denver)
        machine.advance(to: at("2026-11-22T12:00:00Z"))
        #expect(alerts(machine).count == 2)
    }

    @Test("an alert edited to another time is announced then, too; an alert with other texts is not repeated")
    func edited() throws {
        let machine = try machine { try $0.addAlert("lamps", "Event=sunset", "Offset=-30min") }
        machine.advance(to: sunsetInDenver - .seconds(1799))
        func reload(_ keys: String...) throws {
            machine.settings.alerts = []
            try machine.settings.addAlert("lamps", "Event=sunset", keys[0], keys[1])
            machine.deliver(.settings(.success(machine.settings), cause: .reload))
        }
        try reload("Offset=-30min", "Title=Other words")
        machine.advance(to: sunsetInDenver - .seconds(1500))
        #expect(alerts(machine).count == 1)
        try reload("Offset=-15min", "Title=Other words")
        machine.advance(to: sunsetInDenver - .seconds(1))
        #expect(alerts(machine).map(\.instant) == [sunsetInDenver - .seconds(1800), sunsetInDenver - .seconds(900)])
    }

    @Test("a thousand together, the largest possible number, need no more ledger writes than one")
    func many() throws {
        let machine = try machine { settings in
            for number in 0..<1000 { try settings.addAlert("\(number)", "Event=sunset", "Offset=\(number % 600)s") }
        }
        machine.advance(to: sunsetInDenver - .seconds(1))
        let before = machine.history.records.count { $0.what.isKept }
        machine.sleep(for: .seconds(601))
        #expect(alerts(machine).count == 1000)
        #expect(machine.shown.count == 1001)
        // They include the night phase.
        #expect(machine.history.records.count { $0.what.isKept } - before == 2)
    }

    @Test("of many missed ones the last hundred are listed, and one entry covers the others")
    func manyMissed() throws {
        let machine = try machine { settings in
            for number in 0..<1000 { try settings.addAlert("\(number)", "Event=sunset", "Offset=\(number)s") }
        }
        machine.sleep(for: .seconds(12 * 3600))
        #expect(machine.entries(.missed).count == 100)
        #expect(machine.entries(.missed).last?["SUNTRACKER_ALERT"] == "999")
        #expect(machine.entries(.missedMany).count == 1)
        machine.kill()
        machine.start()
        #expect(machine.entries(.missed).count == 100)
        #expect(machine.entries(.missedMany).count == 1)
    }
}

extension Chronicle.Happening {
    fileprivate var isKept: Bool {
        if case .kept = self { true } else { false }
    }
}
