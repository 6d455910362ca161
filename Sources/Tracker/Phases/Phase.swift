// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// Day or night at a place, as a `PhaseBoundary` defines them.
///
/// A theme or a lamp that switches with the Sun follows the phase instead of the events. Unlike `DayPhase`, the phase
/// does not say how light it is.
package enum Phase: String, Equatable, Sendable, CaseIterable {
    /// From `Day=` to `Night=`; by default, from sunrise to sunset.
    case day
    /// From `Night=` to `Day=`; by default, from sunset to sunrise.
    case night

    /// The systemd target that is started with the phase, such as `suntracker-night.target`.
    package var target: String { "suntracker-\(rawValue).target" }

    package var other: Phase { self == .day ? .night : .day }
}

/// A phase, and the period for which it lasts.
package struct PhaseSpan: Hashable, Sendable {
    package let phase: Phase
    /// When the phase began; nil if it began more than a year ago.
    package let since: Instant?
    /// When the other phase begins; nil if that is not known, or not within a year. A phase that was set manually may go on
    /// when its override ends.
    package let until: Instant?
    package let isSetManually: Bool
    /// When the override ends; nil if no end is known, and without an override.
    package let overrideUntil: Instant?

    package init(
        _ phase: Phase, since: Instant?, until: Instant?, isSetManually: Bool = false, overrideUntil: Instant? = nil
    ) {
        self.phase = phase
        self.since = since
        self.until = until
        self.isSetManually = isSetManually
        self.overrideUntil = overrideUntil
    }

    /// When the span is to be looked up again: at the end of the override, or else of the phase.
    package var validUntil: Instant? { isSetManually ? overrideUntil : until }
}

/// The course of day and night for an observer.
///
/// A period of light begins when the Sun rises through the altitude of `boundary.day`, and ends when the Sun sets
/// through the altitude of `boundary.night`. The day is the union of these periods, each with its ends moved by the
/// offsets. Periods that become empty are left out, and periods that overlap are merged. If the Sun passes neither
/// altitude within a year, its altitude decides whether it is light.
///
/// If the day begins at a lower altitude than the night, as with `Day=civil-dawn` and the night at sunset, there are
/// nights in which the Sun stays between the two altitudes. These nights end when the Sun rises through the altitude of
/// the night. Otherwise, they would last until the first civil dawn in late summer.
///
/// If at least one edge is a time of day, each date has a separate day (`PhaseBoundary.datedDays`).
package struct PhaseCourse: Sendable {
    /// Where day and night begin.
    package let boundary: PhaseBoundary
    /// The observer; nil if the place is not known.
    package let observer: Observer?
    private let localTime: any LocalTime
    /// The span that was last found, and the period in which it is valid.
    private var known: (span: PhaseSpan, validity: Range<Instant>)?

    private static let day = Duration.seconds(86_400)
    /// The distances to search on each side, in turn, until both ends are known. The first nearly always suffices.
    private static let reaches = [day * 2, day * 40, day * 366].map { $0 + LightWindow.margin }

    /// The course at a place and in a time zone; nil if the boundary depends on the place and the place is not known.
    package init?(of boundary: PhaseBoundary, at observer: Observer?, in localTime: any LocalTime) {
        guard observer != nil || !boundary.needsPlace else { return nil }
        self.boundary = boundary
        self.observer = observer
        self.localTime = localTime
    }

    /// The phase at an instant, and its ends. A further query in the same phase costs only a comparison.
    package mutating func span(at instant: Instant) -> PhaseSpan {
        if let known, known.validity.contains(instant) { return known.span }
        let span = search(at: instant)
        // If no end was found within a year, the search is repeated after a day.
        let end = span.until ?? instant + Self.day
        known = (span, instant..<max(end, instant + .microseconds(1)))
        return span
    }

    private func search(at instant: Instant) -> PhaseSpan {
        var span = PhaseSpan(.night, since: nil, until: nil)
        for reach in Self.reaches where span.since == nil || span.until == nil {
            span = LightWindow(from: instant - reach, to: instant + reach, boundary, observer, localTime)
                .span(at: instant)
        }
        return span
    }
}

extension PhaseLimit {
    /// Whether the Sun is at this altitude or above it.
    func isBelow(_ sun: SolarPosition, for observer: Observer) -> Bool {
        sun.horizontal(at: observer.coordinate).altitude >= degrees(for: observer)
    }

    func degrees(for observer: Observer) -> Double {
        switch self {
        case .sun: observer.sunriseAltitude
        case .civil: -6
        case .nautical: -12
        case .astronomical: -18
        case .altitude(let altitude): altitude.degrees
        }
    }
}
