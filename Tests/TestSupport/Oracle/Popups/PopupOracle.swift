import Solar
import Tracker

/// The expected popups, and the allowed wakeups.
///
/// - An entry about an event whose notification is enabled requires a popup immediately, until the end of the grace.
///   An entry about a missed event requires no popup. A clock that is set back does not make the wait longer than the
///   - The popup of a sunrise or sunset that starts or ends a polar day or night is replaced by the popup for the polar
///     day or night, and the popup for an end by the popup for a start.
///   - A required popup is shown, or reported as not shown: when its wait ends, or when a later popup replaces it. Only
///     the end of the run leaves it pending. The next run either announces the occurrence again (see
///     `AnnouncementOracle`), or finds its entry in the ledger. Then the popup is required at the start, or reported as
///     not shown if it is too late.
/// - Popups that are optional at a start are requested immediately, or after the others: until the server has shown a
///   popup, popups may be requested one at a time, and each once before any is requested again.
/// - A popup is requested only once, except after a failure, or for a new server. The delays after consecutive
///   failures, of all popups together, are 5, 10, 20, ... s. Their limit is the lesser of 80 s and a quarter of the
///   grace, or an eighth of the grace if that is longer, according to the grace at the failure. While one request is
///   pending, the others may wait. After a popup was shown, the next delay is the shortest again.
/// - If one popup replaces another, they are never on the screen at the same time.
/// - The timer fires only for an occurrence, or to retry or drop a popup.
struct PopupOracle: Judge {
    typealias Key = SunTable.Due

    let sun: SunTable
    var violations: [Oracle.Violation] = []
    var clock = Instant.earliest
    var situation: Chronicle.Situation?
    var isRunning = false
    var clockRan = false
    var look = 0
    var serverIsNew = false
    /// The timer has fired, but no occurrence is due.
    var isUnnamed = false
    var fired = false
    /// The number of failures since a popup was last shown, and the time of the next request; nil after the clock has
    /// jumped.
    var failures = 0
    var nextTry: Instant?
    /// Whether the current server has shown the last requested popup, or has refused it after showing another one.
    var isProven = false
    /// Whether the server has replied since the last look of the service.
    var hasAnswer = false
    /// The number of requests since a popup was last shown, or since the first popup is expected; the number of
    /// additional requests that new popups and new servers allow; and the start of that time.
    var tries = 0
    var allowance = 0
    var triesSince: Instant?
    var seen: Instant?
    /// Whether the current look is the first of the run.
    var isStart = false
    var wanted: [Wanted] = []
    var written = WrittenEntries()
    /// The pending popups of the last run.
    var left: [Wanted] = []
    /// Popups that were shown or dropped, which the ledger on the disk does not contain yet.
    var closed: [Wanted] = []
    /// The value of `closed` at a request to write the ledger that the disk has not completed, by the number of the
    /// request.
    var requested: [Int: [Wanted]] = [:]
    /// Popups that are optional: at the next start, and at the current one.
    var (freeNext, free): ([Wanted], [Wanted]) = ([], [])
    /// Popups of entries that are too early by the clock of a later boot. They are optional once this clock is set
    /// right, and at the next start.
    var early: [Wanted] = []
    /// Popups that were replaced by later ones.
    var superseded: [Wanted] = []
    /// The subjects of the requested popups.
    var subjects: [Popup: Key] = [:]
    /// The last start and end of polar days and nights in the journal, by rule.
    var polar: [String: Key] = [:]
    /// The popups on the screen, by tag.
    var screen: [String: Key] = [:]

    init(sun: SunTable) { self.sun = sun }

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        written.take(record)
        switch record.what {
        case .started(let situation):
            self.situation = situation
            (isRunning, clockRan) = (true, false)
            takeUpWhatIsLeft()
        case .ended(let end): finish(end)
        case .changed(let situation): self.situation = situation
        case .looked: beginLook(freeSince: record.free)
        case .awake: if isRunning { beginLook(freeSince: clock) }
        case .jumped: clockRan = false
        // A service that waits for the disk has not rearmed the timer.
        case .fired: if !record.isWaiting { fired = true }
        case .wrote(let fact): hear(fact)
        case .asked(let popup, let localTime): ask(popup, localTime)
        case .answered(let id, let failure): answer(id, failure)
        case .appeared(let popup): appear(popup)
        case .serverAppeared:
            screen = [:]
            serverIsNew = true
        case .keepRequested(let number, _, _): requested[number] = closed
        case .kept(let number):
            let onDisk = requested[number] ?? []
            closed.removeAll { popup in onDisk.contains { $0.key == popup.key } }
            requested = requested.filter { $0.key > number }
        case .ledgerLost: (left, freeNext, early) = ([], [], [])
        case .calledPhase, .diskWorks, .keepFailed, .ledgerAnswered, .stopRequested: break
        }
    }

    private mutating func finish(_ end: Chronicle.End) {
        if end != .killed(midway: true) { settle() }
        let isOnDisk = { [written] (popup: Wanted) in written.onDisk.contains(popup.key) }
        let isRewritten = { [written] (popup: Wanted) in written.rewritten.contains(popup.key) }
        let pending = wanted.filter(isOnDisk)
        left = pending.filter { !isRewritten($0) }
        freeNext = (free + closed + superseded).filter(isOnDisk) + pending.filter(isRewritten)
        // The popup was being resumed or dropped.
        if end == .killed(midway: true), isStart { (left, freeNext) = ([], freeNext + left) }
        (free, closed, requested) = ([], [], [:])
        (isRunning, wanted, superseded, seen) = (false, [], [], nil)
        (isUnnamed, failures, nextTry, isProven) = (false, 0, nil, false)
        (tries, allowance, triesSince) = (0, 0, nil)
    }

    /// Resumes the popups of the last run whose entries are not written again.
    private mutating func takeUpWhatIsLeft() {
        guard let situation else { return }
        for popup in left {
            let key = popup.key
            let age = (clock - key.instant).magnitude
            let isCertain =
                age < .day && situation.rules.contains(key.rule) && situation.notifies(key.rule)
                && !written.isEarly(key) && !key.rule.contains("dst-change") && !key.rule.hasPrefix("polar-")
                && !polar.values.contains(where: key.isLeft)
            guard isCertain else {
                freeNext.append(popup)
                continue
            }
            let isLate = age > grace || situation.observer == nil
            want(key, popup.eventInstant, deadline: isLate ? .earliest : key.instant + grace, look: look + 1)
        }
        (left, isStart) = ([], true)
        freeNext += early
        early = freeNext.filter { written.isEarly($0.key) }
    }

    /// - Parameter free: when the service was free to handle the input.
    mutating func beginLook(freeSince free: Instant) {
        settle()
        if wanted.isEmpty { (tries, allowance, triesSince) = (0, 0, nil) }
        release(freeNext)
        freeNext = []
        if !clockRan {
            release(early.filter { !written.isEarly($0.key) })
            early.removeAll { !written.isEarly($0.key) }
        }
        if let seen, clockRan {
            for popup in wanted {
                if free > popup.deadline + .microseconds(1), seen <= popup.deadline {
                    complain(.popupNotDroppedInTime, about: popup.key)
                }
                if isOverdue(popup, at: free) { complain(.popupNotRetried, about: popup.key) }
            }
        }
        if !clockRan {
            (nextTry, tries, triesSince) = (nil, 0, nil)
            for index in wanted.indices {
                wanted[index].ownTurn = nil
                if let seen, clock < seen {
                    wanted[index].deadline = min(wanted[index].deadline, clock + grace)
                    wanted[index].patience = max(wanted[index].patience, grace)
                }
            }
        }
        if serverIsNew {
            allowance += 1
            loseProof()
            for index in wanted.indices { wanted[index].isOwedAgain = true }
        }
        for index in wanted.indices { wanted[index].interval = min(wanted[index].interval, wait(after: 20)) }
        if fired { nameWakeup(freeSince: free) }
        (seen, clockRan, serverIsNew, hasAnswer) = (clock, true, false, false)
        look += 1
    }

    /// Restarts the delays of all popups with the shortest, even for popups that were rejected individually.
    mutating func loseProof() {
        if isProven { for index in wanted.indices where wanted[index].tries > 0 { wanted[index].restarts += 1 } }
        isProven = false
    }

    /// Allows popups from now on, until the end of the current grace.
    private mutating func release(_ popups: [Wanted]) {
        for var popup in popups {
            popup.deadline = popup.key.instant + grace
            free.append(popup)
        }
    }

    /// Whether a request is pending.
    var isAsking: Bool {
        wanted.contains { if case .asked = $0.state { true } else { false } }
    }

    /// Whether the popup's next request is overdue at this time.
    private func isOverdue(_ popup: Wanted, at time: Instant) -> Bool {
        guard !isAsking, popup.state != .unanswered || popup.isOwedAgain, let nextTry, failures > 0 else {
            return false
        }
        let own = popup.refusals > 0 ? popup.ownTurn ?? .latest : .earliest
        return time > min(max(own, nextTry), popup.deadline + .microseconds(1))
    }

    func wait(after failures: Int) -> Duration {
        min(.seconds(5 << min(failures - 1, 14)), max(min(.seconds(80), grace / 4), grace / 8))
    }

    var grace: Duration { situation?.notifications.grace ?? .zero }

    mutating func settle() {
        for popup in superseded { complain(.popupReplacedSilently, about: popup.key) }
        superseded = []
        let mayStillComeToItsTurn = hasAnswer || !isProven && (isAsking || failures > 0)
        if !mayStillComeToItsTurn { free = [] }
        if seen != nil { isStart = false }
        if isUnnamed { complain(.needlessWakeup, about: clock) }
        isUnnamed = false
        guard let seen else { return }
        for popup in wanted {
            if popup.deadline < seen {
                complain(.popupNotDropped, about: popup.key)
            } else if popup.state == .wanted, !isAsking, !hasAnswer, failures == 0 {
                complain(.popupNotRequested, about: popup.key)
            }
        }
        wanted.removeAll { $0.deadline < seen }
    }

    /// Looks for the reason of a wakeup by the timer: an occurrence, or a popup that must then be requested or dropped.
    private mutating func nameWakeup(freeSince free: Instant) {
        fired = false
        let start = clockRan ? free - .microseconds(1) : seen ?? clock
        isUnnamed = situation.flatMap { sun.first(after: start, through: clock, in: $0) } == nil
    }

    /// Requires a popup until the deadline.
    mutating func want(
        _ key: Key, _ eventInstant: Instant, deadline: Instant, look: Int
    ) {
        wanted.append(
            Wanted(
                key: key, eventInstant: eventInstant, deadline: deadline, patience: grace,
                look: look,
                interval: wait(after: 20)))
    }
}

extension PopupOracle {
    /// A popup that must be shown, or reported as not shown.
    struct Wanted {
        let key: Key
        let eventInstant: Instant
        var deadline: Instant
        /// The maximum time for which the popup may be pending.
        var patience: Duration
        let look: Int
        var state = State.wanted
        /// The number of times that the server has rejected the popup.
        var refusals = 0
        /// The time of the popup's next request after a rejection; nil after the clock has jumped.
        var ownTurn: Instant?
        /// Whether there is a new server to which the popup has not been sent.
        var isOwedAgain = false
        var tries = 0
        /// How often the delays have started again with the shortest since the popup's first request.
        var restarts = 0
        /// The lowest limit of the retry delay since the popup is expected.
        var interval: Duration
    }

    enum State: Hashable {
        case wanted
        case asked(Popup.ID)
        case refused, unanswered
    }
}
