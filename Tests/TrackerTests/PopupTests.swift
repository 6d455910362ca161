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

    @Test("without a session bus that is said once, not for each event, and once when there is one again")
    func noBus() {
        var machine = SimulatedMachine(
            at: at("2026-11-21T12:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.hasSessionBus = false
        machine.start()
        machine.advance(by: .seconds(3 * 86_400))
        #expect(machine.entries(.event).count == 6)
        #expect(
            machine.entries(.notShown).map(\.entry.message) == [
                "No notification was shown for the sunrise: there is no session bus; "
                    + "this is not said again until there is one"
            ])
        #expect(machine.entries(.notShown).first?["SUNTRACKER_EVENT"] == "sunrise")
        machine.hasSessionBus = true
        machine.advance(by: .seconds(2 * 86_400))
        #expect(machine.shown.count == 4)
        #expect(
            machine.entries(.notShown).dropFirst().map(\.entry.message) == [
                "There is a session bus again; notifications are shown from now on"
            ])
        machine.hasSessionBus = false
        machine.advance(by: .seconds(2 * 86_400))
        #expect(machine.entries(.notShown).count == 3, "gone again, said again")
        // Nothing is left open.
        #expect(machine.disk?.contains("announcing") == false)
        #expect(machine.disk?.contains("showing") == false)
    }

    @Test("a bus with no server on it is a bus, and each popup that is not shown is told")
    func busWithoutServer() {
        var machine = machine(.running)
        machine.hasSessionBus = false
        machine.advance(by: .seconds(86_400))
        machine.hasSessionBus = true
        machine.server = .absent
        machine.advance(by: .seconds(86_400))
        #expect(
            machine.entries(.notShown).map(\.entry.message) == [
                "No notification was shown for the sunrise: there is no session bus; "
                    + "this is not said again until there is one",
                "There is a session bus again; notifications are shown from now on",
                "No notification was shown for the sunset: no such service",
                "No notification was shown for the sunrise: no such service",
            ])
    }

    @Test("a server that appears says that there is a bus")
    func busAppears() {
        var machine = machine(.running)
        machine.hasSessionBus = false
        // Not until the next sunset: then a popup would say the same.
        machine.advance(by: .seconds(80_000))
        machine.hasSessionBus = true
        machine.deliver(.notificationServerAppeared)
        machine.deliver(.notificationServerAppeared)
        #expect(machine.entries(.notShown).count == 2)
    }

    @Test("a session bus that is away for a minute is not worth a word")
    func busForAMoment() {
        var machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.hasSessionBus = false
        machine.start()
        machine.advance(to: sunsetInDenver + .seconds(60))
        machine.hasSessionBus = true
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.notShown).isEmpty)
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
