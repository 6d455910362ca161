// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

extension SimulatedMachine {
    /// A running machine with a place named `here` in its settings.
    static func here(
        _ latitude: Double, _ longitude: Double, _ zone: any LocalTime, at start: String,
        _ change: (inout Settings) -> Void = { _ in }
    ) -> SimulatedMachine {
        var settings = Settings()
        settings.location.fixed = .inSettings(latitude, longitude, name: "here")
        change(&settings)
        let machine = SimulatedMachine(at: TestSupport.at(start), settings: settings, localTime: zone)
        machine.start()
        return machine
    }
}

@Suite("Rare events") struct RareTests {
    private func popups(_ machine: SimulatedMachine, _ tag: String) -> [WrittenPopup] {
        machine.shown.map(\.written).filter { $0.tag == tag }
    }

    @Test(
        "a solstice or an equinox is described for the hemisphere of the place",
        arguments: [
            (39.74, "2026-06-20T12:00:00Z", "june-solstice", "June solstice: the longest day of the year"),
            (-33.87, "2026-06-20T12:00:00Z", "june-solstice", "June solstice: the shortest day of the year"),
            (69.65, "2026-06-20T12:00:00Z", "june-solstice", "June solstice: the middle of the polar day"),
            (-77.84, "2026-06-20T12:00:00Z", "june-solstice", "June solstice: the middle of the polar night"),
            (39.74, "2026-12-20T12:00:00Z", "december-solstice", "December solstice: the shortest day of the year"),
            (-33.87, "2026-12-20T12:00:00Z", "december-solstice", "December solstice: the longest day of the year"),
            // All days are equally long, and the June solstice would be the shortest.
            (0.2, "2026-06-20T12:00:00Z", "june-solstice", "June solstice"),
            (39.74, "2026-03-19T12:00:00Z", "march-equinox", "March equinox: spring begins"),
            (-33.87, "2026-03-19T12:00:00Z", "march-equinox", "March equinox: autumn begins"),
            (39.74, "2026-09-22T12:00:00Z", "september-equinox", "September equinox: autumn begins"),
            (-33.87, "2026-09-22T12:00:00Z", "september-equinox", "September equinox: spring begins"),
        ])
    func seasons(latitude: Double, start: String, name: String, summary: String) {
        let machine = SimulatedMachine.here(latitude, 0, SimulatedZone.utc, at: start)
        machine.advance(by: .seconds(4 * 86_400))
        #expect(popups(machine, name).map(\.summary) == [summary])
    }

    @Test("a clock change is announced at noon on the day before, in the time of that day")
    func clocks() {
        for (start, noon, summary, body) in [
            (
                "2026-03-06T12:00:00Z", "2026-03-07T19:00:00Z", "The clocks go forward 1 h on Sunday",
                "Sunday 8 March at 02:00 · it is 03:00 then"
            ),
            (
                "2026-10-30T12:00:00Z", "2026-10-31T18:00:00Z", "The clocks go back 1 h on Sunday",
                "Sunday 1 November at 02:00 · it is 01:00 then"
            ),
        ] {
            let machine = SimulatedMachine.here(39.74, -104.99, SimulatedZone.denver, at: start)
            machine.advance(by: .seconds(4 * 86_400))
            let shown = machine.shown.filter { $0.popup.tag == "dst-change" }
            #expect(shown.map(\.instant) == [at(noon)])
            #expect(shown.map(\.written.summary) == [summary])
            #expect(shown.map(\.written.body) == [body])
            let entry = machine.entries(.event).first { $0["SUNTRACKER_EVENT"] == "dst-change" }
            #expect(entry?["SUNTRACKER_DUE_TIME"] == at(noon).rfc3339(fractionDigits: 6))
            #expect(entry?.entry.message == "\(summary): \(body.replacing(" · ", with: "; "))")
        }
    }

    @Test(
        "the date of a clock change is the date that the clocks show before it",
        arguments: [
            // Beirut in autumn, where Sunday begins twice; Denver; Beirut in spring.
            ("2026-10-24T21:00:00Z", 10_800, 7200, "2026-10-25"),
            ("2026-11-01T08:00:00Z", -21_600, -25_200, "2026-11-01"),
            ("2027-03-27T22:00:00Z", 7200, 10_800, "2027-03-28"),
        ])
    func date(instant: String, before: Int, after: Int, date: String) {
        let change = ZoneTransition(instant: at(instant), offsetBefore: before, offsetAfter: after)
        #expect("\(change.date)" == date)
        let zone = SimulatedZone(utcOffset: before, changes: [(at(instant), after)])
        #expect("\(zone.oldDate(ofChangeAt: at(instant)))" == date)
    }

    @Test("an alert of a clock change at midnight belongs to the date that ends with it", arguments: ["Sat", "Sun"])
    func alertOfClocks(day: String) throws {
        var settings = Settings()
        settings.location.fixed = .inSettings(64.18, -51.72)
        try settings.addAlert("clocks", "Event=dst-change", "Days=\(day)", "Title={weekday} {date}")
        let machine = SimulatedMachine(
            at: at("2026-10-24T20:00:00Z"), settings: settings, localTime: SimulatedZone.nuuk)
        machine.start()
        machine.advance(by: .seconds(86_400))
        let shown = machine.shown.filter { $0.popup.tag == "alert:clocks" }
        #expect(shown.map(\.instant) == (day == "Sun" ? [at("2026-10-25T01:00:00Z")] : []))
        #expect(shown.map(\.written.summary) == (day == "Sun" ? ["Sunday 25 October"] : []))
        #expect(machine.entries(.event).filter { $0["SUNTRACKER_ALERT"] != nil }.count == shown.count)
    }

    @Test("a journey on the day before does not repeat the announcement, and one to another zone changes the plan")
    func clocksOnAJourney() {
        let losAngeles = SimulatedZone(utcOffset: -8 * 3600, changes: [(at("2026-03-08T10:00:00Z"), -7 * 3600)])
        let machine = SimulatedMachine.here(39.74, -104.99, SimulatedZone.denver, at: "2026-03-07T12:00:00Z")
        machine.advance(to: at("2026-03-07T19:30:00Z"))
        machine.changeZone(to: losAngeles)
        machine.advance(by: .seconds(3 * 86_400))
        #expect(popups(machine, "dst-change").count == 1)

        let other = SimulatedMachine.here(39.74, -104.99, SimulatedZone.denver, at: "2026-03-07T12:00:00Z")
        other.changeZone(to: SimulatedZone.utc)
        other.advance(by: .seconds(3 * 86_400))
        #expect(popups(other, "dst-change").isEmpty)
    }

    @Test("the popup of a polar night replaces the popup of its first sunset, and the journal contains both")
    func polarNight() {
        let machine = SimulatedMachine.here(69.6492, 18.9553, SimulatedZone.oslo, at: "2026-11-26T23:00:00Z")
        machine.advance(by: .seconds(86_400))
        #expect(machine.shown.map(\.popup.tag) == ["sunrise", "polar-night-start"])
        #expect(machine.shown.last?.written.summary == "Polar night begins in here")
        #expect(machine.shown.last?.written.body == "The Sun next rises on 15 January 2027")
        #expect(machine.entries(.event).map { $0["SUNTRACKER_EVENT"] } == ["sunrise", "sunset", "polar-night-start"])
        machine.advance(to: at("2027-01-15T12:00:00Z"))
        #expect(popups(machine, "polar-night-end").map(\.summary) == ["Polar night ends in here"])
        #expect(popups(machine, "polar-night-end").first?.body.contains("Sunset at") == true)
    }

    @Test("at a pole, the night begins when the day ends, with one popup for both")
    func pole() {
        let machine = SimulatedMachine.here(-90, 0, SimulatedZone.utc, at: "2026-03-01T00:00:00Z")
        machine.advance(to: at("2026-04-01T00:00:00Z"))
        #expect(machine.shown.map(\.popup.tag) == ["march-equinox", "polar-night-start"])
        #expect(
            machine.entries(.event).map { $0["SUNTRACKER_EVENT"] }
                == ["march-equinox", "sunset", "polar-day-end", "polar-night-start"])
    }

    @Test("a place refined by a few kilometres does not announce its polar night twice")
    func refined() {
        let machine = SimulatedMachine.here(69.6492, 18.9553, SimulatedZone.oslo, at: "2026-11-27T00:00:00Z")
        machine.advance(by: .seconds(86_400))
        machine.settings.location.fixed?.observer = .at(69.55, 18.9)
        machine.deliver(.settings(.success(machine.settings), cause: .reload))
        machine.advance(by: .seconds(5 * 86_400))
        #expect(machine.entries(.event).count { $0["SUNTRACKER_EVENT"] == "polar-night-start" } == 1)
    }

    @Test("a disabled polar night is in the journal, and the popup of the sunset is shown instead")
    func switches() {
        let machine = SimulatedMachine.here(69.6492, 18.9553, SimulatedZone.oslo, at: "2026-11-27T00:00:00Z") {
            $0.notifications.polarNight = false
            $0.notifications.seasons = false
            $0.notifications.clockChange = false
        }
        machine.advance(to: at("2027-03-28T12:00:00Z"))
        let rare = machine.shown.map(\.popup.tag).filter { $0 != "sunrise" && $0 != "sunset" }
        #expect(rare.isEmpty)
        #expect(machine.shown.first { $0.popup.tag == "sunset" }?.written.body.contains("next rises on") == true)
        let told = Set(machine.entries(.event).compactMap { $0["SUNTRACKER_EVENT"] })
        #expect(told.isSuperset(of: ["polar-night-start", "polar-night-end", "december-solstice", "dst-change"]))
    }
}
