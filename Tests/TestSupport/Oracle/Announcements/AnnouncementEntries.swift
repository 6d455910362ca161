import Solar
import Tracker

/// Compares the journal entries with the expected ones.
extension AnnouncementOracle {
    mutating func hear(_ fact: JournalFact) {
        if case .missedMany(let start, let end, _) = fact {
            if !look.owesSummary && !look.maySummarise { complain(.needlessSummary, about: "\(start) to \(end)") }
            (look.owesSummary, look.maySummarise) = (false, false)
        } else if let told = EventEntry(notShown: fact) {
            close(isKept: true) { $0 == told.due }
        } else if let told = EventEntry(fact) {
            if diskWorks, !look.hasKept { complain(.announcedBeforeLedger, about: told.due) }
            if told.isRecovered {
                hearRecovery(of: told.due, told)
            } else {
                hearTelling(of: told.due, told)
            }
            note(told.due, told)
        }
    }

    private mutating func hearRecovery(of key: Key, _ told: EventEntry) {
        guard look.interrupted.remove(key) != nil else { return complain(.needlessRecovery, about: key) }
        let grace = situation?.notifications.grace ?? .zero
        let isGone = situation.map { $0.observer == nil || !$0.rules.contains(key.rule) } ?? true
        let isLate = (clock - key.instant).magnitude > grace || isGone
        // The oracle cannot determine the kind of the recovery if the clock rules changed, unless the new rules contain
        // the same clock change.
        let isOfOtherClocks =
            key.rule == "dst-change" && situation.map { !sun.contains(key, in: $0) } ?? false
        if told.isMissed != isLate, !isOfOtherClocks { complain(.wrongRecovery, about: key) }
        look.mustRecover.remove(key)
        // If the previous run was changing to another place, the same occurrence may also be due at this place.
        look.due = look.due.filter { !isSame($0.key, key) }
        // A missed announcement keeps its start time.
        let before = said.first { $0.key == key }.map { ($0.uptime, $0.boot) } ?? cut[key]
        firstTold = told.isMissed ? before : nil
        cut[key] = nil
        said.removeAll { $0.key == key }
    }

    private mutating func hearTelling(of key: Key, _ told: EventEntry) {
        if key.instant > clock { return complain(.announcedEarly, about: key) }
        let due: Due = told.isMissed ? .missed : .announced
        let isExpected = look.due[key] == due
        look.due[key] = nil
        guard !isExpected else { return }
        if let rule = objection(to: key, isMissed: told.isMissed) { complain(rule, about: "\(key), \(due)") }
        // This entry is allowed, but not required. It also counts for the same occurrence at a nearby place.
        look.due = look.due.filter { !isSame($0.key, key) }
    }

    /// The rule that an entry breaks if it is not required; nil if the entry is allowed.
    func objection(to key: Key, isMissed: Bool) -> Oracle.Rule? {
        let views = look.views.filter { sun.contains(key, in: $0) }
        guard !views.isEmpty else { return .doesNotHappen }
        let lateness = clock - key.instant
        guard views.contains(where: { isMissed == (lateness > $0.notifications.grace) }), lateness <= .week else {
            return .wrongLateness
        }
        let entries = entries(of: key)
        guard entries.allSatisfy(\.isForgotten) else { return .announcedTwice }
        if look.looksBack && wasBeforeItsRule(key) || isPastAgain(key) { return nil }
        // The occurrence was announced too early by another clock. It is due in a look that looks back, and allowed in
        // others.
        if said.contains(where: { isSame($0.key, key) && isEarly($0) }) { return nil }
        if look.newRules.contains(key.rule) || look.isStart && unmissed.contains(key) { return nil }
        if !entries.isEmpty || look.isUnsure || isMissed && key.instant <= look.highestBefore { return nil }
        return .notDue
    }

    private mutating func note(_ key: Key, _ told: EventEntry) {
        let isLeftToPolar = said.contains { isLeft(key, to: $0.key) }
        let notifies = situation?.notifies(key.rule) == true && !isLeftToPolar
        if diskWorks {
            // The complete ledger was written before this entry.
            for index in said.indices { said[index].isKept = true }
            (memory, isFresh) = (.sound, false)
        }
        said.removeAll { $0.key == key }
        noteAgain(key)
        let isOpen = notifies && !told.isMissed
        said.append(
            Said(
                key: key, isMissed: told.isMissed && !told.isRecovered,
                isOpen: isOpen ? .yes : diskWorks ? .no : .unsure, isKept: diskWorks,
                closed: isOpen ? nil : look.number,
                uptime: firstTold?.uptime ?? uptime, boot: firstTold?.boot ?? boot,
                clockWasSetBack: key.instant > clock, farthest: (clock - key.instant).magnitude))
        firstTold = nil
        for index in said.indices where said[index].isOpen == .yes && isLeft(said[index].key, to: key) {
            said[index].isOpen = diskWorks ? .no : .unsure
            said[index].closed = look.number
        }
    }

    private func isLeft(_ key: Key, to other: Key) -> Bool {
        key.isLeft(to: other) && situation?.notifies(other.rule) == true
    }
}
