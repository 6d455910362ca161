package import Solar

/// Whether it counts as day or as night at a place, under a `PhaseBoundary`.
///
/// What switches with the Sun follows the phase instead of the events: a theme, a lamp. Unlike `DayPhase`, it does not say
/// how light it is.
package enum Phase: String, Equatable, Sendable, CaseIterable {
    /// From a rising of the Sun to a setting.
    case day
    /// From a setting to a rising.
    case night

    /// The phase as it is named at the start of a sentence: `Night`.
    package var capitalizedName: String { self == .day ? "Day" : "Night" }

    /// The name for people: `day`, `night`.
    package func displayName(in words: Localizer) -> String { self == .day ? words("day") : words("night") }

    /// The target of systemd that is started with it: `suntracker-night.target`.
    package var target: String { "suntracker-\(rawValue).target" }

    /// The other phase.
    package var other: Phase { self == .day ? .night : .day }
}

/// A phase, and the time for which it lasts.
package struct PhaseSpan: Hashable, Sendable {
    /// The phase.
    package let phase: Phase
    /// When it has begun; nil if that is more than a year ago.
    package let since: Instant?
    /// When the other phase begins, or the override ends; nil if that is not known within a year.
    package let until: Instant?
    /// Whether it was set by hand (`PhaseOverride`).
    package let isSetByHand: Bool

    /// A phase between two instants.
    package init(_ phase: Phase, since: Instant?, until: Instant?, isSetByHand: Bool = false) {
        self.phase = phase
        self.since = since
        self.until = until
        self.isSetByHand = isSetByHand
    }
}

/// `[Phases]`: where day and night begin.
package struct PhaseBoundary: Equatable, Sendable {
    /// The beginning of a phase.
    package enum Edge: Equatable, Sendable {
        /// The Sun passes that altitude, and an offset from that; a negative one is before it.
        case passage(PhaseLimit, offset: Duration)
        /// The clocks show that time of day.
        case time(TimeOfDay)

        /// The edge at that time around the passage.
        package init(_ limit: PhaseLimit = .sun, offset: Duration = .zero) {
            self = .passage(limit, offset: offset)
        }
    }

    /// `Day=`: the day begins when the Sun rises through the altitude, or at a time of day.
    package var day: Edge
    /// `Night=`: the night begins when the Sun sets through the altitude, or at a time of day.
    package var night: Edge

    /// A boundary with these edges; by default sunrise and sunset.
    package init(day: Edge = Edge(), night: Edge = Edge()) {
        self.day = day
        self.night = night
    }

    /// Whether it depends on the Sun, and so on the place.
    package var needsPlace: Bool {
        if case (.time, .time) = (day, night) { false } else { true }
    }
}

/// An altitude of the Sun at which a phase can begin.
package enum PhaseLimit: Equatable, Sendable {
    /// That of sunrise and sunset.
    case sun
    /// 6 degrees below the horizon.
    case civil
    /// 12 degrees below the horizon.
    case nautical
    /// 18 degrees below the horizon.
    case astronomical
    /// The Sun's centre at this altitude.
    case altitude(Altitude)

    /// The event at which the Sun passes it, in that direction.
    package func event(_ direction: SolarEvent.Direction) -> SolarEvent {
        let isRising = direction == .rising
        return switch self {
        case .sun: isRising ? .sunrise : .sunset
        case .civil: isRising ? .civilDawn : .civilDusk
        case .nautical: isRising ? .nauticalDawn : .nauticalDusk
        case .astronomical: isRising ? .astronomicalDawn : .astronomicalDusk
        case .altitude(let altitude): .altitude(altitude, direction)
        }
    }

    /// Whether the Sun is at this altitude or above it.
    func isBelow(_ sun: SolarPosition, for observer: Observer) -> Bool {
        sun.horizontal(at: observer.coordinate).altitude >= degrees(for: observer)
    }

    /// The altitude in degrees, for an observer.
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

/// The course of day and night for an observer.
///
/// The light comes when the Sun rises through the altitude of `boundary.day`, and goes when it sets through that of
/// `boundary.night`. The day is the union of the periods of light, each with its ends moved by the offsets. A period that
/// becomes empty vanishes, and periods that overlap join. If the Sun passes neither altitude within a year, the light is
/// that of its altitude.
///
/// If the day begins lower than the night does, as with `Day=civil-dawn` and the night at sunset, there are nights in which
/// the Sun stays between the two. They end when it rises through the altitude of the night. Otherwise these nights would
/// last until the first civil dawn in late summer.
///
/// With a time of day as one edge, or as both, each date has a day of its own (`PhaseBoundary.datedDays`).
package struct PhaseCourse: Sendable {
    /// Where day and night begin.
    package let boundary: PhaseBoundary
    /// The observer; nil if the place is not known.
    package let observer: Observer?
    private let localTime: any LocalTime
    /// The span last found, and the time for which it is the answer.
    private var known: (span: PhaseSpan, validity: Range<Instant>)?

    private static let day = Duration.seconds(86_400)
    /// How far to search on each side until both ends are known. The first nearly always suffices.
    private static let reaches = [day * 2, day * 40, day * 366].map { $0 + LightWindow.margin }

    /// The course at a place and in a time zone; nil if it depends on the place and that is not known.
    package init?(of boundary: PhaseBoundary, at observer: Observer?, in localTime: any LocalTime) {
        guard observer != nil || !boundary.needsPlace else { return nil }
        self.boundary = boundary
        self.observer = observer
        self.localTime = localTime
    }

    /// The phase at an instant, and for how long it lasts. Another query in the same phase is a comparison.
    package mutating func span(at instant: Instant) -> PhaseSpan {
        if let known, known.validity.contains(instant) { return known.span }
        let span = search(at: instant)
        // The year in which no end was found goes on with every day.
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
