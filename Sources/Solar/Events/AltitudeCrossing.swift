// SPDX-License-Identifier: MIT
import Glibc

extension LocalSun {
    /// Returns the UT1 at which the Sun crosses an altitude, given by its sine, in a solar day; nil if it does not. A
    /// rising crossing is between the day's lower and upper culmination, a setting crossing between the upper
    /// culmination and the next day's lower one.
    mutating func crossing(of sine: Double, _ direction: SolarEvent.Direction, in day: Int) -> Double? {
        let noon = noon(of: day)
        let axis = sinLatitude * noon.sinDeclination
        let radius = cosLatitude * (1 - noon.sinDeclination * noon.sinDeclination).squareRoot()
        if axis + radius < sine - Self.margin || axis - radius > sine + Self.margin {
            return nil
        }
        if axis + radius > sine + Self.margin, axis - radius < sine - Self.margin,
            let time = steepCrossing(of: sine, direction, around: noon)
        {
            return time
        }
        return grazingCrossing(of: sine, direction, in: day)
    }

    /// The minimum distance of an altitude from the culminations for the direct solution, as a sine: half a degree, which is
    /// more than the change of the declination from noon to any crossing of the day.
    private static let margin = 0.0088

    /// Returns the crossing on a day that must have one. Starts from the hour angle for the declination at noon, then
    /// for the declination at the resulting time, and continues with Newton's method on the altitude. Nil if the
    /// iteration does not converge.
    ///
    /// Source: Meeus ch. 15, formulae 15.1 and 15.2, with the altitude itself instead of tabulated values.
    private mutating func steepCrossing(of sine: Double, _ direction: SolarEvent.Direction, around noon: Noon)
        -> Double?
    {
        var time = noon.time
        for _ in 0..<2 {
            let sinDeclination = noon.sinDeclination + noon.sinDeclinationRate * (time - noon.time)
            let cosDeclination = (1 - sinDeclination * sinDeclination).squareRoot()
            let cosHourAngle = (sine - sinLatitude * sinDeclination) / (cosLatitude * cosDeclination)
            guard abs(cosHourAngle) <= 1 else { return nil }
            let turns = acos(cosHourAngle) / (2 * .pi)
            time = direction == .rising ? noon.time - turns : noon.time + turns
        }
        for _ in 0..<8 {
            let (value, rate) = sinAltitude(at: time)
            let step = (value - sine) / rate
            guard abs(step) < 0.1 else { return nil }
            time -= step
            // Convergence is quadratic: after a step of 0.03 s, the error is below a microsecond.
            if abs(step) < 3e-7 { return time }
        }
        return nil
    }

    /// The crossing in a day on which the Sun culminates close to the altitude, or so near a pole that it hardly
    /// culminates. The search runs between the true culminations, where the altitude is monotonic.
    private mutating func grazingCrossing(of sine: Double, _ direction: SolarEvent.Direction, in day: Int) -> Double? {
        let upper = upperCulmination(in: day)
        let lower = lowerCulmination(in: direction == .rising ? day : day + 1)
        guard sinAltitude(at: lower).value < sine, sinAltitude(at: upper).value >= sine else { return nil }
        return root(in: lower, upper) { sinAltitude(at: $0).value - sine }
    }

    /// The UT1 of the lowest altitude around the midnight before a solar day.
    ///
    /// Between hour angles 6 h and 18 h, the rate of the altitude only increases. If its sign changes, the change is
    /// the lowest point. If not, there is none: within 7 km of a pole, the declination can move the Sun faster than the
    /// Earth's rotation. The result is then the moment at which the Sun comes closest to a culmination. Near the
    /// December solstice (June in the south), the altitude can have its minimum of the year in the six hours before;
    /// the result is then this minimum.
    mutating func lowerCulmination(in day: Int) -> Double {
        culmination(before: time(ofHourAngle: -0.75, in: day), after: time(ofHourAngle: -0.25, in: day), sign: 1) {
            $0.time(ofHourAngle: -0.25, in: day - 1)
        }
    }

    /// The UT1 of the highest altitude around noon of a solar day. Close to a pole it is defined like `lowerCulmination`.
    mutating func upperCulmination(in day: Int) -> Double {
        culmination(before: time(ofHourAngle: -0.25, in: day), after: time(ofHourAngle: 0.25, in: day), sign: -1) {
            $0.time(ofHourAngle: 0.25, in: day - 1)
        }
    }

    /// Returns the zero of the altitude's rate between two quadratures, where the rate times the sign increases.
    /// `earlier` is the previous quadrature.
    private mutating func culmination(
        before first: Double, after second: Double, sign: Double, earlier: (inout LocalSun) -> Double
    ) -> Double {
        guard sign * sinAltitude(at: first).rate < 0 else {
            let earlier = earlier(&self)
            guard sign * sinAltitude(at: earlier).rate < 0 else { return first }
            return root(in: earlier, first) { sinAltitude(at: $0).rate }
        }
        guard sign * sinAltitude(at: second).rate > 0 else { return second }
        return root(in: first, second) { sinAltitude(at: $0).rate }
    }
}

/// Returns the zero of a function between two times at which it has different signs, to a microsecond (in days) or the
/// precision of its values.
///
/// Source: regula falsi in the Illinois form, Dowell & Jarratt, BIT 11 (1971).
func root(in first: Double, _ second: Double, of function: (Double) -> Double) -> Double {
    var (a, b) = (first, second)
    var (fa, fb) = (function(a), function(b))
    for _ in 0..<100 where fb != 0 && abs(b - a) > 1e-11 {
        let c = fa == fb ? (a + b) / 2 : b - fb * (b - a) / (fb - fa)
        let fc = function(c)
        if (fc < 0) != (fb < 0) {
            (a, fa) = (b, fb)
        } else {
            fa /= 2
        }
        (b, fb) = (c, fc)
    }
    return b
}
