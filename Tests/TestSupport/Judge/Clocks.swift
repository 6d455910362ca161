// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// `NotBefore=`, `NotAfter=` and `Quiet=`, as the manual defines them, from the readings of the clocks.
extension LocalTime {
    /// The first and the last instant at which the clocks show a time on a date; for a time that they skip, the change.
    func shows(_ time: TimeOfDay, on date: CivilDate) -> (first: Instant, last: Instant) {
        let wall = date.startInUTC + .seconds(time.minutes * 60)
        let (earliest, latest) = (wall - .seconds(26 * 3600), wall + .seconds(26 * 3600))
        var changes: [ZoneTransition] = []
        while let change = nextZoneTransition(after: changes.last?.instant ?? earliest, before: latest) {
            changes.append(change)
        }
        let offsets = [civilTime(at: earliest).utcOffset] + changes.map(\.offsetAfter)
        let shown = offsets.map { wall - .seconds($0) }.filter { instant in
            wall - .seconds(civilTime(at: instant).utcOffset) == instant
        }
        if let first = shown.min(), let last = shown.max() { return (first, last) }
        let skipping = changes.first {
            $0.instant + .seconds($0.offsetBefore) <= wall && wall < $0.instant + .seconds($0.offsetAfter)
        }
        let change = skipping?.instant ?? wall - .seconds(offsets[0])
        return (change, change)
    }

    /// Whether one of these ranges contains the instant, from the first start to the last end that the clocks show.
    func isQuiet(_ instant: Instant, in quiet: QuietTime) -> Bool {
        let today = civilTime(at: instant).date
        return quiet.ranges.contains { range in
            (-2...2).contains { days in
                let date = today.adding(days: days)
                let nextDate = range.end <= range.start ? date.adding(days: 1) : date
                return shows(range.start, on: date).first <= instant && instant < shows(range.end, on: nextDate).last
            }
        }
    }

    /// The last instant up to which an alert that is due may be announced because of `NotAfter=`.
    func end(of due: Instant, notAfter: TimeOfDay) -> Instant? {
        let today = civilTime(at: due).date
        return (-1...2).map { shows(notAfter, on: today.adding(days: $0)).last }.filter { $0 >= due }.min()
    }
}

extension Alert {
    /// The date to which an event of this alert belongs, and whether it is an evening, which lasts until the next noon.
    func day(of instant: Instant, in localTime: any LocalTime) -> (date: CivilDate, isEvening: Bool) {
        let reading = localTime.civilTime(at: instant)
        let name = event.name
        let isEvening =
            name == "sunset" || name.hasSuffix("-dusk") || name.hasSuffix(":setting")
            || name.hasPrefix("golden-hour-evening-")
        if name == "dst-change" {
            let offset = localTime.civilTime(at: instant - .seconds(1)).utcOffset
            return (CivilTime(at: instant, utcOffset: offset).date, false)
        }
        return (isEvening && reading.hour < 6 ? reading.date.adding(days: -1) : reading.date, isEvening)
    }

    /// When the alert is announced for an event at this instant; nil if its days or its bounds leave it out.
    func announcement(of instant: Instant, in localTime: any LocalTime) -> Instant? {
        let (day, isEvening) = day(of: instant, in: localTime)
        guard days.contains(day) else { return nil }
        let planned = instant + offset
        guard let bounds else { return planned }
        let bound = isEvening ? self.bound(planned, of: instant, evening: day, bounds, localTime) : nil
        let moved = bound ?? self.bound(planned, bounds, localTime)
        return moved == planned || bounds.outside == .move ? moved : nil
    }

    /// Where the bounds of a date, from midnight to midnight, move an instant.
    private func bound(_ planned: Instant, _ bounds: AlertBounds, _ localTime: any LocalTime) -> Instant {
        let date = localTime.civilTime(at: planned).date
        let earliest = bounds.notBefore.map { localTime.shows($0, on: date).first } ?? .earliest
        let latest = bounds.notAfter.map { localTime.shows($0, on: date).last } ?? .latest
        if let notBefore = bounds.notBefore, let notAfter = bounds.notAfter, notAfter < notBefore {
            return planned > latest ? max(planned, earliest) : planned
        }
        return planned < earliest ? earliest : min(planned, latest)
    }

    /// Where the bounds of an evening move an instant; nil if it is not between the noons of the evening.
    private func bound(
        _ planned: Instant, of instant: Instant, evening: CivilDate, _ bounds: AlertBounds, _ localTime: any LocalTime
    ) -> Instant? {
        let (reading, morning) = (localTime.civilTime(at: planned), evening.adding(days: 1))
        guard (reading.date == evening && reading.hour >= 12) || (reading.date == morning && reading.hour < 12) else {
            return nil
        }
        func date(_ time: TimeOfDay) -> CivilDate { time.minutes < 720 ? morning : evening }
        // A NotBefore= of the morning is over in the evening: before midnight, and for an event after midnight until
        // four o'clock.
        let isLate = localTime.civilTime(at: instant).date == morning
        let isOver = bounds.notAfter == nil && (reading.date == evening || isLate && reading.hour < 4)
        let earliest =
            bounds.notBefore.map { localTime.shows($0, on: isOver ? evening : date($0)).first } ?? .earliest
        let latest = bounds.notAfter.map { localTime.shows($0, on: date($0)).last } ?? .latest
        if let notBefore = bounds.notBefore, let notAfter = bounds.notAfter,
            (date(notAfter), notAfter) < (date(notBefore), notBefore)
        {
            return planned < earliest ? min(planned, latest) : planned
        }
        return planned < earliest ? earliest : min(planned, latest)
    }
}
