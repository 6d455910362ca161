import Solar
import Tracker

/// Popup requests, replies and shown popups.
extension PopupOracle {
    mutating func ask(_ popup: Popup, _ localTime: any LocalTime) {
        isUnnamed = false
        tries += 1
        triesSince = triesSince ?? clock
        // The same limit as for each popup below, but for all popups together.
        let elapsed = max(.zero, clock - (triesSince ?? clock))
        if tries > 24 + allowance + Int(elapsed / wait(after: 20)) {
            complain(.tooManyRequests, about: popup.tag)
        }
        if !wanted.contains(where: { $0.key.tag == popup.tag }),
            let index = free.indices.filter({ free[$0].key.tag == popup.tag && !written.isEarly(free[$0].key) })
                .max(by: { free[$0].key.instant < free[$1].key.instant })
        {
            let popup = free.remove(at: index)
            want(popup.key, popup.eventInstant, deadline: popup.deadline, look: look)
        }
        guard let index = wanted.firstIndex(where: { $0.key.tag == popup.tag }) else {
            return complain(.needlessPopup, about: popup.tag)
        }
        let event = wanted[index]
        switch event.state {
        case .asked where !event.isOwedAgain, .unanswered where !event.isOwedAgain:
            complain(.requestedWhileUnanswered, about: event.key)
        default: break
        }
        wanted[index].tries += 1
        if wanted[index].tries > 1, !isProven { free = [] }
        // After 5 s, 10 s, ... up to the longest delay. More requests are allowed only after a clock step, for a new
        // server, or when the delays start again.
        if wanted[index].tries > 16 + event.restarts * shortWaits + Int(event.patience / event.interval) {
            complain(.tooManyRetries, about: event.key)
        }
        if clock > event.deadline { complain(.popupTooLate, about: event.key) }
        if case .announcement(let occurrence, _) = popup.content, !event.key.rule.contains("dst-change") {
            let (time, expected) = (occurrence.eventInstant, event.eventInstant)
            let isOfZone = localTime.timeOfDay(at: time) == situation?.localTime.timeOfDay(at: expected)
            if time != expected || !isOfZone { complain(.wrongPopupTime, about: "\(time), not \(expected)") }
        }
        subjects[popup] = event.key
        wanted[index].state = .asked(popup.id)
        wanted[index].isOwedAgain = false
    }

    mutating func answer(_ id: Popup.ID, _ failure: Popup.Failure?) {
        hasAnswer = true
        switch failure {
        case nil:
            (failures, nextTry, isProven, tries, allowance, triesSince) = (0, nil, true, 0, 0, nil)
        // Only this popup is delayed. The others are still sent, each with separate delays.
        case .refused where isProven: (failures, tries) = (failures + 1, max(0, tries - 1))
        default:
            loseProof()
            failures += 1
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

    /// The number of delays that are shorter than the longest one.
    private var shortWaits: Int { (1..<20).prefix { wait(after: $0) < wait(after: 20) }.count }

    mutating func appear(_ popup: Popup) {
        guard let subject = subjects[popup] else { return }
        screen[popup.tag] = subject
        for other in screen.values where subject.isLeft(to: other) || other.isLeft(to: subject) {
            complain(.twoPopups, about: "\(subject), \(other)")
        }
    }
}
