// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport

@testable import Tracker

/// A machine in a walk: the service with its tracker, the clock, the disk, the notification server, the hooks, and the
/// observations of the user and the journal so far. It is a value, which the walk copies wherever two continuations are
/// possible.
struct World {
    /// How a disk handles a file.
    enum Store: Hashable { case prompt, failing, hanging, stalled }
    /// How the notification server handles a popup. A late server has received it, but does not report whether it shows
    /// it.
    enum Server: Hashable { case prompt, late, absent, refusing }

    let start: StartingPoint
    var clock: Instant
    /// How far the clock is ahead of the true time.
    var ahead: Duration
    /// The time of the boot according to the clock, and the number of earlier boots.
    var booted: Instant
    var boots = 0
    var hasMovedZone = false
    var hasOtherSettings = false
    var store = Store.prompt
    var server = Server.prompt
    /// The files on the disk.
    var ledger: Ledger?
    var fix: Place?
    var run: Run?
    /// The judges of what the service does.
    var judge: Judge
    var phases: PhaseWitness
    /// A broken promise that neither of them judges.
    var brokenPromise: String?
    /// Whether the notice of the first start has been on the screen.
    var hasFirstNotice = false
    /// Whether it may be missing: a crash has lost it, the server was sent it, or the journal says why it is missing.
    var mayLackFirstNotice = false
    /// Whether it waits for a write of the ledger. After a failure, that is the one at the next event, which a walk may not
    /// reach.
    var awaitsFirstNotice: Bool { run?.tracker.claimedNotices.notes.contains(.firstStart) == true }
    /// The number of faults so far.
    var faults = 0

    /// A run of the service, corresponding to `Daemon`.
    struct Run {
        var tracker: Tracker
        /// The inputs that arrive while an earlier one is being handled.
        var waiting: [Report] = []
        /// The outputs that have not been carried out.
        var outputs: ArraySlice<Output> = []
        /// Whether the next output waits for the report about a write.
        var isWaiting = false
        var timer: Instant?
        /// The texts that are not on the disk yet, oldest first.
        var writes: [Output] = []
        /// Whether the newest ledger was reported as not on the disk.
        var hasLostLedger = false
        /// The popups that a late server has received, and whether libnotify still waits for the reply.
        var questions: [Question] = []
        /// The calls whose hooks are being started.
        var calls: [HookCall.Subject] = []
        /// Whether the kernel has yet to report that the clock was set.
        var isStepUnreported = false
    }

    struct Question: Hashable {
        let popup: Popup
        var isHeard = true
    }

    /// A future input of the tracker.
    enum Report: Hashable {
        case started, timer, stepped, zone, fix, reload, serverAppeared, serverLeft, stop, session
        case ledger(WriteReport, write: Int), fixFile(WriteReport), shown(Popup.ID), failed(Popup.ID, Popup.Failure)
        case called(HookCall.Subject)
        case setPhase(Phase?, until: Instant?)
    }

    var boot: Boot { Boot(id: "boot-\(boots)", instant: booted) }
    var settings: Settings { hasOtherSettings ? start.otherSettings : start.setup.settings }
    var localTime: SimulatedZone { hasMovedZone ? .oslo : .denver }
    /// Whether the service waits for an input.
    var isIdle: Bool { run.map { !$0.isWaiting } ?? true }

    init(_ start: StartingPoint) {
        self.start = start
        clock = start.setup.begins + start.setup.ahead
        ahead = start.setup.ahead
        booted = clock - .seconds(3600)
        ledger = start.ledger
        fix = start.fix
        let first = Chronicle.Situation(
            settings: start.setup.settings, localTime: SimulatedZone.denver, fix: start.fix)
        judge = start.ledger.map { Judge(after: $0, in: first) } ?? Judge()
        phases = PhaseWitness(of: start)
    }

    // MARK: The service

    /// Starts the service with the files on the disk.
    mutating func startService(_ branch: (World) -> Void) {
        // The ledger is converted to text and back, as on the disk.
        let loaded = ledger.flatMap { try? Ledger(text: $0.text) }
        if loaded != ledger { complain("the next start cannot read the ledger") }
        var tracker = Tracker(
            settings: settings, hooks: start.setup.hooks, locations: LocationChain(lastFix: fix), localTime: localTime,
            places: NoPlaces(), ledger: loaded, isFirstStart: ledger == nil && fix == nil, now: clock, boot: boot,
            login: Login(id: "login-\(boots)"))
        start.almanac.warm(&tracker)
        run = Run(tracker: tracker)
        if let situation { record(.started(situation)) }
        receive(.started, branch)
    }

    /// Kills the service. Returns a world for each set of texts that the disk may contain by then, in any order.
    func killed() -> [World] {
        guard let run else { return [self] }
        var ledgers = [ledger]
        var fixes = [fix]
        for write in run.writes {
            if case .keep(let text, _) = write { ledgers.append(text) }
            if case .keepFix(let place) = write { fixes.append(kept(place)) }
        }
        return ledgers.flatMap { text in
            fixes.map { place in
                var world = self
                if let text, text != world.ledger { world.record(.kept(text)) }
                (world.ledger, world.fix) = (text, place)
                world.end(.killed(midway: !run.outputs.isEmpty || run.isWaiting))
                return world
            }
        }
    }

    /// The fix as the next start reads it.
    private func kept(_ place: Place) -> Place? { try? Place(lastFixText: place.lastFixText) }

    private mutating func end(_ end: Chronicle.End) {
        if server == .late, let run { for question in run.questions { appear(question) } }
        phases.ended(
            isKill: end != .stopped, hasLost: run?.hasLostLedger == true || run?.writes.isEmpty == false)
        if end != .stopped || run?.hasLostLedger == true || run?.writes.isEmpty == false { mayLackFirstNotice = true }
        run = nil
        record(.ended(end))
        guard store == .stalled else { return }
        store = .hanging
        record(.diskWorks(true))
    }

    /// Handles an input, after the inputs before it.
    mutating func receive(_ report: Report, _ branch: (World) -> Void) {
        guard run != nil else { return }
        run?.waiting.append(report)
        carryOut(branch)
    }

    /// Carries out outputs and handles inputs as `Daemon.run` does. `branch` receives the world before each output with
    /// an effect.
    mutating func carryOut(_ branch: (World) -> Void) {
        while let isWaiting = run?.isWaiting, !isWaiting {
            if let output = run?.outputs.first {
                if output.hasEffect { branch(self) }
                run?.outputs.removeFirst()
                perform(output)
            } else if run?.waiting.isEmpty == false, let next = run?.waiting.removeFirst() {
                phases.handled(before: next, self)
                let (input, now, boot) = (input(next), clock, boot)
                let outputs = run?.tracker.handle(input, at: now, boot: boot) ?? []
                run?.outputs = outputs[...]
                recordInput(next)
            } else {
                return phases.rested(self)
            }
        }
    }

    private func input(_ report: Report) -> Input {
        switch report {
        case .started: .started(ledgerProblem: nil)
        case .timer: .timerFired
        case .stepped: .clockStepped
        case .zone: .timeZoneChanged(localTime, mainCity: nil)
        case .fix: .location(.fix(Setup.east))
        case .reload: .settings(.success(settings), hooks: start.setup.hooks, cause: .reload)
        case .serverAppeared: .notificationServerAppeared
        case .serverLeft: .notificationServerLeft
        case .stop: .stopRequested
        case .session: .graphicalSessionBegan
        case .ledger(let report, let write): .ledgerStore(report, write: write)
        case .fixFile(let report): .fixStore(report)
        case .shown(let id): .popupShown(id)
        case .failed(let id, let failure): .popupFailed(id, failure)
        case .called(let subject): .hooks(.called, subject)
        case .setPhase(nil, _): .phaseRequested(.auto)
        case .setPhase(let phase?, let until): .phaseRequested(.set(phase, until: until))
        }
    }

    private mutating func perform(_ output: Output) {
        switch output {
        case .keep, .keepFix: keep(output)
        case .journal(let fact):
            record(.wrote(fact))
            if case .noticeNotShown = fact { mayLackFirstNotice = true }
            phases.wrote(fact, self)
        case .show(let popup): show(popup)
        case .callHooks(let call):
            record(.called(call))
            phases.called(call, self)
            if start.setup.startsHooksLate {
                run?.calls.append(call.subject)
            } else {
                run?.waiting.append(.called(call.subject))
            }
        case .awaitSession: run?.waiting.append(.session)
        case .wait(let until): run?.timer = until
        case .stop: end(.stopped)
        default: break
        }
    }

    // MARK: The disk

    private mutating func keep(_ write: Output) {
        if case .keep(let ledger, _) = write { record(.keepRequested(ledger, size: 0)) }
        switch store {
        case .prompt:
            put([write])
            if write.isLedger { phases.kept() }
        case .failing: report(write, .notWritten("no space left on device"))
        case .hanging:
            run?.writes.append(write)
            run?.isWaiting = true
        case .stalled:
            run?.writes.append(write)
            report(write, .notWritten("the disk has not responded for a second"))
        }
    }

    private mutating func report(_ write: Output, _ report: WriteReport) {
        if report != .written { record(.keepFailed) }
        if case .keep(_, let number) = write {
            run?.hasLostLedger = report != .written
            run?.waiting.append(.ledger(report, write: number))
        } else {
            run?.waiting.append(.fixFile(report))
        }
    }

    /// Writes these texts to the disk, and reports the newest one of each file.
    private mutating func put(_ writes: [Output]) {
        for write in writes {
            if case .keep(let text, _) = write {
                ledger = text
                record(.kept(text))
            }
            if case .keepFix(let place) = write { fix = kept(place) }
        }
        let newest = [writes.last { $0.isLedger }, writes.last { !$0.isLedger }].compactMap { $0 }
        for write in newest { report(write, .written) }
    }

    /// A disk that was hanging completes all writes.
    mutating func storeAnswers(_ branch: (World) -> Void) {
        let writes = run?.writes ?? []
        if store == .stalled { record(.diskWorks(true)) }
        store = .prompt
        run?.writes = []
        run?.isWaiting = false
        put(writes)
        carryOut(branch)
    }

    /// The disk has not responded for a second.
    mutating func storeStalls(_ branch: (World) -> Void) {
        store = .stalled
        clock = clock + .seconds(1)
        record(.diskWorks(false))
        run?.isWaiting = false
        for write in run?.writes ?? [] { report(write, .notWritten("the disk has not responded for a second")) }
        carryOut(branch)
    }

    // MARK: The notification server

    private mutating func show(_ popup: Popup) {
        guard run?.tracker.popups.content(of: popup.id) == popup.content else {
            return complain("a popup is sent that is not pending")
        }
        let question = Question(popup: popup)
        if case .firstStart = popup.content {
            if hasFirstNotice { complain("the first start is shown twice") }
            if server != .absent { mayLackFirstNotice = true }
        }
        record(.asked(popup, in: localTime))
        switch server {
        case .prompt:
            appear(question)
            run?.waiting.append(.shown(popup.id))
        case .late: run?.questions.append(question)
        case .absent: run?.waiting.append(.failed(popup.id, .unreachable("no such service")))
        case .refusing: run?.waiting.append(.failed(popup.id, .refused("too many notifications")))
        }
    }

    /// A late server shows the popups that it received, and replies to the requests for which libnotify still waits.
    mutating func serverShows(_ branch: (World) -> Void) {
        server = .prompt
        let questions = run?.questions ?? []
        run?.questions = []
        for question in questions {
            appear(question)
            guard question.isHeard else { continue }
            run?.waiting.append(.shown(question.popup.id))
        }
        carryOut(branch)
    }

    /// libnotify gives up waiting for the first reply.
    mutating func serverTimesOut(_ branch: (World) -> Void) {
        guard let index = run?.questions.firstIndex(where: \.isHeard), let id = run?.questions[index].popup.id else {
            return
        }
        clock = clock + .seconds(5)
        // The timer may fire later.
        record(.jumped)
        run?.questions[index].isHeard = false
        receive(.failed(id, .noResponse("timeout was reached")), branch)
    }

    /// The server ends, before or after it has shown the popups that it received; its replies are lost. The next popup
    /// starts another server.
    mutating func serverDies(hasShown: Bool, _ branch: (World) -> Void) {
        let questions = run?.questions ?? []
        server = .prompt
        run?.questions = []
        for question in questions {
            if hasShown { appear(question) }
            if question.isHeard { run?.waiting.append(.failed(question.popup.id, .unreachable("the server has left"))) }
        }
        receive(.serverLeft, branch)
    }
}
