import Solar
import Tracker

/// What should be on the screen, and when the service may wake up.
///
/// - An entry about an event whose switch is on wants a popup at once, until the grace is over; one about the last of a
///   kind that was missed, where `Late=notify`, until the grace is over from then on. A clock that is set back does not
///   make the wait longer than the grace.
/// - The popup of a sunrise or sunset that begins or ends a polar day or night is left to the popup for that, and that of an
///   end to that of a beginning.
/// - A popup that is wanted is shown, or said not to be shown: at the end of the wait, or when a later one takes its
///   place. Only the end of the run leaves it open. The next run announces it again, as `AnnouncementOracle` knows, or has its
///   entry in the ledger: then its popup is wanted at the start, or is said not to be shown where it is too late.
/// - What may be wanted at a start, or not, is asked for at once, or as soon as the others leave it a turn: until the server
///   has shown one they may go one by one, and then none has its second turn before all have had their first.
/// - It is asked for once; again only after a failure, or of a server that is new. Failures in a row, whichever popup's,
///   are 5, 10, 20, ... s apart, but at most 80 s and a quarter of the grace, or an eighth of it, by the grace in force when
///   it fails. While one is asked for the others may wait.
/// - Two popups on the screen are never of one moment, where the one is left to the other.
/// - The timer fires for an occurrence, or to show a popup again or to give it up, and for nothing else.
struct PopupOracle {
    let sun: SunTable
    var violations: [Oracle.Violation] = []
    var clock = Instant.earliest
    var situation: Chronicle.Situation?
    var isRunning = false
    var clockRan = false
    var look = 0
    var serverIsNew = false
    /// The timer has fired for no occurrence.
    var isUnnamed = false
    var fired = false
    /// A notice about the service itself that was asked for and not shown yet.
    var notice: Popup.ID?
    /// Whether the server has the question for it.
    var noticeIsAsked = false
    /// Failures since a popup was last shown, and when the next try is due; nil where the clock has not run since.
    var failures = 0
    var nextTry: Instant?
    /// Whether the server that is there has shown the popup that it was asked for last, or refused it after another.
    var isProven = false
    /// The server has answered, and the service has not looked round since.
    var hasAnswer = false
    /// How often the server was asked since it has last shown one, or since something is wanted; since when; and how many
    /// tries of their own new popups and new servers had in that time.
    var tries = 0
    var allowance = 0
    var triesSince: Instant?
    var seen: Instant?
    /// The present look is the first of the run.
    var isStart = false
    var wanted: [Wanted] = []
    var written = WrittenEntries()
    /// What the last run has left open.
    var left: [Wanted] = []
    /// What was shown or given up, and the ledger on the disk does not know yet.
    var closed: [Wanted] = []
    /// What may be wanted at a start, or be given up, or not: the next start, and the present one.
    var (freeNext, free): ([Wanted], [Wanted]) = ([], [])
    /// What a later one has taken the place of.
    var superseded: [Wanted] = []
    /// What was missed just before another of its kind: it may have been wanted for a moment.
    var yielded: [Wanted] = []
    /// What each popup that was asked for is about.
    var subjects: [Popup: (rule: String, instant: Instant)] = [:]
    /// When the journal last had a polar day or night begin or end.
    var polar: [String: Instant] = [:]
    /// What is on the screen, by tag.
    var screen: [String: (rule: String, instant: Instant)] = [:]

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
        case .changed(let situation, _): self.situation = situation
        case .looked: beginLook()
        case .awake: if isRunning { beginLook() }
        case .jumped: clockRan = false
        case .fired: fired = true
        case .wrote(let entry): hear(entry)
        case .asked(let popup): ask(popup)
        case .answered(let id, let failure): answer(id, failure)
        case .appeared(let popup): appear(popup)
        case .serverAppeared:
            screen = [:]
            serverIsNew = true
        case .kept: closed = []
        case .ledgerLost: (left, freeNext) = ([], [])
        // A fix becomes the better one.
        case .located(let observer): if observer != nil { fired = false }
        case .began, .learned, .fixLost, .diskWorks, .fixKept, .authorized, .ordered, .called,
            .hooksCalled, .hookFailed, .contradicted,
            .stopRequested:
            break
        }
    }

    mutating func complain(_ rule: Oracle.Rule, _ text: String) {
        violations.append(Oracle.Violation(rule: rule, clock: clock, text: text))
    }

    private mutating func finish(_ end: Chronicle.End) {
        if end != .killed(midway: true) { settle() }
        let isOnDisk = { [written] (popup: Wanted) in
            !popup.isMissed
                && written.onDisk.contains(AnnouncementOracle.Key(rule: popup.rule, instant: popup.instant))
        }
        (left, freeNext) = (wanted.filter(isOnDisk), (free + closed + superseded).filter(isOnDisk))
        // It was being taken up, or given up.
        if end == .killed(midway: true), isStart { (left, freeNext) = ([], freeNext + left) }
        (free, closed) = ([], [])
        (isRunning, wanted, superseded, yielded, seen) = (false, [], [], [], nil)
        (isUnnamed, notice, noticeIsAsked) = (false, nil, false)
        (failures, nextTry, isProven, tries, allowance, triesSince) = (0, nil, false, 0, 0, nil)
    }

    /// Goes on with the popups of the last run whose entries need not be written again.
    private mutating func takeUpWhatIsLeft() {
        guard let situation else { return }
        for popup in left {
            let age = (clock - popup.instant).magnitude
            let isCertain =
                age < .day && situation.rules.contains(popup.rule) && situation.notifies(popup.rule)
                && !written.isEarly(AnnouncementOracle.Key(rule: popup.rule, instant: popup.instant))
                && !popup.rule.contains("dst-change") && !popup.rule.hasPrefix("polar-")
                && !polar.contains { $0.value == popup.instant && isLeft(popup.rule, to: $0.key) }
            guard isCertain else {
                freeNext.append(popup)
                continue
            }
            let isLate = age > grace || situation.observer == nil
            wanted.append(
                Wanted(
                    rule: popup.rule, instant: popup.instant, eventInstant: popup.eventInstant, isMissed: false,
                    deadline: isLate ? .earliest : popup.instant + grace, patience: grace, look: look + 1,
                    interval: wait(after: 20)))
        }
        (left, isStart) = ([], true)
    }

    mutating func beginLook() {
        settle()
        if wanted.isEmpty, notice == nil { (tries, allowance, triesSince) = (0, 0, nil) }
        (free, freeNext) = (free + freeNext, [])
        if let seen, clockRan {
            for popup in wanted {
                if clock > popup.deadline + .microseconds(1), seen <= popup.deadline {
                    complain(
                        .popupNotDroppedInTime, "nobody dropped the popup for \(popup.rule) of \(popup.instant)"
                    )
                }
                if isOverdue(popup) {
                    complain(.popupNotRetried, "nobody tried again to show \(popup.rule) of \(popup.instant)")
                }
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
            isProven = false
            for index in wanted.indices { wanted[index].isOwedAgain = true }
        }
        for index in wanted.indices { wanted[index].interval = min(wanted[index].interval, wait(after: 20)) }
        if fired { nameWakeup() }
        (seen, clockRan, serverIsNew, hasAnswer) = (clock, true, false, false)
        look += 1
    }

    /// Whether somebody waits for an answer of the server.
    var isAsking: Bool {
        noticeIsAsked || wanted.contains { if case .asked = $0.state { true } else { false } }
    }

    /// Whether it is later than the next try.
    private func isOverdue(_ popup: Wanted) -> Bool {
        guard !isAsking, popup.state != .unanswered || popup.isOwedAgain, let nextTry, failures > 0 else {
            return false
        }
        let own = popup.refusals > 0 ? popup.ownTurn ?? .latest : .earliest
        return clock > min(max(own, nextTry), popup.deadline + .microseconds(1))
    }

    func wait(after failures: Int) -> Duration {
        min(.seconds(5 << min(failures - 1, 14)), max(min(.seconds(80), grace / 4), grace / 8))
    }

    var grace: Duration { situation?.notifications.grace ?? .zero }

    mutating func settle() {
        for popup in superseded {
            complain(
                .popupReplacedSilently,
                "the popup for \(popup.rule) of \(popup.instant) was replaced without an entry")
        }
        (superseded, yielded) = ([], [])
        let mayStillComeToItsTurn = hasAnswer || !isProven && (isAsking || failures > 0)
        if !mayStillComeToItsTurn { free = [] }
        if seen != nil { isStart = false }
        // A notice is given up in silence: the journal has it.
        if isUnnamed, notice == nil { complain(.needlessWakeup, "a wakeup for nothing") }
        if isUnnamed { (isUnnamed, notice) = (false, nil) }
        guard let seen else { return }
        for popup in wanted {
            if popup.deadline < seen {
                complain(
                    .popupNotDropped,
                    "the popup for \(popup.rule) of \(popup.instant) is neither shown nor dropped")
            } else if popup.state == .wanted, !isAsking, !hasAnswer, failures == 0 {
                complain(.popupNotRequested, "no popup is asked for, for \(popup.rule) of \(popup.instant)")
            }
        }
        wanted.removeAll { $0.deadline < seen }
    }

    // MARK: When it wakes

    /// The present look is the timer's.
    private mutating func nameWakeup() {
        fired = false
        let happens = situation.flatMap {
            sun.first(after: clockRan ? clock - .microseconds(1) : seen ?? clock, through: clock, in: $0)
        }
        guard happens == nil else { return }
        // Then it is for a popup, and has to lead to something.
        isUnnamed = true
    }
}

extension PopupOracle {
    /// A popup that should be shown, or said not to be.
    struct Wanted {
        let rule: String
        let instant, eventInstant: Instant
        let isMissed: Bool
        var deadline: Instant
        /// How long the wait for it may be.
        var patience: Duration
        let look: Int
        var state = State.wanted
        /// How often it was refused.
        var refusals = 0
        /// When it may be tried again after it was refused; nil where the clock has not run since.
        var ownTurn: Instant?
        /// A new server is there and was not asked.
        var isOwedAgain = false
        var tries = 0
        /// The shortest of the longest waits between two tries that were in force since it was wanted.
        var interval: Duration
    }

    enum State: Hashable {
        case wanted
        case asked(Popup.ID)
        case refused, unanswered
    }
}
