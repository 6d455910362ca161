// SPDX-License-Identifier: MIT
import Glibc

/// A geographic latitude: -90 (the South Pole) to +90 degrees (the North Pole).
public struct Latitude: Hashable, Sendable {
    /// Degrees north, -90 to +90.
    public let degrees: Double

    /// A latitude in degrees north; nil outside -90 to +90 and for NaN.
    public init?(degrees: Double) {
        guard (-90...90).contains(degrees) else { return nil }
        self.degrees = degrees
    }

    /// The latitude nearest to a finite number of degrees.
    package init(clamping degrees: Double) {
        self.degrees = min(max(degrees, -90), 90)
    }
}

/// A geographic longitude: -180 to +180 degrees, east of Greenwich positive.
public struct Longitude: Hashable, Sendable {
    /// Degrees east, -180 to +180.
    public let degrees: Double

    /// A longitude in degrees east; nil outside -180 to +180 and for NaN.
    public init?(degrees: Double) {
        guard (-180...180).contains(degrees) else { return nil }
        self.degrees = degrees
    }

    /// The longitude nearest to a finite number of degrees.
    package init(clamping degrees: Double) {
        self.degrees = min(max(degrees, -180), 180)
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

    /// The point at a latitude and longitude in degrees, north and east positive; nil outside -90 to +90 and -180 to +180, and
    /// for NaN.
    public init?(latitude: Double, longitude: Double) {
        guard let latitude = Latitude(degrees: latitude), let longitude = Longitude(degrees: longitude) else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension Coordinate {
    /// Returns the distance along the ground in metres, on a sphere with the Earth's mean radius. It differs by at most
    /// 0.6 % from the distance on the ellipsoid.
    ///
    /// Source: the haversine formula, Sinnott, Sky and Telescope 68 (1984).
    public func distance(to other: Coordinate) -> Double {
        let (here, there) = (latitude.degrees * radiansPerDegree, other.latitude.degrees * radiansPerDegree)
        let (north, east) = (there - here, (other.longitude.degrees - longitude.degrees) * radiansPerDegree)
        let haversine = sin(north / 2) * sin(north / 2) + cos(here) * cos(there) * sin(east / 2) * sin(east / 2)
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The Earth's mean radius R₁ in metres (Moritz, Geodetic Reference System 1980).
    package static let earthRadius = 6_371_008.8
}

/// The height of the observer above the surface that forms the horizon, not above the sea: 0 to 9000 metres.
public struct Elevation: Hashable, Sendable {
    /// Metres.
    public let metres: Double

    /// An elevation in metres; nil outside 0 to 9000 and for NaN.
    public init?(metres: Double) {
        guard (0...9000).contains(metres) else { return nil }
        self.metres = metres
    }
}

/// The point from which the Sun is observed.
public struct Observer: Hashable, Sendable {
    /// The position on the Earth.
    public var coordinate: Coordinate
    /// The height above the visible horizon; nil for a horizon at eye level.
    ///
    /// A higher observer sees the Sun rise earlier and set later. The elevation affects sunrise and sunset only, not
    /// twilight and other altitudes.
    public var elevation: Elevation?

    /// An observer at a coordinate, by default with the horizon at eye level.
    public init(_ coordinate: Coordinate, elevation: Elevation? = nil) {
        self.coordinate = coordinate
        self.elevation = elevation
    }
}

extension Observer {
    /// The true altitude of the Sun's centre at sunrise and sunset, in degrees.
    ///
    /// At sunrise the Sun's upper limb is on the visible horizon, which is lower and farther away for an elevated observer.
    /// Light that grazes the horizon is refracted by 34' before it gets there, and again on its way up to the observer.
    /// The correction is therefore not the dip of the horizon (1.76' times the square root of the height in metres) but
    /// its distance in minutes of arc: 2.11' times the square root.
    ///
    /// The value is valid for a sea horizon or a plain, and average air. A ray traced through the standard atmosphere
    /// differs by at most 0.1' up to 2000 m, 0.5' at 4000 m and 1.8' at 9000 m. Real refraction near the surface varies
    /// by several minutes of arc from day to day.
    ///
    /// Sources: -50' (34' of refraction, 16' of radius), Meeus ch. 15. 2.11' is chosen to fit the ray. The distance of
    /// the visible horizon in nautical miles, which are minutes of arc, is 1.17 times the square root of the height in
    /// feet according to Bowditch, The American Practical Navigator (2002): for metres, 2.12 times.
    package var sunriseAltitude: Double {
        -(50 + 2.11 * (elevation?.metres ?? 0).squareRoot()) / 60
    }
}
