public import Solar

/// Whether it counts as day or as night at a place, under a `PhaseBoundary`.
///
/// What switches with the Sun follows the phase instead of the events: a theme, a lamp. Unlike `DayPhase`, it does not say
/// how light it is.
public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// From a rising of the Sun to a setting.
    case day
    /// From a setting to a rising.
    case night

    /// The phase as it is named at the start of a sentence: `Night`.
    package var capitalizedName: String { self == .day ? "Day" : "Night" }

    /// The target of systemd that is started with it: `suntracker-night.target`.
    package var target: String { "suntracker-\(rawValue).target" }

    /// The other phase.
    public var other: Phase { self == .day ? .night : .day }
}

/// A phase, and the time for which it lasts.
public struct PhaseSpan: Hashable, Sendable {
    /// The phase.
    public let phase: Phase
    /// When it has begun; nil if that is more than a year ago.
    public let since: Instant?
    /// When the other phase begins; nil if none does within a year.
    public let until: Instant?

    /// A phase between two instants.
    public init(_ phase: Phase, since: Instant?, until: Instant?) {
        self.phase = phase
        self.since = since
        self.until = until
    }
}

/// `[Phases]`: where day and night begin.
public struct PhaseBoundary: Hashable, Sendable {
    /// The beginning of a phase: the Sun passes an altitude, and an offset from that.
    public struct Edge: Hashable, Sendable {
        /// The altitude.
        public var limit: PhaseLimit
        /// How long after the Sun passes it the phase begins; negative before it.
        public var offset: Duration

        /// The edge at that time around the passage.
        public init(_ limit: PhaseLimit = .sun, offset: Duration = .zero) {
            self.limit = limit
            self.offset = offset
        }
    }

    /// `Day=`: the day begins when the Sun rises through the altitude.
    public var day: Edge
    /// `Night=`: the night begins when the Sun sets through the altitude.
    public var night: Edge

    /// A boundary with these edges; by default sunrise and sunset.
    public init(day: Edge = Edge(), night: Edge = Edge()) {
        self.day = day
        self.night = night
    }
}

/// An altitude of the Sun at which a phase can begin.
public enum PhaseLimit: Hashable, Sendable {
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
    public func event(_ direction: SolarEvent.Direction) -> SolarEvent {
        let isRising = direction == .rising
        return switch self {
        case .sun: isRising ? .sunrise : .sunset
        case .civil: isRising ? .civilDawn : .civilDusk
        case .nautical: isRising ? .nauticalDawn : .nauticalDusk
        case .astronomical: isRising ? .astronomicalDawn : .astronomicalDusk
        case .altitude(let altitude): .altitude(altitude, direction)
        }
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
public struct PhaseCourse: Hashable, Sendable {
    /// Where day and night begin.
    public let boundary: PhaseBoundary
    /// The observer.
    public let observer: Observer
    /// The span last found, and the time for which it is the answer.
    private var known: Known?

    private struct Known: Hashable {
        let span: PhaseSpan
        let validity: Range<Instant>
    }

    private static let day = Duration.seconds(86_400)
    /// How far to search on each side before the search of a whole year. The first nearly always suffices.
    private static let reaches = [day * 3, day * 40]
    private static let year = day * 366 + LightWindow.margin

    /// The course at a place.
    public init(of boundary: PhaseBoundary, at observer: Observer) {
        self.boundary = boundary
        self.observer = observer
    }

    /// The phase at an instant, and for how long it lasts. Another query in the same phase is a comparison.
    public mutating func span(at instant: Instant) -> PhaseSpan {
        if let known, known.validity.contains(instant) { return known.span }
        let span = search(at: instant)
        // The year in which no end was found goes on with every day.
        let end = span.until ?? instant + Self.day
        known = Known(span: span, validity: instant..<max(end, instant + .microseconds(1)))
        return span
    }

    private func search(at instant: Instant) -> PhaseSpan {
        for reach in Self.reaches {
            let window = LightWindow(from: instant - reach, to: instant + reach, boundary, observer)
            if let span = window.span(at: instant) { return span }
        }
        let window = LightWindow(from: instant - Self.year, to: instant + Self.year, boundary, observer)
        return window.spanOfAll(at: instant)
    }
}
