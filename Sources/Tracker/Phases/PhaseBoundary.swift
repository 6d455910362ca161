public import Solar

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
