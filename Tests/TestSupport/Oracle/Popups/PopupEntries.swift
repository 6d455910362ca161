import Solar
import Tracker

/// The popups that journal entries require, and popups that are reported as not shown.
extension PopupOracle {
    mutating func hear(_ fact: JournalFact) {
        if let told = EventEntry(notShown: fact) { return drop(told.due) }
        guard let told = EventEntry(fact), let situation else { return }
        let key = told.due
        if key.rule.hasPrefix("polar-") { polar[key.rule] = key }
        // The event is announced again, so its earlier popup is not resumed.
        for path in [\PopupOracle.free, \.early] { self[keyPath: path].removeAll { $0.key == key } }
        guard situation.notifies(key.rule) else { return }
        if told.isMissed { return }
        let left = wanted.filter { $0.key.isLeft(to: key) }
        wanted.removeAll { $0.key.isLeft(to: key) }
        // The replaced rule's entry comes first. It did not require a popup, so it replaced no other popup.
        for popup in left where popup.look == look {
            wanted += superseded.filter { $0.key.tag == popup.key.tag }
            superseded.removeAll { $0.key.tag == popup.key.tag }
        }
        if polar.values.contains(where: { key.isLeft(to: $0) && situation.notifies($0.rule) }) { return }
        for popup in wanted where popup.key.tag == key.tag {
            superseded.append(popup)
        }
        wanted.removeAll { $0.key.tag == key.tag }
        allowance += 1
        want(key, told.eventInstant, deadline: key.instant + grace, look: look)
    }

    private mutating func drop(_ key: Key) {
        isUnnamed = false
        if superseded.contains(where: { $0.key == key }) {
            closed += superseded.filter { $0.key == key }
            superseded.removeAll { $0.key == key }
        } else if let popup = wanted.first(where: { $0.key == key }) {
            if popup.deadline >= clock { complain(.popupDroppedEarly, about: key) }
            closed += wanted.filter { $0.key == key }
            wanted.removeAll { $0.key == key }
        } else if let index = free.firstIndex(where: { $0.key == key }) {
            closed.append(free.remove(at: index))
        } else {
            complain(.needlessDrop, about: key)
        }
    }
}
