import Solar
import TestSupport
import Testing
import Tracker

@Suite("What happens rarely") struct RareTests {
    private func machine(
        _ latitude: Double, _ longitude: Double, _ zone: any LocalTime, at start: String,
        _ change: (inout Settings) -> Void = { _ in }
    ) -> SimulatedMachine {
        var settings = Settings()
        settings.location.fixed = Place(
            observer: Observer(coordinate(latitude, longitude)), name: .own("here"),
            provenance: Provenance(source: .settings))
        change(&settings)
        var machine = SimulatedMachine(at: at(start), settings: settings, localTime: zone)
        machine.start()
        return machine
    }

    private func popups(_ machine: SimulatedMachine, _ tag: String) -> [Popup] {
        machine.shown.map(\.popup).filter { $0.tag == tag }
    }

    @Test(
        "a solstice or an equinox says what it is where the person is",
        arguments: [
            (39.74, "2026-06-20T12:00:00Z", "june-solstice", "June solstice: the longest day of the year"),
            (-33.87, "2026-06-20T12:00:00Z", "june-solstice", "June solstice: the shortest day of the year"),
            (69.65, "2026-06-20T12:00:00Z", "june-solstice", "June solstice: the middle of the polar day"),
            (-77.84, "2026-06-20T12:00:00Z", "june-solstice", "June solstice: the middle of the polar night"),
            (39.74, "2026-12-20T12:00:00Z", "december-solstice", "December solstice: the shortest day of the year"),
            (-33.87, "2026-12-20T12:00:00Z", "december-solstice", "December solstice: the longest day of the year"),
            (39.74, "2026-03-19T12:00:00Z", "march-equinox", "March equinox: spring begins"),
            (-33.87, "2026-03-19T12:00:00Z", "march-equinox", "March equinox: autumn begins"),
            (39.74, "2026-09-22T12:00:00Z", "september-equinox", "September equinox: autumn begins"),
            (-33.87, "2026-09-22T12:00:00Z", "september-equinox", "September equinox: spring begins"),
        ])
    func seasons(latitude: Double, start: String, name: String, summary: String) {
        var machine = machine(latitude, 0, SimulatedZone.utc, at: start)
        machine.advance(by: .seconds(4 * 86_400))
        #expect(popups(machine, name).map(\.summary) == [summary])
    }

    @Test("the June solstice of 2026 is at 08:24 UTC (Astronomical Almanac)")
    func solstice() {
        var machine = machine(39.74, 0, SimulatedZone.utc, at: "2026-06-20T12:00:00Z")
        machine.advance(by: .seconds(4 * 86_400))
        let body = popups(machine, "june-solstice").first?.body
        #expect(body?.hasPrefix("08:24 · 14\u{A0}h\u{A0}59\u{A0}min of daylight, ") == true, "\(body ?? "")")
    }

    @Test("the day before the clocks change is told at noon, by the clocks of then")
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
            var machine = machine(39.74, -104.99, SimulatedZone.denver, at: start)
            machine.advance(by: .seconds(4 * 86_400))
            let shown = machine.shown.filter { $0.popup.tag == "dst-change" }
            #expect(shown.map(\.instant) == [at(noon)])
            #expect(shown.map(\.popup.summary) == [summary])
            #expect(shown.map(\.popup.body) == [body])
            let entry = machine.entries(.event).first { $0["SUNTRACKER_EVENT"] == "dst-change" }
            #expect(entry?["SUNTRACKER_DUE_TIME"] == at(noon).rfc3339(fractionDigits: 6))
            #expect(entry?.entry.message == "\(summary): \(body.replacing(" · ", with: "; "))")
        }
    }

    @Test("told late, it names the day; after the change, it is past")
    func lateClocks() {
        func summary(_ hours: Int64) -> String? {
            var machine = machine(39.74, -104.99, SimulatedZone.denver, at: "2026-03-07T12:00:00Z") {
                $0.notifications.grace = .seconds(86_400)
            }
            machine.advance(to: at("2026-03-07T18:59:00Z"))
            machine.sleep(for: .seconds(60 + hours * 3600))
            return popups(machine, "dst-change").first?.summary
        }
        #expect(summary(0) == "The clocks go forward 1 h on Sunday")
        #expect(summary(13) == "The clocks go forward 1 h on Sunday")
        #expect(summary(15) == "The clocks went forward 1 h on Sunday")
    }

    @Test("clocks that change at midnight are told of at noon of the date that ends then")
    func midnight() {
        // Beirut, 2022-03-27: 00:00 became 01:00.
        let beirut = SimulatedZone(utcOffset: 7200, changes: [(at("2022-03-26T22:00:00Z"), 10_800)])
        var machine = machine(33.9, 35.5, beirut, at: "2022-03-25T12:00:00Z")
        machine.advance(by: .seconds(3 * 86_400))
        #expect(machine.shown.filter { $0.popup.tag == "dst-change" }.map(\.instant) == [at("2022-03-26T10:00:00Z")])
        #expect(popups(machine, "dst-change").first?.body == "Sunday 27 March at 00:00 · it is 01:00 then")
    }

    @Test("a journey on the day before does not tell of the clocks twice, and to other clocks changes the plan")
    func clocksOnAJourney() {
        let losAngeles = SimulatedZone(utcOffset: -8 * 3600, changes: [(at("2026-03-08T10:00:00Z"), -7 * 3600)])
        var machine = machine(39.74, -104.99, SimulatedZone.denver, at: "2026-03-07T12:00:00Z")
        machine.advance(to: at("2026-03-07T19:30:00Z"))
        machine.changeZone(to: losAngeles)
        machine.advance(by: .seconds(3 * 86_400))
        #expect(popups(machine, "dst-change").count == 1)

        var other = self.machine(39.74, -104.99, SimulatedZone.denver, at: "2026-03-07T12:00:00Z")
        other.changeZone(to: SimulatedZone.utc)
        other.advance(by: .seconds(3 * 86_400))
        #expect(popups(other, "dst-change").isEmpty)
    }

    @Test("a polar night is told of once, in the place of the sunset it begins with, and the journal has both")
    func polarNight() {
        var machine = machine(69.6492, 18.9553, SimulatedZone.oslo, at: "2026-11-26T23:00:00Z")
        machine.advance(by: .seconds(86_400))
        #expect(machine.shown.map(\.popup.tag) == ["sunrise", "polar-night-start"])
        #expect(machine.shown.last?.popup.summary == "Polar night begins in here")
        #expect(machine.shown.last?.popup.body == "11:42 · the Sun next rises on 15 January 2027")
        #expect(machine.entries(.event).map { $0["SUNTRACKER_EVENT"] } == ["sunrise", "sunset", "polar-night-start"])
        machine.advance(to: at("2027-01-15T12:00:00Z"))
        #expect(popups(machine, "polar-night-end").map(\.summary) == ["Polar night ends in here"])
        #expect(popups(machine, "polar-night-end").first?.body.contains("sunset at") == true)
    }

    @Test("a polar day is told of at its beginning and its end")
    func polarDay() {
        var machine = machine(69.6492, 18.9553, SimulatedZone.oslo, at: "2026-05-17T20:00:00Z")
        machine.advance(to: at("2026-07-26T12:00:00Z"))
        let told = machine.shown.map(\.popup.tag).filter { $0.hasPrefix("polar") }
        #expect(told == ["polar-day-start", "polar-day-end"])
        #expect(popups(machine, "polar-day-start").first?.body.hasSuffix("the Sun stays up until 26 July") == true)
        #expect(popups(machine, "sunrise").count == 1)
    }

    @Test("at a pole the night begins as the day ends, and one popup says it")
    func pole() {
        var machine = machine(-90, 0, SimulatedZone.utc, at: "2026-03-01T00:00:00Z")
        machine.advance(to: at("2026-04-01T00:00:00Z"))
        #expect(machine.shown.map(\.popup.tag) == ["march-equinox", "polar-night-start"])
        #expect(
            machine.entries(.event).map { $0["SUNTRACKER_EVENT"] }
                == ["march-equinox", "sunset", "polar-day-end", "polar-night-start"])
    }

    @Test("a place refined by a few kilometres does not begin its polar night twice")
    func refined() {
        var machine = machine(69.6492, 18.9553, SimulatedZone.oslo, at: "2026-11-27T00:00:00Z")
        machine.advance(by: .seconds(86_400))
        machine.settings.location.fixed?.observer = Observer(coordinate(69.55, 18.9))
        machine.deliver(.reloaded(machine.settings))
        machine.advance(by: .seconds(5 * 86_400))
        #expect(machine.entries(.event).count { $0["SUNTRACKER_EVENT"] == "polar-night-start" } == 1)
    }

    @Test("a switch that is off keeps the popup away, the sunset's own comes instead, and the journal has the entry")
    func switches() {
        var machine = machine(69.6492, 18.9553, SimulatedZone.oslo, at: "2026-11-27T00:00:00Z") {
            $0.notifications.polarNight = false
            $0.notifications.seasons = false
            $0.notifications.clockChange = false
        }
        machine.advance(to: at("2027-03-28T12:00:00Z"))
        let rare = machine.shown.map(\.popup.tag).filter { $0 != "sunrise" && $0 != "sunset" }
        #expect(rare.isEmpty)
        #expect(machine.shown.first { $0.popup.tag == "sunset" }?.popup.body.contains("next rises on") == true)
        let told = Set(machine.entries(.event).compactMap { $0["SUNTRACKER_EVENT"] })
        #expect(told.isSuperset(of: ["polar-night-start", "polar-night-end", "december-solstice", "dst-change"]))
    }
}
