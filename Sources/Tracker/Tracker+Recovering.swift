// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Continues the announcements that the end of the last run interrupted.
extension Tracker {
    /// Takes the open steps of announcements. After a crash, the journal entry, the hooks or the popup may be missing.
    /// After a clean stop, only the steps that the ledger records as open are missing.
    mutating func recover(_ interrupted: [Ledger.Entry], at now: Instant) -> [Output] {
        guard !interrupted.isEmpty else { return [] }
        let before = ledger
        var again: [Begun] = []
        var dropped: [Output] = []
        var gone: [(due: Instant, fact: JournalFact)] = []
        for entry in interrupted {
            // The announcement began while the clock was wrong, and is made again when it is due. If it began in an
            // earlier boot, the clock of this boot may be the wrong one. The announcement then stays open until the
            // clock is corrected (`leftOpen`).
            if ledger.isTooEarly(entry) {
                if entry.made != nil { ledger.close(.announcement, where: { $0 == entry }) }
                continue
            }
            let occurrence = occurrence(of: entry)
            if let occurrence, isStillDue(occurrence, at: now) {
                again.append((occurrence, entry.state.open))
                continue
            }
            ledger.close(.announcement, where: { $0 == entry })
            if entry.state.open.contains(.entry) {
                let isHere = occurrence.map { happensHere($0) } ?? true
                let fact = JournalFact.interrupted(
                    entry, isHere ? occurrence : nil, at: isHere ? place : nil, now: now)
                gone.append((entry.due, fact))
            } else if let occurrence {
                dropped += reportAbandoned(entry.state.open, of: occurrence, at: now)
            }
        }
        // The entries about hooks and popups come before the ledger: after a crash in between, they are reported again.
        // The entries about events that were not announced come after the ledger, like the entries of missed events, so
        // that none is written twice.
        let closing = ledger == before ? [] : dropped + keep() + list(gone, due: \.due, \.fact)
        guard let place else { return closing }
        return closing + resume(again, at: place, now)
    }

    /// Takes the open steps again, which may have been taken before.
    private mutating func resume(_ begun: [Begun], at place: Place, _ now: Instant) -> [Output] {
        let unwritten = begun.filter { $0.open.contains(.entry) }.map(\.occurrence)
        let written = begun.filter { !$0.open.contains(.entry) }
        let shown = withPopup(written.map(\.occurrence))
        // The settings may have changed since the announcement.
        let open = written.map {
            Begun($0.occurrence, $0.open.intersection(steps(of: $0.occurrence, popups: shown)))
        }
        for (occurrence, steps) in open { ledger.close(.announcement.subtracting(steps), of: occurrence) }
        let proceeding = proceed(with: open, at: place, now, recovered: true)
        // In this order, the popup of the later of two occurrences of a rule comes last.
        return proceeding + announce(unwritten, at: place, now: now, recovered: true)
    }

    /// Whether it is in time to continue the announcement of an occurrence, and the occurrence is due at this place.
    private mutating func isStillDue(_ occurrence: Occurrence, at now: Instant) -> Bool {
        occurrence.due - now <= settings.notifications.grace
            && now <= deadline(of: occurrence) && happensHere(occurrence)
    }

    /// Whether the event of an occurrence from the ledger happens at the current place, perhaps some minutes earlier or
    /// later.
    private mutating func happensHere(_ occurrence: Occurrence) -> Bool {
        guard let place else { return false }
        let (due, event, reach) = (occurrence.due, occurrence.eventInstant, occurrence.rule.sameOccurrence)
        // A copy, because a search elsewhere replaces the plan.
        var agenda = agenda
        if agenda?.occurrences(after: due - .microseconds(1), through: due).contains(occurrence) == true { return true }
        let rule = Rule(id: occurrence.rule.id, event: occurrence.rule.event, notifies: false)
        var events = Agenda(rules: [rule], observer: place.observer, localTime: localTime)
        return !events.occurrences(after: event - reach, through: event + reach).isEmpty
    }

    /// Reports the hooks and the popup that are still missing from an interrupted announcement, if it is too late for
    /// them.
    private func reportAbandoned(_ steps: Ledger.Steps, of occurrence: Occurrence, at now: Instant) -> [Output] {
        var outputs: [Output] = []
        if steps.contains(.hooks) {
            outputs.append(.journal(.hooksUnknown(occurrence, at: place, now: now)))
        }
        if steps.contains(.popup), occurrence.rule.notifies {
            outputs.append(
                .journal(.notShown(occurrence, .serviceWasNotRunning, isLast: false, at: place, now: now)))
        }
        return outputs
    }
}
