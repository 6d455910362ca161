import Solar
import Tracker

/// What the journal should say of each occurrence.
///
/// An occurrence is *owed* an entry when the clock comes to it or passes it while the same place is in force:
/// - at its very instant, where the service is awake;
/// - at the service's next look, where the clock did not run in between (a step, a resume, a start): announced if that is
///   within the grace, else missed, in one summary for all that is more than a week old;
/// - where the place has changed, or the clock was set back, or the ledger is lost: announced if it was within the grace
///   before, and nothing if it was earlier.
///
/// Nothing is owed to an occurrence of which an entry of the same rule within 45 minutes has told (36 hours for what
/// is rare). Nothing may be told that is not owed,
/// but for these, in which the service is free:
/// 1. *Told, but the memory of it is gone through no fault of the service*: the ledger was lost or damaged; or the disk was
///    full when it was told and took nothing more in that run; or the clock has been more than a day away from it and was
///    set back in between or when it was told. It may be told again.
/// 2. *Ended in the middle of telling it*: it may be told once more, marked as recovered, and must be if the popup was open. But
///    not where the disk has a ledger that was kept in a later event, or in an orderly end: then the entry is known to be written.
/// 3. *The place is another one after a start, or what the ledger last knew is lost*: nobody can say when the person
///    moved, or what an earlier run has told. What came before the last look, and what is too late, may be told or not.
/// 4. *The clock was past it once before, and set back*: that it is missed may be said again, or not; and a start, to which the
///    present looks like the past, may tell what is within a grace that has become longer since.
/// 5. *Said to be missed, and shown (`Late=notify`)*, when the clock is set back to before it: it may be announced or not.
/// 6. *Said to be missed, and the clock set back to before it, or to less than the grace after it*, where the run is ended
///    in that very look, or the disk does not take the ledger: the next run may announce it or not, as the disk still says
///    that it was missed.
/// 7. *Alerts, hooks and clocks that came into force without the service, or that the disk did not take*: what they had before
///    the last look may be told or not. What they had before they came into force is not told then, but may be where the
///    service looks back: at a start, at another place, or where the clock is set back.
///
/// A telling counts for an occurrence unless it came more than 45 minutes before it, by the clock in force: the clock was ahead,
/// and was set back. Of one in an earlier boot of the machine, the boot is all that the service can go by; and what was told too
/// early by the clock of that boot may be forgotten with it.
///
/// What many popups shown together, or many hooks called together, have brought may be kept in the ledger once all of them are
/// answered. An announcement whose hooks are being called is as unfinished as one whose popup is being shown.
struct AnnouncementOracle {
    /// An occurrence that the journal has an entry of.
    struct Said {
        let key: Key
        let isMissed: Bool
        /// Whether it was both missed and shown.
        let wasShown: Bool
        /// Whether a popup is still to come of it, or its hooks are still to be called, or the ledger does not know yet that
        /// they came.
        var isOpen: Certainty
        /// Which of them it is.
        var awaitsPopup: Bool
        var awaitsHooks = false
        /// Whether the disk took it.
        var isKept: Bool
        /// The handling in which its end was noted.
        var closed: Int?
        var isLost = false
        /// When, by a stopwatch that was started with the machine, and in which of its boots.
        var uptime: Duration
        var boot: Int
        /// By some clock it came too early.
        var wasEarly = false
        var clockWasSetBack = false
        var farthest = Duration.zero

        /// Cases 1 and 5.
        var isForgotten: Bool { isLost || clockWasSetBack && farthest > .day }
    }

    struct Key: Hashable {
        /// As the ledger should have it.
        let rule: String
        let instant: Instant

        init(rule: String, instant: Instant) {
            (self.rule, self.instant) = (rule, instant)
        }

        /// The key of what hooks are called for.
        init(_ occurrence: Occurrence) {
            let (event, offset) = (occurrence.rule.event.name, occurrence.due - occurrence.eventInstant)
            self.init(
                rule: occurrence.rule.alert.map { Told.rule($0.name, event, offset) } ?? event,
                instant: occurrence.due)
        }

        init(_ call: HookCall) { self.init(call.occurrence) }
    }

    enum Certainty { case no, unsure, yes }
    /// What the service can know of earlier runs.
    enum Memory { case lost, unsure, sound }
    /// What should become of an occurrence.
    enum Due { case announced, missed }

    let sun: SunTable
    var violations: [Oracle.Violation] = []
    var clock = Instant.earliest
    var uptime = Duration.zero
    var boot = 0
    var written = WrittenEntries()

    // What is in force.
    var situation: Chronicle.Situation?
    var change: Chronicle.Situation?
    var isRunning = false
    var diskWorks = true
    var diskFailedInRun = false
    var memory = Memory.lost
    /// The last run was ended while it went over to another place that a fix had told.
    var wasOnTheWay = false
    /// What came before this is not owed, by case 3.
    var freeBefore = Instant.earliest

    // What was.
    var said: [Said] = []
    /// The clock at the last look, from where that was, and the highest it ever showed.
    var seen: (clock: Instant, place: Observer?)?
    var highest = Instant.earliest
    var tags: [Popup.ID: String] = [:]
    /// The alerts and clocks in force when the ledger was last kept.
    var keptRules: Set<String> = []
    /// Since when those are in force that came while the service ran.
    var inForceSince: [String: Instant] = [:]
    /// Case 6 may hold for these.
    var unmissed: Set<Key> = []
    /// The popups that the server has not answered for yet.
    var unanswered: Set<Popup.ID> = []
    /// What was shown, which the ledger need not know before all are answered.
    var shown: Set<Key> = []
    /// The hooks that are being called.
    var calling: Set<Key> = []
    /// The look in which the last answer comes, by whose end it has to know.
    var keeping: Int?

    /// The present look, and what the service has to do in it.
    var look = Look()

    struct Look {
        var number = 0
        /// The first of a run.
        var isStart = false
        /// It is not only about what happened since the last one.
        var looksBack = false
        /// Case 3 holds.
        var isUnsure = false
        /// Case 7 holds for these.
        var newRules: Set<String> = []
        /// What was true before it.
        var seenBefore: (clock: Instant, place: Observer?)?
        var highestBefore = Instant.earliest
        /// What has changed in it.
        var cause: Chronicle.Cause?
        /// What was in force in it.
        var views: [Chronicle.Situation] = []
        var due: [Key: Due] = [:]
        var owesSummary = false
        var maySummarise = false
        /// What an earlier run may have been ended in the middle of.
        var interrupted: Set<Key> = []
        var mustRecover: Set<Key> = []
    }

    /// What has happened since the present look.
    var pending = Pending()

    struct Pending {
        var isStart = false
        /// The clock has run, and not been set or slept over.
        var clockRan = true
        /// What has changed.
        var cause: Chronicle.Cause?
        /// The server has answered.
        var answer: (id: Popup.ID, isShown: Bool)?
        /// The hooks of this are called by now.
        var called: Key?
    }

    /// What runs were ended in the middle of telling.
    var cut: [Key: (uptime: Duration, boot: Int)] = [:]
    /// When what is recovered was first told.
    var firstTold: (uptime: Duration, boot: Int)?

    init(sun: SunTable) { self.sun = sun }

    mutating func take(_ record: Chronicle.Record) {
        (clock, uptime) = (record.clock, record.uptime)
        if boot != record.boot {
            boot = record.boot
            for index in said.indices where said[index].wasEarly { said[index].isLost = true }
        }
        written.take(record)
        switch record.what {
        case .started(let situation):
            self.situation = situation
            (isRunning, diskFailedInRun) = (true, !diskWorks)
            (unanswered, shown, calling, keeping) = ([], [], [], nil)
            pending = Pending(isStart: true, clockRan: false)
        case .ended(let end): finish(end)
        case .changed(let situation, let cause):
            change = situation
            pending.cause = cause
        case .looked: lookRound()
        case .awake: if isRunning { lookRound() }
        case .jumped: pending.clockRan = false
        case .diskWorks(let works):
            diskWorks = works
            if !works { diskFailedInRun = true }
        case .ledgerLost:
            memory = .lost
            for index in said.indices { said[index].isLost = true }
        case .wrote(let entry): hear(entry)
        case .asked(let popup):
            tags[popup.id] = popup.tag
            unanswered.insert(popup.id)
            // One that had to wait for the answer belongs to those that were asked for together.
            keeping = nil
        case .answered(let id, let failure):
            pending.answer = (id, isShown: failure == nil)
        case .called(let call):
            guard let index = said.lastIndex(where: { $0.key == Key(call) }) else { return }
            calling.insert(Key(call))
            (said[index].awaitsHooks, said[index].isOpen, said[index].closed) = (true, .yes, nil)
        case .hooksCalled(let occurrence):
            pending.called = Key(occurrence)
        case .kept: noteKept()
        case .fired, .appeared, .serverAppeared, .located, .contradicted, .stopRequested, .authorized, .ordered,
            .fixKept, .hookFailed:
            break
        }
    }

    /// The ledger is to know from now on that nothing more is to come of the last of these.
    ///
    /// - Parameter isKept: the ledger was kept with it.
    /// - Parameter popup: it is the popup of which nothing more is to come, or else the hooks.
    mutating func close(inLook number: Int, isKept: Bool, popup: Bool, _ isIt: (Key) -> Bool) {
        guard let index = said.lastIndex(where: { isIt($0.key) }) else { return }
        if popup { said[index].awaitsPopup = false } else { said[index].awaitsHooks = false }
        guard said[index].isOpen == .yes, !said[index].awaitsPopup, !said[index].awaitsHooks else { return }
        said[index].isOpen = isKept && diskWorks ? .no : .unsure
        said[index].closed = number
        if !isKept, diskWorks { shown.insert(said[index].key) }
    }

    private mutating func noteKept() {
        keptRules = situation?.ownRules ?? []
        for index in said.indices where shown.contains(said[index].key) && said[index].isOpen == .unsure {
            said[index].isOpen = .no
            said[index].closed = look.number
        }
        shown = []
    }

    mutating func complain(_ text: String) {
        violations.append(Oracle.Violation(clock: clock, text: text))
    }

    private mutating func finish(_ end: Chronicle.End) {
        guard isRunning else { return }
        isRunning = false
        if end == .killed(midway: true) {
            leaveOff()
        } else {
            settle()
        }
        if end == .stopped, diskWorks {
            for index in said.indices { said[index].isKept = true }
            memory = memory == .lost ? .lost : .sound
        } else if diskFailedInRun, memory == .sound {
            memory = .unsure
        }
        for index in said.indices where !said[index].isKept { said[index].isLost = true }
    }

    /// The run has ended in the middle of its last look.
    private mutating func leaveOff() {
        note(cut: look.due.keys)
        for view in look.views {
            let start = clock - view.notifications.grace - .microseconds(1)
            let recent = sun.dues(after: start, through: clock, in: view).map {
                Key(rule: $0.rule, instant: $0.instant)
            }
            note(cut: recent.filter { objection(to: $0, isMissed: false) == nil })
        }
        for index in said.indices where said[index].closed == look.number && said[index].isOpen == .no {
            said[index].isOpen = .unsure
        }
        // A fix is kept once all is told that it makes news: then the next run begins where this one was, or has nothing
        // left to tell. Of settings and time zones it learns without this run.
        let isMovedByFix = look.seenBefore?.place != seen?.place && look.cause == .watcher
        if look.isStart && memory == .lost || isMovedByFix { memory = .unsure }
        if isMovedByFix { wasOnTheWay = true }
        seen = look.seenBefore
        look = Look(number: look.number)
    }

    private mutating func note(cut keys: some Sequence<Key>) {
        for key in keys { cut[key] = cut[key] ?? (uptime, boot) }
    }

    /// The look is over: what had to be done in it is done.
    mutating func settle() {
        if diskWorks { unmissed = [] }
        if let keeping, keeping <= look.number {
            if !shown.isEmpty, diskWorks { complain("the ledger does not know what was shown") }
            (self.keeping, shown) = (nil, [])
        }
        for (key, due) in look.due.sorted(by: { $0.key.instant < $1.key.instant }) {
            complain("\(key.rule) of \(key.instant) was not \(due)")
        }
        if look.owesSummary { complain("no entry sums up a long outage") }
        for key in look.mustRecover { complain("\(key.rule) of \(key.instant) was interrupted and not recovered") }
        if look.isStart {
            if memory == .lost, diskWorks { memory = .sound }
            wasOnTheWay = false
            for rule in look.newRules { inForceSince[rule] = seen?.clock ?? clock }
            for index in said.indices where said[index].isOpen == .unsure && said[index].closed != look.number {
                said[index].isOpen = .no
            }
            cut = [:]
        }
        look = Look(number: look.number)
    }
}
