// SPDX-License-Identifier: MIT
package import Solar

/// The coordinate of the observer, with its name and its source.
package struct Place: Hashable, Sendable {
    package var observer: Observer
    /// The name of the place; nil if none is set and no known place is near.
    package var name: PlaceName?
    package var provenance: Provenance

    package init(observer: Observer, name: PlaceName?, provenance: Provenance) {
        self.observer = observer
        self.name = name
        self.provenance = provenance
    }

    /// The coordinate in degrees north and east, rounded to 0.01 degree (about a kilometre).
    package var roundedCoordinate: (latitude: String, longitude: String) { observer.coordinate.rounded }
}

extension Coordinate {
    /// Degrees north and east, rounded to 0.01 degree.
    package var rounded: (latitude: String, longitude: String) {
        (hundredths(latitude.degrees), hundredths(longitude.degrees))
    }

    /// The point rounded to 0.01 degree. Every place of the user is rounded where it enters the program: from the settings,
    /// GeoClue, the last fix, Plasma and `suntrackerd --place`.
    ///
    /// It is not enough to round the published coordinate: from a few times of events to the second, or from the moments of
    /// the announcements, the place can be computed to some metres. Times computed from the rounded point reveal only that
    /// point. Sunrise and sunset move by at most 3 s up to a latitude of 50 degrees, and by 5 s at 60 degrees.
    package var toHundredths: Coordinate {
        Coordinate(
            latitude: Latitude(clamping: (latitude.degrees * 100).rounded() / 100),
            longitude: Longitude(clamping: (longitude.degrees * 100).rounded() / 100))
    }
}

/// Where a place comes from. The source is shown wherever the place is shown.
package struct Provenance: Hashable, Sendable {
    package var source: Source
    /// The radius in metres within which the observer is expected to be; nil if the source does not report it.
    package var accuracy: Double?
    /// When the place was observed; nil for a place that does not age.
    package var observed: Instant?
    /// The main city of the time zone in which the place was observed; nil if it has none or is unknown.
    package var mainCity: Coordinate?

    package enum Source: Hashable, Sendable {
        case commandLine
        /// `Place=`, or `Latitude=` and `Longitude=`, in the settings.
        case settings
        /// GeoClue's current fix.
        case geoclue
        /// GeoClue's last fix, which is saved in the state directory.
        case lastFix
        /// The place that is set in Plasma for its day and night.
        case plasma
        /// The main city of this time zone.
        case timeZone(String)

        /// The source in the journal field SUNTRACKER_SOURCE, on D-Bus and in JSON.
        package var identifier: String {
            switch self {
            case .commandLine: "command-line"
            case .settings: "settings"
            case .geoclue: "geoclue"
            case .lastFix: "last-fix"
            case .plasma: "plasma"
            case .timeZone: "timezone"
            }
        }
    }

    package init(source: Source, accuracy: Double? = nil, observed: Instant? = nil, mainCity: Coordinate? = nil) {
        self.source = source
        self.accuracy = accuracy
        self.observed = observed
        self.mainCity = mainCity
    }
}

/// Degrees to two decimals, without a negative zero.
func hundredths(_ degrees: Double) -> String {
    let rounded = Int((degrees * 100).rounded())
    let whole = rounded.magnitude / 100
    let part = rounded.magnitude % 100
    return "\(rounded < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
}

package enum PlaceName: Hashable, Sendable, CustomStringConvertible {
    /// The name of the place itself.
    case own(String)
    /// The name of another place nearby.
    case near(String)

    /// The name alone, in English: `Denver`, `near Denver`.
    package var description: String {
        switch self {
        case .own(let name): name
        case .near(let name): "near \(name)"
        }
    }
}

extension PlaceName: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self = .own(name) }
}

/// Port: looks up places by name, and names by coordinate.
package protocol PlaceDirectory: Sendable {
    /// The only place that a text can mean.
    func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate

    /// The name for a coordinate; nil if no known place is near.
    func name(of coordinate: Coordinate) -> PlaceName?
}

package struct NamedCoordinate: Equatable, Sendable {
    package let name: String
    package let coordinate: Coordinate

    package init(name: String, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}

/// Why a text is not a coordinate or a part of a coordinate, or does not name exactly one place.
package struct PlaceLookupError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong: `latitude 139.74 is out of range`.
    package let problem: String
    /// What would be correct: `it must be between -90 and 90`.
    package let remedy: String

    /// Whether the text is a name that no place has.
    package let isUnknownName: Bool

    package init(problem: String, remedy: String, isUnknownName: Bool = false) {
        self.problem = problem
        self.remedy = remedy
        self.isUnknownName = isUnknownName
    }

    package var description: String { "\(problem); \(remedy)" }
}

extension Place {
    /// The place with its name or, if it has none, the directory's name for its coordinate.
    package func named(by directory: some PlaceDirectory) -> Place {
        guard name == nil else { return self }
        var place = self
        place.name = directory.name(of: observer.coordinate)
        return place
    }
}
