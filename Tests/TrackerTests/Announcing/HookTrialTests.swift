// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker

@Suite("A call that tests hooks") struct HookTrialTests {
    private static let now = sunsetInDenver - .seconds(3600)

    private func trial(
        for occasion: HookOccasion, at place: TestPlace = .denver, _ change: (inout Settings) -> Void = { _ in }
    ) -> HookCall? {
        var settings = place.settings
        settings.hooks.timeLimit = .seconds(7)
        change(&settings)
        return HookCall.next(
            for: occasion, under: settings, at: place.place, after: Self.now, localTime: SimulatedZone.denver)
    }

    @Test("is the next call of the service, for an event and for an alert")
    func events() throws {
        let machine = SimulatedMachine.inDenver(hooks: HookCatalog(events: [.solar(.sunset)])) {
            $0.alerts = [.lamps]
            $0.hooks.timeLimit = .seconds(7)
            $0.location.fixed = TestPlace.denver.place
        }
        machine.advance(to: sunsetInDenver)
        for rule in [Rule(id: "sunset", event: .sunset, notifies: true, saysSpecialDays: true), Rule(.lamps)] {
            let tried = try #require(trial(for: .rule(rule)) { $0.alerts = [.lamps] })
            let made = try #require(machine.hookCalls.first { $0.subject.occasion == tried.subject.occasion })
            #expect(tried.timeLimit == .seconds(7))
            #expect(tried.environment["SUNTRACKER_LATENESS_SEC"] == "0")
            #expect(tried.environment == made.environment)
        }
    }

    @Test("is for the current phase, or for the next one")
    func phases() throws {
        for (phase, since) in [(Phase.day, "2026-11-21T13:51:34Z"), (.night, "2026-11-21T23:40:00Z")] {
            let call = try #require(trial(for: .phase(phase)))
            #expect(call.subject.occasion == .phase(phase))
            #expect(call.environment["SUNTRACKER_PHASE"] == phase.rawValue)
            let begin = try #require(call.environment["SUNTRACKER_SINCE"].flatMap { Instant(rfc3339: $0) })
            #expect(abs((begin - at(since)).components.seconds) < 60)
            #expect(call.environment["SUNTRACKER_UNTIL"] != nil)
        }
    }

    @Test("does not exist for an event that does not occur within a year")
    func never() {
        let rule = Rule(id: "polar-day-start", event: .polar(.dayStart), notifies: true)
        #expect(trial(for: .rule(rule), at: .kiritimati) == nil)
        #expect(trial(for: .rule(rule), at: .tromso) != nil)
    }
}
