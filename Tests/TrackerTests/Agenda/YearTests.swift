import Solar
import TestSupport
import Testing
import Tracker

@Suite("A year") struct YearTests {
    /// What should be announced, straight from the Sun.
    private func expected(_ place: TestPlace, _ interval: Range<Instant>) -> [String] {
        Sun.occurrences(of: [.sunrise, .sunset], in: interval, at: place.observer).map { "\($0.event) \($0.instant)" }
    }

    private func announced(_ machine: SimulatedMachine) -> [String] {
        machine.entries(.event).filter { ["sunrise", "sunset"].contains($0["SUNTRACKER_EVENT"]) }.map {
            "\($0["SUNTRACKER_EVENT"] ?? "") \($0["SUNTRACKER_EVENT_TIME"] ?? "")"
        }
        .map { $0.replacing(".000000Z", with: "Z") }
    }

    /// When something was announced; what is announced at once, such as a sunset and the polar night, counts once.
    private func instants(_ machine: SimulatedMachine) -> Set<String> {
        Set(machine.entries(.event).compactMap { $0["SUNTRACKER_DUE_TIME"] ?? $0["SUNTRACKER_EVENT_TIME"] })
    }

    @Test("each event once, at its instant, with one wakeup each", arguments: TestPlace.allCases)
    func everyEventOnce(place: TestPlace) {
        let (start, end) = (at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z"))
        var machine = SimulatedMachine(at: start, settings: place.settings, localTime: place.zone)
        machine.start()
        machine.advance(to: end)

        let expected = expected(place, start..<end)
        #expect(announced(machine) == expected)
        #expect(machine.shown.count == instants(machine).count)
        #expect(machine.wakeups == instants(machine).count)
        #expect(machine.entries(.event).allSatisfy { $0["SUNTRACKER_LATENESS_USEC"] == "0" })
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("at the poles there are two events", arguments: [TestPlace.southPole])
    func poles(place: TestPlace) {
        #expect(expected(place, at("2026-01-01T00:00:00Z")..<at("2027-01-01T00:00:00Z")).count == 2)
    }

    @Test("a thousand restarts, at all times of the day, lose and repeat nothing", arguments: TestPlace.allCases)
    func restarts(place: TestPlace) {
        let (start, end) = (at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z"))
        var machine = SimulatedMachine(at: start, settings: place.settings, localTime: place.zone)
        machine.start()
        while machine.clock.now < end {
            machine.advance(by: .seconds(8 * 3600 + 47 * 60 + 13))
            machine.kill()
            machine.start()
        }
        #expect(announced(machine) == expected(place, start..<machine.clock.now))
        #expect(machine.shown.count == instants(machine).count)
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("travel between time zones changes words, not instants")
    func zones() {
        let (start, end) = (at("2026-03-01T00:00:00Z"), at("2026-04-01T00:00:00Z"))
        var machine = SimulatedMachine(at: start, settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.start()
        for (day, zone) in [SimulatedZone.oslo, .kiritimati, .utc, .pagoPago, .denver].enumerated() {
            machine.advance(to: start + .seconds(Int64(day + 1) * 5 * 86_400))
            machine.changeZone(to: zone)
        }
        machine.advance(to: end)
        #expect(announced(machine) == expected(.denver, start..<end))
        #expect(Set(machine.entries(.event).map { $0.entry.message.contains(" at 06:") }).count == 2)
    }
}
