import Solar
import TestSupport
import Testing
import Tracker

private let sunset = sunsetInDenver

@Suite("A wrong clock") struct WrongClockTests {
    /// The announcements of that sunset.
    private func sunsets(_ machine: SimulatedMachine, at sunset: Instant = sunset) -> [SimulatedMachine.Entry] {
        machine.entries(.event).filter { $0["SUNTRACKER_EVENT_TIME"] == sunset.rfc3339(fractionDigits: 6) }
    }

    @Test(
        "what is missed after a clock that was ahead is corrected is in the journal", arguments: ["asleep", "killed"])
    func missed(how: String) {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3600)).description)
        machine.setClock(to: sunset + .seconds(30))
        #expect(sunsets(machine).count == 1)
        machine.setClock(to: sunset - .seconds(3570))
        if how == "killed" {
            machine.kill()
            machine.advance(by: .seconds(2 * 3600))
            machine.start()
        } else {
            machine.sleep(for: .seconds(2 * 3600))
        }
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset"])
        machine.kill()
        machine.start()
        #expect(machine.entries(.missed).count == 1)
        #expect(sunsets(machine).count == 1)
    }

    @Test("a clock that is years behind until there is a network lists nothing of these years as missed")
    func yearsBehind() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunset + .seconds(30))
        machine.reboot(at: sunset - .seconds(20 * 365 * 86_400 + 4 * 3600))
        machine.start()
        machine.setClock(to: sunset + .seconds(3600))
        #expect((machine.entries(.missed) + machine.entries(.missedMany)).map(\.entry.message) == [])
        #expect(sunsets(machine).count == 1)
    }

    @Test("what a clock that was ahead announced is announced again, if the machine is rebooted shortly before it")
    func rebooted() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3600)).description)
        machine.setClock(to: sunset + .seconds(30))
        machine.setClock(to: sunset - .seconds(3500))
        machine.reboot(at: sunset - .seconds(1200))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset + .seconds(30), sunset])
    }

    @Test("what a clock that was ahead announced is announced again, if it was ahead during the whole last boot")
    func wasAheadBeforeTheBoot() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunset + .seconds(60))
        machine.reboot(at: sunset - .seconds(9 * 3600))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset, sunset])
    }
}
