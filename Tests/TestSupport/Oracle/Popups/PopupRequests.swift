import Solar
import Tracker

/// What the notification server is asked for, answers and shows.
extension PopupOracle {
    mutating func ask(_ popup: Popup) {
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
                    rule: popup.rule, instant: popup.instant, eventInstant: popup.eventInstant,
                    isMissed: false,
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
        if clock > event.deadline {
            complain(.popupTooLate, "shown too late: \(event.rule) of \(event.instant)")
        }
        let words = situation?.localTime.timeOfDay(at: event.eventInstant).split(separator: " ") ?? []
        let time = words.joined(separator: "\u{A0}")
        if !popup.body.hasPrefix(time), !event.rule.hasSuffix("dst-change"),
            !event.rule.hasSuffix("dst-change)")
        {
            complain(.wrongPopupTime, "the popup says \(popup.body), and it was at \(time)")
        }
        subjects[popup] = (event.rule, event.instant)
        wanted[index].state = .asked(popup.id)
        wanted[index].isOwedAgain = false
    }

    mutating func answer(_ id: Popup.ID, _ failure: Popup.Failure?) {
        hasAnswer = true
        if id == notice { noticeIsAsked = false }
        if failure == nil, id == notice { notice = nil }
        switch failure {
        case nil:
            (failures, nextTry, isProven, tries, allowance, triesSince) = (0, nil, true, 0, 0, nil)
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

    mutating func appear(_ popup: Popup) {
        guard let subject = subjects[popup] else { return }
        screen[popup.tag] = subject
        for other in screen.values where other.instant == subject.instant {
            guard isLeft(subject.rule, to: other.rule) || isLeft(other.rule, to: subject.rule) else {
                continue
            }
            complain(
                .twoPopups, "popups for \(subject.rule) and \(other.rule), both of \(subject.instant)")
        }
    }
}
