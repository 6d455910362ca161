import Solar
import SuntrackerDaemon
import TestSupport
import Testing
import Tracker

/// Every port in memory, writing down what it is asked for.
@MainActor
private final class World: WallClock, JournalSink, LedgerStore, Notifier, ServiceStatus {
    struct Full: Error, CustomStringConvertible {
        let description = "no space left"
    }

    var now = at("2026-11-21T23:00:00Z")
    var log: [String] = []
    var timer: (instant: Instant?, handler: @MainActor () -> Void)?
    var answers: [@MainActor (Popup.Failure?) -> Void] = []
    var isFull = false
    var hasEnded = false

    func wait(until instant: Instant?, then: @escaping @MainActor () -> Void) { timer = (instant, then) }
    func stopwatchTime(until instant: Instant) -> Duration { instant - now }
    func write(_ entry: JournalEntry) { log.append("journal \(entry.kind)") }
    func keep(_ ledger: Ledger) throws {
        if isFull { throw Full() }
        log.append("keep \(ledger.entries.map(\.state.rawValue).joined(separator: " "))")
    }
    func show(_ popup: Popup, then answer: @escaping @MainActor (Popup.Failure?) -> Void) {
        log.append("show \(popup.tag)")
        answers.append(answer)
    }
    func ready() { log.append("ready") }
    func reloading() { log.append("reloading") }
    func stopping() { log.append("stopping") }
    func status(_ text: String) {}
    func alive(again within: Duration?) { log.append("alive") }

    func daemon() -> Daemon {
        let tracker = Tracker(
            settings: TestPlace.denver.settings, locations: LocationChain(), localTime: SimulatedZone.denver,
            ledger: nil, now: now)
        let ports = Daemon.Ports(clock: self, journal: self, ledger: self, notifier: self, status: self)
        return Daemon(tracker: tracker, ports: ports, onStop: { self.hasEnded = true })
    }
}

@Suite("The daemon") @MainActor struct DaemonTests {
    @Test("carries out an announcement in its order, and hears the answers")
    func order() throws {
        let world = World()
        let daemon = world.daemon()
        daemon.receive(.started(ledgerTrouble: nil))
        let timer = try #require(world.timer)
        world.now = try #require(timer.instant)
        world.log = []
        timer.handler()
        #expect(world.log == ["keep announcing", "journal event", "show sunset", "alive"])
        world.log = []
        world.answers.first?(nil)
        #expect(world.log == ["keep announced", "alive"])
    }

    @Test("tells the tracker when the ledger could not be kept")
    func fullDisk() {
        let world = World()
        world.isFull = true
        world.daemon().receive(.started(ledgerTrouble: nil))
        #expect(world.log.contains("journal stateTrouble"))
    }

    @Test("follows an edit of the settings without the ceremony of a reload")
    func edit() {
        let world = World()
        let daemon = world.daemon()
        daemon.receive(.started(ledgerTrouble: nil))
        world.log = []
        daemon.receive(.settingsEdited(TestPlace.tromso.settings))
        #expect(world.log == ["journal settingsReloaded", "journal locationChanged", "alive"])
        world.log = []
        daemon.receive(.settingsEdited(TestPlace.tromso.settings))
        #expect(world.log == [])
    }

    @Test("stops in order")
    func stop() {
        let world = World()
        let daemon = world.daemon()
        daemon.receive(.started(ledgerTrouble: nil))
        world.log = []
        daemon.receive(.stopRequested)
        #expect(world.log == ["keep ", "journal stopped", "stopping"])
        #expect(world.hasEnded)
    }
}
