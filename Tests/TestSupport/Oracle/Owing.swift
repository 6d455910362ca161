import Solar
import Tracker

/// What a look of the service owes.
extension AnnouncementOracle {
    mutating func lookRound() {
        let (isStart, clockRan) = (pending.isStart, pending.clockRan)
        settle()
        pending = Pending()
        look = Look(number: look.number + 1, isStart: isStart, seenBefore: seen, highestBefore: highest)
        if let seen, clock < seen.clock { stepBack() }
        for index in said.indices {
            said[index].farthest = max(said[index].farthest, (clock - said[index].key.instant).magnitude)
        }
        if said.count > 64 { said.removeFirst(said.count - 64) }
        if isStart { expectRecoveries() }

        if let situation { owe(in: situation, isStart: isStart, clockRan: clockRan) }
        if let change {
            let moved = change.observer != situation?.observer
            situation = change
            self.change = nil
            if moved { oweTheLatest(in: change, notBefore: .earliest) }
        }
        seen = (clock, situation?.observer)
        highest = max(highest, clock)
    }

    /// What was missed only because the clock ran ahead comes again.
    private mutating func stepBack() {
        said.removeAll { $0.isMissed && !$0.wasShown && $0.key.instant > clock }
        for index in said.indices {
            said[index].clockWasSetBack = true
            if said[index].isMissed, said[index].key.instant > clock { said[index].isLost = true }
        }
    }

    private mutating func expectRecoveries() {
        look.interrupted = cut.union(said.filter { $0.isOpen != .no }.map(\.key))
        look.mustRecover = Set(said.filter { $0.isOpen == .yes && $0.isKept && !$0.isForgotten }.map(\.key))
    }

    private mutating func owe(in situation: Chronicle.Situation, isStart: Bool, clockRan: Bool) {
        guard let place = situation.observer else { return }
        look.views.append((place, situation.notifications.grace))
        guard let seen, seen.place == place, seen.clock <= clock, !isStart || memory == .sound else {
            look.isUnsure = isStart && (memory != .sound || seen?.place != place)
            look.maySummarise = look.isUnsure
            let knowsWhen =
                isStart && memory == .sound && seen?.place != place && seen.map { $0.clock <= clock } ?? false
            return oweTheLatest(in: situation, notBefore: knowsWhen ? seen?.clock ?? .earliest : .earliest)
        }
        if clockRan {
            for occurrence in sun.occurrences(after: seen.clock, through: clock, at: place) where isUntold(occurrence) {
                if occurrence.instant < clock {
                    complain("\(occurrence.event) of \(occurrence.instant) was not announced at its instant")
                } else {
                    look.due[key(occurrence)] = .announced
                }
            }
            return
        }
        let lastWeek = clock - .week
        for occurrence in sun.occurrences(after: max(seen.clock, lastWeek), through: clock, at: place)
        where isUntold(occurrence) {
            if clock - occurrence.instant <= situation.notifications.grace {
                look.due[key(occurrence)] = .announced
            } else if occurrence.instant > highest {
                look.due[key(occurrence)] = .missed
            }
        }
        let first = sun.first(after: seen.clock, through: lastWeek, at: place)
        look.maySummarise = first != nil
        look.owesSummary = sun.first(after: max(seen.clock, highest), through: lastWeek, at: place) != nil
    }

    /// Announcements of what happened within the grace; nothing of what was before.
    private mutating func oweTheLatest(in situation: Chronicle.Situation, notBefore: Instant) {
        guard let place = situation.observer else { return }
        look.views.append((place, situation.notifications.grace))
        let start = max(clock - situation.notifications.grace - .microseconds(1), notBefore)
        for occurrence in sun.occurrences(after: start, through: clock, at: place) where isUntold(occurrence) {
            look.due[key(occurrence)] = .announced
        }
    }

    private func key(_ occurrence: Sun.Occurrence) -> Key {
        Key(event: occurrence.event.name, instant: occurrence.instant)
    }

    private func isUntold(_ occurrence: Sun.Occurrence) -> Bool {
        tellings(of: key(occurrence)).isEmpty && !look.due.keys.contains { isSame($0, key(occurrence)) }
    }

    func tellings(of key: Key) -> [Said] { said.filter { isSame($0.key, key) } }

    private func isSame(_ one: Key, _ other: Key) -> Bool {
        one.event == other.event && (one.instant - other.instant).magnitude < .refinement
    }
}
