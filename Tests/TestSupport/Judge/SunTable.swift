// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// The due times in a situation, computed directly from the Sun's events, once per month and place.
final class SunTable: Hashable {
    /// An occurrence of a rule.
    struct Due: Hashable, CustomStringConvertible {
        /// The rule as in the ledger: `sunset`, `dst-change`, `alert:lamps (30min before sunset)`.
        let rule: String
        /// When the event happens.
        let event: Instant
        /// The due time.
        let instant: Instant

        var description: String { "\(rule) of \(instant)" }
    }

    private var months: [Month: [Instant]] = [:]
    private var seasons: [Int64: [Sun.Occurrence]] = [:]
    private var polarMonths: [Month: [(name: String, instant: Instant)]] = [:]

    private struct Month: Hashable {
        let observer: Observer
        let event: SolarEvent?
        let number: Int64
    }

    // All tables are equal: they only save time.
    static func == (one: SunTable, other: SunTable) -> Bool { true }

    func hash(into hasher: inout Hasher) {}

    static let month: Int64 = 32 * 86_400_000_000

    /// All due times after `start`, up to and including `end`, in chronological order.
    func dues(after start: Instant, through end: Instant, in situation: Chronicle.Situation) -> [Due] {
        guard start < end, let observer = situation.observer else { return [] }
        let ofHooks = situation.hooks.events.map(\.name).filter { !Self.announced.contains($0) }
        var dues = (["sunrise", "sunset"] + ofHooks).flatMap { name in
            happenings(of: name, after: start, through: end, at: observer, situation.localTime).map {
                Due(rule: name, event: $0, instant: $0)
            }
        }
        for name in Self.rare {
            // Clock changes and a notice of an eclipse are announced at noon on the day before, all other events when
            // they occur.
            let isEarly = ["dst-change", "solar-eclipse-notice"].contains(name)
            // A zone can put its clocks back by a day in between.
            let ahead = isEarly ? Duration.day * 3 : .zero
            for instant in happenings(of: name, after: start, through: end + ahead, at: observer, situation.localTime) {
                let due = isEarly ? noonBefore(instant, situation.localTime) : instant
                if due > start, due <= end { dues.append(Due(rule: name, event: instant, instant: due)) }
            }
        }
        for alert in situation.alerts where alert.isEnabled {
            let reach = alert.bounds == nil ? Duration.zero : .day * 3
            let (first, last) = (start - alert.offset - reach, end - alert.offset + reach)
            for instant in happenings(
                of: alert.event.name, after: first, through: last, at: observer, situation.localTime)
            {
                let due = Self.due(alert, at: instant, situation.localTime)
                if let due, due.instant > start, due.instant <= end { dues.append(due) }
            }
        }
        return dues.sorted { $0.instant < $1.instant }
    }

    /// When an alert is due for an event at this instant; nil if its days or its bounds leave it out.
    private static func due(_ alert: Alert, at instant: Instant, _ localTime: any LocalTime) -> Due? {
        alert.announcement(of: instant, in: localTime).map {
            Due(rule: EventEntry.rule(alert), event: instant, instant: $0)
        }
    }

    /// What was due in this period, and is in time because its event is still ahead.
    func ahead(dueAfter start: Instant, through end: Instant, at now: Instant, in situation: Chronicle.Situation)
        -> [Due]
    {
        let days = situation.alerts.contains { $0.offset < .zero - .day } ? 33 : 4
        return dues(after: max(start, now - .day * days), through: end, in: situation).filter {
            $0.instant < $0.event && now <= situation.lastMoment(of: $0)
        }
    }

    /// Whether the event of an occurrence happens at the place of the situation, perhaps some minutes earlier or later.
    func happens(_ due: Due, in situation: Chronicle.Situation) -> Bool {
        guard let observer = situation.observer else { return false }
        let alert = situation.alerts.first { EventEntry.rule($0) == due.rule }
        let reach = Duration.refinement(of: due.rule)
        return happenings(
            of: alert?.event.name ?? due.rule, after: due.event - reach, through: due.event + reach, at: observer,
            situation.localTime
        ).contains { ($0 - due.event).magnitude < reach }
    }

    /// The first due time after `start`, up to and including `end`.
    func first(after start: Instant, through end: Instant, in situation: Chronicle.Situation) -> Due? {
        var (from, length) = (start, Duration.day * 8)
        while from < end {
            let until = min(end, from + length)
            if let first = dues(after: from, through: until, in: situation).first { return first }
            (from, length) = (until, length * 2)
        }
        return nil
    }

    /// Whether the occurrence is due at exactly its instant.
    func contains(_ due: Due, in situation: Chronicle.Situation) -> Bool {
        dues(after: due.instant - .microseconds(1), through: due.instant, in: situation).contains(due)
    }

    /// The identifiers of the rare events.
    static let rare =
        SolarEvent.seasonal.map(\.name)
        + [
            "polar-day-start", "polar-day-end", "polar-night-start", "polar-night-end", "dst-change",
            "solar-eclipse", "solar-eclipse-notice",
        ]

    /// The events that are announced by default.
    static let announced = ["sunrise", "sunset"] + rare

    // MARK: Events

    /// When most of the Sun is covered in the eclipse that begins at about this instant; nil if there is none here.
    static func greatestEclipse(beginning instant: Instant, at observer: Observer) -> Instant? {
        let hour = Duration.seconds(3600)
        return Sun.eclipses(in: instant - hour..<instant + hour, at: observer)
            .first { $0.obscuration >= 0.01 }?.greatest
    }

    private func happenings(
        of name: String, after start: Instant, through end: Instant, at observer: Observer, _ localTime: any LocalTime
    ) -> [Instant] {
        if name == "dst-change" {
            var changes: [Instant] = []
            while let change = localTime.nextZoneTransition(
                after: changes.last ?? start, before: end + .microseconds(1))
            {
                changes.append(change.instant)
            }
            return changes
        }
        guard start < end else { return [] }
        if name.hasPrefix("solar-eclipse") {
            return Sun.eclipses(in: start + .microseconds(1)..<end + .microseconds(1), at: observer)
                .filter { $0.obscuration >= 0.01 }.map(\.start)
        }
        return (Self.number(start)...Self.number(end)).flatMap { number -> [Instant] in
            guard let event = SolarEvent(name: name) else {
                return polar(number, at: observer).filter { $0.name == name }.map(\.instant)
            }
            return SolarEvent.seasonal.contains(event)
                ? season(number / 48).filter { $0.event == event && Self.number($0.instant) == number }.map(\.instant)
                : month(number, of: event, at: observer)
        }.filter { $0 > start && $0 <= end }
    }

    /// The number of the 32-day span that contains an instant.
    static func number(_ instant: Instant) -> Int64 {
        Int64((Double(instant.microseconds) / Double(month)).rounded(.down))
    }

    /// The occurrences of the event in the 32-day span with this number.
    func month(_ number: Int64, of event: SolarEvent, at observer: Observer) -> [Instant] {
        let key = Month(observer: observer, event: event, number: number)
        if let known = months[key] { return known }
        let start = Instant(microseconds: number * Self.month)
        let found = Sun.occurrences(of: [event], in: start..<start + .microseconds(Self.month), at: observer)
        months[key] = found.map(\.instant)
        return found.map(\.instant)
    }

    /// The equinoxes and solstices of about four years, and a few adjacent ones.
    private func season(_ number: Int64) -> [Sun.Occurrence] {
        if let known = seasons[number] { return known }
        let length = Duration.microseconds(Self.month) * 48
        let start = Instant(microseconds: number * 48 * Self.month)
        let anywhere = Observer.at(0, 0)
        let found = Sun.occurrences(of: SolarEvent.seasonal, in: start - length..<start + length + length, at: anywhere)
        seasons[number] = found
        return found
    }

    /// The starts and ends of polar days and nights: there is more than a day between a sunrise and a sunset, or the
    /// reverse.
    private func polar(_ number: Int64, at observer: Observer) -> [(name: String, instant: Instant)] {
        // Below 60°, every day has a sunrise and a sunset.
        if observer.coordinate.latitude.degrees.magnitude < 60 { return [] }
        let key = Month(observer: observer, event: nil, number: number)
        if let known = polarMonths[key] { return known }
        var found: [(name: String, instant: Instant)] = []
        for (event, opposite, time) in [(SolarEvent.sunset, SolarEvent.sunrise, "night"), (.sunrise, .sunset, "day")] {
            for instant in month(number, of: event, at: observer) {
                if isLong(from: instant, to: opposite, step: 1, at: observer) {
                    found.append(("polar-\(time)-start", instant))
                }
            }
            for instant in month(number, of: opposite, at: observer) {
                if isLong(from: instant, to: event, step: -1, at: observer) {
                    found.append(("polar-\(time)-end", instant))
                }
            }
        }
        found.sort { $0.instant < $1.instant }
        polarMonths[key] = found
        return found
    }

    /// Whether the next event, or the previous one for a step of -1, is more than 24 hours away.
    private func isLong(from instant: Instant, to event: SolarEvent, step: Int64, at observer: Observer) -> Bool {
        let near = (Self.number(instant) - 1...Self.number(instant) + 1).flatMap { month($0, of: event, at: observer) }
        return !near.contains { $0 != instant && ($0 > instant) == (step > 0) && ($0 - instant).magnitude <= .day }
    }

    private func noonBefore(_ change: Instant, _ localTime: any LocalTime) -> Instant {
        let offset = localTime.civilTime(at: change - .seconds(1)).utcOffset
        let wall = change.microseconds + Int64(offset) * 1_000_000
        let day = Int64((Double(wall) / 86_400e6).rounded(.down))
        let noon = Instant(microseconds: (day - 1) * 86_400_000_000 + 43_200_000_000 - Int64(offset) * 1_000_000)
        // The clocks can also change between that noon and an eclipse.
        let offsetThen = localTime.civilTime(at: noon).utcOffset
        guard offsetThen != offset, let time = TimeOfDay(hour: 12, minute: 0) else { return noon }
        let noons = localTime.instants(of: time, on: CivilDate(daysSinceUnixEpoch: Int(day) - 1))
        return noons.upperBound < change ? noons.upperBound : noons.lowerBound
    }
}
