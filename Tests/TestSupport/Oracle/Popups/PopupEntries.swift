import Solar
import Tracker

/// The popups that the journal entries require, and those that are reported as not shown.
extension PopupOracle {
    mutating func hear(_ entry: JournalEntry) {
        if entry.kind == .notShown, let told = EventEntry(entry, of: .notShown) { return drop(told) }
        guard let told = EventEntry(entry), let situation else { return }
        if told.rule.hasPrefix("polar-") { polar[told.rule] = told.instant }
        // It is announced again, so its earlier popup is not resumed.
        free.removeAll { $0.rule == told.rule && $0.instant == told.instant }
        guard situation.notifies(told.rule) else { return }
        if told.isMissed, told.isRecovered || situation.notifications.late != .notify { return }
        let left = wanted.filter { $0.instant == told.instant && isLeft($0.rule, to: told.rule) }
        wanted.removeAll { $0.instant == told.instant && isLeft($0.rule, to: told.rule) }
        // The replaced rule's entry comes first. It never required a popup, and therefore replaced no other popup.
        for popup in left where popup.look == look {
            wanted += superseded.filter { tag(of: $0.rule) == tag(of: popup.rule) }
            superseded.removeAll { tag(of: $0.rule) == tag(of: popup.rule) }
        }
        let isLeftToPolar = polar.contains {
            $0.value == told.instant && isLeft(told.rule, to: $0.key) && situation.notifies($0.key)
        }
        if isLeftToPolar { return }
        let paused = pause.isPaused(at: clock)
        if !told.isMissed, let paused, paused != told.isQuiet {
            complain(.wrongQuietEntry, "the entry about \(told.rule) of \(told.instant) is wrong about the pause")
        }
        if told.isQuiet || told.isMissed && paused == true { return }
        for popup in wanted where tag(of: popup.rule) == tag(of: told.rule) {
            if popup.isMissed && popup.look == look {
                yielded.append(popup)
            } else {
                superseded.append(popup)
            }
        }
        wanted.removeAll { tag(of: $0.rule) == tag(of: told.rule) }
        allowance += 1
        wanted.append(
            Wanted(
                rule: told.rule, instant: told.instant, eventInstant: told.eventInstant,
                isMissed: told.isMissed,
                deadline: (told.isMissed ? clock : told.instant) + grace, patience: grace, look: look,
                interval: wait(after: 20)))
    }

    private mutating func drop(_ told: EventEntry) {
        isUnnamed = false
        let isIt = { (popup: Wanted) in popup.rule == told.rule && popup.instant == told.instant }
        if superseded.contains(where: isIt) {
            closed += superseded.filter(isIt)
            superseded.removeAll(where: isIt)
        } else if let popup = wanted.first(where: isIt) {
            let isLeftOut = told.isQuiet && pause.isPaused(at: clock) != false
            if popup.deadline >= clock, !isLeftOut {
                complain(
                    .popupDroppedEarly, "the popup for \(popup.rule) of \(popup.instant) is dropped early")
            }
            closed += wanted.filter(isIt)
            wanted.removeAll(where: isIt)
        } else if let index = free.firstIndex(where: isIt) {
            closed.append(free.remove(at: index))
        } else if !yielded.contains(where: isIt) {
            complain(
                .needlessDrop, "an unexpected popup is dropped: \(told.rule) of \(told.instant)")
        }
    }
}
