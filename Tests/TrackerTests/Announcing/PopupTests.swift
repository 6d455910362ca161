// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@Suite("Popups and the notification server") struct PopupTests {
    private func machine(_ server: SimulatedMachine.Server) -> SimulatedMachine {
        let machine = SimulatedMachine.inDenver(server: server)
        machine.advance(to: sunsetInDenver)
        return machine
    }

    @Test("a popup that waits for a server waits no longer than the grace, even if the clock is set back")
    func clockSetBack() {
        let machine = machine(.absent)
        machine.setClock(to: sunsetInDenver - .seconds(2000))
        machine.advance(by: .seconds(700))
        #expect(machine.entries(.notShown).count == 1)
    }

    @Test("a popup that waits for its next attempt is sent when the clock is set back")
    func retryAfterClock() {
        let machine = machine(.absent)
        machine.advance(by: .seconds(60))
        machine.server = .running
        machine.setClock(to: sunsetInDenver - .seconds(2000))
        #expect(machine.shown.count == 1)
    }

    @Test("a preview is told within 5 s why it is not shown, even while others wait longer")
    func previewOfMissingServer() {
        let machine = machine(.absent)
        machine.advance(by: .seconds(300))
        machine.preview("sunset")
        machine.advance(by: .seconds(5))
        #expect(machine.previews == [.failed(.unreachable("no such service"))])
    }

    @Test("a missing session bus is reported once, not for each event, and its return once")
    func noBus() {
        let machine = SimulatedMachine.inDenver(at: "2026-11-21T12:00:00Z")
        machine.hasSessionBus = false
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
        // No popup is left open in the ledger.
        #expect(machine.disk?.contains("open ") == false)
    }

    @Test("a missing server is reported once, not for each event, and its arrival once")
    func noServer() {
        let machine = machine(.running)
        machine.hasServer = false
        machine.advance(by: .seconds(3 * 86_400))
        #expect(machine.entries(.event).count == 7)
        #expect(
            machine.entries(.notShown).map(\.entry.message) == [
                "No notification was shown for the sunrise: there is no notification server; "
                    + "this is not reported again until there is one"
            ])
        machine.hasServer = true
        machine.deliver(.notificationServerAppeared)
        machine.advance(by: .seconds(86_400))
        #expect(machine.shown.count == 4, "the last one was still waiting")
        #expect(
            machine.entries(.notShown).dropFirst().map(\.entry.message) == [
                "A notification server is running; notifications are shown again"
            ])
    }

    @Test("a missing server is reported once, even if the notice of the first start comes before an event")
    func noServerAtFirst() {
        let machine = SimulatedMachine(
            at: at("2026-11-21T20:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.isNew = true
        machine.hasServer = false
        machine.start()
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.event).count == 2)
        #expect(
            machine.entries(.notShown).map(\.entry.message) == [
                "No notification was shown for the first start: there is no notification server; "
                    + "this is not reported again until there is one"
            ])
    }

    @Test("with a server that does not start, each popup that is not shown is reported")
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
                "No notification was shown for the sunset: no such service",
                "No notification was shown for the sunrise: no such service",
            ])
    }

    @Test(
        "only a popup that is shown says that notifications are shown again",
        arguments: [SimulatedMachine.Server.running, .refusing, .silent])
    func shownAgain(server: SimulatedMachine.Server) {
        let machine = machine(.running)
        machine.hasSessionBus = false
        // The bus is back before the next sunset.
        machine.advance(by: .seconds(80_000))
        (machine.hasSessionBus, machine.server) = (true, server)
        machine.deliver(.notificationServerAppeared)
        let isBack = { machine.entries(.notShown).contains { $0.entry.message.hasSuffix("are shown again") } }
        #expect(!isBack())
        machine.advance(by: .seconds(7000))
        #expect(isBack() == (server == .running))
    }

    @Test("a session bus that is missing for a minute is not reported")
    func busForAMoment() {
        let machine = SimulatedMachine.inDenver()
        machine.hasSessionBus = false
        machine.advance(to: sunsetInDenver + .seconds(60))
        machine.hasSessionBus = true
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.notShown).isEmpty)
    }

    /// A sunset with two alerts at the same time: three popups are waiting.
    private func crowd(_ server: SimulatedMachine.Server) throws -> SimulatedMachine {
        let machine = try SimulatedMachine.inDenver(server: server) {
            for name in ["lamps", "blinds"] { try $0.addAlert(name, "Event=sunset") }
        }
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
        #expect(machine.disk?.contains("open ") == false)
    }

    @Test("a server that stays is asked 2 s after it appears, however long others have failed")
    func staysAtLast() throws {
        let machine = try crowd(.dying)
        machine.advance(by: .seconds(300))
        let starts = machine.starts
        machine.restartServer()
        machine.advance(by: .seconds(1))
        #expect(machine.shown.isEmpty)
        machine.advance(by: .seconds(1))
        #expect(machine.shown.count == 3)
        #expect(machine.starts == starts)
    }

    @Test("a server that appears while another one does not respond is asked as soon as it has stayed")
    func appearsMeanwhile() throws {
        let machine = try crowd(.silent)
        machine.advance(by: .seconds(400))
        // The server is asked now, and will not have replied 5 s later.
        while machine.isServerIdle { machine.advance(by: .seconds(1)) }
        machine.deliver(.notificationServerAppeared)
        machine.server = .running
        machine.advance(by: .seconds(8))
        #expect(machine.shown.count == 3)
    }

    @Test("a new server that does not respond, either, is asked once before the next wait")
    func newSilentServer() {
        let machine = machine(.absent)
        machine.advance(by: .seconds(100))
        machine.server = .silent
        machine.deliver(.notificationServerAppeared)
        let asked = machine.asked
        machine.advance(by: .seconds(80))
        #expect(machine.asked - asked == 1)
    }

    @Test(
        "the wait between two attempts stays small compared with the grace period",
        arguments: [(60, 15), (600, 80), (3600, 450), (86_400, 10_800)])
    func longestWait(grace: Int, seconds: Int) {
        let machine = SimulatedMachine.inDenver(server: .absent) { $0.notifications.grace = .seconds(grace) }
        machine.advance(to: sunsetInDenver + .seconds(grace) * 0.7)
        machine.server = .running
        machine.advance(by: .seconds(seconds))
        #expect(machine.shown.count { $0.popup.tag == "sunset" } == 1)
    }

    @Test("a new popup is tried within 5 s, even while others wait longer")
    func newOne() throws {
        let machine = try SimulatedMachine.inDenver(server: .absent) {
            try $0.addAlert("lamps", "Event=sunset", "Offset=5min")
        }
        machine.advance(to: sunsetInDenver + .seconds(299))
        machine.server = .running
        machine.advance(by: .seconds(6))
        #expect(machine.shown.count == 2, "and where it is shown, so are the others")
    }

    @Test("a popup to which a server did not respond is retried at another one like a new popup")
    func unansweredThenRefused() {
        let machine = machine(.hanging)
        machine.advance(by: .seconds(6))
        machine.restartServer()
        machine.server = .refusing
        machine.advance(by: .seconds(2))
        #expect(machine.asked == 2)
        machine.server = .running
        machine.advance(by: .seconds(5))
        #expect(machine.shown.count == 1)
    }

    @Test("a popup that the server rejects does not delay others, and is retried separately")
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

    @Test("a refusal that arrives when another server has replaced the refusing one lets the others wait for that one")
    func refusedLate() throws {
        let machine = try crowd(.absent)
        machine.advance(by: .seconds(10))
        machine.server = .hanging
        machine.advance(by: .seconds(6))
        machine.replaceRefusingServer()
        #expect(machine.shown.isEmpty, "it may exit at once")
        machine.advance(by: .seconds(2))
        #expect(machine.shown.count == 2)
        machine.advance(by: .seconds(5))
        #expect(machine.shown.count == 3)
    }
}
