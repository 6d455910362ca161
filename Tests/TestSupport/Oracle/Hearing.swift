import Solar
import Tracker

/// What the service says, held against what it owes.
extension AnnouncementOracle {
    mutating func hear(_ entry: JournalEntry) {
        if entry.kind == .missedMany {
            if !look.owesSummary && !look.maySummarise { complain("sums up an outage in which nothing was missed") }
            (look.owesSummary, look.maySummarise) = (false, false)
        } else if entry.kind == .notShown, let told = Told(entry, of: .notShown) {
            close(inLook: look.number) { $0.event == told.event && $0.instant == told.instant }
        } else if let told = Told(entry) {
            let key = Key(event: told.event, instant: told.instant)
            if told.isRecovered {
                hearRecovery(of: key, told)
            } else {
                hearTelling(of: key, told)
            }
            note(key, told)
        }
    }

    private mutating func hearRecovery(of key: Key, _ told: Told) {
        guard look.interrupted.remove(key) != nil else {
            return complain("\(key.event) of \(key.instant) is recovered, though nothing was interrupted")
        }
        let grace = situation?.notifications.grace ?? .zero
        let isLate = (clock - key.instant).magnitude > grace || situation?.observer == nil
        if told.isMissed != isLate { complain("\(key.event) of \(key.instant) is recovered in the wrong way") }
        look.mustRecover.remove(key)
        look.due[key] = nil
        cut.remove(key)
        said.removeAll { $0.key == key }
    }

    private mutating func hearTelling(of key: Key, _ told: Told) {
        if key.instant > clock { return complain("\(key.event) of \(key.instant) is told early") }
        let due: Due = told.isMissed ? .missed : .announced
        let isExpected = look.due[key] == due
        look.due[key] = nil
        if !isExpected, let why = objection(to: key, told) {
            complain("\(key.event) of \(key.instant) is \(due), though \(why)")
        }
    }

    /// Why the service is not free to tell of an occurrence that it does not have to tell of; nil if it is free.
    private func objection(to key: Key, _ told: Told) -> String? {
        let views = look.views.filter { sun.contains(key.event, at: key.instant, for: $0.place) }
        guard !views.isEmpty else { return "it does not happen" }
        let lateness = clock - key.instant
        guard views.contains(where: { told.isMissed == (lateness > $0.grace) }), lateness <= .week else {
            return "it is \(lateness) ago"
        }
        let tellings = tellings(of: key)
        guard tellings.allSatisfy(\.isForgotten) else { return "it was told before" }
        if !tellings.isEmpty || look.isUnsure || told.isMissed && key.instant <= look.highestBefore { return nil }
        return "it is not due"
    }

    private mutating func note(_ key: Key, _ told: Told) {
        let notifies = situation?.notifies(key.event) ?? false
        if diskWorks {
            // The whole ledger was kept before this entry was written.
            for index in said.indices { said[index].isKept = true }
            memory = .sound
        }
        said.removeAll { $0.key == key }
        let isOpen = notifies && !told.isMissed
        said.append(
            Said(
                key: key, isMissed: told.isMissed && !told.isRecovered,
                wasShown: told.isMissed && notifies && situation?.notifications.late == .notify,
                isOpen: isOpen ? .yes : diskWorks ? .no : .unsure, isKept: diskWorks,
                closed: isOpen ? nil : look.number,
                clockWasSetBack: key.instant > clock, farthest: (clock - key.instant).magnitude))
    }
}
