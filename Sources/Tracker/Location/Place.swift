public import Solar

/// Where the observer is, and how the service knows.
public struct Place: Hashable, Sendable {
    /// The observer's coordinate, and elevation where one was given.
    public var observer: Observer
    /// What people call it; nil where nobody has said, and nothing is near.
    public var name: PlaceName?
    /// How it is known.
    public var provenance: Provenance

    /// The place of an observer.
    public init(observer: Observer, name: PlaceName?, provenance: Provenance) {
        self.observer = observer
        self.name = name
        self.provenance = provenance
    }

    /// The coordinate in degrees north and east, rounded to 0.01 degree (about a kilometre): what may leave the process.
    public var roundedCoordinate: (latitude: String, longitude: String) { observer.coordinate.rounded }
}

extension Coordinate {
    /// Degrees north and east, rounded to 0.01 degree.
    public var rounded: (latitude: String, longitude: String) {
        (hundredths(latitude.degrees), hundredths(longitude.degrees))
    }
}

/// How a place is known. It is shown wherever the place is shown.
public struct Provenance: Hashable, Sendable {
    /// Who told it.
    public var source: Source
    /// Radius in metres within which the observer is thought to be; nil where the source does not say.
    public var accuracy: Double?
    /// When it was observed; nil for what does not age.
    public var observed: Instant?
    /// The time zone in which it was observed; nil where that has no principal place, or is not known.
    public var timeZone: String?

    /// Who tells a place.
    public enum Source: Hashable, Sendable {
        /// `--location`.
        case commandLine
        /// `Latitude=` and `Longitude=` in the settings.
        case settings
        /// GeoClue, as it is now.
        case geoclue
        /// The last fix that GeoClue gave, kept in the state folder.
        case lastFix
        /// The principal place of this time zone.
        case timeZone(String)

        /// The source in the journal field SUNTRACKER_SOURCE, on D-Bus and in JSON.
        public var identifier: String {
            switch self {
            case .commandLine: "command-line"
            case .settings: "settings"
            case .geoclue: "geoclue"
            case .lastFix: "last-fix"
            case .timeZone: "timezone"
            }
        }
    }

    /// A place told by this source.
    public init(source: Source, accuracy: Double? = nil, observed: Instant? = nil, timeZone: String? = nil) {
        self.source = source
        self.accuracy = accuracy
        self.observed = observed
        self.timeZone = timeZone
    }
}

/// Degrees to two decimals, without a negative zero.
func hundredths(_ degrees: Double) -> String {
    let rounded = Int((degrees * 100).rounded())
    let whole = rounded.magnitude / 100
    let part = rounded.magnitude % 100
    return "\(rounded < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
}

/// What people call a place.
public enum PlaceName: Hashable, Sendable, CustomStringConvertible {
    /// Its own name.
    case own(String)
    /// The name of another place not far away.
    case near(String)

    /// The name alone: `Denver`, `near Denver`.
    public var description: String {
        switch self {
        case .own(let name): name
        case .near(let name): "near \(name)"
        }
    }

    /// The name with its preposition, for the middle of a sentence: `in Denver`, `near Denver`.
    public var locationPhrase: String {
        switch self {
        case .own(let name): "in \(name)"
        case .near: description
        }
    }
}

extension PlaceName: ExpressibleByStringLiteral {
    /// A place's own name.
    public init(stringLiteral name: String) { self = .own(name) }
}

/// Port: the places of the world, by name and by where they are.
public protocol PlaceDirectory: Sendable {
    /// The one place that a text means.
    func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate

    /// What people call the place of a coordinate; nil where nothing is near.
    func name(of coordinate: Coordinate) -> PlaceName?
}

/// A place of a directory.
public struct NamedCoordinate: Hashable, Sendable {
    /// What people call it.
    public let name: String
    /// Where it is.
    public let coordinate: Coordinate

    /// A place of that name.
    public init(name: String, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}

/// A text that does not name one place.
public struct PlaceLookupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let problem: String
    /// What would be right.
    public let remedy: String

    /// A text that is wrong in this way.
    public init(problem: String, remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }

    /// What is wrong, and what would be right.
    public var description: String { "\(problem); \(remedy)" }
}

extension Place {
    /// The place with a name: its own, or else what the directory has for its coordinate.
    public func named(by directory: some PlaceDirectory) -> Place {
        guard name == nil else { return self }
        var place = self
        place.name = directory.name(of: observer.coordinate)
        return place
    }
}
