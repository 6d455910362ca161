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
    private var clock = Instant.earliest
    private var situation: Chronicle.Situation?
    private var isRunning = false
    private var clockRan = false
    private var look = 0
    private var serverIsNew = false
    /// The timer has fired for no occurrence.
    private var isUnnamed = false
    private var fired = false
    /// A notice about the service itself that was asked for and not shown yet.
    private var notice: Popup.ID?
    /// Whether the server has the question for it.
    private var noticeIsAsked = false
    /// Failures since a popup was last shown, and when the next try is due; nil where the clock has not run since.
    private var failures = 0
    private var nextTry: Instant?
    /// Whether the server that is there has shown the popup that it was asked for last, or refused it after another.
    private var isProven = false
    /// The server has answered, and the service has not looked round since.
    private var hasAnswer = false
    /// How often the server was asked since it has last shown one, or since something is wanted; since when; and how many
    /// tries of their own new popups and new servers had in that time.
    private var tries = 0
    private var allowance = 0
    private var triesSince: Instant?
    private var seen: Instant?
    /// The present look is the first of the run.
    private var isStart = false
    private var wanted: [Wanted] = []
    private var written = WrittenEntries()
    /// What the last run has left open.
    private var left: [Wanted] = []
    /// What was shown or given up, and the ledger on the disk does not know yet.
    private var closed: [Wanted] = []
    /// What may be wanted at a start, or be given up, or not: the next start, and the present one.
    private var (freeNext, free): ([Wanted], [Wanted]) = ([], [])
    /// What a later one has taken the place of.
    private var superseded: [Wanted] = []
    /// What was missed just before another of its kind: it may have been wanted for a moment.
    private var yielded: [Wanted] = []
    /// What each popup that was asked for is about.
    private var subjects: [Popup: (rule: String, instant: Instant)] = [:]
    /// When the journal last had a polar day or night begin or end.
    private var polar: [String: Instant] = [:]
    /// What is on the screen, by tag.
    private var screen: [String: (rule: String, instant: Instant)] = [:]

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
        case .looked: lookRound()
        case .awake: if isRunning { lookRound() }
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
        case .diskWorks, .fixKept, .authorized, .ordered, .called, .hooksCalled, .hookFailed, .contradicted,
            .stopRequested:
            break
        }
    }

    private mutating func complain(_ rule: Oracle.Rule, _ text: String) {
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

    private mutating func lookRound() {
        settle()
        if wanted.isEmpty, notice == nil { (tries, allowance, triesSince) = (0, 0, nil) }
        (free, freeNext) = (free + freeNext, [])
        if let seen, clockRan {
            for popup in wanted {
                if clock > popup.deadline + .microseconds(1), seen <= popup.deadline {
                    complain(.popupNotDroppedInTime, "nobody gave up the popup for \(popup.rule) of \(popup.instant)")
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
    private var isAsking: Bool {
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

    private func wait(after failures: Int) -> Duration {
        min(.seconds(5 << min(failures - 1, 14)), max(min(.seconds(80), grace / 4), grace / 8))
    }

    private var grace: Duration { situation?.notifications.grace ?? .zero }

    mutating func settle() {
        for popup in superseded {
            complain(.popupReplacedSilently, "the popup for \(popup.rule) of \(popup.instant) gave way unsaid")
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
                    .popupNotDropped, "the popup for \(popup.rule) of \(popup.instant) is neither shown nor given up")
            } else if popup.state == .wanted, !isAsking, !hasAnswer, failures == 0 {
                complain(.popupNotRequested, "no popup is asked for, for \(popup.rule) of \(popup.instant)")
            }
        }
        wanted.removeAll { $0.deadline < seen }
    }

    // MARK: What is wanted

    private mutating func hear(_ entry: JournalEntry) {
        if entry.kind == .notShown, let told = Told(entry, of: .notShown) { return giveUp(told) }
        guard let told = Told(entry), let situation else { return }
        if told.rule.hasPrefix("polar-") { polar[told.rule] = told.instant }
        guard situation.notifies(told.rule) else { return }
        if told.isMissed, told.isRecovered || situation.notifications.late == .journal { return }
        let left = wanted.filter { $0.instant == told.instant && isLeft($0.rule, to: told.rule) }
        wanted.removeAll { $0.instant == told.instant && isLeft($0.rule, to: told.rule) }
        // The entry of one comes before that of the other, but it never wanted a popup, and nothing had to give way to it.
        for popup in left where popup.look == look {
            wanted += superseded.filter { tag(of: $0.rule) == tag(of: popup.rule) }
            superseded.removeAll { tag(of: $0.rule) == tag(of: popup.rule) }
        }
        let isLeftToPolar = polar.contains {
            $0.value == told.instant && isLeft(told.rule, to: $0.key) && situation.notifies($0.key)
        }
        if isLeftToPolar { return }
        for popup in wanted where tag(of: popup.rule) == tag(of: told.rule) {
            if popup.isMissed && popup.look == look { yielded.append(popup) } else { superseded.append(popup) }
        }
        wanted.removeAll { tag(of: $0.rule) == tag(of: told.rule) }
        allowance += 1
        wanted.append(
            Wanted(
                rule: told.rule, instant: told.instant, eventInstant: told.eventInstant, isMissed: told.isMissed,
                deadline: (told.isMissed ? clock : told.instant) + grace, patience: grace, look: look,
                interval: wait(after: 20)))
    }

    private mutating func giveUp(_ told: Told) {
        isUnnamed = false
        let isIt = { (popup: Wanted) in popup.rule == told.rule && popup.instant == told.instant }
        if superseded.contains(where: isIt) {
            closed += superseded.filter(isIt)
            superseded.removeAll(where: isIt)
        } else if let popup = wanted.first(where: isIt) {
            if popup.deadline >= clock {
                complain(.popupDroppedEarly, "the popup for \(popup.rule) of \(popup.instant) is given up early")
            }
            closed += wanted.filter(isIt)
            wanted.removeAll(where: isIt)
        } else if let index = free.firstIndex(where: isIt) {
            closed.append(free.remove(at: index))
        } else if !yielded.contains(where: isIt) {
            complain(.needlessDrop, "a popup is given up that nobody wants: \(told.rule) of \(told.instant)")
        }
    }

    // MARK: What is shown

    private mutating func ask(_ popup: Popup) {
        isUnnamed = false
        tries += 1
        triesSince = triesSince ?? clock
        // As for each popup below, however many there are.
        let elapsed = max(.zero, clock - (triesSince ?? clock))
        if tries > 24 + allowance + Int(elapsed / wait(after: 20)) {
            complain(.tooManyRequests, "too many tries to show anything")
        }
        guard popup.tag != "settings" else {
            (notice, noticeIsAsked) = (popup.id, true)
            return
        }
        if !wanted.contains(where: { tag(of: $0.rule) == popup.tag }),
            let index = free.firstIndex(where: { tag(of: $0.rule) == popup.tag })
        {
            let popup = free.remove(at: index)
            wanted.append(
                Wanted(
                    rule: popup.rule, instant: popup.instant, eventInstant: popup.eventInstant, isMissed: false,
                    deadline: popup.instant + grace, patience: grace, look: look, interval: wait(after: 20)))
        }
        guard let index = wanted.firstIndex(where: { tag(of: $0.rule) == popup.tag }) else {
            return complain(.needlessPopup, "a popup nobody wants: \(popup.summary)")
        }
        let event = wanted[index]
        switch event.state {
        case .asked where !event.isOwedAgain, .unanswered where !event.isOwedAgain:
            complain(
                .requestedWhileUnanswered,
                "asked again for \(event.rule) of \(event.instant), while the server has the question")
        default: break
        }
        wanted[index].tries += 1
        if wanted[index].tries > 1, !isProven { free = [] }
        // After 5 s, 10 s, ... to the longest wait; more only where the clock is set or the server is new.
        if wanted[index].tries > 16 + Int(event.patience / event.interval) {
            complain(.tooManyRetries, "too many tries to show \(event.rule) of \(event.instant)")
        }
        if clock > event.deadline { complain(.popupTooLate, "shown too late: \(event.rule) of \(event.instant)") }
        let words = situation?.localTime.timeOfDay(at: event.eventInstant).split(separator: " ") ?? []
        let time = words.joined(separator: "\u{A0}")
        if !popup.body.hasPrefix(time), !event.rule.hasSuffix("dst-change"), !event.rule.hasSuffix("dst-change)") {
            complain(.wrongPopupTime, "the popup says \(popup.body), and it was at \(time)")
        }
        subjects[popup] = (event.rule, event.instant)
        wanted[index].state = .asked(popup.id)
        wanted[index].isOwedAgain = false
    }

    private mutating func answer(_ id: Popup.ID, _ failure: Popup.Failure?) {
        hasAnswer = true
        if id == notice { noticeIsAsked = false }
        if failure == nil, id == notice { notice = nil }
        switch failure {
        case nil: (failures, nextTry, isProven, tries, allowance, triesSince) = (0, nil, true, 0, 0, nil)
        // By itself: the others are not kept from the server, and each has its own waits.
        case .refused where isProven: (failures, tries) = (failures + 1, max(0, tries - 1))
        default: (failures, isProven) = (failures + 1, false)
        }
        if failure != nil { nextTry = clock + wait(after: failures) }
        guard let index = wanted.firstIndex(where: { $0.state == .asked(id) }) else { return }
        switch failure {
        case nil: closed.append(wanted.remove(at: index))
        case .refused, .unreachable, .noBus:
            wanted[index].state = .refused
            wanted[index].refusals += 1
            wanted[index].ownTurn = clock + wait(after: wanted[index].refusals)
        case .unanswered: wanted[index].state = .unanswered
        }
    }

    private mutating func appear(_ popup: Popup) {
        guard let subject = subjects[popup] else { return }
        screen[popup.tag] = subject
        for other in screen.values where other.instant == subject.instant {
            guard isLeft(subject.rule, to: other.rule) || isLeft(other.rule, to: subject.rule) else { continue }
            complain(.twoPopups, "popups for \(subject.rule) and \(other.rule), both of \(subject.instant)")
        }
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
