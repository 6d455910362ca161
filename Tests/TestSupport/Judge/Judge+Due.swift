// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// The entries that a look of the service requires.
///
/// An entry for an occurrence is *required* when the clock reaches or passes it while the place stays the same:
/// - at its exact instant, if the service is awake;
/// - at the next look of the service, if the clock did not run in between (a step, a resume, a start): announced within
///   the grace or, if the event is still ahead, until the event; otherwise missed. All occurrences that are more than a
///   week old share one summary;
/// - after a clock was set back, or after the loss of the ledger: announced in the same way; no entry for an older one;
/// - after a change of the place: announced if it was due in the last ten minutes, or if the event is still ahead;
/// - after a change of the time zone: announced if the event is still ahead; announced or missed if it was still to come
///   in the old zone.
///
/// No entry is required if an entry of the same rule exists whose event is within 45 minutes (36 hours for rare events).
/// What was due before its rule existed is never announced. Entries that are not required are violations, with these
/// exceptions, in which they are optional:
/// 1. *Forgotten*: the clock has been more than a day away from the occurrence, and was set back in between or at the
///    announcement; or the clock of its boot was ahead. The occurrence may be announced again.
/// 2. *Another place at a start*: the time of the journey is unknown. Occurrences before the last look, and missed ones,
///    are optional.
/// 3. *The clock was past the occurrence before, and was set back*: the entry that it was missed may be repeated. At a
///    start, when the present appears to be in the past, occurrences may be announced that are within a grace that was
///    prolonged since.
/// 4. *Alerts and clock rules that took effect while the service was not running, or that were not written before a
///    crash*: their occurrences before the last look are optional, also when a clock that was set back is set right.
///    Occurrences before the rule took effect are not announced then, but they may be in a look that looks back: at a
///    start, at another place, or after the clock is set back.
/// 5. *The clock is set by a second or more, or another boot begins, before the first entry of a new ledger*: this counts
///    as a first start.
/// 6. *The clock was behind, and is right again*, by a step forward or by another boot: what was settled before it was
///    behind is optional, even if the place, the time zone or the rules have changed since.
///
/// An entry counts for an occurrence unless, according to the current clock, it was written more than 45 minutes before
/// the occurrence: then the clock was ahead, and was set back. For an entry of an earlier boot, the service knows only
/// the boot. An entry that was too early by the clock of that boot may be forgotten together with the boot.
extension Judge {
    /// - Parameter free: when the service was free to handle the input.
    mutating func beginLook(freeSince free: Instant) {
        settle()
        let news = pending
        let isUnset = unnoticed.magnitude >= .seconds(1) && disk.isNew
        if unnoticed.magnitude >= .seconds(1) { unnoticed = .zero }
        pending = Pending()
        look = Look(
            isStart: news.isStart, clockRan: news.clockRan, isOfNewClock: news.clockWasSet, isOfChange: change != nil,
            isOfReport: news.isPopupShown || news.areHooksStarted, highestBefore: highest)
        disk.beginLook()
        followClock()
        for index in said.indices {
            if said[index].age == .ofLook { said[index].age = .ofRun }
        }
        if said.count > 200 { said.removeFirst(said.count - 200) }
        if isUnset, let situation { floor = clock - situation.lookBack }
        if news.isStart {
            look.looksBack = true
            let rules = disk.kept?.rules ?? [:]
            look.newRules = Set((situation?.schedules ?? [:]).filter { rules[$0.key] != $0.value }.keys)
            for rule in look.newRules { inForceSince[rule] = seen.map { Since($0.clock, isKnown: false) } }
        }
        if let situation {
            owe(in: situation, clockRan: news.clockRan, isUnset: isUnset, freeSince: free)
        }
        resume()
        if let change {
            let before = situation
            let rules = before?.schedules ?? [:]
            for (rule, days) in change.schedules where rules[rule] != days {
                inForceSince[rule] = Since(clock, isKnown: true)
            }
            situation = change
            self.change = nil
            if change.observer != before?.observer {
                look.looksBack = true
                freeBefore = .earliest
                let arrival = clock - change.lookBack - .microseconds(1)
                oweTheLatest(in: change, notBefore: arrival)
                floor = max(floor, arrival)
            } else if let before {
                oweInOtherZone(change, before)
            }
            if change.schedules != rules { floor = clock }
        }
        followPhase(news.phaseRequest, clockRan: news.clockRan)
        beginPopups(news, freeSince: free)
        seen = Moment(clock: clock, place: situation?.observer)
        highest = max(highest, clock)
    }

    /// Requires what is due before an event that is still ahead, and what the other zone moves into the past.
    private mutating func oweInOtherZone(_ situation: Chronicle.Situation, _ before: Chronicle.Situation) {
        look.views.append(situation)
        let ahead = sun.ahead(dueAfter: floor, through: clock, at: clock, in: situation)
        let coming = sun.dues(after: clock, through: clock + .day * 3, in: before)
        let past = sun.dues(after: clock - .day * 3, through: clock, in: situation).filter { due in
            coming.contains { $0.rule == due.rule && $0.event == due.event }
        }
        for due in ahead + past where isUntold(due) && !wasBeforeItsRule(due) {
            look.due[due] = clock <= situation.deadline(of: due) ? .announced : .missed
        }
    }

    /// Notes how the entries look to the current clock.
    mutating func followClock() {
        stepBack()
        for index in said.indices {
            if (clock - said[index].key.instant).magnitude > .day { said[index].wasFar = true }
            if isEarly(said[index]) { said[index].wasEarly = true }
        }
    }

    /// If the clock was set back, occurrences that were missed only because it was ahead come again.
    private mutating func stepBack() {
        guard let seen, clock < seen.clock else { return }
        // For the service, it was not set back if it was set back by less than the time since the last input.
        if let handled, handled <= clock {
            self.seen = Moment(clock: clock, place: seen.place)
            return
        }
        look.looksBack = true
        let notLate = said.filter { $0.isMissed && clock <= situation?.deadline(of: $0.key) ?? $0.key.instant + grace }
        again.formUnion(notLate.map(\.key))
        said.removeAll(where: notLate.contains)
        for index in said.indices { said[index].clockWasSetBack = true }
    }

    private mutating func owe(
        in situation: Chronicle.Situation, clockRan: Bool, isUnset: Bool, freeSince free: Instant
    ) {
        guard let place = situation.observer else { return }
        look.views.append(situation)
        guard let seen, seen.place == place, seen.clock <= clock else {
            look.isUnsure = look.isStart && seen.map { $0.place != place } == true
            look.maySummarise = look.isUnsure
            // Exception 2 remains true after the clock is set back.
            if look.isStart {
                freeBefore = seen.map { $0.clock <= clock ? $0.clock : .earliest } ?? .earliest
            } else if freeBefore > .earliest {
                look.isUnsure = true
            }
            // A new ledger begins a grace before the start, exclusively.
            let isFirst = look.isStart && seen == nil
            return oweTheLatest(
                in: situation, notBefore: isFirst ? clock - situation.lookBack : freeBefore)
        }
        // Exception 3.
        if look.isStart, clock < highest { look.isUnsure = true }
        if clockRan {
            for due in sun.dues(after: seen.clock, through: clock, in: situation) where isUntold(due) {
                // While the service waited for the disk, it could not handle the input.
                if due.instant < clock, due.instant <= free {
                    complain(.instantPassed, about: due)
                } else {
                    look.due[due] = clock <= situation.deadline(of: due) ? .announced : .missed
                }
            }
            return
        }
        // Exception 5.
        if isUnset {
            (look.isUnsure, look.maySummarise) = (true, true)
            return oweTheLatest(in: situation, notBefore: max(seen.clock, clock - situation.lookBack))
        }
        let lastWeek = clock - .week
        let ahead = sun.ahead(
            dueAfter: look.isStart ? min(floor, seen.clock) : seen.clock, through: max(seen.clock, lastWeek), at: clock,
            in: situation)
        for due in ahead + sun.dues(after: max(seen.clock, lastWeek), through: clock, in: situation)
        where isUntold(due) && !isPastAgain(due) {
            if clock <= situation.deadline(of: due) {
                look.due[due] = .announced
            } else if due.instant > highest {
                look.due[due] = .missed
            }
        }
        let first = sun.first(after: seen.clock, through: lastWeek, in: situation)
        look.maySummarise = first != nil || !look.newRules.isEmpty
        look.owesSummary = hasUntold(after: max(seen.clock, highest), through: lastWeek, in: situation)
    }

    /// Whether anything was due that no entry is about. Another time zone can move what was announced past the stop.
    private func hasUntold(after start: Instant, through end: Instant, in situation: Chronicle.Situation) -> Bool {
        var start = start
        while let first = sun.first(after: start, through: end, in: situation) {
            let dues = sun.dues(after: first.instant - .microseconds(1), through: first.instant, in: situation)
            if dues.contains(where: { entries(of: $0).isEmpty }) { return true }
            start = first.instant
        }
        return false
    }

    /// Requires announcements of the occurrences within the grace, and of those whose event is still ahead.
    private mutating func oweTheLatest(in situation: Chronicle.Situation, notBefore: Instant) {
        guard situation.observer != nil else { return }
        look.views.append(situation)
        let start = max(clock - situation.notifications.grace - .microseconds(1), notBefore, floor)
        let ahead = sun.ahead(dueAfter: floor, through: min(start, clock), at: clock, in: situation)
        for due in ahead + sun.dues(after: start, through: clock, in: situation)
        where isUntold(due) && !wasBeforeItsRule(due) {
            look.due[due] = clock <= situation.deadline(of: due) ? .announced : .missed
        }
    }

    private func isUntold(_ due: Key) -> Bool {
        // Exception 4.
        if look.newRules.contains(due.rule), let seen, due.instant <= seen.clock { return false }
        return entries(of: due).isEmpty && !look.due.keys.contains { isSame($0, due) }
    }

    /// Whether the clock was set forward past the occurrence, and had been past it before, when the occurrence was
    /// missed or settled, or its rule did not exist.
    func isPastAgain(_ key: Key) -> Bool {
        // Exception 6.
        let isSettled =
            settledAhead.contains { key.instant <= $0 && $0 <= booted + .seconds(1) }
            || stepsBack.contains { $0.settles(key.instant) }
        let isBefore = inForceSince[key.rule]?.isAfter(key.instant) ?? false || key.instant <= floor || isSettled
        return look.isOfNewClock && (again.contains(key) || isBefore) && key.instant <= highest
    }

    /// Whether the occurrence came before its rule took effect, while the service was running.
    func wasBeforeItsRule(_ key: Key) -> Bool {
        guard let since = inForceSince[key.rule], since.isKnown else { return false }
        return look.isOfNewClock ? since.isAlwaysAfter(key.instant) : since.isAfter(key.instant)
    }

    func entries(of key: Key) -> [Said] { said.filter { isSame($0.key, key) && !isEarly($0) } }

    /// Whether the entry is too early to count, according to the current clock.
    func isEarly(_ said: Said) -> Bool {
        let told = said.boot == boot ? clock - (uptime - said.uptime) : booted
        return told + .seconds(45 * 60) < said.key.instant
    }

    func isEarly(_ key: Key) -> Bool { said.first { $0.key == key }.map(isEarly) ?? false }

    func isSame(_ one: Key, _ other: Key) -> Bool {
        guard one.rule == other.rule else { return false }
        let distance = (one.event - other.event).magnitude
        // The first comparison is much faster, and leaves few occurrences.
        return distance < .refinementOfRareEvents && distance < .refinement(of: one.rule)
    }

    /// Resumes the announcements that the end of an earlier run interrupted.
    private mutating func resume() {
        if look.isStart {
            let open = disk.kept?.ledger.entries.filter { !$0.open.isEmpty } ?? []
            left = open.filter { isEarly(Key($0)) }
            for entry in open where !isEarly(Key(entry)) { resume(entry) }
        } else if look.isOfNewClock {
            let open = left.filter { !isEarly(Key($0)) }
            left = left.filter { isEarly(Key($0)) }
            for entry in open { resume(entry) }
        }
    }

    private mutating func resume(_ entry: Ledger.Entry) {
        let key = Key(entry)
        if entry.open.contains(.journal) {
            look.interrupted.insert(key)
            let isForgotten = said.first { $0.key == key }?.isForgotten ?? false
            if look.isStart, !isForgotten { look.mustRecover.insert(key) }
            return
        }
        if entry.open.contains(.hooks) { resumeHooks(of: key) }
        if entry.open.contains(.notification) { resumePopup(of: key) }
    }
}
