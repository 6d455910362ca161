import Solar
import Tracker
import Wording

/// The entries that a look of the service requires.
extension AnnouncementOracle {
    /// - Parameter free: when the service was free to handle the input.
    mutating func beginLook(freeSince free: Instant) {
        let (isStart, clockRan, news) = (pending.isStart, pending.clockRan, pending)
        let isUnset = isFresh && pending.clockWasSet
        settle()
        pending = Pending()
        look = Look(
            number: look.number + 1, isStart: isStart, isOfNewClock: news.clockWasSet, seenBefore: seen,
            highestBefore: highest)
        takeAnswers(in: news)
        if let seen, clock < seen.clock {
            look.looksBack = true
            stepBack()
        }
        for index in said.indices {
            said[index].farthest = max(said[index].farthest, (clock - said[index].key.instant).magnitude)
            if isEarly(said[index]) { said[index].wasEarly = true }
        }
        if said.count > 200 { said.removeFirst(said.count - 200) }
        if news.clockWasSet, !isStart { look.interrupted = left }
        if isStart {
            expectRecoveries()
            look.looksBack = true
            look.newRules = Set((situation?.ownRules ?? []).subtracting(keptRules).map(Self.rule))
        }

        if let situation { owe(in: situation, isStart: isStart, clockRan: clockRan, isUnset: isUnset, freeSince: free) }
        if let change {
            let moved = change.observer != situation?.observer
            for rule in change.ownRules.subtracting(situation?.ownRules ?? []) { inForceSince[Self.rule(rule)] = clock }
            situation = change
            self.change = nil
            if moved {
                look.looksBack = true
                freeBefore = .earliest
                oweTheLatest(in: change, notBefore: .earliest)
            }
        }
        seen = (clock, situation?.observer)
        highest = max(highest, clock)
    }

    /// Handles the server's replies. The ledger must contain them once there is a reply to each request of the group.
    private mutating func takeAnswers(in news: Pending) {
        if let (id, isShown) = news.answer {
            unanswered.remove(id)
            if unanswered.isEmpty { keeping = look.number }
            if isShown, let tag = tags[id] {
                close(isKept: false) { $0.tag == tag }
            }
        }
    }

    /// The rule without the clock rules that it depends on.
    private static func rule(_ own: String) -> String { own.split(separator: " by ").first.map(String.init) ?? own }

    /// Occurrences that were missed only because the clock was ahead come again.
    private mutating func stepBack() {
        let grace = situation?.notifications.grace ?? .zero
        func isNotLate(_ said: Said) -> Bool { said.isMissed && said.key.instant + grace >= clock }
        unmissed.formUnion(said.filter(isNotLate).map(\.key))
        again.formUnion(unmissed)
        said.removeAll(where: isNotLate)
        for index in said.indices { said[index].clockWasSetBack = true }
    }

    private mutating func expectRecoveries() {
        let written = written.onDisk
        look.interrupted = left.union(cut.keys).union(said.filter { $0.isOpen != .no }.map(\.key))
            .subtracting(written.subtracting(self.written.rewritten))
        look.mustRecover = Set(
            said.filter { said in
                said.isOpen == .yes && said.isKept && !said.isForgotten && !written.contains(said.key)
                    && !isEarly(said)
            }.map(\.key))
    }

    private mutating func owe(
        in situation: Chronicle.Situation, isStart: Bool, clockRan: Bool, isUnset: Bool, freeSince free: Instant
    ) {
        guard let place = situation.observer else { return }
        look.views.append(situation)
        guard let seen, seen.place == place, seen.clock <= clock, !isStart || memory == .sound else {
            look.isUnsure = isStart && (memory != .sound || seen?.place != place)
            look.maySummarise = look.isUnsure
            // Exception 3: occurrences before the last look are optional, unless nothing is known of that look. This
            // remains true after the clock is set back.
            if isStart {
                freeBefore =
                    memory != .lost ? seen.map { $0.clock <= clock ? $0.clock : .earliest } ?? .earliest : .earliest
            } else if freeBefore > .earliest {
                look.isUnsure = true
            }
            return oweTheLatest(in: situation, notBefore: freeBefore)
        }
        // Exception 4.
        if isStart, clock < highest { look.isUnsure = true }
        if clockRan {
            for due in sun.dues(after: seen.clock, through: clock, in: situation) where isUntold(due) {
                // While the service waited for the disk, it could not handle the input.
                if due.instant < clock, due.instant <= free {
                    complain(.instantPassed, about: due)
                } else {
                    look.due[due] =
                        clock - due.instant <= situation.notifications.grace ? .announced : .missed
                }
            }
            return
        }
        // Exception 7.
        if isUnset {
            (look.isUnsure, look.maySummarise) = (true, true)
            return oweTheLatest(in: situation, notBefore: seen.clock)
        }
        let lastWeek = clock - .week
        for due in sun.dues(after: max(seen.clock, lastWeek), through: clock, in: situation)
        where isUntold(due) && !isPastAgain(due) {
            if clock - due.instant <= situation.notifications.grace {
                look.due[due] = .announced
            } else if due.instant > highest {
                look.due[due] = .missed
            }
        }
        let first = sun.first(after: seen.clock, through: lastWeek, in: situation)
        look.maySummarise = first != nil || !look.newRules.isEmpty
        look.owesSummary = sun.first(after: max(seen.clock, highest), through: lastWeek, in: situation) != nil
    }

    /// Requires announcements of the occurrences within the grace, but none of earlier ones.
    private mutating func oweTheLatest(in situation: Chronicle.Situation, notBefore: Instant) {
        guard situation.observer != nil else { return }
        look.views.append(situation)
        let start = max(clock - situation.notifications.grace - .microseconds(1), notBefore)
        for due in sun.dues(after: start, through: clock, in: situation)
        where isUntold(due) && !wasBeforeItsRule(due) {
            look.due[due] = .announced
        }
    }

    private func isUntold(_ due: Key) -> Bool {
        if look.isStart, unmissed.contains(due) { return false }
        // Exception 6.
        if look.newRules.contains(due.rule), let seen, due.instant <= seen.clock { return false }
        return entries(of: due).isEmpty && !look.due.keys.contains { isSame($0, due) }
    }

    /// Whether the clock was set forward past the occurrence, and had been past it before, when the occurrence was
    /// missed or its rule did not exist.
    func isPastAgain(_ key: Key) -> Bool {
        look.isOfNewClock && (again.contains(key) || wasBeforeItsRule(key)) && key.instant <= highest
    }

    /// Whether the occurrence came before its rule took effect, while the service was running.
    func wasBeforeItsRule(_ key: Key) -> Bool { inForceSince[key.rule].map { key.instant <= $0 } ?? false }

    func entries(of key: Key) -> [Said] { said.filter { isSame($0.key, key) && !isEarly($0) } }

    /// Whether the entry is too early to count, according to the current clock.
    func isEarly(_ said: Said) -> Bool {
        let told = said.boot == boot ? clock - (uptime - said.uptime) : clock - uptime
        return told + .seconds(45 * 60) < said.key.instant
    }

    func isSame(_ one: Key, _ other: Key) -> Bool {
        one.rule == other.rule && (one.instant - other.instant).magnitude < .refinement(of: one.rule)
    }
}
