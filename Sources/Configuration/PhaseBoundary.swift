// SPDX-License-Identifier: MIT
package import Solar

/// `[Phases]`: where day and night begin.
package struct PhaseBoundary: Equatable, Sendable {
    package enum Edge: Equatable, Sendable {
        /// The passage of the Sun through the altitude, moved by the offset; a negative offset is before the passage.
        case passage(PhaseLimit, offset: Duration)
        case time(TimeOfDay)

        /// The edge at a passage, moved by an offset; by default, sunrise for the day and sunset for the night.
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

    /// Whether the boundary depends on the Sun, and therefore on the place.
    package var needsPlace: Bool {
        if case (.time, .time) = (day, night) { false } else { true }
    }
}

/// An altitude of the Sun at which a phase can begin.
package enum PhaseLimit: Equatable, Sendable {
    case sun
    case civil
    case nautical
    case astronomical
    case altitude(Altitude)

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
}
