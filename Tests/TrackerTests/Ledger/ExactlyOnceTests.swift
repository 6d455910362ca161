import Solar
import TestSupport
import Testing
import Tracker

@Suite("On time and never twice") struct ExactlyOnceTests {
    @Test("Late=notify shows the last event of each kind, however late")
    func lateNotify() {
        let machine = SimulatedMachine.inDenver { $0.notifications.late = .notify }
        machine.sleep(for: .seconds(3 * 86_400))
        #expect(machine.entries(.missed).count == 6)
        #expect(machine.shown.map(\.popup.tag).sorted() == ["sunrise", "sunset"])
    }

    @Test("after a year off, one entry covers most of it, and each event of the last week has its own")
    func outage() {
        let machine = SimulatedMachine.inDenver()
        machine.kill()
        machine.advance(by: .seconds(365 * 86_400))
        machine.start()
        #expect(machine.entries(.missedMany).count == 1)
        #expect(machine.entries(.missed).count == 14)
        #expect(machine.shown.isEmpty)
    }

    @Test("without a location the service runs, reports it, arms no timer, and continues once there is one")
    func noLocation() {
        let machine = SimulatedMachine(at: at("2026-11-21T23:00:00Z"), settings: Settings())
        machine.start()
        #expect(machine.entries(.noLocation).count == 1)
        #expect(machine.readyCount == 1)
        #expect(machine.clock.timer == nil)
        machine.sleep(for: .seconds(400 * 86_400))
        machine.deliver(.location(.fix(TestPlace.denver.place)))
        #expect(machine.entries(.locationChanged).count == 1)
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.event).count == 2)
        #expect(machine.entries(.missed).isEmpty)
        #expect(machine.entries(.missedMany).isEmpty)
    }
}
