import Solar
import TestSupport
import Testing
import Tracker

@Suite("Popups and the notification server") struct PopupTests {
    private func machine(_ server: SimulatedMachine.Server) -> SimulatedMachine {
        var machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.server = server
        machine.start()
        machine.advance(to: sunsetInDenver)
        return machine
    }

    @Test("without a server the journal has it at once, and the popup comes as soon as a server does")
    func absent() {
        var machine = machine(.absent)
        #expect(machine.entries(.event).count == 1)
        machine.advance(by: .seconds(120))
        machine.restartServer()
        #expect(machine.shown.count == 1)
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
    }

    @Test("without a word of a new server, tries are made at growing distances, and end")
    func retries() {
        var machine = machine(.absent)
        machine.server = .running
        machine.advance(by: .seconds(600))
        #expect(machine.shown.count == 1)

        var silent = self.machine(.absent)
        let wakeupsBefore = silent.wakeups
        silent.advance(by: .seconds(5 * 3600))
        #expect(silent.shown.isEmpty)
        #expect(silent.entries(.notShown).count == 1)
        #expect(silent.wakeups - wakeupsBefore < 12)
    }

    @Test("a server that hangs is not asked again: what lies in its queue appears once, when it wakes")
    func hanging() {
        var machine = machine(.hanging)
        machine.timeOutUnanswered()
        machine.advance(by: .seconds(120))
        machine.resumeServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
    }

    @Test("a server that hung and was replaced is asked anew")
    func replaced() {
        var machine = machine(.hanging)
        machine.timeOutUnanswered()
        machine.restartServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
    }

    @Test("a server that hung and then ended, with no other in its place, is asked for anew, since that may start one")
    func ended() {
        var machine = machine(.hanging)
        machine.timeOutUnanswered()
        machine.endServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.notShown).isEmpty)
    }

    @Test("a server that hangs for good: said in the journal when it is too late, and idle again")
    func hangsForGood() {
        var machine = machine(.hanging)
        machine.timeOutUnanswered()
        machine.advance(by: .seconds(3600))
        #expect(machine.entries(.notShown).count == 1)
        let wakeups = machine.wakeups
        machine.advance(by: .seconds(6 * 3600))
        #expect(machine.wakeups == wakeups)
    }

    @Test("a popup that comes late says how late")
    func lateText() {
        var machine = machine(.absent)
        machine.advance(by: .seconds(300))
        machine.restartServer()
        #expect(machine.shown.first?.popup.summary.hasSuffix("min ago") == true)
    }
}
