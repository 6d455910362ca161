// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// The promises about popups, and the allowed wakeups.
///
/// - An entry about an event whose notification is enabled requires a popup immediately, which waits for a server no
///   longer than the grace.
///   An entry about a missed event requires no popup. A clock that is set back does not make the wait longer than the
///   grace.
/// - The popup of a sunrise or sunset that starts or ends a polar day or night is replaced by the popup for the polar
///   day or night, and the popup for an end by the popup for a start.
/// - A required popup is shown, or reported as not shown: when its wait ends, or when a later popup replaces it. Only
///   the end of the run leaves it pending. If its step is open in the ledger on the disk, the popup is required at the
///   next start, or reported as not shown if it is too late.
/// - Popups that are optional at a start are requested immediately, or after the others, one at a time; and until the
///   server has shown a popup, each once before any is requested again.
/// - A popup is requested only once, except after a failure, or for a new server. The delays after consecutive
///   failures, of all popups together, are 5, 10, 20, ... s. Their limit is the lesser of 80 s and a quarter of the
///   grace, or an eighth of the grace if that is longer, according to the grace at the failure. While one request is
///   pending, the others may wait. After a popup was shown, the next delay is the shortest again.
/// - If one popup replaces another, they are never on the screen at the same time, unless the switches of polar days and
///   nights are edited in between.
/// - The timer fires only for an occurrence, or to retry or drop a popup.
extension Judge {
    struct Popups: Hashable {
        /// Popups that must be shown, or reported as not shown; and popups that were replaced by later ones.
        var wanted: [Wanted] = []
        var superseded: [Wanted] = []
        /// Popups that are optional.
        var free: [Wanted] = []
        /// The popups on the screen, by tag.
        var screen: [String: Key] = [:]
        /// The requested notices to which the server has not replied.
        var notices: Set<Popup.ID> = []
        /// The last look of this run.
        var seen: Instant?
        /// The timer has fired, but no occurrence is due.
        var isUnnamed = false
        /// The number of failures since a popup was last shown, and the time of the next request; nil after the clock
        /// has jumped.
        var failures = 0
        var nextTry: Instant?
        /// Whether the current server has shown the last requested popup, or has refused it after showing another one.
        var isProven = false
        /// Whether a popup was shown, so the ledger may be written for it although an earlier request contains it.
        var mayBeWrittenAgain = false
        /// Whether the server has replied since the last look of the service.
        var hasAnswer = false

        /// Whether a request is pending.
        var isAsking: Bool {
            !notices.isEmpty || wanted.contains { if case .asked = $0.state { true } else { false } }
        }
    }

    struct Wanted: Hashable {
        let key: Key
        var deadline: Instant
        var state = State.wanted
        /// The number of times that the server has rejected the popup, and of all requests.
        var refusals = 0
        var tries = 0
        /// The time of the popup's next request after a rejection; nil after the clock has jumped.
        var ownTurn: Instant?
        /// Whether there is a new server to which the popup has not been sent.
        var isOwedAgain = false
        /// Whether a server may have shown it, so it must make no sound.
        var mayHaveBeenShown = false
        /// Whether it was required in this look.
        var isOfLook = true
    }

    enum State: Hashable {
        case wanted
        case asked(Popup.ID)
        case refused, unanswered
    }

    var grace: Duration { situation?.notifications.grace ?? .zero }

    private func wait(after failures: Int) -> Duration {
        min(.seconds(5 << min(failures - 1, 14)), max(min(.seconds(80), grace / 4), grace / 8))
    }

    // MARK: Looks

    /// - Parameter free: when the service was free to handle the input.
    mutating func beginPopups(_ news: Pending, freeSince free: Instant) {
        if let seen = popups.seen, news.clockRan {
            for popup in popups.wanted {
                if free > popup.deadline + .microseconds(1), seen <= popup.deadline {
                    complain(.popupNotDroppedInTime, about: popup.key)
                }
                if isOverdue(popup, at: free) { complain(.popupNotRetried, about: popup.key) }
            }
        }
        if !news.clockRan {
            popups.nextTry = nil
            for index in popups.wanted.indices {
                popups.wanted[index].ownTurn = nil
                if let seen = popups.seen, clock < seen {
                    popups.wanted[index].deadline = min(popups.wanted[index].deadline, clock + grace)
                }
            }
        }
        if news.isServerNew {
            popups.isProven = false
            for index in popups.wanted.indices { popups.wanted[index].isOwedAgain = true }
        }
        // A wakeup by the timer has a reason: an occurrence, or a popup that must then be requested or dropped.
        if news.isFired {
            let start = news.clockRan ? free - .microseconds(1) : popups.seen ?? clock
            let views = look.views + [situation].compactMap { $0 }
            popups.isUnnamed = views.allSatisfy { sun.first(after: start, through: clock, in: $0) == nil }
        }
        (popups.seen, popups.hasAnswer) = (clock, false)
    }

    /// Whether the popup's next request is overdue at this time.
    private func isOverdue(_ popup: Wanted, at time: Instant) -> Bool {
        guard !popups.isAsking, popup.state != .unanswered || popup.isOwedAgain, let nextTry = popups.nextTry,
            popups.failures > 0
        else { return false }
        let own = popup.refusals > 0 ? popup.ownTurn ?? .latest : .earliest
        return time > min(max(own, nextTry), popup.deadline + .microseconds(1))
    }

    mutating func settlePopups() {
        for popup in popups.superseded { complain(.popupReplacedSilently, about: popup.key) }
        popups.superseded = []
        let mayStillComeToItsTurn =
            popups.hasAnswer || popups.isAsking || !popups.isProven && popups.failures > 0
        if !mayStillComeToItsTurn { popups.free = [] }
        if popups.isUnnamed { complain(.needlessWakeup, about: clock) }
        popups.isUnnamed = false
        guard let seen = popups.seen else { return }
        for popup in popups.wanted {
            if popup.deadline < seen {
                complain(.popupNotDropped, about: popup.key)
            } else if popup.state == .wanted, !popups.isAsking, !popups.hasAnswer, popups.failures == 0 {
                complain(.popupNotRequested, about: popup.key)
            }
        }
        popups.wanted.removeAll { $0.deadline < seen }
        for index in popups.wanted.indices { popups.wanted[index].isOfLook = false }
    }

    // MARK: Entries

    /// Requires the popup of an entry.
    mutating func require(_ told: EventEntry) {
        let key = told.due
        popups.free.removeAll { $0.key == key }
        left.removeAll { Key($0) == key }
        guard let situation, !told.isMissed else { return }
        requireHooks(of: key, isRecovered: told.isRecovered)
        let isQuiet = leavesOutPopups && situation.notifies(key.rule)
        let mayBeLeft = key.rule.hasPrefix("polar-") || ["sunrise", "sunset"].contains(key.rule)
        if told.isQuiet != isQuiet, told.isQuiet || !mayBeLeft { complain(.wrongQuiet, about: key) }
        guard situation.notifies(key.rule), !leavesOutPopups else { return }
        let replaced = popups.wanted.filter { $0.key.isLeft(to: key) }
        popups.wanted.removeAll { $0.key.isLeft(to: key) }
        // The replaced rule's entry comes first. It did not require a popup, so it replaced no other popup.
        for popup in replaced where popup.isOfLook {
            popups.wanted += popups.superseded.filter { $0.key.tag == popup.key.tag }
            popups.superseded.removeAll { $0.key.tag == popup.key.tag }
        }
        if isLeftToAnother(key, in: situation) { return }
        popups.superseded += popups.wanted.filter { $0.key.tag == key.tag }
        popups.wanted.removeAll { $0.key.tag == key.tag }
        popups.wanted.append(
            Wanted(key: key, deadline: patience(for: key), mayHaveBeenShown: told.isRecovered))
    }

    /// Until when a popup waits for a server.
    private func patience(for key: Key) -> Instant {
        min(situation?.deadline(of: key) ?? key.instant + grace, clock + grace)
    }

    private func isLeftToAnother(_ key: Key, in situation: Chronicle.Situation) -> Bool {
        said.contains { key.isLeft(to: $0.key) && situation.notifies($0.key.rule) }
    }

    /// Requires a popup whose step is open in the ledger.
    mutating func resumePopup(of key: Key) {
        guard let situation else { return }
        let age = (clock - key.instant).magnitude
        let isCertain =
            look.isStart && age < .day && situation.rules.contains(key.rule) && situation.notifies(key.rule)
            && !key.rule.contains("dst-change") && !key.rule.hasPrefix("polar-")
            && !isLeftToAnother(key, in: situation)
        let deadline = patience(for: key)
        if isCertain {
            let isLate = !isInTime(key) || !sun.happens(key, in: situation)
            popups.wanted.append(
                Wanted(key: key, deadline: isLate ? .earliest : deadline, mayHaveBeenShown: true))
        } else {
            popups.free.append(Wanted(key: key, deadline: deadline, mayHaveBeenShown: true))
        }
    }

    /// Whether there are no popups now, because of `Quiet=` and `WhenQuiet=journal`.
    private var leavesOutPopups: Bool {
        guard let situation, situation.notifications.whenQuiet == .journal else { return false }
        return situation.localTime.isQuiet(clock, in: situation.notifications.quiet)
    }

    /// A popup is reported as not shown.
    mutating func drop(_ key: Key, isQuiet: Bool) {
        if isQuiet, !leavesOutPopups { complain(.wrongQuiet, about: key) }
        popups.isUnnamed = false
        if let index = popups.superseded.firstIndex(where: { $0.key == key }) {
            popups.superseded.remove(at: index)
        } else if let index = popups.wanted.firstIndex(where: { $0.key == key }) {
            if popups.wanted.remove(at: index).deadline >= clock, !isQuiet { complain(.popupDroppedEarly, about: key) }
        } else if let index = popups.free.firstIndex(where: { $0.key == key }) {
            popups.free.remove(at: index)
        } else {
            complain(.needlessDrop, about: key)
        }
    }

    // MARK: Requests

    mutating func ask(_ popup: Popup) {
        popups.isUnnamed = false
        guard case .announcement(let occurrence, _) = popup.content else {
            popups.notices.insert(popup.id)
            return
        }
        let tag = popup.tag
        if !popups.wanted.contains(where: { $0.key.tag == tag }),
            let index = popups.free.indices.filter({ popups.free[$0].key.tag == tag })
                .max(by: { popups.free[$0].key.instant < popups.free[$1].key.instant })
        {
            popups.wanted.append(popups.free.remove(at: index))
        }
        guard let index = popups.wanted.firstIndex(where: { $0.key.tag == tag }) else {
            return complain(.needlessPopup, about: tag)
        }
        let wanted = popups.wanted[index]
        switch wanted.state {
        case .asked where !wanted.isOwedAgain, .unanswered where !wanted.isOwedAgain:
            complain(.requestedWhileUnanswered, about: wanted.key)
        default: break
        }
        if wanted.mayHaveBeenShown, popup.emphasis.sound != .silent {
            complain(.soundTwice, about: wanted.key)
        }
        if wanted.tries > 0, !popups.isProven { popups.free = [] }
        if leavesOutPopups { complain(.wrongQuiet, about: wanted.key) }
        if clock > wanted.deadline { complain(.popupTooLate, about: wanted.key) }
        let told = EventEntry(occurrence).due
        if told != wanted.key { complain(.wrongPopup, about: "\(told), not \(wanted.key)") }
        popups.wanted[index].tries = min(2, wanted.tries + 1)
        popups.wanted[index].state = .asked(popup.id)
        popups.wanted[index].isOwedAgain = false
    }

    mutating func answer(_ id: Popup.ID, _ failure: Popup.Failure?) {
        popups.hasAnswer = true
        if failure == nil { (pending.isPopupShown, popups.mayBeWrittenAgain) = (true, true) }
        switch failure {
        case nil: (popups.failures, popups.nextTry, popups.isProven) = (0, nil, true)
        // Only this popup is delayed. The others are still sent, each with separate delays.
        case .refused where popups.isProven: popups.failures += 1
        default:
            popups.isProven = false
            popups.failures += 1
        }
        if failure != nil { popups.nextTry = clock + wait(after: popups.failures) }
        popups.notices.remove(id)
        guard let index = popups.wanted.firstIndex(where: { $0.state == .asked(id) }) else { return }
        switch failure {
        case nil: popups.wanted.remove(at: index)
        case .refused, .unreachable, .noBus, .noServer:
            popups.wanted[index].state = .refused
            popups.wanted[index].refusals += 1
            popups.wanted[index].ownTurn = clock + wait(after: popups.wanted[index].refusals)
        case .noResponse:
            (popups.wanted[index].state, popups.wanted[index].mayHaveBeenShown) = (.unanswered, true)
        }
    }

    mutating func appear(_ popup: Popup) {
        guard case .announcement(let occurrence, _) = popup.content else { return }
        let key = EventEntry(occurrence).due
        popups.screen[popup.tag] = key
        for other in popups.screen.values where key.isLeft(to: other) || other.isLeft(to: key) {
            complain(.twoPopups, about: "\(key), \(other)")
        }
    }
}
