// SPDX-License-Identifier: MIT
package import Solar

/// The times of day between which an alert is announced: `NotBefore=` and `NotAfter=`. At least one of them is set.
///
/// They apply on the date on which the alert is due. For an event of the evening, the hours from midnight to noon
/// belong to the evening before: a sunset at 00:10 in June is later than `NotAfter=22:30`, and earlier than
/// `NotAfter=01:00`. If `NotAfter` is earlier than `NotBefore`, it is on the next day.
///
/// If the clocks skip a bound, it is at the change. If they show it twice, `NotBefore` is the first and `NotAfter` the
/// second occurrence.
package struct AlertBounds: Hashable, Sendable {
    /// What happens to an alert that is due outside the bounds.
    package enum Outside: String, Equatable, Sendable, CaseIterable {
        /// It is announced at the bound: later, at `NotBefore`, or earlier, at `NotAfter`.
        case move
        /// It is not announced.
        case skip
    }

    /// `NotBefore=`: the earliest time of day; nil if there is none.
    package var notBefore: TimeOfDay?
    /// `NotAfter=`: the latest time of day; nil if there is none.
    package var notAfter: TimeOfDay?
    /// `Outside=`: what happens to an alert that is due outside the bounds.
    package var outside = Outside.move

    /// The bounds; nil if both times are nil.
    package init?(notBefore: TimeOfDay?, notAfter: TimeOfDay?, outside: Outside = .move) {
        guard notBefore != nil || notAfter != nil else { return nil }
        (self.notBefore, self.notAfter, self.outside) = (notBefore, notAfter, outside)
    }

    /// When an alert that is due at an instant is announced; nil if it is skipped.
    ///
    /// - Parameter evening: the date of the evening that the event belongs to; nil if the event is not one of the
    ///   evening.
    package func announcement(of due: Instant, evening: CivilDate?, in localTime: any LocalTime) -> Instant? {
        guard let bound = bound(outside: due, evening: evening, in: localTime) else { return due }
        return outside == .move ? bound : nil
    }

    /// How far an alert can be moved, negative for an earlier time: by a day, and by another day if a zone repeats a
    /// date because it changes its side of the date line.
    var reach: ClosedRange<Duration> {
        let most = Duration.seconds(50 * 3600)
        guard outside == .move else { return .zero...(.zero) }
        return (notAfter == nil ? .zero : .zero - most)...(notBefore == nil ? .zero : most)
    }

    /// The last instant within the bounds, for an alert that is announced at `due`; nil without `NotAfter=`.
    package func end(for due: Instant, evening: CivilDate?, in localTime: any LocalTime) -> Instant? {
        guard let notAfter else { return nil }
        let latest = Span(of: due, localTime.civilTime(at: due), evening: evening).place(notAfter)
        let ends = [latest.date, latest.date.adding(days: 1)].map {
            localTime.instants(of: latest.time, on: $0).upperBound
        }
        return ends.first { due <= $0 }
    }

    /// The bound that an alert is moved to; nil if it is due within the bounds.
    private func bound(outside due: Instant, evening: CivilDate?, in localTime: any LocalTime) -> Instant? {
        let reading = localTime.civilTime(at: due)
        let span = Span(of: due, reading, evening: evening)
        // A NotBefore in the morning without a NotAfter does not apply to the evening before it. An evening ends by three
        // o'clock everywhere, when the Sun is lowest; an alert that is due later is one of the morning.
        let isMorning = (3..<12).contains(reading.hour)
        let earliest = notBefore.map { span.place($0, isPinned: notAfter == nil && !isMorning) }
        let latest = notAfter.map { span.place($0) }
        let start = earliest.map { localTime.instants(of: $0.time, on: $0.date).lowerBound }
        let end = latest.map { localTime.instants(of: $0.time, on: $0.date).upperBound }
        guard let start, let end, let earliest, let latest else {
            if let start { return due < start ? start : nil }
            return end.flatMap { due > $0 ? $0 : nil }
        }
        if (latest.date, latest.time) < (earliest.date, earliest.time) {
            // The times between `end` and `start` are outside the bounds.
            return due <= end || due >= start ? nil : span.isEvening ? end : start
        }
        return due < start ? start : due > end ? end : nil
    }

    /// The day that an alert belongs to: a date from midnight to midnight, or an evening from noon to noon.
    private struct Span {
        let date: CivilDate
        let isEvening: Bool

        init(of due: Instant, _ reading: CivilTime, evening: CivilDate?) {
            let noon = 12
            if let evening, reading.date == (reading.hour < noon ? evening.adding(days: 1) : evening) {
                (date, isEvening) = (evening, true)
            } else {
                (date, isEvening) = (reading.date, false)
            }
        }

        /// The date and the time of a bound in this span.
        ///
        /// - Parameter isPinned: whether the bound is on the date of the evening even if its time is before noon.
        func place(_ time: TimeOfDay, isPinned: Bool = false) -> (date: CivilDate, time: TimeOfDay) {
            let isNextMorning = isEvening && !isPinned && time.minutes < 12 * 60
            return (isNextMorning ? date.adding(days: 1) : date, time)
        }
    }
}

extension AlertBounds: CustomStringConvertible {
    /// `from 07:00`, `until 22:30`, `from 07:00 until 22:30`, `from 07:00 or not`: part of an alert's name in the ledger.
    package var description: String {
        let times = [notBefore.map { "from \($0)" }, notAfter.map { "until \($0)" }]
        return times.compactMap { $0 }.joined(separator: " ") + (outside == .skip ? " or not" : "")
    }
}

extension AnnouncedEvent {
    /// The date of the evening to which this event belongs if it happens at that instant; nil if it is not an event of
    /// the evening.
    package func evening(at instant: Instant, in localTime: any LocalTime) -> CivilDate? {
        guard isOfEvening else { return nil }
        let reading = localTime.civilTime(at: instant)
        // The Sun is highest between ten and three o'clock everywhere, and lowest twelve hours later.
        return reading.hour < 6 ? reading.date.adding(days: -1) : reading.date
    }

    private var isOfEvening: Bool {
        switch self {
        case .solar(.sunset), .solar(.civilDusk), .solar(.nauticalDusk), .solar(.astronomicalDusk),
            .solar(.goldenHourEveningStart), .solar(.goldenHourEveningEnd), .solar(.altitude(_, .setting)):
            true
        case .solar(.astronomicalDawn), .solar(.nauticalDawn), .solar(.civilDawn), .solar(.sunrise),
            .solar(.goldenHourMorningStart), .solar(.goldenHourMorningEnd), .solar(.altitude(_, .rising)),
            .solar(.solarNoon), .solar(.solarMidnight), .solar(.marchEquinox), .solar(.juneSolstice),
            .solar(.septemberEquinox), .solar(.decemberSolstice), .polar, .zoneTransition, .solarEclipse:
            false
        }
    }
}
