// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker

@Suite("Exactly once, explored", .serialized) struct ExplorationTests {
    private static let clocks: [Step] = [.sleep(60), .sleep(1500), .setClock(3600), .setClock(1500), .setClock(-240)]
    private static let ends: [Step] = [.kill, .stop]
    private static let servers: [Step] = [
        .server(.absent), .server(.late), .server(.refusing), .serverDies(hasShown: true), .serverDies(hasShown: false),
    ]
    private static let stores: [Step] = [.store(.failing), .store(.hanging)]

    /// 16:30 in Denver, ten minutes before sunset.
    private static let beforeSunset = "2026-11-21T23:30:00Z"

    static let setups = [
        Setup("an hour before a sunset", begins: "2026-11-21T22:40:00Z", faults: ends + clocks) {
            $0.length = .seconds(90 * 60)
        },
        Setup(
            "a sunset and the notification server", begins: beforeSunset,
            faults: ends + servers + [.sleep(60), .setClock(-240)]),
        Setup("a sunset and the disk", begins: beforeSunset, faults: ends + stores + [.sleep(60), .server(.late)]),
        Setup("two events that are due together", begins: beforeSunset, faults: ends + servers + stores) {
            $0.settings.alerts = [Setup.alert("tea", minutes: 0, hook: true)]
        },
        Setup("a phase begins, with an alert", begins: beforeSunset, faults: ends + clocks + [.store(.failing)]) {
            $0.hooks = HookCatalog(phases: [.day, .night])
            $0.settings.alerts = [Setup.alert("tea", minutes: 1, hook: true)]
            $0.startsHooksLate = true
            $0.mostFaults = 2
        },
        Setup("the first start", begins: beforeSunset, faults: ends + stores + [.server(.late), .server(.absent)]) {
            $0.isFirst = true
        },
        Setup(
            "the first start, with a clock that is set", begins: beforeSunset,
            faults: ends + [.setClock(3600), .sleep(60)]
        ) {
            $0.isFirst = true
        },
        Setup("a clock that is an hour ahead", begins: beforeSunset, faults: ends + clocks) {
            $0.ahead = .seconds(3600)
        },
        Setup(
            "boot after boot with a wrong clock", begins: beforeSunset,
            faults: ends + [
                .boot(ahead: -7200), .boot(ahead: -1200), .boot(ahead: 0), .boot(ahead: 3600), .server(.late),
            ]
        ) { $0.mostFaults = 2 },
        Setup("the end of a polar night", begins: "2027-01-15T10:30:00Z", faults: ends + clocks + [.server(.late)]) {
            $0.place = TestPlace.tromso.place
            $0.settings.location.fixed = $0.place
            $0.mostFaults = 2
        },
        Setup("a place that moves", begins: beforeSunset, faults: ends + stores + [.move, .sleep(60), .zone]) {
            $0.settings.location.fixed = nil
            $0.settings.location.source = .geoclue
        },
        Setup(
            "an alert that is changed", begins: beforeSunset,
            faults: ends + [.reload, .sleep(60), .server(.late), .store(.hanging)]
        ) {
            $0.settings.alerts = [Setup.alert("tea", minutes: 1, hook: true), Setup.alert("bed", minutes: 0)]
            var changed = $0.settings
            changed.alerts[0].offset = .seconds(180)
            $0.otherSettings = changed
        },
        Setup(
            "an alert with NotBefore=, and a quiet time", begins: beforeSunset,
            faults: ends + [.zone, .sleep(60), .setClock(-240), .server(.late), .server(.absent)]
        ) {
            $0.settings.alerts = [Setup.alert("tea", minutes: 0, hook: true)]
            $0.settings.alerts[0].bounds = AlertBounds(notBefore: TimeOfDay("16:45"), notAfter: nil)
            $0.settings.notifications.quiet = QuietTime("16:44-17:00") ?? .none
            $0.settings.notifications.whenQuiet = .journal
            $0.mostFaults = 2
        },
        Setup(
            "an alert before its event, with NotAfter=", begins: "2026-11-21T23:05:00Z",
            faults: ends + [.zone, .sleep(600), .sleep(1500), .setClock(1500), .setClock(-600)]
        ) {
            $0.settings.alerts = [Setup.alert("tea", minutes: -30, hook: true)]
            $0.settings.alerts[0].bounds = AlertBounds(notBefore: nil, notAfter: TimeOfDay("16:35"))
            $0.mostFaults = 2
        },
        Setup(
            "a phase that is set manually", begins: beforeSunset,
            faults: ends + stores + [
                .setPhase(.night, for: nil), .setPhase(nil, for: nil), .sleep(1500), .setClock(-240),
            ]
        ) {
            $0.hooks = HookCatalog(phases: [.day, .night])
            $0.wish.phase = PhaseWitness.Wish.SetPhase(
                phase: .day, until: $0.begins + .seconds(20 * 60), boot: 0)
            $0.mostFaults = 2
        },
    ]

    @Test("each event is announced once, whatever happens", arguments: setups)
    func walk(setup: Setup) {
        let clock = ContinuousClock()
        let began = clock.now
        let walk = Walk(from: setup, faults: min(Scope.faults, setup.mostFaults))
        print(
            "\(setup.testDescription): \(walk.states) states, \(walk.transitions) transitions, depth \(walk.depth)"
                + ", \(min(Scope.faults, setup.mostFaults)) faults, \(clock.now - began)")
        #expect(walk.violations.isEmpty, "\(walk.violations.joined(separator: "\n"))")
    }
}
