// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

/// The circumstances are from a direct computation with JPL's ephemeris DE440 (EclipseTests in SolarTests).
@Suite("A solar eclipse") struct EclipseNoticeTests {
    private static let luxor = SimulatedZone(utcOffset: 3 * 3600)

    private func eclipses(_ machine: SimulatedMachine) -> [WrittenPopup] {
        machine.shown.map(\.written).filter { $0.tag.hasPrefix("solar-eclipse") }
    }

    @Test("is announced at noon on the day before, and when it begins: 2 August 2027 in Luxor")
    func total() {
        let machine = SimulatedMachine.here(25.6989, 32.6421, Self.luxor, at: "2027-07-31T20:00:00Z")
        machine.advance(by: .seconds(4 * 86_400))
        let shown = machine.shown.filter { $0.popup.tag.hasPrefix("solar-eclipse") }
        #expect(
            shown.map { $0.instant.rfc3339(fractionDigits: 0) } == ["2027-08-01T09:00:00Z", "2027-08-02T08:40:16Z"])
        #expect(
            shown.map(\.written.summary) == [
                "Solar eclipse on Monday: 100 % at 13:05",
                "Solar eclipse: 100 % at 13:05",
            ])
        let body = "From 11:40 to 14:26 · never look without eclipse glasses · total for 6 min 21 s"
        #expect(shown.map { $0.written.body.replacing("\u{A0}", with: " ") } == [body, body])
        let entries = machine.entries(.event).filter { $0["SUNTRACKER_EVENT"] == "solar-eclipse" }
        #expect(
            entries.map(\.entry.message) == [
                "Solar eclipse in here in 23 h 40 min, at 11:40: 100 % of the Sun covered at 13:05; from 11:40 to 14:26; "
                    + "total for 6 min 21 s",
                "Solar eclipse in here at 11:40: 100 % of the Sun covered at 13:05; from 11:40 to 14:26; "
                    + "total for 6 min 21 s",
            ])
        #expect(entries.last?["SUNTRACKER_ECLIPSE_KIND"] == "total")
        #expect(entries.last?["SUNTRACKER_ECLIPSE_MAGNITUDE"] == "1.036")
        #expect(entries.last?["SUNTRACKER_ECLIPSE_OBSCURATION"] == "1.0")
        #expect(entries.last?["SUNTRACKER_ECLIPSE_GREATEST"]?.hasPrefix("2027-08-02T10:05:17.") == true)
        #expect(entries.last?["SUNTRACKER_ECLIPSE_END"]?.hasPrefix("2027-08-02T11:26:33.") == true)
    }

    @Test(
        "is announced from sunrise if it is in progress then, and not at all below the horizon or below 1 %",
        arguments: [
            // The annular eclipse of 6 February 2027 is in progress at the sunset of Tarifa.
            (36.0139, -5.6070, "2027-02-05T00:00:00Z", ["2027-02-05T12:00:00Z", "2027-02-06T17:35:"]),
            // The one of 2 August 2027 is seen at dawn in the Atlantic: it is in progress at sunrise.
            (35.0, -40.0, "2027-08-01T00:00:00Z", ["2027-08-01T12:00:00Z", "2027-08-02T0"]),
            // In Sydney, it is night. At 75° N, the shadow passes in the south.
            (-33.8688, 151.2093, "2027-08-01T00:00:00Z", []),
            (75.0, -20.0, "2027-08-01T00:00:00Z", []),
            // 1.7 % of the Sun in Lagos, and 0.6 % in Seville.
            (6.5244, 3.3792, "2028-01-25T00:00:00Z", ["2028-01-25T12:00:00Z", "2028-01-26T16:20:4"]),
            (37.3891, -5.9845, "2027-02-05T00:00:00Z", []),
        ])
    func seen(latitude: Double, longitude: Double, start: String, instants: [String]) {
        let machine = SimulatedMachine.here(latitude, longitude, SimulatedZone.utc, at: start)
        machine.advance(by: .seconds(3 * 86_400))
        let shown = machine.shown.filter { $0.popup.tag.hasPrefix("solar-eclipse") }
            .map { $0.instant.rfc3339(fractionDigits: 0) }
        #expect(shown.count == instants.count, "\(shown)")
        for (instant, prefix) in zip(shown, instants) { #expect(instant.hasPrefix(prefix), "\(shown)") }
    }

    @Test("is in the journal but not shown if the settings say so; its hooks run when it begins, not on the day before")
    func switchedOff() {
        let machine = SimulatedMachine.here(25.6989, 32.6421, Self.luxor, at: "2027-07-31T20:00:00Z") {
            $0.notifications.solarEclipse = false
        }
        machine.advance(by: .seconds(4 * 86_400))
        #expect(eclipses(machine).isEmpty)
        #expect(machine.entries(.event).count { $0["SUNTRACKER_EVENT"] == "solar-eclipse" } == 2)

        let hooks = HookCatalog(events: [.solarEclipse])
        let called = Settings().rules(hooks: hooks).filter(hooks.hasHooks).map(\.id)
        #expect(called == ["solar-eclipse"])
        #expect(
            Settings().rule(named: "solar-eclipse")?.id == "solar-eclipse", "its preview is the one of its beginning")
    }

    @Test("is noticed late, until it begins: the lid is opened in the morning")
    func late() {
        let machine = SimulatedMachine.here(25.6989, 32.6421, Self.luxor, at: "2027-08-01T08:00:00Z")
        machine.sleep(for: .seconds(21 * 3600))
        machine.advance(by: .seconds(60))
        #expect(eclipses(machine).map(\.summary) == ["Solar eclipse: 100 % at 13:05"])
        machine.advance(by: .seconds(86_400))
        #expect(eclipses(machine).count == 2)
    }

    @Test(
        "is announced when the lid is opened until most of the Sun is covered, at 10:05:17, and is then missed",
        arguments: [
            ("2027-08-02T09:30:00Z", true), ("2027-08-02T10:05:17Z", true), ("2027-08-02T10:05:18Z", false),
        ])
    func begun(opened: String, isShown: Bool) {
        let machine = SimulatedMachine.here(25.6989, 32.6421, Self.luxor, at: "2027-08-02T08:00:00Z")
        machine.sleep(for: at(opened) - machine.clock.now)
        #expect(eclipses(machine).map(\.summary) == (isShown ? ["Solar eclipse: 100 % at 13:05"] : []))
        #expect(machine.entries(.missed).count == (isShown ? 0 : 1))
    }

    @Test(
        "an alert about an eclipse that has begun is in time until NotAfter= or the greatest eclipse, the earlier one",
        arguments: [("12:00", 90), ("23:00", 150)])
    func bounded(notAfter: String, minutes: Int64) {
        let machine = SimulatedMachine.here(25.6989, 32.6421, Self.luxor, at: "2027-08-02T08:00:00Z") {
            $0.notifications.solarEclipse = false
            var alert = Alert(name: "look", event: .solarEclipse)
            alert.bounds = AlertBounds(notBefore: nil, notAfter: TimeOfDay(notAfter))
            $0.alerts = [alert]
        }
        machine.sleep(for: .seconds(minutes * 60))
        #expect(machine.shown.isEmpty)
    }

    /// Found by the lives with the seeds 1 and 51.
    @Test(
        "is announced at the last noon of a date that a zone repeats, and a clock change before it happens",
        arguments: [
            (
                "the zone repeats a day before the eclipse", "2028-01-24T20:00:00Z", "2028-01-26T13:08:00Z",
                "2028-01-25T02:15:00Z"
            ),
            (
                "the zone repeats a day after the eclipse", "2028-01-27T20:00:00Z", "2028-01-26T13:08:00Z",
                "2028-01-25T02:15:00Z"
            ),
            ("the change itself repeats a day", "2028-01-24T20:00:00Z", "2028-01-24T20:00:00Z", "2028-01-24T02:15:00Z"),
        ])
    func repeatedDay(name: String, change: String, event: String, due: String) {
        let offset = 9 * 3600 + 45 * 60
        let zone = SimulatedZone(utcOffset: offset, changes: [(at(change), offset - 86_400)])
        #expect(Rule.Timing.noonBefore.due(of: at(event), in: zone) == at(due), "\(name)")
    }
}
