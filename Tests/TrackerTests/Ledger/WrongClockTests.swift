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

    @Test("a clock set back by minutes after an event does not repeat it", arguments: [1, 90, 1800, 2690] as [Int64])
    func setBack(seconds: Int64) {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunset + .seconds(30))
        machine.setClock(to: sunset + .seconds(30 - seconds))
        machine.advance(to: sunset + .seconds(3600))
        #expect(sunsets(machine).count == 1)
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

    /// Of a dual boot whose hardware clock is local time, and worse.
    @Test(
        "after a clock that was ahead is corrected, events announced too early are announced when they are due",
        arguments: [1, 9, 30, 100], ["at once", "after a restart", "asleep", "killed"])
    func wasAhead(hours: Int64, how: String) {
        let ahead = Duration.seconds(hours * 3600)
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(30)).description)
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset])
        if how == "after a restart" { machine.deliver(.stopRequested) }
        if how == "killed" { machine.kill() }
        machine.setClock(to: sunset + .seconds(60) - ahead)
        if !machine.isRunning { machine.start() }
        if how == "asleep" {
            machine.sleep(for: ahead + .seconds(60))
        } else {
            machine.advance(to: sunset + .seconds(120))
        }
        #expect(sunsets(machine).map(\.instant) == [sunset, how == "asleep" ? sunset + .seconds(120) : sunset])
        machine.advance(by: .seconds(86_400))
        #expect(sunsets(machine).count == 2)
        // Those that passed in a sleep after the correction.
        let missed = how == "asleep" ? [30: 2, 100: 8][hours] ?? 0 : 0
        #expect(machine.entries(.missed).count == missed)
    }

    @Test("the same holds if the machine is rebooted after the correction, shortly before the event")
    func rebooted() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3600)).description)
        machine.setClock(to: sunset + .seconds(30))
        machine.setClock(to: sunset - .seconds(3500))
        machine.reboot(at: sunset - .seconds(1200))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset + .seconds(30), sunset])
    }

    @Test("the same holds if the clock was ahead during the whole last boot")
    func wasAheadBeforeTheBoot() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunset + .seconds(60))
        machine.reboot(at: sunset - .seconds(9 * 3600))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset, sunset])
    }

    /// As after a corrected mistake of a person, or on a machine that starts without the time.
    @Test("a clock set back by hours and forward again repeats nothing", arguments: [2, 9, 30], [false, true])
    func backAndForward(hours: Int64, restarts: Bool) {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunset + .seconds(30))
        machine.setClock(to: sunset + .seconds(30 - hours * 3600))
        if restarts {
            machine.deliver(.stopRequested)
            machine.start()
        }
        machine.advance(by: .seconds(60))
        machine.setClock(to: sunset + .seconds(90))
        machine.advance(by: .seconds(3600))
        #expect(sunsets(machine).count == 1)
    }
}
