public import Solar

/// The coordinate of the observer, with its name and its source.
public struct Place: Hashable, Sendable {
    /// The observer's coordinate, and elevation if one was given.
    public var observer: Observer
    /// The name of the place; nil if none was given and no known place is near.
    public var name: PlaceName?
    /// The source of the place.
    public var provenance: Provenance

    /// The place of an observer.
    public init(observer: Observer, name: PlaceName?, provenance: Provenance) {
        self.observer = observer
        self.name = name
        self.provenance = provenance
    }

    /// The coordinate in degrees north and east, rounded to 0.01 degree (about a kilometre): nothing more exact leaves
    /// the process.
    public var roundedCoordinate: (latitude: String, longitude: String) { observer.coordinate.rounded }
}

extension Coordinate {
    /// Degrees north and east, rounded to 0.01 degree.
    public var rounded: (latitude: String, longitude: String) {
        (hundredths(latitude.degrees), hundredths(longitude.degrees))
    }
}

/// Where a place comes from. The source is shown wherever the place is shown.
public struct Provenance: Hashable, Sendable {
    /// The source of the place.
    public var source: Source
    /// The radius in metres within which the observer is expected to be; nil if the source does not report it.
    public var accuracy: Double?
    /// When it was observed; nil for a place that does not age.
    public var observed: Instant?
    /// The time zone in which it was observed; nil if that has no principal place, or is not known.
    public var timeZone: String?

    /// A source of a place.
    public enum Source: Hashable, Sendable {
        /// `--place` or `--location`.
        case commandLine
        /// `Place=`, or `Latitude=` and `Longitude=`, in the settings.
        case settings
        /// GeoClue's current fix.
        case geoclue
        /// GeoClue's last fix, kept in the state folder.
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

    /// A place from this source.
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

/// The name of a place.
public enum PlaceName: Hashable, Sendable, CustomStringConvertible {
    /// Its own name.
    case own(String)
    /// The name of another place nearby.
    case near(String)

    /// The name alone, in English: `Denver`, `near Denver`.
    public var description: String { text(in: .english) }
}

extension PlaceName: ExpressibleByStringLiteral {
    /// A place's own name.
    public init(stringLiteral name: String) { self = .own(name) }
}

/// Port: looks up places by name, and names by coordinate.
public protocol PlaceDirectory: Sendable {
    /// The one place that a text names.
    func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate

    /// The name for a coordinate; nil if no known place is near.
    func name(of coordinate: Coordinate) -> PlaceName?
}

/// A place of a directory.
public struct NamedCoordinate: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The coordinate.
    public let coordinate: Coordinate

    /// A place with that name.
    public init(name: String, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}

/// Why a text is not a coordinate or a part of one, or does not name exactly one place.
public struct PlaceLookupError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong: `latitude 139.74 is out of range`.
    public let problem: TranslatableText
    /// What would be correct: `degrees north are -90 to 90`.
    public let remedy: TranslatableText

    /// An error with that problem and remedy.
    public init(problem: TranslatableText, remedy: TranslatableText) {
        self.problem = problem
        self.remedy = remedy
    }

    /// The problem and the remedy in one sentence, in English.
    public var description: String { description(in: .english) }

    /// The problem and the remedy in one sentence.
    public func description(in words: Localizer) -> String {
        // TRANSLATORS: an error and what to do: there is no such file; name one that exists
        words("{problem}; {remedy}", ["problem": problem.text(in: words), "remedy": remedy.text(in: words)])
    }
}

extension Place {
    /// The place with a name: its own, or else the directory's for its coordinate.
    public func named(by directory: some PlaceDirectory) -> Place {
        guard name == nil else { return self }
        var place = self
        place.name = directory.name(of: observer.coordinate)
        return place
    }
}
