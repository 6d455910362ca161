import Solar
import Tracker

/// When an alert with bounds is due, from the words of the manual: case by case, and not as the service computes it.
struct BoundedDues {
    let alert: Alert
    let bounds: AlertBounds
    let localTime: any LocalTime
    /// The first solar noon or midnight after an instant.
    let nextCulmination: (Instant) -> SolarEvent?

    /// An announcement.
    struct Plan {
        let due: Instant
        /// How far it was moved.
        let distance: Duration
    }

    /// The range around a due time in which an alert can be moved: a day, another one where a date is repeated, and the
    /// time in which two announcements count as the same.
    static let reach = Duration.seconds(51 * 3600)

    /// The announcements for events, in the order of time. Of two that are moved close together, the one that is moved less
    /// is made.
    func plans(for events: [Instant]) -> [Plan] {
        let plans = events.filter { alert.days.contains(localTime.civilTime(at: $0).date) }.compactMap(plan)
            .sorted { $0.due < $1.due }
        guard SolarEvent(name: alert.event.name).map({ !SolarEvent.seasonal.contains($0) }) == true else {
            return plans
        }
        return plans.enumerated().filter { index, plan in
            !plans.enumerated().contains { other, rival in
                let isMoved = plan.distance > .zero || rival.distance > .zero
                let isBetter = (rival.distance, -other) < (plan.distance, -index)
                return other != index && isMoved && isBetter
                    && (rival.due - plan.due).magnitude < .seconds(45 * 60)
            }
        }.map(\.element)
    }

    private func plan(_ event: Instant) -> Plan? {
        let due = event + alert.offset
        guard let target = target(of: due, event) else { return Plan(due: due, distance: .zero) }
        return bounds.outside == .skip ? nil : Plan(due: target, distance: (target - due).magnitude)
    }

    /// The bound to which a due time is moved; nil for one within the bounds.
    private func target(of due: Instant, _ event: Instant) -> Instant? {
        let reading = localTime.civilTime(at: due)
        if let evening = evening(of: event) {
            let (eve, morrow) = (evening, evening.adding(days: 1))
            let isThatEvening = reading.date == eve && reading.hour >= 12
            if isThatEvening || reading.date == morrow && reading.hour < 12 { return target(of: due, in: eve, morrow) }
        }
        let date = reading.date
        switch (bounds.notBefore, bounds.notAfter) {
        case (let start?, nil): return due < first(start, date) ? first(start, date) : nil
        case (nil, let end?): return due > last(end, date) ? last(end, date) : nil
        case (let start?, let end?) where start < end:
            if due < first(start, date) { return first(start, date) }
            return due > last(end, date) ? last(end, date) : nil
        case (let start?, let end?):
            return due > last(end, date) && due < first(start, date) ? first(start, date) : nil
        case (nil, nil): return nil
        }
    }

    /// The same for an evening, from noon to noon.
    private func target(of due: Instant, in eve: CivilDate, _ morrow: CivilDate) -> Instant? {
        func isMorning(_ time: TimeOfDay) -> Bool { time.minutes < 720 }
        /// The time is left out between the two.
        func gap(_ end: Instant, _ start: Instant) -> Instant? { due > end && due < start ? end : nil }
        func within(_ start: Instant, _ end: Instant) -> Instant? { due < start ? start : due > end ? end : nil }
        switch (bounds.notBefore, bounds.notAfter) {
        case (let start?, nil): return due < first(start, eve) ? first(start, eve) : nil
        case (nil, let end?):
            let end = last(end, isMorning(end) ? morrow : eve)
            return due > end ? end : nil
        case (let start?, let end?):
            switch (isMorning(start), isMorning(end), start < end) {
            // 07:00 to 22:30.
            case (true, false, _): return gap(last(end, eve), first(start, morrow))
            // 22:00 to 02:00.
            case (false, true, _): return within(first(start, eve), last(end, morrow))
            // 18:00 to 22:30, and 22:30 to 18:00.
            case (false, false, true): return within(first(start, eve), last(end, eve))
            case (false, false, false): return gap(last(end, eve), first(start, eve))
            // 02:00 to 07:00, and 07:00 to 02:00.
            case (true, true, true): return within(first(start, morrow), last(end, morrow))
            case (true, true, false): return gap(last(end, morrow), first(start, morrow))
            }
        case (nil, nil): return nil
        }
    }

    /// The evening to which the event belongs.
    private func evening(of event: Instant) -> CivilDate? {
        let name = alert.event.name
        let isGolden = name.hasPrefix("golden-hour")
        let isFalling = name == "sunset" || name.hasSuffix("-dusk") || name.hasSuffix(":setting")
        guard isGolden ? nextCulmination(event) == .solarMidnight : isFalling else { return nil }
        let reading = localTime.civilTime(at: event)
        return reading.hour < 6 ? reading.date.adding(days: -1) : reading.date
    }

    // MARK: Clocks

    private func first(_ time: TimeOfDay, _ date: CivilDate) -> Instant { showings(of: time, date).first ?? .latest }

    private func last(_ time: TimeOfDay, _ date: CivilDate) -> Instant { showings(of: time, date).last ?? .latest }

    /// Each instant at which the clocks show this, or the change that skips it.
    private func showings(of time: TimeOfDay, _ date: CivilDate) -> [Instant] {
        let wall = date.startInUTC + .seconds(Int64(time.minutes) * 60)
        var (start, end) = (wall - .day * 2, wall + .day * 2)
        var (found, skipping): ([Instant], [Instant]) = ([], [])
        let limit = end
        while start < limit {
            let offset = Duration.seconds(localTime.civilTime(at: start).utcOffset)
            let change = localTime.nextZoneTransition(after: start, before: limit)
            end = change?.instant ?? limit
            if wall - offset >= start, wall - offset < end { found.append(wall - offset) }
            if let change, change.instant + offset <= wall, change.instant + .seconds(change.offsetAfter) > wall {
                skipping.append(change.instant)
            }
            start = end
        }
        return found.isEmpty ? skipping : found
    }
}
