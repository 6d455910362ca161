public import Solar

/// An event that a rule can wait for: of the Sun, or of the time zone.
public enum AnnouncedEvent: Hashable, Sendable {
    /// The Sun passes an altitude or the meridian, or reaches an equinox or a solstice.
    case solar(SolarEvent)
    /// A polar day or a polar night begins or ends.
    case polar(PolarEvent)
    /// The UTC offset of local time changes, as at the start of daylight saving time.
    case zoneTransition

    /// How often the event happens, and how it is searched for.
    enum Kind: Hashable, CaseIterable {
        /// Once or twice a day.
        case daily
        /// Once a year, at the same instant everywhere.
        case seasonal
        /// Once a year, near the poles.
        case polar
        /// According to the rules of the time zone.
        case clocks
    }

    var kind: Kind {
        switch self {
        case .solar(let event): SolarEvent.seasonal.contains(event) ? .seasonal : .daily
        case .polar: .polar
        case .zoneTransition: .clocks
        }
    }
}

extension AnnouncedEvent: CustomStringConvertible {
    /// The event's name in settings, the journal and on D-Bus: `sunrise`, `polar-night-start`, `dst-change`.
    public var name: String {
        switch self {
        case .solar(let event): event.name
        case .polar(let event): event.rawValue
        case .zoneTransition: Self.zoneTransitionName
        }
    }

    /// The same as `name`.
    public var description: String { name }

    /// The event of that name; nil if there is none.
    public init?(name: String) {
        if let event = SolarEvent(name: name) {
            self = .solar(event)
        } else if let event = PolarEvent(rawValue: name) {
            self = .polar(event)
        } else if name == Self.zoneTransitionName {
            self = .zoneTransition
        } else {
            return nil
        }
    }

    private static let zoneTransitionName = "dst-change"

    /// All names except those of altitudes, which are unlimited.
    public static var names: [String] {
        SolarEvent.named.map(\.name) + PolarEvent.allCases.map(\.rawValue) + [zoneTransitionName]
    }

    /// The event as it is named in the middle of a sentence: `sunset`, `golden hour start`, `Sun rising through -4.5°`,
    /// `start of the polar night`, `change of the clocks`.
    package var displayName: String {
        switch self {
        case .solar(.altitude(let altitude, let direction)): "Sun \(direction.rawValue) through \(altitude)°"
        case .solar(.marchEquinox): "March equinox"
        case .solar(.juneSolstice): "June solstice"
        case .solar(.septemberEquinox): "September equinox"
        case .solar(.decemberSolstice): "December solstice"
        case .solar(let event): String(event.name.map { $0 == "-" ? " " : $0 })
        case .polar(.dayStart): "start of the polar day"
        case .polar(.dayEnd): "end of the polar day"
        case .polar(.nightStart): "start of the polar night"
        case .polar(.nightEnd): "end of the polar night"
        case .zoneTransition: "change of the clocks"
        }
    }

    /// The event as it is named at the start of a sentence.
    package var capitalizedDisplayName: String {
        let name = displayName
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
