/// A geographic latitude: -90 (the South Pole) to +90 degrees (the North Pole).
public struct Latitude: Hashable, Sendable {
    /// Degrees north, -90 to +90.
    public let degrees: Double

    /// The latitude so many degrees north; nil outside -90 to +90 and for what is not a number.
    public init?(degrees: Double) {
        guard (-90...90).contains(degrees) else { return nil }
        self.degrees = degrees
    }
}

/// A geographic longitude: -180 to +180 degrees, east of Greenwich positive.
public struct Longitude: Hashable, Sendable {
    /// Degrees east, -180 to +180.
    public let degrees: Double

    /// The longitude so many degrees east; nil outside -180 to +180 and for what is not a number.
    public init?(degrees: Double) {
        guard (-180...180).contains(degrees) else { return nil }
        self.degrees = degrees
    }
}

/// A point on the Earth.
public struct Coordinate: Hashable, Sendable {
    /// The latitude.
    public let latitude: Latitude
    /// The longitude.
    public let longitude: Longitude

    /// The point at this latitude and longitude.
    public init(latitude: Latitude, longitude: Longitude) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The point so many degrees north and east; nil if one is out of range (-90 to 90, -180 to 180) or not a number.
    public init?(latitude: Double, longitude: Double) {
        guard let latitude = Latitude(degrees: latitude), let longitude = Longitude(degrees: longitude) else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }
}

/// A height above the surroundings that the horizon is seen over, -500 to +9000 metres.
public struct Elevation: Hashable, Sendable {
    /// Metres.
    public let metres: Double

    /// The elevation of so many metres; nil outside -500 to +9000 and for what is not a number.
    public init?(metres: Double) {
        guard (-500...9000).contains(metres) else { return nil }
        self.metres = metres
    }
}

/// Somebody who looks at the Sun.
public struct Observer: Hashable, Sendable {
    /// Where they are.
    public var coordinate: Coordinate
    /// How far they look down on their horizon, which lets the Sun rise earlier and set later: the horizon is further
    /// round the Earth, and lower (`sunriseAltitude` has the equation); nil for a horizon at eye level. Twilight and other altitudes are not affected.
    public var elevation: Elevation?

    /// An observer there, by default with the horizon at eye level.
    public init(_ coordinate: Coordinate, elevation: Elevation? = nil) {
        self.coordinate = coordinate
        self.elevation = elevation
    }
}
