// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

/// What the ledger knows about the time before a restart, an edit, a journey and a step of the clock.
@Suite("What is settled") struct SettledTests {
    private func alerts(_ machine: SimulatedMachine) -> Int {
        (machine.entries(.event) + machine.entries(.missed)).count { $0["SUNTRACKER_ALERT"] != nil }
    }

    private func add(_ machine: SimulatedMachine, offset: Int64) {
        var alert = Alert(name: "tea", event: .solar(.sunset))
        alert.offset = .seconds(offset)
        machine.settings.alerts = [alert]
    }

    @Test(
        "what lay before an edit is not announced, however the clock is set later", arguments: [600, 86_400] as [Int64])
    func edit(grace: Int64) {
        for isRestarted in [false, true] {
            let machine = SimulatedMachine.inDenver { $0.notifications.grace = .seconds(grace) }
            machine.advance(to: sunsetInDenver + .seconds(300))
            add(machine, offset: 0)
            machine.deliver(.settings(.success(machine.settings), cause: .edit))
            machine.advance(by: .seconds(60))
            if isRestarted { machine.stopAndStart() }
            for step in [-2, -60, 30, -3600, 3600] as [Int64] {
                machine.setClock(to: machine.clock.now + .seconds(step))
                machine.sleep(for: .seconds(5))
            }
            #expect(alerts(machine) == 0)
        }
    }

    @Test("what lay before an edit is not announced at the destination of a journey")
    func editAndJourney() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunsetInDenver + .seconds(120))
        add(machine, offset: 0)
        machine.deliver(.settings(.success(machine.settings), cause: .edit))
        machine.advance(by: .seconds(60))
        machine.settings.location.fixed = .inSettings(39.74, -104.9)
        machine.deliver(.settings(.success(machine.settings), cause: .edit))
        #expect(alerts(machine) == 0)
    }

    @Test("what is added while the clock is ahead is announced by the right clock, if its event is still to come")
    func editAhead() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunsetInDenver - .seconds(300))
        machine.setClock(to: sunsetInDenver + .seconds(300))
        add(machine, offset: 0)
        machine.deliver(.settings(.success(machine.settings), cause: .edit))
        machine.advance(by: .seconds(360))
        #expect(alerts(machine) == 0)
        machine.setClock(to: sunsetInDenver + .seconds(60))
        machine.advance(by: .seconds(5))
        #expect(alerts(machine) == 1)
    }

    @Test("a clean stop settles what was before it, however long ago the last event was")
    func cleanStop() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(by: .seconds(86_400))
        machine.advance(to: sunsetInDenver + .seconds(86_400 + 8 * 3600))
        machine.deliver(.stopRequested)
        machine.advance(by: .seconds(60))
        add(machine, offset: 4 * 3600)
        machine.settings.location.fixed = .inSettings(35.7, 139.7, name: "Tokyo")
        machine.start()
        #expect(alerts(machine) == 0)
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("what becomes due while the service stops is left to the next start, and what was before it is settled")
    func stopAtAnEvent() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunsetInDenver - .seconds(1))
        machine.sleep(for: .seconds(2)) { machine.deliver(.stopRequested) }
        add(machine, offset: -1200)
        machine.start()
        #expect(machine.entries(.event).count == 1)
        #expect(alerts(machine) == 0)
    }

    @Test("an announcement that a crash interrupted is not made for another place")
    func otherPlace() {
        for actions in 0..<8 {
            let machine = SimulatedMachine.inDenver()
            machine.advance(to: sunsetInDenver - .seconds(1))
            machine.actionsToLive = actions
            machine.advance(by: .seconds(2))
            machine.kill()
            machine.actionsToLive = nil
            machine.settings.location.fixed = .inSettings(37.77, -122.42, name: "San Francisco")
            machine.start()
            machine.advance(by: .seconds(60))
            let entries = machine.entries(.event) + machine.entries(.missed)
            let here = entries.filter { $0["SUNTRACKER_PLACE"] == "San Francisco" }
            #expect(here.allSatisfy { $0["SUNTRACKER_EVENT_TIME"] == nil || $0.entry.message.hasPrefix("Possibly") })
            #expect(machine.shown.allSatisfy { !$0.written.summary.contains("San Francisco") }, "\(actions)")
        }
    }

    @Test("a recovery lists a hundred announcements, and summarises the others")
    func manyOpen() {
        let entries = (0..<2000).map {
            Ledger.Entry(
                rule: "alert:\($0) (sunset)", due: sunsetInDenver + .microseconds(Int64($0)),
                state: .announced(open: .announcement))
        }
        let machine = SimulatedMachine(
            at: sunsetInDenver + .seconds(3600), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.disk = Ledger(settledThrough: sunsetInDenver + .seconds(1), entries: entries).text
        machine.start()
        #expect(machine.entries(.missed).count == 100)
        #expect(machine.entries(.missedMany).count == 1)
    }
}
