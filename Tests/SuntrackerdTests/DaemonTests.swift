// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker
@testable import suntrackerd

/// All ports of the daemon, in memory. They log their calls.
@MainActor
private final class World: WallClock, JournalSink, StateStore, LocationWatcher, Notifier, HookStarter,
    Publisher, ServiceStatus
{
    var now = at("2026-11-21T23:00:00Z")
    var boot: Boot? { Boot(id: "boot", instant: at("2026-11-21T12:00:00Z")) }
    var log: [String] = []
    var timer: (instant: Instant?, handler: () -> Void)?
    var answers: [(Popup.Failure?) -> Void] = []
    var hookReports: [(HookReport) -> Void] = []
    var location: (watch: LocationWatch?, report: (LocationReport) -> Void)?
    /// Whether writes complete only when the test answers `keeping`.
    var isSlow = false
    var keeping: [(WriteReport) -> Void] = []
    var hasEnded = false
    var published: [PublishedState] = []

    func wait(until instant: Instant?, then: @escaping () -> Void) { timer = (instant, then) }
    func write(_ fact: JournalFact, localTime: any LocalTime) {
        log.append("journal \(JournalEntry(fact, localTime: localTime).kind)")
    }
    func keep(_ ledger: Ledger, then report: @escaping (WriteReport) -> Void) {
        keep("keep \(ledger.entries.map(\.state.text).joined(separator: " "))", report)
    }
    func keep(fix: Place, then report: @escaping (WriteReport) -> Void) { keep("keep fix", report) }
    private func keep(_ what: String, _ report: @escaping (WriteReport) -> Void) {
        log.append(what)
        if isSlow { keeping.append(report) } else { report(.written) }
    }
    func watch(_ watch: LocationWatch?, then report: @escaping (LocationReport) -> Void) {
        log.append("watch \(watch?.mode.rawValue ?? "nothing")")
        location = (watch, report)
    }
    func askAgain() { log.append("ask again") }
    func show(_ popup: Popup, localTime: any LocalTime, then answer: @escaping (Popup.Failure?) -> Void) {
        log.append("show \(popup.tag)")
        answers.append(answer)
    }
    func withdraw(tag: String) { log.append("withdraw \(tag)") }
    func start(_ call: HookCall, localTime: any LocalTime, then report: @escaping (HookReport) -> Void) {
        log.append(call.target.map { "start \($0)" } ?? "call hooks \(call.subject.name)")
        hookReports.append(report)
    }
    func awaitSession(then report: @escaping () -> Void) {
        log.append("await the session")
        report()
    }
    func publish(_ state: PublishedState) { published.append(state) }
    func emit(_ occurrence: Occurrence) { log.append("emit \(occurrence.rule.event)") }
    func ready() { log.append("ready") }
    func stopping() { log.append("stopping") }
    func status(_ line: StatusLine, localTime: any LocalTime) {}
    func alive(again within: Duration?) { log.append("alive") }

    func daemon(settings: Settings = TestPlace.denver.settings, hooks: HookCatalog = HookCatalog()) -> Daemon {
        let tracker = Tracker(
            settings: settings, hooks: hooks, locations: LocationChain(), localTime: SimulatedZone.denver,
            places: NoPlaces(), ledger: nil, now: now)
        let ports = Daemon.Ports(
            clock: self, journal: self, state: self, location: self, notifier: self, hooks: self,
            publishers: [self], status: self)
        return Daemon(tracker: tracker, ports: ports, onStop: { self.hasEnded = true })
    }

    /// Fires the timer at its instant. Afterwards, the log contains only the consequences.
    func fireTimer() throws {
        let timer = try #require(timer)
        now = try #require(timer.instant)
        log = []
        timer.handler()
    }
}

@Suite("The daemon") @MainActor struct DaemonTests {
    @Test("performs the steps of an announcement in their order, and receives the replies")
    func hooks() throws {
        let world = World()
        let daemon = world.daemon(hooks: HookCatalog(events: [.solar(.sunset)]))
        daemon.receive(.started(ledgerProblem: nil))
        try world.fireTimer()
        #expect(
            world.log == [
                "keep open entry,hooks,popup", "journal event", "emit sunset", "call hooks sunset", "show sunset",
                "start suntracker-night.target", "alive",
            ])
        world.log = []
        // The first report belongs to the hooks of the day phase.
        let report = try #require(world.hookReports.dropFirst().first)
        report(.failed(HookFailure(hook: "/etc/lamps", unit: nil, .notExecutable)))
        report(.called)
        world.answers.first?(nil)
        #expect(world.log == ["journal hookFailed", "keep open popup", "keep announced", "alive"])
    }

    @Test("announces although the disk hangs, reports that once, and reports when it works again")
    func hangingDisk() throws {
        let world = World()
        let daemon = world.daemon()
        daemon.receive(.started(ledgerProblem: nil))
        world.isSlow = true
        try world.fireTimer()
        #expect(world.log == ["keep open entry,popup"], "the ledger first")
        // Inputs that arrive meanwhile are handled afterwards.
        let preview = Rule(id: "sunrise", event: .sunrise, notifies: true)
        daemon.receive(.previewRequested(preview, PreviewRequest(number: 1)))
        #expect(world.log == ["keep open entry,popup"])
        world.keeping[0](.notWritten("it hangs"))
        #expect(
            world.log == [
                "keep open entry,popup", "journal event", "emit sunset", "show sunset", "start suntracker-night.target",
                "alive", "alive", "journal stateProblem",
            ])
        world.log = []
        // The preview waits until the first popup is shown.
        world.answers.first?(nil)
        #expect(world.log.contains("show preview"))
        world.answers.last?(nil)
        #expect(world.log.filter { $0.hasPrefix("keep") } == ["keep announced"])
        world.keeping[1](.notWritten("it hangs"))
        #expect(!world.log.contains("journal stateProblem"), "reported once")
        world.log = []
        world.keeping[1](.written)
        #expect(world.log == ["journal stateProblem"], "kept again")
        world.log = []
        world.keeping[0](.written)
        #expect(world.log == [])
    }

    @Test("writes the ledger before it stops, and stops even if the disk hangs")
    func stopOnHangingDisk() throws {
        let world = World()
        let daemon = world.daemon()
        daemon.receive(.started(ledgerProblem: nil))
        world.isSlow = true
        daemon.receive(.stopRequested)
        #expect(!world.hasEnded)
        let report = try #require(world.keeping.first)
        report(.notWritten("it hangs"))
        #expect(world.hasEnded)
    }

    @Test("applies an edit of the settings without the notifications of a reload")
    func edit() {
        let world = World()
        let daemon = world.daemon()
        daemon.receive(.started(ledgerProblem: nil))
        world.log = []
        daemon.receive(.settings(.success(TestPlace.tromso.settings), cause: .edit))
        let started = ["journal settingsReloaded", "journal locationChanged", "keep ", "keep "]
        #expect(world.log == started + ["start suntracker-night.target", "alive"])
        world.log = []
        daemon.receive(.settings(.success(TestPlace.tromso.settings), cause: .edit))
        #expect(world.log == [])
    }

    @Test("completes an edit after its outputs, which wait for the disk, and after the outputs of earlier inputs")
    func completion() throws {
        let world = World()
        let daemon = world.daemon()
        daemon.receive(.started(ledgerProblem: nil))
        world.isSlow = true
        world.log = []
        daemon.receive(.settings(.success(TestPlace.tromso.settings), cause: .edit)) { world.log.append("first") }
        daemon.receive(.settings(.success(TestPlace.tromso.settings), cause: .edit)) { world.log.append("second") }
        #expect(world.log == ["journal settingsReloaded", "journal locationChanged", "keep "])
        world.keeping[0](.written)
        try #require(world.keeping.count == 2)
        world.keeping[1](.written)
        #expect(world.log.dropFirst(4) == ["start suntracker-night.target", "alive", "first", "second"])
    }

    @Test("watches the location once the service is ready, handles the reports, and finally ends the watch")
    func location() throws {
        let world = World()
        let daemon = world.daemon(settings: Settings())
        daemon.receive(.started(ledgerProblem: nil))
        #expect(world.log.suffix(2) == ["ready", "watch follow"])
        world.log = []
        let report = try #require(world.location?.report)
        report(.authorization(.allowedAlways))
        report(.fix(TestPlace.denver.place))
        #expect(
            world.log == [
                "journal authorization", "journal locationChanged", "keep ", "keep fix", "withdraw first-start",
                "withdraw location", "keep ", "start suntracker-day.target", "alive",
            ])
        world.log = []
        daemon.receive(.stopRequested)
        #expect(world.log == ["keep ", "journal stopped", "watch nothing", "stopping"])
    }

    @Test("publishes the coming events, at the start and after each event")
    func state() throws {
        let world = World()
        let daemon = world.daemon()
        daemon.receive(.started(ledgerProblem: nil))
        #expect(world.published.map { $0.next(.sunset) } == [world.timer?.instant])
        let timer = try #require(world.timer)
        world.now = try #require(timer.instant)
        timer.handler()
        world.answers.first?(nil)
        #expect(world.published.last?.next(.sunrise) == world.timer?.instant)
    }
}
