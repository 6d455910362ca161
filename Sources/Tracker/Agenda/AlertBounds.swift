// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

extension AlertBounds {
    /// When an alert that is due at an instant is announced; nil if it is skipped.
    ///
    /// - Parameters:
    ///   - event: when the event happens.
    ///   - evening: the date of the evening that the event belongs to; nil if the event is not one of the evening.
    package func announcement(of due: Instant, event: Instant, evening: CivilDate?, in localTime: any LocalTime)
        -> Instant?
    {
        guard let bound = bound(outside: due, event: event, evening: evening, in: localTime) else { return due }
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
    private func bound(
        outside due: Instant, event: Instant, evening: CivilDate?, in localTime: any LocalTime
    ) -> Instant? {
        let reading = localTime.civilTime(at: due)
        let span = Span(of: due, reading, evening: evening)
        // A NotBefore in the morning without a NotAfter does not apply to the evening before it. An evening ends by four
        // o'clock everywhere, when the Sun is lowest; an alert that is due later is one of the morning. So is an alert
        // that only its offset moves past midnight.
        let isMorning = reading.hour >= 4
        let isOfEvening = reading.date == evening || localTime.civilTime(at: event).date != evening && !isMorning
        let earliest = notBefore.map { span.place($0, isPinned: notAfter == nil && isOfEvening) }
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

extension AnnouncedEvent {
    /// The local date of this event if it happens at that instant: of a clock change, as the clocks before it show it.
    package func date(at instant: Instant, in localTime: any LocalTime) -> CivilDate {
        self == .zoneTransition ? localTime.oldDate(ofChangeAt: instant) : localTime.civilTime(at: instant).date
    }

    /// The date of the evening to which this event belongs if it happens at that instant; nil if it is not an event of
    /// the evening.
    package func evening(at instant: Instant, in localTime: any LocalTime) -> CivilDate? {
        guard isOfEvening else { return nil }
        let reading = localTime.civilTime(at: instant)
        // The Sun is highest between ten and four o'clock everywhere, and lowest twelve hours later.
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
