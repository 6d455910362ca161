import Solar
import TestSupport
import Testing
import Tracker

private let evening = at("2026-11-21T23:00:00Z")
private let sunset = sunsetInDenver

private func machine(at instant: Instant = evening) -> SimulatedMachine {
    var machine = SimulatedMachine(
        at: instant, settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
    machine.start()
    return machine
}

@Suite("A clock that was wrong") struct WrongClockTests {
    /// The announcements of that sunset.
    private func sunsets(_ machine: SimulatedMachine, at sunset: Instant = sunset) -> [SimulatedMachine.Entry] {
        machine.entries(.event).filter { $0["SUNTRACKER_EVENT_TIME"] == sunset.rfc3339(fractionDigits: 6) }
    }

    @Test("the clock set back by minutes after an event does not repeat it", arguments: [1, 90, 1800, 2690] as [Int64])
    func setBack(seconds: Int64) {
        var machine = machine()
        machine.advance(to: sunset + .seconds(30))
        machine.setClock(to: sunset + .seconds(30 - seconds))
        machine.advance(to: sunset + .seconds(3600))
        #expect(sunsets(machine).count == 1)
    }

    /// Of a dual boot whose hardware clock is local time, and worse.
    @Test(
        "a clock that was ahead and is set right: what it announced too early is announced at its real instant",
        arguments: [1, 9, 30, 100], ["at once", "after a restart", "asleep", "killed"])
    func wasAhead(hours: Int64, how: String) {
        let ahead = Duration.seconds(hours * 3600)
        var machine = machine(at: sunset - .seconds(30))
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
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("a clock that was ahead for the whole of the last boot does not silence the event either")
    func wasAheadBeforeTheBoot() {
        var machine = machine()
        machine.advance(to: sunset + .seconds(60))
        machine.reboot(at: sunset - .seconds(9 * 3600))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset, sunset])
    }

    /// As in a person's mistake that is mended, or in a machine that is started without the time.
    @Test("a clock set back by hours and forward again repeats nothing", arguments: [2, 9, 30], [false, true])
    func backAndForward(hours: Int64, restarts: Bool) {
        var machine = machine()
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

    @Test(
        "a popup that a clock which was ahead has left open is not taken up by the next run, but comes with the real event"
    )
    func leftOpen() {
        var machine = machine(at: sunset - .seconds(30))
        machine.server = .absent
        machine.advance(to: sunset + .seconds(60))
        machine.deliver(.stopRequested)
        machine.setClock(to: sunset - .seconds(9 * 3600))
        machine.server = .running
        machine.start()
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.notShown).isEmpty)
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).count == 2)
        #expect(machine.shown.filter { $0.popup.tag == "sunset" }.map(\.instant) == [sunset])
    }

    @Test("a machine that boots hours behind and then gets the time repeats nothing")
    func bootsBehind() {
        var machine = machine()
        machine.advance(to: sunset + .seconds(30))
        machine.reboot(at: sunset - .seconds(5 * 3600))
        machine.start()
        machine.advance(by: .seconds(20))
        machine.setClock(to: sunset + .seconds(120))
        machine.advance(by: .seconds(3600))
        #expect(sunsets(machine).count == 1)
    }
}
