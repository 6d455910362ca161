// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

private let sunset = sunsetInDenver

@Suite("An announcement that a crash interrupts") struct InterruptedTests {
    @Test("is complete in the ledger after its entry, if it has neither a notification nor hooks")
    func withoutSteps() {
        let solstice = at("2026-12-21T20:50:00Z")
        let machine = SimulatedMachine.inDenver(at: solstice.description) { $0.notifications.seasons = false }
        machine.advance(by: .seconds(60))
        #expect(seasons(machine).count == 1)
        machine.kill()
        machine.start()
        machine.advance(by: .seconds(10))
        #expect(seasons(machine).count == 1, "its entry is not repeated")
    }

    private func seasons(_ machine: SimulatedMachine) -> [SimulatedMachine.Entry] {
        machine.entries(.event).filter { $0["SUNTRACKER_EVENT"] == "december-solstice" }
    }

    @Test("is not shown if the settings have switched its notification off meanwhile")
    func switchedOff() {
        let machine = SimulatedMachine.inDenver(server: .absent)
        machine.advance(to: sunset)
        machine.kill()
        machine.server = .running
        machine.settings.notifications.sunset = false
        machine.start()
        machine.advance(by: .seconds(10))
        #expect(machine.shown.isEmpty)
        #expect(machine.disk?.contains("open ") == false)
    }

    @Test("does not delay the write that records the hooks of an announcement in another boot")
    func leftOpen() {
        let machine = SimulatedMachine.inDenver(
            at: "2026-11-21T17:00:00Z", hooks: HookCatalog(events: [.solar(.sunset), .solar(.solarNoon)]))
        machine.hookDelay = .seconds(3)
        machine.advance(to: sunset + .seconds(1))
        machine.kill()
        machine.reboot(at: at("2026-11-21T18:00:00Z"))
        machine.start()
        machine.advance(to: at("2026-11-21T18:50:00Z"))
        #expect(noons(machine) == 2, "one in each boot")
        machine.kill()
        machine.start()
        machine.advance(by: .seconds(10))
        #expect(noons(machine) == 2, "the hooks are not run again")
    }

    @Test("and was made while the clock was ahead does not delay that write, either")
    func madeTooEarly() {
        let machine = SimulatedMachine.inDenver(
            at: "2026-11-21T17:00:00Z", hooks: HookCatalog(events: [.solar(.sunset), .solar(.solarNoon)]))
        machine.hookDelay = .seconds(3)
        machine.setClock(to: sunset - .seconds(1))
        machine.advance(by: .seconds(2))
        machine.kill()
        machine.setClock(to: at("2026-11-21T18:00:00Z"))
        machine.start()
        let before = noons(machine)
        machine.advance(to: at("2026-11-21T18:50:00Z"))
        #expect(noons(machine) == before + 1)
        machine.kill()
        machine.start()
        machine.advance(by: .seconds(10))
        #expect(noons(machine) == before + 1, "the hooks are not run again")
    }

    @Test("and was made up to 45 minutes too early is not continued more than the grace before it is due")
    func correctedWithinTolerance() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(1800)).description, server: .absent)
        machine.setClock(to: sunset)
        #expect(machine.disk?.contains("open popup") == true)
        machine.kill()
        machine.setClock(to: sunset - .seconds(1800))
        machine.server = .running
        machine.start()
        machine.advance(by: .seconds(10))
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.notShown).last?["SUNTRACKER_EVENT"] == "sunset")
        #expect(machine.disk?.contains("open ") == false)
    }

    private func noons(_ machine: SimulatedMachine) -> Int {
        machine.hookCalls.count { $0.occurrence?.rule.id == "solar-noon" }
    }

    @Test("still has its popup after a clock that was behind is corrected twice, and another crash")
    func correctedTwice() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3600)).description, server: .absent)
        machine.advance(to: sunset + .seconds(30))
        machine.kill()
        machine.reboot(at: .unixEpoch + .seconds(10))
        machine.start()
        machine.advance(by: .seconds(10))
        machine.setClock(to: sunset + .seconds(60))
        machine.setClock(to: .unixEpoch + .seconds(60))
        machine.setClock(to: sunset + .seconds(90))
        machine.kill()
        machine.server = .running
        machine.start()
        machine.advance(by: .seconds(10))
        #expect(machine.shown.map(\.popup.tag) == ["sunset"])
    }
}
