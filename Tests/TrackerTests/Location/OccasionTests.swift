// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let noon = at("2026-11-21T19:00:00Z")
private let denver = fix(39.7392, -104.9903)
private let lamar = fix(37.7, -102.6)

@Suite("With Mode=follow, the location is asked for") struct OccasionTests {
    private func machine(_ mode: LocationWatch.Mode = .follow) -> SimulatedMachine {
        let machine = SimulatedMachine(at: noon, settings: Settings(), localTime: SimulatedZone.denver)
        machine.settings.location.geoclue.mode = mode
        machine.start()
        machine.deliver(.location(.authorization(.allowedAlways)))
        machine.deliver(.location(.fix(denver)))
        // Longer than any request lasts.
        machine.advance(by: .seconds(60))
        return machine
    }

    @Test(
        "at each trigger, once, and not with Mode=once",
        arguments: LocationTrigger.allCases, LocationWatch.Mode.allCases)
    func occasions(occasion: LocationTrigger, mode: LocationWatch.Mode) {
        let machine = machine(mode)
        let orders = machine.watchOrders
        switch occasion {
        case .resumed: machine.sleep(for: .seconds(600))
        case .timeZoneChanged: machine.changeZone(to: SimulatedZone.utc)
        case .networkChanged, .sessionBegan, .settingChanged: machine.deliver(.locationTrigger(occasion))
        }
        #expect(machine.locationRequests == (mode == .follow && occasion != .settingChanged ? 1 : 0))
        machine.advance(by: .seconds(3600))
        #expect(machine.locationRequests == (mode == .follow ? 1 : 0))
        #expect(machine.watchOrders == orders)
        // The request has no other effect.
        #expect(machine.entries(.authorization).count == 1)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The triggers, or nil for a fix, with the seconds since the first trigger.
        let inputs: [(Double, LocationTrigger?)]
        /// The seconds at which the location is asked for.
        let requests: [Double]

        init(_ name: String, _ inputs: [(Double, LocationTrigger?)], _ requests: [Double]) {
            (testDescription, self.inputs, self.requests) = (name, inputs, requests)
        }
    }

    private static let network = LocationTrigger.networkChanged
    private static let setting = LocationTrigger.settingChanged
    /// A network that appears and disappears a hundred times a minute.
    private static let flapping: [(Double, LocationTrigger?)] = (0..<100).map { (Double($0) * 0.6, network) }
    private static let flappingWithFixes = flapping.flatMap { [$0, ($0.0 + 0.5, nil)] }

    private static let rows: [Case] = [
        Case("one occasion", [(0, network)], [0]),
        Case("two at once", [(0, .sessionBegan), (0, network)], [0, 30]),
        Case("two, and a fix after both", [(0, .sessionBegan), (5, network), (8, nil)], [0]),
        Case("two, and a fix between them", [(0, .sessionBegan), (5, nil), (8, network)], [0, 30]),
        Case("two, far from each other", [(0, network), (30, network)], [0, 30]),
        Case("many", flapping, [0, 30, 60]),
        // A request answers the first trigger after each half minute, and the next fix answers all others.
        Case("many, each with a fix", flappingWithFixes, [0, 30]),
        Case("the setting", [(0, setting)], [2]),
        Case("the setting, soon after a request", [(0, network), (1, setting), (2, nil)], [0, 3]),
        Case("the setting, switched twice", [(0, setting), (1, setting)], [2]),
        Case("the setting, and a network that waits", [(0, network), (1, network), (2, setting)], [0, 4]),
    ]

    @Test("immediately, and not twice in half a minute", arguments: rows)
    func interval(row: Case) {
        let machine = machine()
        let start = machine.clock.now
        var requests: [Double] = []
        func note() {
            guard machine.locationRequests > requests.count else { return }
            requests.append(Double((machine.clock.now - start).microseconds) / 1e6)
        }
        for (second, occasion) in row.inputs {
            let time = start + .microseconds(Int64(second * 1e6))
            while let timer = machine.clock.timer, timer <= time {
                machine.advance(to: timer)
                note()
            }
            machine.advance(to: time)
            machine.deliver(occasion.map { .locationTrigger($0) } ?? .location(.fix(denver)))
            note()
        }
        while let timer = machine.clock.timer, timer <= start + .seconds(200) {
            machine.advance(to: timer)
            note()
        }
        #expect(requests == row.requests)
    }

    @Test("without a timer while no trigger waits")
    func idle() {
        let machine = machine()
        machine.deliver(.locationTrigger(.networkChanged))
        let (wakeups, entries) = (machine.wakeups, machine.journal.count)
        machine.advance(to: sunsetInDenver - .seconds(1))
        #expect(machine.wakeups == wakeups)
        #expect(machine.journal.count == entries)
    }

    @Test("when the machine resumes, if it was suspended while a trigger waited; and soon after the clock was set back")
    func clocks() {
        let asleep = machine()
        asleep.deliver(.locationTrigger(.networkChanged))
        asleep.deliver(.locationTrigger(.networkChanged))
        #expect(asleep.locationRequests == 1)
        asleep.sleep(for: .seconds(8 * 3600))
        #expect(asleep.locationRequests == 2)

        let setBack = machine()
        setBack.deliver(.locationTrigger(.networkChanged))
        setBack.deliver(.locationTrigger(.networkChanged))
        setBack.setClock(to: setBack.clock.now - .seconds(86_400))
        setBack.advance(by: .seconds(30))
        #expect(setBack.locationRequests == 2)
    }

    @Test("again after a denial, which is reported once; a permission that is granted is noticed")
    func refused() {
        let machine = machine()
        for _ in 0..<3 {
            machine.deliver(.locationTrigger(.networkChanged))
            machine.deliver(.location(.authorization(.denied(.turnedOff))))
            machine.advance(by: .seconds(60))
        }
        #expect(machine.locationRequests == 3)
        #expect(
            machine.entries(.authorization).compactMap { $0["SUNTRACKER_AUTHORIZATION"] } == [
                "allowed-always", "denied",
            ])
        machine.deliver(.locationTrigger(.settingChanged))
        machine.advance(by: .seconds(2))
        #expect(machine.locationRequests == 4)
        machine.deliver(.location(.authorization(.allowedAlways)))
        machine.deliver(.location(.fix(lamar)))
        #expect(machine.entries(.locationChanged).last?["SUNTRACKER_SOURCE"] == "geoclue")
    }

    @Test("in vain, with one warning in all")
    func overdue() {
        let machine = SimulatedMachine(at: noon, settings: Settings(), localTime: SimulatedZone.denver)
        machine.start()
        for _ in 0..<3 {
            machine.deliver(.location(.fixOverdue(nil)))
            machine.advance(by: .seconds(600))
            machine.deliver(.locationTrigger(.networkChanged))
        }
        #expect(machine.entries(.fixOverdue).count == 1)
    }

    @Test("no longer if the settings change, even for a trigger that waits")
    func reload() {
        for settings in [TestPlace.denver.settings, once] {
            let machine = machine()
            machine.deliver(.locationTrigger(.networkChanged))
            machine.deliver(.locationTrigger(.networkChanged))
            machine.deliver(.settings(.success(settings), cause: .reload))
            machine.advance(by: .seconds(600))
            #expect(machine.locationRequests == 1)
        }
    }

    private var once: Settings {
        var settings = Settings()
        settings.location.geoclue.mode = .once
        return settings
    }
}
