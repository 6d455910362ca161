// SPDX-License-Identifier: MIT
import Glibc

/// A solar eclipse at a place, whether or not the Sun is above the horizon. Times are in hours from the elements' hour.
///
/// A class, because the elements are too large to be copied for each step of a search.
///
/// Source: Explanatory Supplement to the Astronomical Almanac (1992), section 8.36.
final class LocalEclipse {
    private let elements: BesselianElements
    /// Degrees east, less the angle by which the Earth has turned since ephemeris time.
    private let longitude: Double
    /// The distances of the observer from the plane of the equator and from the Earth's axis, in equatorial radii.
    private let aboveEquator: Double
    private let fromAxis: Double

    /// The eclipse with these elements at a place. ΔT is in seconds.
    ///
    /// Source: Meeus ch. 11 for the observer, with the ellipsoid of WGS 84.
    init(_ elements: BesselianElements, at observer: Observer, deltaT: Double) {
        self.elements = elements
        longitude = observer.coordinate.longitude.degrees - 0.004_178_074_62 * deltaT
        let latitude = observer.coordinate.latitude.degrees * radiansPerDegree
        let height = (observer.elevation?.metres ?? 0) / 6_378_137
        let axes = 1 - 1 / 298.257_223_563
        let (sine, cosine) = (sin(latitude), cos(latitude))
        let normal = 1 / (cosine * cosine + axes * axes * sine * sine).squareRoot()
        aboveEquator = (axes * axes * normal + height) * sine
        fromAxis = (normal + height) * cosine
    }

    /// A section through the shadow, parallel to the fundamental plane, at the observer. Lengths are in equatorial radii.
    struct Shadow {
        /// The distance of the observer from the shadow's axis.
        let distance: Double
        /// The radius of the penumbra.
        let penumbra: Double
        /// The radius of the umbra, negative where the Moon is larger than the Sun.
        let umbra: Double

        /// The part of the Sun's diameter that the Moon covers, if it does not cover all of it; negative without eclipse.
        var magnitude: Double { (penumbra - distance) / (penumbra + umbra) }

        /// The radius of the umbra of a Moon without mountains, because the Sun still shines through the valleys between
        /// them. It determines second and third contact, and is negative where the eclipse is total.
        ///
        /// Source: NASA's radius for these contacts, 0.272281, instead of 0.2725076 (Espenak & Meeus, Five Millennium
        /// Canon of Solar Eclipses, NASA/TP-2006-214141, section 1.11).
        var innerUmbra: Double { umbra + (0.272_507_6 - 0.272_281) }

        /// How far the observer is inside the region of the total or annular eclipse; negative outside.
        var depthInUmbra: Double { abs(innerUmbra) - distance }

        /// The part of the Sun's area that the Moon covers, 0 to 1: the area that two discs share.
        var obscuration: Double {
            // With the radius of the Sun as the unit.
            let moon = (penumbra - umbra) / (penumbra + umbra)
            let between = 2 * distance / (penumbra + umbra)
            if between >= 1 + moon { return 0 }
            if between <= abs(1 - moon) { return min(moon * moon, 1) }
            let inSun = acos((between * between + 1 - moon * moon) / (2 * between))
            let inMoon = acos((between * between + moon * moon - 1) / (2 * between * moon))
            return (inSun - sin(2 * inSun) / 2 + moon * moon * (inMoon - sin(2 * inMoon) / 2)) / .pi
        }
    }

    /// The shadow at a time.
    func shadow(at time: Double) -> Shadow {
        let declination = value(of: elements.d, at: time) * radiansPerDegree
        let hourAngle = (value(of: elements.mu, at: time) + longitude) * radiansPerDegree
        let (sinDeclination, cosDeclination) = (sin(declination), cos(declination))
        let towardsAxis = fromAxis * cos(hourAngle)
        let east = value(of: elements.x, at: time) - fromAxis * sin(hourAngle)
        let north = value(of: elements.y, at: time) - (aboveEquator * cosDeclination - towardsAxis * sinDeclination)
        let height = aboveEquator * sinDeclination + towardsAxis * cosDeclination
        return Shadow(
            distance: hypot(east, north),
            penumbra: value(of: elements.l1, at: time) - height * elements.tanF1,
            umbra: value(of: elements.l2, at: time) - height * elements.tanF2)
    }

    private func value<let count: Int>(of polynomial: InlineArray<count, Double>, at time: Double) -> Double {
        var sum = 0.0
        for power in polynomial.indices.reversed() { sum = sum * time + polynomial[power] }
        return sum
    }

    /// The times of an eclipse at the place.
    struct Times {
        /// When the magnitude is largest.
        let greatest: Double
        /// First and last contact, between which a part of the Sun is covered.
        let partial: ClosedRange<Double>
        /// Second and third contact, between which the Sun is covered totally or but for a ring.
        let central: ClosedRange<Double>?
    }

    /// The times of the eclipse; nil if the penumbra does not touch the place.
    func times() -> Times? {
        func magnitude(_ time: Double) -> Double { shadow(at: time).magnitude }
        // The shadow is on the Earth for six hours at most.
        var near = -3.5
        for time in stride(from: near, through: 3.5, by: Self.step) where magnitude(time) > magnitude(near) {
            near = time
        }
        let greatest = maximum(from: near - Self.step, to: near + Self.step, of: magnitude)
        guard shadow(at: greatest).magnitude > 0 else { return nil }
        return Times(
            greatest: greatest, partial: interval(around: greatest) { $0.magnitude },
            central: shadow(at: greatest).depthInUmbra > 0 ? interval(around: greatest) { $0.depthInUmbra } : nil)
    }

    /// A quarter of an hour, within which the magnitude has one maximum.
    private static let step = 0.25

    /// The times around the greatest eclipse between which a measure of the shadow is positive.
    private func interval(around greatest: Double, of measure: (Shadow) -> Double) -> ClosedRange<Double> {
        func end(_ step: Double) -> Double {
            var outside = greatest + step
            while measure(shadow(at: outside)) >= 0 { outside += step }
            return root(in: outside - step, outside) { measure(shadow(at: $0)) }
        }
        let first = end(-Self.step)
        return first...max(first, end(Self.step))
    }
}

/// Returns the argument at which a function with one maximum between two arguments is largest, to a tenth of a
/// millionth of their distance.
///
/// Source: the golden section, Press et al., Numerical Recipes, section 10.1.
private func maximum(from first: Double, to last: Double, of function: (Double) -> Double) -> Double {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (first, last)
    for _ in 0..<34 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
        if function(a) < function(b) { low = a } else { high = b }
    }
    return (low + high) / 2
}
