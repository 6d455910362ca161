// SPDX-License-Identifier: MIT
import Configuration
package import Solar
package import Tracker

/// The judge of the service: reads the chronicle of a machine record by record, and complains about each broken promise.
///
/// The promises are about announcements (`Judge+Due`, `Judge+Entries`), the ledger (`Judge+Ledger`), popups
/// (`Judge+Popups`) and hooks (`Judge+Hooks`). Two drivers use the judge: the random lives of `SimulatorTests`, and the
/// walk of `ExplorationTests`, which copies and hashes it together with each state. The judge uses nothing of `Tracker`
/// and `Agenda`: it searches for the Sun's events itself, and reads only the contents of a `Ledger`.
///
/// The ledger on the disk decides what a start may and must do. Whenever the service requests to write it, the judge
/// compares it with what happened: it must contain everything that has been passed, with exactly the open steps. After
/// the end of a run, the judge forgets what that ledger lacks, as the service does.
///
/// A *look* of the service is the handling of one input, with all its outputs. A *rule* of an occurrence is an event or
/// an alert, as in the ledger.
package struct Judge: Hashable {
    /// A missing or an unexpected action of the service.
    package struct Violation: Hashable, Sendable, CustomStringConvertible {
        package let rule: Rule
        package let clock: Instant
        package let subject: String

        /// The time, the complaint and its subject.
        package var description: String { "\(clock)  \(rule.rawValue): \(subject)" }
    }

    typealias Key = SunTable.Due

    /// All violations so far.
    package private(set) var violations: [Violation] = []

    let sun: SunTable
    private var times = LookTimes()
    var clock = Instant.earliest
    /// The time since the boot, the number of the boot, and its time according to the current clock.
    var uptime = Duration.zero
    var boot = 0
    var booted = Instant.earliest

    package internal(set) var situation: Chronicle.Situation? {
        didSet {
            // Which popup replaces another depends on the switches.
            if situation?.switches != oldValue?.switches { popups.screen = [:] }
        }
    }
    /// The situation that the next look applies.
    var change: Chronicle.Situation?
    var isRunning = false

    /// The known occurrences, with their entries.
    var said: [Said] = []
    /// The clock and the place at the last look that the service knows of, and the highest clock so far.
    var seen: Moment?
    var highest = Instant.earliest
    /// The clock at the last input of this run.
    var handled: Instant?
    /// Occurrences before this time need no entry, according to exception 2 of `Judge+Due`.
    var freeBefore = Instant.earliest
    /// The times at which rules took effect while the service was running, in this boot.
    var inForceSince: [String: Since] = [:]
    /// Nothing that was due before this is looked for, unless the clock has just skipped it: the rules were others, or the
    /// observer was elsewhere.
    var floor = Instant.earliest
    /// How far earlier boots had settled, each with a clock that was ahead of the clock of a later boot.
    var settledAhead: Set<Instant> = []
    /// The steps back of this boot: how far the service had settled then, by that clock and by the current one.
    var stepsBack: [StepBack] = []
    /// How far the clock was set, in all, by steps that are too small for the service to notice.
    var unnoticed = Duration.zero
    /// Missed occurrences that the clock reached again after it was set back. If the clock is then set forward past one
    /// of them, an entry is optional.
    var again: Set<Key> = []
    /// Interrupted announcements that are too early by the clock of this boot, which may be behind. A clock that is set
    /// right, or the next boot, completes them.
    var left: [Ledger.Entry] = []

    var disk = Disk()
    var popups = Popups()
    var hooks = Hooks()
    var phases = Phases()

    /// The current look, and the entries that are expected in it.
    var look = Look()
    /// Events since the start of the current look.
    var pending = Pending()

    /// A machine on which the service has never run.
    package init() { sun = SunTable() }

    /// A machine with a ledger that contains no entries, written in this situation.
    package init(after ledger: Ledger, in situation: Chronicle.Situation) {
        self.init()
        disk.kept = Snapshot(
            ledger: ledger, said: [], place: situation.observer, rules: situation.schedules, inForceSince: [:],
            floor: .earliest, boot: 0, booted: booted)
    }

    /// Returns all violations in the chronicle.
    package static func violations(in history: Chronicle) -> [Violation] {
        var judge = Judge()
        for record in history.records { judge.take(record) }
        judge.settle()
        return judge.violations
    }

    mutating func complain(_ rule: Rule, about subject: some CustomStringConvertible) {
        violations.append(Violation(rule: rule, clock: clock, subject: subject.description))
    }

    /// Judges the next record.
    package mutating func take(_ real: Chronicle.Record) {
        let record = times.place(real)
        tell(record)
        switch record.what {
        case .started(let situation): start(in: situation)
        case .ended(let end): finish(end)
        case .changed(let situation): change = situation
        case .looked:
            beginLook(freeSince: record.free)
            handled = clock
        case .awake: if isRunning { beginLook(freeSince: clock) }
        case .jumped: pending.clockRan = false
        // A service that waits for the disk has not rearmed the timer.
        case .fired: if !record.isWaiting { pending.isFired = true }
        case .stopRequested:
            settle()
            followClock()
            look.isStop = true
        case .wrote(let fact): hear(fact)
        case .called(let call): self.call(call)
        case .startedHooks(let occurrence):
            hooks.running.remove(EventEntry(occurrence).due)
            pending.areHooksStarted = true
        case .diskWorks(let works): disk.works = works
        case .ledgerLost:
            disk.kept = nil
            settledAhead = []
            if !isRunning { said = [] }
        case .keepRequested(let ledger, let size): noteRequest(ledger, size: size)
        case .kept(let ledger): disk.keep(ledger)
        case .keepFailed: break
        case .ledgerAnswered(let isKept): disk.noteAnswer(isKept)
        case .requestedPhase(let request): pending.phaseRequest = request
        case .published(let phase): phases.published = phase
        case .asked(let popup, _): ask(popup)
        case .answered(let id, let failure): answer(id, failure)
        case .appeared(let popup): appear(popup)
        case .serverAppeared, .serverLeft:
            popups.screen = [:]
            pending.isServerNew = true
        }
    }

    /// Takes over the time of a record.
    private mutating func tell(_ record: Chronicle.Record) {
        (clock, uptime) = (record.clock, record.uptime)
        if boot != record.boot {
            // Once the clock is past all announcements, only those count as lost that were early by the clock of their
            // own boot.
            for index in said.indices where said[index].wasEarly && (said[index].boot == boot || clock < highest) {
                said[index].isLost = true
            }
            boot = record.boot
            pending.clockWasSet = true
            unnoticed = .day
            (inForceSince, stepsBack) = ([:], [])
        } else if clock - uptime != booted {
            pending.clockWasSet = true
            // The moments stay what they were.
            let step = clock - uptime - booted
            inForceSince = inForceSince.mapValues { $0.moved(by: step) }
            floor = floor + step
            unnoticed += step
            if let seen {
                // Once the clock has been looked at beyond a step back, it is over.
                stepsBack = stepsBack.filter { seen.clock < $0.through }.map {
                    StepBack(through: $0.through, now: $0.now + step)
                }
                if clock < seen.clock { stepsBack.append(StepBack(through: seen.clock, now: seen.clock + step)) }
            }
        }
        booted = clock - uptime
    }

    private mutating func start(in situation: Chronicle.Situation) {
        self.situation = situation
        isRunning = true
        let override = disk.kept.flatMap { $0.boot == boot ? $0.ledger.override : nil }
        phases.wish = override.map(Wish.init)
        pending = Pending(isStart: true, clockRan: false, clockWasSet: pending.clockWasSet)
        inForceSince = [:]
        guard let kept = disk.kept else {
            floor = clock - situation.lookBack
            return seen = nil
        }
        floor = kept.boot == boot ? kept.floor + (booted - kept.booted) : min(kept.floor, booted)
        // The service knows only what was written.
        if kept.boot == boot {
            inForceSince = kept.inForceSince.mapValues { $0.moved(by: booted - kept.booted) }
        }
        unnoticed = kept.boot == boot ? booted - (kept.ledger.boot?.instant ?? kept.booted) : .day
        if kept.boot != boot, clock < kept.ledger.settledThrough {
            settledAhead.insert(kept.ledger.settledThrough)
        }
        seen = Moment(clock: kept.ledger.settledThrough, place: kept.place)
        if kept.boot != boot || kept.booted != booted { pending.clockWasSet = true }
    }

    private mutating func finish(_ end: Chronicle.End) {
        guard isRunning else { return }
        isRunning = false
        if end != .killed(midway: true) { settle() }
        // The next run knows only what is on the disk.
        said = (disk.kept?.said ?? []).map { old in
            var one = said.first { $0.key == old.key && $0.uptime == old.uptime && $0.boot == old.boot } ?? old
            one.age = .older
            return one
        }
        (look, popups, hooks, phases, handled) = (Look(), Popups(screen: popups.screen), Hooks(), Phases(), nil)
        disk.endRun()
    }

    /// Ends the look: everything that is required must have happened by now.
    package mutating func settle() {
        settleEntries()
        settleDisk()
        settlePopups()
        settleHooks()
        settlePhases()
    }
}

extension Judge {
    /// When a rule took effect.
    struct Since: Hashable {
        /// Whether the service knows this. If not, the rule counts from the time to which the last run had settled.
        let isKnown: Bool
        /// According to the clock at that time, to the current clock, and to the clock by which it was earliest.
        private let then: Instant
        private var now, earliest: Instant

        init(_ clock: Instant, isKnown: Bool) {
            self.isKnown = isKnown
            (then, now, earliest) = (clock, clock, clock)
        }

        /// The same moment after the clock was set by a step.
        func moved(by step: Duration) -> Since {
            var moved = self
            moved.now = now + step
            moved.earliest = min(earliest, moved.now)
            return moved
        }

        /// Whether something that was due at this instant was due before.
        func isAfter(_ due: Instant) -> Bool { due <= min(then, now) }

        /// Whether it was due before by every clock. What a clock skips that is set forward later had not been due.
        func isAlwaysAfter(_ due: Instant) -> Bool { due <= earliest }
    }

    struct StepBack: Hashable {
        let through, now: Instant

        /// Whether the step was undone, and the occurrence was settled before it.
        func settles(_ due: Instant) -> Bool { through - now <= .seconds(45 * 60) && due <= min(through, now) }
    }

    /// A time and a place.
    struct Moment: Hashable {
        let clock: Instant
        let place: Observer?
    }

    /// An occurrence with a journal entry, or in the ledger on the disk.
    struct Said: Hashable {
        /// The input that wrote the entry: the current input, or an earlier one of this run or of another run.
        enum Age: Hashable { case ofLook, ofRun, older }

        let key: Key
        let isMissed: Bool
        /// The time since the boot, and the number of the boot.
        var uptime: Duration
        var boot: Int
        var age = Age.ofLook
        /// Whether the entry was too early according to a later clock, and whether it may be forgotten for that reason.
        var wasEarly = false
        var isLost = false
        /// Whether the clock was set back since, or at the announcement, and whether it was more than a day away.
        var clockWasSetBack = false
        var wasFar = false

        /// Exception 1 of `Judge+Due`.
        var isForgotten: Bool { isLost || clockWasSetBack && wasFar }
    }

    /// Whether an occurrence can still be announced, or is not due yet because the clock is behind.
    func isInTime(_ key: Key) -> Bool {
        situation.map { clock <= $0.deadline(of: key) && key.instant - clock <= $0.notifications.grace } ?? false
    }

    /// The required kind of entry.
    enum Due: Hashable { case announced, missed }

    struct Look: Hashable {
        /// Whether it is the first look of a run, or the last one.
        var isStart = false
        var isStop = false
        /// Whether the clock has only run since the last look, and whether it was set, or another boot has begun.
        var clockRan = true
        var isOfNewClock = false
        /// Whether the settings or the time zone have changed.
        var isOfChange = false
        /// Whether the server has shown a popup, or hooks have been started.
        var isOfReport = false
        /// Whether the look covers occurrences before the last look.
        var looksBack = false
        /// Whether exception 2 applies.
        var isUnsure = false
        /// The rules to which exception 4 applies.
        var newRules: Set<String> = []
        var highestBefore = Instant.earliest
        /// The situations during the look.
        var views: [Chronicle.Situation] = []
        var due: [Key: Due] = [:]
        var owesSummary = false
        var maySummarise = false
        /// Announcements in which an earlier run was interrupted, and which of them must be recovered.
        var interrupted: Set<Key> = []
        var mustRecover: Set<Key> = []
    }

    struct Pending: Hashable {
        var isStart = false
        var clockRan = true
        var clockWasSet = false
        /// Whether there is a new server, whether the server has shown a popup, and whether the timer has fired.
        var isServerNew = false
        var isPopupShown = false
        var isFired = false
        /// Whether the hooks of an occurrence have been started.
        var areHooksStarted = false
        /// The request to set the phase.
        var phaseRequest: PhaseRequest?
    }
}
