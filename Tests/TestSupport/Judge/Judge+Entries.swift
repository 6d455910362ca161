// SPDX-License-Identifier: MIT
import Solar
import Tracker

/// Compares the journal entries with the expected ones.
extension Judge {
    mutating func hear(_ fact: JournalFact) {
        switch fact {
        case .phase, .phaseSet, .noticeNotShown: popups.isUnnamed = false
        default: break
        }
        if case .ledgerStore(let report) = fact {
            if disk.owed == (report == .written) {
                disk.owed = nil
            } else {
                complain(.needlessDiskEntry, about: "\(report)")
            }
        } else if case .missedMany(let start, let end, _) = fact {
            if !look.owesSummary && !look.maySummarise { complain(.needlessSummary, about: "\(start) to \(end)") }
            (look.owesSummary, look.maySummarise) = (false, false)
        } else if let told = EventEntry(notShown: fact) {
            var isQuiet = false
            if case .notShown(_, .quiet, _, _, _) = fact { isQuiet = true }
            drop(told.due, isQuiet: isQuiet)
        } else if case .hooksUnknown(let occurrence, _, _) = fact {
            hooks.lost.remove(EventEntry(occurrence).due)
        } else if let told = EventEntry(fact) {
            if told.isRecovered { hearRecovery(of: told.due, told) } else { hearTelling(of: told.due, told) }
            checkLedger(before: told)
            require(told)
            note(told.due, told)
        }
    }

    private mutating func hearRecovery(of key: Key, _ told: EventEntry) {
        guard look.interrupted.remove(key) != nil else { return complain(.needlessRecovery, about: key) }
        let isGone = situation.map { !$0.rules.contains(key.rule) || !sun.happens(key, in: $0) } ?? true
        let isLate = !isInTime(key) || isGone
        if told.isMissed != isLate { complain(.wrongRecovery, about: key) }
        look.mustRecover.remove(key)
        // If the previous run was changing to another place, the same occurrence may also be due at this place.
        look.due = look.due.filter { !isSame($0.key, key) }
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
    private func objection(to key: Key, isMissed: Bool) -> Rule? {
        let views = look.views.filter { sun.contains(key, in: $0) }
        guard !views.isEmpty else { return .doesNotHappen }
        let lateness = clock - key.instant
        guard views.contains(where: { isMissed == (clock > $0.deadline(of: key)) }),
            lateness <= .week || clock < key.event
        else { return .wrongLateness }
        let entries = entries(of: key)
        guard entries.allSatisfy(\.isForgotten) else { return .announcedTwice }
        if wasBeforeItsRule(key), key.instant < clock - .microseconds(1) { return .beforeItsRule }
        if isPastAgain(key) { return nil }
        // The occurrence was announced too early by another clock. It is due in a look that looks back, and allowed in
        // others.
        if said.contains(where: { isSame($0.key, key) && isEarly($0) }) { return nil }
        if look.newRules.contains(key.rule) { return nil }
        if !entries.isEmpty || look.isUnsure || isMissed && key.instant <= look.highestBefore { return nil }
        return .notDue
    }

    private mutating func note(_ key: Key, _ told: EventEntry) {
        // An announcement that was interrupted and is missed keeps its start time.
        let before = told.isMissed && told.isRecovered ? said.first { $0.key == key } : nil
        said.removeAll { $0.key == key }
        said.append(
            Said(
                key: key, isMissed: told.isMissed && !told.isRecovered, uptime: before?.uptime ?? uptime,
                boot: before?.boot ?? boot, clockWasSetBack: key.instant > clock,
                wasFar: (clock - key.instant).magnitude > .day))
    }

    mutating func settleEntries() {
        for (key, due) in look.due.sorted(by: { $0.key.instant < $1.key.instant }) {
            complain(.notAnnounced, about: "\(key), \(due)")
        }
        if look.owesSummary { complain(.outageNotSummarized, about: clock) }
        for key in look.mustRecover { complain(.notRecovered, about: key) }
        (look.due, look.owesSummary, look.mustRecover) = ([:], false, [])
    }
}
