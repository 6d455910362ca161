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

    @Test("without a server the journal has it at once, and the popup comes as soon as a server stays")
    func absent() {
        var machine = machine(.absent)
        #expect(machine.entries(.event).count == 1)
        machine.advance(by: .seconds(120))
        machine.restartServer()
        #expect(machine.shown.isEmpty)
        machine.advance(by: .seconds(2))
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
                "The session bus is back; notifications are shown again"
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
                "The session bus is back; notifications are shown again",
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
        machine.advance(by: .seconds(2))
        #expect(machine.shown.first?.popup.summary.hasSuffix("min ago") == true)
    }

    /// A sunset with two alerts at it, so that three popups wait.
    private func crowd(_ server: SimulatedMachine.Server) throws -> SimulatedMachine {
        var settings = TestPlace.denver.settings
        for name in ["lamps", "blinds"] { try settings.addAlert(name, "Event=sunset") }
        var machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: settings, localTime: SimulatedZone.denver)
        machine.server = server
        machine.start()
        machine.advance(to: sunsetInDenver)
        return machine
    }

    @Test("a server that dies as soon as it is started is started as often for many popups as for one")
    func dying() throws {
        var machine = try crowd(.dying)
        #expect(machine.starts == 1)
        let wakeups = machine.wakeups
        machine.advance(by: .seconds(1200))
        #expect(machine.starts <= 12)
        #expect(machine.wakeups - wakeups <= 13)
        #expect(machine.entries(.notShown).count == 3)
        #expect(machine.entries(.notShown).allSatisfy { $0.entry.message.hasSuffix("the server has left the bus") })
        #expect(machine.disk?.contains("announcing") == false)
    }

    @Test("a server that stays is asked 2 s after it has appeared, however long the others have failed")
    func staysAtLast() throws {
        var machine = try crowd(.dying)
        machine.advance(by: .seconds(300))
        let starts = machine.starts
        machine.restartServer()
        machine.advance(by: .seconds(2))
        #expect(machine.shown.count == 3)
        #expect(machine.starts == starts)
    }

    @Test("a server that appears and leaves is not asked before its time")
    func appearsAndLeaves() throws {
        var machine = try crowd(.absent)
        machine.advance(by: .seconds(200))
        let asked = machine.asked
        for _ in 0..<20 {
            machine.deliver(.notificationServerAppeared)
            machine.advance(by: .seconds(1))
            machine.deliver(.notificationServerLeft)
        }
        #expect(machine.asked <= asked + 1)
    }

    @Test("a server that appears while another one is still being asked in vain is asked as soon as it has stayed")
    func appearsMeanwhile() throws {
        var machine = try crowd(.silent)
        machine.advance(by: .seconds(400))
        // It is being asked now, and will not have answered 5 s later.
        while machine.isServerIdle { machine.advance(by: .seconds(1)) }
        machine.deliver(.notificationServerAppeared)
        machine.server = .running
        machine.advance(by: .seconds(8))
        #expect(machine.shown.count == 3)
    }

    @Test("a server that answers no question has no popup, and is asked again until it wakes")
    func silent() throws {
        var machine = try crowd(.silent)
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
        "the wait between two tries stays small beside the grace",
        arguments: [(60, 15), (600, 80), (3600, 450), (86_400, 10_800)])
    func longestWait(grace: Int, seconds: Int) {
        var machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.settings.notifications.grace = .seconds(grace)
        machine.server = .absent
        machine.start()
        machine.advance(to: sunsetInDenver + .seconds(grace) * 0.7)
        machine.server = .running
        machine.advance(by: .seconds(seconds))
        #expect(machine.shown.count { $0.popup.tag == "sunset" } == 1)
    }

    @Test("a popup that is new is tried within 5 s, also while the others wait for long")
    func newOne() throws {
        var settings = TestPlace.denver.settings
        try settings.addAlert("lamps", "Event=sunset", "Offset=5min")
        var machine = SimulatedMachine(
            at: at("2026-11-21T23:00:00Z"), settings: settings, localTime: SimulatedZone.denver)
        machine.server = .absent
        machine.start()
        machine.advance(to: sunsetInDenver + .seconds(299))
        machine.server = .running
        machine.advance(by: .seconds(6))
        #expect(machine.shown.count == 2, "and where it is shown, so are the others")
    }

    @Test("one that the server refuses does not hold up those that it shows, and is tried again by itself")
    func refusedAlone() throws {
        var machine = try crowd(.running)
        #expect(machine.shown.count == 3)
        machine.server = .refusing
        machine.advance(to: at("2026-11-22T13:52:30Z"))
        machine.server = .running
        machine.deliver(
            .previewRequested(Rule(id: "sunset", event: .sunset, notifies: true), PreviewRequest(number: 1)))
        #expect(machine.previews == [nil], "at once")
        machine.advance(by: .seconds(80))
        #expect(machine.shown.count == 5)
    }
}
