// SPDX-License-Identifier: MIT
package import Solar

/// An event of the Sun or of the time zone for which a rule can wait.
package enum AnnouncedEvent: Hashable, Sendable {
    /// The Sun passes an altitude or the meridian, or reaches an equinox or a solstice.
    case solar(SolarEvent)
    /// A polar day or a polar night begins or ends.
    case polar(PolarEvent)
    /// The UTC offset of local time changes, as at the start of daylight saving time.
    case zoneTransition
    /// A solar eclipse begins to be seen.
    case solarEclipse

    /// How often the event happens, and how it is searched for.
    package enum Kind: Equatable, CaseIterable {
        /// Once or twice a day.
        case daily
        /// Once a year, at the same instant everywhere.
        case seasonal
        /// Once a year, near the poles.
        case polar
        /// According to the rules of the time zone.
        case clocks
        /// Some years apart, and only at some places.
        case eclipse
    }

    package var kind: Kind {
        switch self {
        case .solar(let event): SolarEvent.seasonal.contains(event) ? .seasonal : .daily
        case .polar: .polar
        case .zoneTransition: .clocks
        case .solarEclipse: .eclipse
        }
    }
}

extension AnnouncedEvent: CustomStringConvertible {
    /// The event's name in settings, the journal and on D-Bus: `sunrise`, `polar-night-start`, `dst-change`.
    package var name: String {
        if case .solar(let event) = self { return event.name }
        return Self.named.first { $0.event == self }?.name ?? ""
    }

    package var description: String { name }

    package init?(name: String) {
        let event = Self.named.first { $0.name == name }?.event ?? SolarEvent(name: name).map { .solar($0) }
        guard let event else { return nil }
        self = event
    }

    /// All events with their names, except events of altitudes, of which there is no end.
    private static let named: [(name: String, event: AnnouncedEvent)] =
        SolarEvent.named.map { ($0.name, .solar($0.event)) } + PolarEvent.allCases.map { ($0.rawValue, .polar($0)) }
        + [("dst-change", .zoneTransition), ("solar-eclipse", .solarEclipse)]

    /// The names of all events except events of altitudes.
    package static var names: [String] { named.map(\.name) }
}

extension AnnouncedEvent {
    /// The solar eclipses that begin to be seen in the interval and cover at least 1 % of the Sun. Nobody notices the
    /// others.
    package static func eclipses(in interval: Range<Instant>, at observer: Observer) -> [SolarEclipse] {
        Sun.eclipses(in: interval, at: observer).filter { $0.obscuration >= 0.01 }
    }
}

extension SolarEclipse {
    /// The eclipse that begins to be seen at about this instant; nil if there is none at the place.
    package init?(startingAt instant: Instant, at observer: Observer) {
        // A more precise place moves the eclipse by minutes.
        let hour = Duration.seconds(3600)
        guard let eclipse = AnnouncedEvent.eclipses(in: instant - hour..<instant + hour, at: observer).first
        else { return nil }
        self = eclipse
    }
}
