import Solar
import Tracker

/// Popup requests, answers and shown popups.
extension PopupOracle {
    mutating func ask(_ popup: Popup) {
        isUnnamed = false
        if pause.isPaused(at: clock) == true { complain(.popupInPause, "a popup is requested: \(popup.summary)") }
        tries += 1
        triesSince = triesSince ?? clock
        // The same limit as for each popup below, for all popups together.
        let elapsed = max(.zero, clock - (triesSince ?? clock))
        if tries > 24 + allowance + Int(elapsed / wait(after: 20)) {
            complain(.tooManyRequests, "too many popup requests")
        }
        if !wanted.contains(where: { tag(of: $0.rule) == popup.tag }),
            let index = free.firstIndex(where: { tag(of: $0.rule) == popup.tag })
        {
            let popup = free.remove(at: index)
            wanted.append(
                Wanted(
                    rule: popup.rule, instant: popup.instant, eventInstant: popup.eventInstant,
                    isMissed: false, deadline: popup.instant + grace, patience: grace, look: look,
                    interval: wait(after: 20)))
        }
        guard let index = wanted.firstIndex(where: { tag(of: $0.rule) == popup.tag }) else {
            return complain(.needlessPopup, "an unexpected popup is requested: \(popup.summary)")
        }
        let event = wanted[index]
        switch event.state {
        case .asked where !event.isOwedAgain, .unanswered where !event.isOwedAgain:
            complain(
                .requestedWhileUnanswered,
                "the popup for \(event.rule) of \(event.instant) is requested again while a request is pending")
        default: break
        }
        wanted[index].tries += 1
        if wanted[index].tries > 1, !isProven { free = [] }
        // After 5 s, 10 s, ... up to the longest wait. More requests are allowed only after a clock step, for a new
        // server, or where the waits begin again.
        if wanted[index].tries > 16 + event.restarts * shortWaits + Int(event.patience / event.interval) {
            complain(.tooManyRetries, "too many requests for \(event.rule) of \(event.instant)")
        }
        if clock > event.deadline {
            complain(.popupTooLate, "\(event.rule) of \(event.instant) is shown too late")
        }
        let time = words(for: event.eventInstant)
        if !popup.body.hasPrefix(time), !event.rule.hasSuffix("dst-change"),
            !event.rule.hasSuffix("dst-change)")
        {
            complain(.wrongPopupTime, "the popup has the text \(popup.body), but the event was at \(time)")
        }
        subjects[popup] = (event.rule, event.instant)
        wanted[index].state = .asked(popup.id)
        wanted[index].isOwedAgain = false
    }

    private func words(for instant: Instant) -> String {
        let words = situation?.localTime.timeOfDay(at: instant).split(separator: " ") ?? []
        return words.joined(separator: "\u{A0}")
    }

    mutating func answer(_ id: Popup.ID, _ failure: Popup.Failure?) {
        hasAnswer = true
        switch failure {
        case nil:
            (failures, nextTry, isProven, tries, allowance, triesSince) = (0, nil, true, 0, 0, nil)
        // Only this popup is delayed. The others are still sent, and each has its own delays.
        case .refused where isProven: (failures, tries) = (failures + 1, max(0, tries - 1))
        default:
            // After a popup was shown, the waits of all begin with the shortest again, also for those that had been
            // refused one by one.
            if isProven { for index in wanted.indices where wanted[index].tries > 0 { wanted[index].restarts += 1 } }
            (failures, isProven) = (failures + 1, false)
        }
        if failure != nil { nextTry = clock + wait(after: failures) }
        guard let index = wanted.firstIndex(where: { $0.state == .asked(id) }) else { return }
        switch failure {
        case nil: closed.append(wanted.remove(at: index))
        case .refused, .unreachable, .noBus, .noServer:
            wanted[index].state = .refused
            wanted[index].refusals += 1
            wanted[index].ownTurn = clock + wait(after: wanted[index].refusals)
        case .unanswered: wanted[index].state = .unanswered
        }
    }

    /// How many waits are shorter than the longest.
    private var shortWaits: Int { (1..<20).prefix { wait(after: $0) < wait(after: 20) }.count }

    mutating func appear(_ popup: Popup) {
        guard let subject = subjects[popup] else { return }
        screen[popup.tag] = subject
        for other in screen.values where other.instant == subject.instant {
            guard isLeft(subject.rule, to: other.rule) || isLeft(other.rule, to: subject.rule) else {
                continue
            }
            complain(
                .twoPopups, "both \(subject.rule) and \(other.rule) of \(subject.instant) have a popup")
        }
    }
}
