// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

@testable import Solar

/// The altitude of sunrise from a height, compared with a ray traced through the standard atmosphere.
struct HorizonTests {
    /// Heights in metres, and the maximum difference from the traced ray in minutes of arc.
    @Test(
        "The dip of the horizon agrees with a traced ray",
        arguments: [
            (1.0, 0.01), (10, 0.02), (100, 0.05), (300, 0.05), (1000, 0.05), (2000, 0.1), (3000, 0.25), (4000, 0.5),
            (6000, 1), (9000, 1.8),
        ])
    func tracedRay(metres: Double, bound: Double) {
        var observer = Observer.at(0, 0)
        observer.elevation = Elevation(metres: metres)
        let traced = -50 - Ray.minutesToHorizon(from: metres)
        let altitude = observer.sunriseAltitude * 60
        #expect(abs(altitude - traced) < bound, "\(altitude)', not \(traced)'")
    }

    @Test("Without a height, or with zero, sunrise is at -50'", arguments: [nil, 0])
    func eyeLevel(metres: Double?) {
        var observer = Observer.at(0, 0)
        observer.elevation = metres.flatMap(Elevation.init(metres:))
        #expect(observer.sunriseAltitude * 60 == -50)
    }
}

/// A ray of light in the standard atmosphere that is tangent to the sea.
private enum Ray {
    /// The mean radius of the Earth in metres (IUGG).
    static let earthRadius = 6_371_000.0

    /// The refractive index of air at a height in metres.
    ///
    /// Sources: U.S. Standard Atmosphere 1976, the troposphere; n - 1 = 0.00027725 for visible light in air of 15 °C and
    /// 1013.25 hPa (Ciddor, Applied Optics 35, 1996), and as the density elsewhere (Gladstone and Dale).
    static func index(at height: Double) -> Double {
        let geopotential = 6_356_766 * height / (6_356_766 + height)
        let temperature = 1 - 0.0065 * geopotential / 288.15
        let density = pow(temperature, 9.80665 * 0.0289644 / (8.31446 * 0.0065) - 1)
        return 1 + 0.00027725 * density
    }

    /// The angle at the Earth's centre between the observer and the point of tangency, in minutes of arc.
    ///
    /// Source: Bouguer's invariant, n r cos(altitude) = constant (Smart, Textbook on Spherical Astronomy, ch. 3). The
    /// variable of integration is the square root of the height, with which the integrand has no singularity.
    static func minutesToHorizon(from height: Double) -> Double {
        let steps = 2000
        let width = height.squareRoot() / Double(steps)
        let invariant = index(at: 0) * earthRadius
        var angle = 0.0
        for step in 0..<steps {
            let root = (Double(step) + 0.5) * width
            let radius = earthRadius + root * root
            let cosAltitude = invariant / (index(at: root * root) * radius)
            let tanAltitude = (1 - cosAltitude * cosAltitude).squareRoot() / cosAltitude
            angle += 2 * root * width / (radius * tanAltitude)
        }
        return angle / radiansPerDegree * 60
    }
}
