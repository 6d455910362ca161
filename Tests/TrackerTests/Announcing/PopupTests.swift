import Solar
import TestSupport
import Testing
import Tracker

@Suite("Popups and the notification server") struct PopupTests {
    private func machine(_ server: SimulatedMachine.Server) -> SimulatedMachine {
        let machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.server = server
        machine.start()
        machine.advance(to: sunsetInDenver)
        return machine
    }

    @Test("without a server the journal entry is written at once, and the popup follows as soon as a server stays")
    func absent() {
        let machine = machine(.absent)
        #expect(machine.entries(.event).count == 1)
        machine.advance(by: .seconds(120))
        machine.restartServer()
        #expect(machine.shown.isEmpty)
        machine.advance(by: .seconds(2))
        #expect(machine.shown.count == 1)
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
    }

    @Test("while no server appears, attempts are made at growing intervals, and end")
    func retries() {
        let machine = machine(.absent)
        machine.server = .running
        machine.advance(by: .seconds(600))
        #expect(machine.shown.count == 1)

        let silent = self.machine(.absent)
        let wakeupsBefore = silent.wakeups
        silent.advance(by: .seconds(5 * 3600))
        #expect(silent.shown.isEmpty)
        #expect(silent.entries(.notShown).count == 1)
        #expect(silent.wakeups - wakeupsBefore < 12)
    }

    @Test("a missing session bus is reported once, not for each event, and its return once")
    func noBus() {
        let machine = SimulatedMachine(
            at: at("2026-11-21T12:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.hasSessionBus = false
        machine.start()
        machine.advance(by: .seconds(3 * 86_400))
        #expect(machine.entries(.event).count == 6)
        #expect(
            machine.entries(.notShown).map(\.entry.message) == [
                "No notification was shown for the sunrise: there is no session bus; "
                    + "this is not reported again until there is one"
            ])
        #expect(machine.entries(.notShown).first?["SUNTRACKER_EVENT"] == "sunrise")
        machine.hasSessionBus = true
        machine.advance(by: .seconds(2 * 86_400))
        #expect(machine.shown.count == 4)
        #expect(
            machine.entries(.notShown).dropFirst().map(\.entry.message) == [
                "The session bus is back; notifications are shown again"
            ])
        machine.hasSessionBus = false
        machine.advance(by: .seconds(2 * 86_400))
        #expect(machine.entries(.notShown).count == 3, "gone again, reported again")
        // Nothing is left open.
        #expect(machine.disk?.contains("announcing") == false)
        #expect(machine.disk?.contains("showing") == false)
    }

    @Test("with a session bus but no server, each popup that is not shown is reported")
    func busWithoutServer() {
        let machine = machine(.running)
        machine.hasSessionBus = false
        machine.advance(by: .seconds(86_400))
        machine.hasSessionBus = true
        machine.server = .absent
        machine.advance(by: .seconds(86_400))
        #expect(
            machine.entries(.notShown).map(\.entry.message) == [
                "No notification was shown for the sunrise: there is no session bus; "
                    + "this is not reported again until there is one",
                "The session bus is back; notifications are shown again",
                "No notification was shown for the sunset: no such service",
                "No notification was shown for the sunrise: no such service",
            ])
    }

    @Test("a server that appears shows that there is a bus")
    func busAppears() {
        let machine = machine(.running)
        machine.hasSessionBus = false
        // Not until the next sunset: then a popup would say the same.
        machine.advance(by: .seconds(80_000))
        machine.hasSessionBus = true
        machine.deliver(.notificationServerAppeared)
        machine.deliver(.notificationServerAppeared)
        #expect(machine.entries(.notShown).count == 2)
    }

    @Test("a session bus that is missing for a minute is not reported")
    func busForAMoment() {
        let machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.hasSessionBus = false
        machine.start()
        machine.advance(to: sunsetInDenver + .seconds(60))
        machine.hasSessionBus = true
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.notShown).isEmpty)
    }

    @Test("a server that hangs is not asked again: its queue appears once, when it wakes")
    func hanging() {
        let machine = machine(.hanging)
        machine.timeOutUnanswered()
        machine.advance(by: .seconds(120))
        machine.resumeServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
    }

    @Test("a server that replaces a hanging one is asked again")
    func replaced() {
        let machine = machine(.hanging)
        machine.timeOutUnanswered()
        machine.restartServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
    }

    @Test("after a hanging server ends without a successor, a popup is sent again, which may start one")
    func ended() {
        let machine = machine(.hanging)
        machine.timeOutUnanswered()
        machine.endServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.notShown).isEmpty)
    }

    @Test("if a server hangs for good, the journal reports it when it is too late, and the service is idle again")
    func hangsForGood() {
        let machine = machine(.hanging)
        machine.timeOutUnanswered()
        machine.advance(by: .seconds(3600))
        #expect(machine.entries(.notShown).count == 1)
        let wakeups = machine.wakeups
        machine.advance(by: .seconds(6 * 3600))
        #expect(machine.wakeups == wakeups)
    }

    @Test("a late popup says how late it is")
    func lateText() {
        let machine = machine(.absent)
        machine.advance(by: .seconds(300))
        machine.restartServer()
        machine.advance(by: .seconds(2))
        #expect(machine.shown.first?.popup.summary.hasSuffix("min ago") == true)
    }

    /// A sunset with two alerts at it, so that three popups wait.
    private func crowd(_ server: SimulatedMachine.Server) throws -> SimulatedMachine {
        var settings = TestPlace.denver.settings
        for name in ["lamps", "blinds"] { try settings.addAlert(name, "Event=sunset") }
        let machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: settings, localTime: SimulatedZone.denver)
        machine.server = server
        machine.start()
        machine.advance(to: sunsetInDenver)
        return machine
    }

    @Test("a server that crashes at its start is started no more often for many popups than for one")
    func dying() throws {
        let machine = try crowd(.dying)
        #expect(machine.starts == 1)
        let wakeups = machine.wakeups
        machine.advance(by: .seconds(1200))
        #expect(machine.starts <= 12)
        #expect(machine.wakeups - wakeups <= 13)
        #expect(machine.entries(.notShown).count == 3)
        #expect(machine.entries(.notShown).allSatisfy { $0.entry.message.hasSuffix("the server has left the bus") })
        #expect(machine.disk?.contains("announcing") == false)
    }

    @Test("a server that stays is asked 2 s after it appears, however long others have failed")
    func staysAtLast() throws {
        let machine = try crowd(.dying)
        machine.advance(by: .seconds(300))
        let starts = machine.starts
        machine.restartServer()
        machine.advance(by: .seconds(2))
        #expect(machine.shown.count == 3)
        #expect(machine.starts == starts)
    }

    @Test("a server that appears and leaves is not asked before its time")
    func appearsAndLeaves() throws {
        let machine = try crowd(.absent)
        machine.advance(by: .seconds(200))
        let asked = machine.asked
        for _ in 0..<20 {
            machine.deliver(.notificationServerAppeared)
            machine.advance(by: .seconds(1))
            machine.deliver(.notificationServerLeft)
        }
        #expect(machine.asked <= asked + 1)
    }

    @Test("a server that appears while another one does not answer is asked as soon as it has stayed")
    func appearsMeanwhile() throws {
        let machine = try crowd(.silent)
        machine.advance(by: .seconds(400))
        // It is being asked now, and will not have answered 5 s later.
        while machine.isServerIdle { machine.advance(by: .seconds(1)) }
        machine.deliver(.notificationServerAppeared)
        machine.server = .running
        machine.advance(by: .seconds(8))
        #expect(machine.shown.count == 3)
    }

    @Test("a server that answers no requests is sent no popup, and is tried again until it wakes")
    func silent() throws {
        let machine = try crowd(.silent)
        machine.advance(by: .seconds(70))
        #expect(machine.shown.isEmpty)
        machine.resumeServer()
        machine.advance(by: .seconds(80))
        #expect(machine.shown.count == 3)
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 3)
        #expect(machine.entries(.notShown).isEmpty)
    }

    @Test(
        "the wait between two attempts stays small compared with the grace period",
        arguments: [(60, 15), (600, 80), (3600, 450), (86_400, 10_800)])
    func longestWait(grace: Int, seconds: Int) {
        let machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.settings.notifications.grace = .seconds(grace)
        machine.server = .absent
        machine.start()
        machine.advance(to: sunsetInDenver + .seconds(grace) * 0.7)
        machine.server = .running
        machine.advance(by: .seconds(seconds))
        #expect(machine.shown.count { $0.popup.tag == "sunset" } == 1)
    }

    @Test("a new popup is tried within 5 s, even while others wait longer")
    func newOne() throws {
        var settings = TestPlace.denver.settings
        try settings.addAlert("lamps", "Event=sunset", "Offset=5min")
        let machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: settings, localTime: SimulatedZone.denver)
        machine.server = .absent
        machine.start()
        machine.advance(to: sunsetInDenver + .seconds(299))
        machine.server = .running
        machine.advance(by: .seconds(6))
        #expect(machine.shown.count == 2, "and where it is shown, so are the others")
    }

    @Test("a popup that the server refuses does not delay others, and is retried on its own")
    func refusedAlone() throws {
        let machine = try crowd(.running)
        #expect(machine.shown.count == 3)
        machine.server = .refusing
        machine.advance(to: at("2026-11-22T13:52:30Z"))
        machine.server = .running
        machine.preview("sunset")
        #expect(machine.previews == [nil], "at once")
        machine.advance(by: .seconds(80))
        #expect(machine.shown.count == 5)
    }
}
