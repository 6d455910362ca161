import Solar
import Tracker

/// Computes the expected journal entries for each occurrence.
///
/// An entry for an occurrence is *required* when the clock reaches or passes it while the place stays the same:
/// - at its exact instant, if the service is awake;
/// - at the next look of the service, if the clock did not run in between (a step, a resume, a start): announced within
///   the grace, otherwise missed. All occurrences that are more than a week old share one summary;
/// - after a change of the place, after a clock was set back, or after the loss of the ledger: announced within the
///   grace; no entry for an older one.
///
/// No entry is required if an entry of the same rule exists within 45 minutes (36 hours for rare events). Entries that
/// are not required are violations, with these exceptions, in which they are optional:
/// 1. *Announced, but lost from the state without a fault of the service*: the ledger was lost or damaged; or the disk
///    was full at the announcement, and accepted nothing more in this run; or the clock has been more than a day away
///    from the occurrence, and was set back in between or at the announcement. The occurrence may be announced again.
/// 2. *Killed in the middle of an announcement*: the occurrence may be announced once more, marked as recovered. If its
///    popup was pending, it must be. If a ledger on the disk contains the entry as written (see `WrittenEntries`), it
///    must not be.
/// 3. *Another place after a start, or the last state of the ledger is lost*: the time of the journey, or the
///    announcements of an earlier run, cannot be determined. Occurrences before the last look, and missed ones, are
///    optional.
/// 4. *The clock was past the occurrence before, and was set back*: the entry that it was missed may be repeated. At a
///    start, when the present appears to be in the past, occurrences may be announced that are within a grace that was
///    prolonged since.
/// 5. *Missed, and then the clock is set back to before the occurrence, or to less than the grace after it*, and the
///    run ends in the same look, or the ledger cannot be written: the announcement in the next run is optional, because
///    the ledger on the disk still contains it as missed.
/// 6. *Alerts and clock rules that took effect while the service was not running, or that could not be written*: their
///    occurrences before the last look are optional. Occurrences before the rule took effect are not announced then,
///    but they may be in a look that looks back: at a start, at another place, or after the clock is set back.
/// 7. *The clock is set, or another boot begins, before the first entry of a new ledger*: this counts as a first start.
///
/// An entry counts for an occurrence unless, according to the current clock, it was written more than 45 minutes before
/// the occurrence: then the clock was ahead, and was set back. For an entry of an earlier boot, the service knows only
/// the boot. An entry that was too early by the clock of that boot may be forgotten together with the boot.
///
/// The results of several popups that were requested together may be written to the ledger once all of them have
/// arrived.
struct AnnouncementOracle: Judge {
    typealias Key = SunTable.Due

    /// An occurrence with a journal entry.
    struct Said {
        let key: Key
        let isMissed: Bool
        /// Whether its popup is still pending, or the ledger may not contain its completion yet.
        var isOpen: Certainty
        /// Whether the entry is in a ledger on the disk.
        var isKept: Bool
        /// The number of the look in which the announcement was completed.
        var closed: Int?
        var isLost = false
        /// The time since the boot, and the number of the boot.
        var uptime: Duration
        var boot: Int
        /// Whether the entry was too early according to a later clock.
        var wasEarly = false
        var clockWasSetBack = false
        var farthest = Duration.zero

        /// Exception 1.
        var isForgotten: Bool { isLost || clockWasSetBack && farthest > .day }
    }

    enum Certainty { case no, unsure, yes }
    /// What the service knows of earlier runs.
    enum Memory { case lost, unsure, sound }
    /// The required kind of entry.
    enum Due { case announced, missed }

    let sun: SunTable
    var violations: [Oracle.Violation] = []
    var clock = Instant.earliest
    var uptime = Duration.zero
    var boot = 0
    /// The time of the boot according to the current clock.
    var booted = Instant.earliest
    /// Whether the ledger on the disk contains no entry since its creation.
    var isFresh = true
    var written = WrittenEntries()

    // The current state.
    var situation: Chronicle.Situation?
    var change: Chronicle.Situation?
    var isRunning = false
    var diskWorks = true
    var diskFailedInRun = false
    var memory = Memory.lost
    /// Occurrences before this time need no entry, according to exception 3.
    var freeBefore = Instant.earliest

    // The history.
    var said: [Said] = []
    /// The clock and the place at the last look, and the highest clock so far.
    var seen: (clock: Instant, place: Observer?)?
    var highest = Instant.earliest
    var tags: [Popup.ID: String] = [:]
    /// The alerts and clock rules that applied when the ledger was last written.
    var keptRules: Set<String> = []
    /// The times at which rules took effect while the service was running.
    var inForceSince: [String: Instant] = [:]
    /// Occurrences to which exception 5 may apply.
    var unmissed: Set<Key> = []
    /// Missed occurrences that the clock reached again after it was set back. If the clock is then set forward past one
    /// of them, an entry is optional.
    var again: Set<Key> = []
    /// The popups to which the server has not replied yet.
    var unanswered: Set<Popup.ID> = []
    /// Shown popups. The ledger need not contain them as shown until there is a reply to each popup.
    var shown: Set<Key> = []
    /// The look in which the last reply arrives. The ledger must contain the replies at its end.
    var keeping: Int?

    /// The requests to write the ledger that the disk has not completed, by their number.
    var requested: [Int: RequestedLedger] = [:]

    /// The current look, and the entries that are expected in it.
    var look = Look()

    struct Look {
        var number = 0
        /// Whether it is the first look of a run.
        var isStart = false
        /// The number of the look's first request to write the ledger.
        var firstRequest: Int?
        /// Whether the ledger was written in the look.
        var hasKept = false
        /// Whether the clock was set before the look, or another boot has begun.
        var isOfNewClock = false
        /// Whether the look covers occurrences before the last look.
        var looksBack = false
        /// Whether exception 3 applies.
        var isUnsure = false
        /// The rules to which exception 6 applies.
        var newRules: Set<String> = []
        /// The state before the look.
        var seenBefore: (clock: Instant, place: Observer?)?
        var highestBefore = Instant.earliest
        /// The situations during the look.
        var views: [Chronicle.Situation] = []
        var due: [Key: Due] = [:]
        var owesSummary = false
        var maySummarise = false
        /// Announcements in which an earlier run may have been interrupted.
        var interrupted: Set<Key> = []
        var mustRecover: Set<Key> = []
    }

    /// Events since the start of the current look.
    var pending = Pending()

    struct Pending {
        var isStart = false
        /// Whether the clock has only run, without a step or a suspend.
        var clockRan = true
        /// Whether the clock was set, or another boot has begun.
        var clockWasSet = false
        /// The server's reply.
        var answer: (id: Popup.ID, isShown: Bool)?
    }

    /// Interrupted announcements that a boot has not reached, because its clock may be behind. A clock that is set
    /// right, or the next boot, completes them.
    var left: Set<Key> = []
    /// Announcements that were interrupted by the end of a run.
    var cut: [Key: (uptime: Duration, boot: Int)] = [:]
    /// The time of the original announcement that is being recovered.
    var firstTold: (uptime: Duration, boot: Int)?

    init(sun: SunTable) { self.sun = sun }

    mutating func take(_ record: Chronicle.Record) {
        (clock, uptime) = (record.clock, record.uptime)
        if boot != record.boot {
            // Once the clock is past all announcements, only those count as lost that were early by the clock of their
            // own boot.
            for index in said.indices where said[index].wasEarly && (said[index].boot == boot || clock < highest) {
                said[index].isLost = true
            }
            boot = record.boot
            pending.clockWasSet = true
        } else if clock - uptime != booted {
            pending.clockWasSet = true
        }
        booted = clock - uptime
        written.take(record)
        switch record.what {
        case .started(let situation):
            self.situation = situation
            (isRunning, diskFailedInRun) = (true, !diskWorks)
            (unanswered, shown, keeping, requested) = ([], [], nil, [:])
            pending = Pending(isStart: true, clockRan: false, clockWasSet: pending.clockWasSet)
        case .ended(let end): finish(end)
        case .changed(let situation): change = situation
        case .looked: beginLook(freeSince: record.free)
        case .awake: if isRunning { beginLook(freeSince: clock) }
        case .jumped: pending.clockRan = false
        case .diskWorks(let works):
            diskWorks = works
            if !works { diskFailedInRun = true }
        case .ledgerLost:
            (memory, isFresh, left) = (.lost, true, [])
            for index in said.indices { said[index].isLost = true }
        case .wrote(let fact): hear(fact)
        case .asked(let popup, _):
            tags[popup.id] = popup.tag
            unanswered.insert(popup.id)
            // A popup that waited for the reply belongs to the same group of requests.
            keeping = nil
        case .answered(let id, let failure):
            pending.answer = (id, isShown: failure == nil)
        case .keepRequested(let number, _, _): noteRequest(number)
        case .kept(let number): noteKept(number)
        case .keepFailed: noteFailure()
        case .calledPhase, .fired, .appeared, .serverAppeared, .stopRequested, .ledgerAnswered: break
        }
    }

    /// Marks the last matching announcement as completed by the server's reply.
    ///
    /// - Parameter isKept: whether the ledger was written with the reply.
    mutating func close(isKept: Bool, _ isIt: (Key) -> Bool) {
        guard let index = said.lastIndex(where: { isIt($0.key) }), said[index].isOpen == .yes else { return }
        said[index].isOpen = isKept && diskWorks ? .no : .unsure
        said[index].closed = look.number
        if !isKept, diskWorks { shown.insert(said[index].key) }
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
            if said.contains(where: { !$0.isLost }) { isFresh = false }
            memory = memory == .lost ? .lost : .sound
        } else if diskFailedInRun, memory == .sound {
            memory = .unsure
        }
        for index in said.indices where !said[index].isKept { said[index].isLost = true }
    }

    /// Handles a kill in the middle of the last look.
    private mutating func leaveOff() {
        note(cut: look.due.keys)
        if look.hasKept { written.startAgain(look.due.keys) }
        for view in look.views {
            let start = clock - view.notifications.grace - .microseconds(1)
            let recent = sun.dues(after: start, through: clock, in: view)
            let again = recent.filter { objection(to: $0, isMissed: false) == nil }
            note(cut: again)
            // Entries written again that the disk has not received may now be on it as started again.
            if look.hasKept { written.startAgain(again.filter(written.rewritten.contains)) }
            // The same holds for entries that an earlier clock, which was ahead, had announced too early.
            let early = again.filter { key in said.contains { $0.key == key && (isEarly($0) || $0.isLost) } }
            guard look.hasKept, !early.isEmpty else { continue }
            written.startAgain(early)
            for index in said.indices where early.contains(said[index].key) { said[index].isOpen = .unsure }
        }
        noteFailure()
        // The first ledger of a start completes announcements that are too late to repeat, before their entries.
        if look.isStart, look.hasKept {
            for index in said.indices where look.mustRecover.contains(said[index].key) { said[index].isOpen = .unsure }
        }
        if look.isStart, memory == .lost { memory = .unsure }
        seen = look.seenBefore
        look = Look(number: look.number)
    }

    private mutating func note(cut keys: some Sequence<Key>) {
        for key in keys { cut[key] = cut[key] ?? (uptime, boot) }
    }

    /// Ends the look: all required entries must be written by now.
    mutating func settle() {
        if diskWorks { unmissed = [] }
        if let keeping, keeping <= look.number {
            if let key = shown.first, diskWorks { complain(.answersNotKept, about: key) }
            (self.keeping, shown) = (nil, [])
        }
        for (key, due) in look.due.sorted(by: { $0.key.instant < $1.key.instant }) {
            complain(.notAnnounced, about: "\(key), \(due)")
        }
        if look.owesSummary { complain(.outageNotSummarized, about: clock) }
        for key in look.mustRecover { complain(.notRecovered, about: key) }
        if look.isStart {
            if memory == .lost, diskWorks { memory = .sound }
            for rule in look.newRules { inForceSince[rule] = seen?.clock ?? clock }
            for index in said.indices where said[index].isOpen == .unsure && said[index].closed != look.number {
                said[index].isOpen = .no
            }
            left = look.interrupted.filter { $0.instant > clock - uptime }
            cut = [:]
        }
        look = Look(number: look.number)
    }
}
