// SPDX-License-Identifier: MIT
import Glibc

/// Polynomials in time for 24 days of the apparent Sun.
///
/// The series is evaluated eleven times per granule instead of several times per event. The polynomials follow it to
/// 0.003". Granules have fixed numbers, and do not depend on where a search starts, so forward and backward searches
/// find an event at the same instant, to the last bit.
///
/// Source: the granules of Chebyshev polynomials in which JPL distributes its ephemerides (Newhall, Celestial Mechanics
/// 45, 1989).
struct Granule {
    /// The granule covers 24 days from 24 times its number on, in days of UT1 since J2000.0.
    let number: Int
    private let equationOfTime: Polynomial
    private let sinDeclination: Polynomial

    private static let days = 24.0

    /// The number of the granule that covers a UT1.
    static func number(at ut: Double) -> Int { Int((ut / days).rounded(.down)) }

    /// Computes the granule with this number.
    init(number: Int) {
        self.number = number
        let middle = (Double(number) + 0.5) * Self.days
        var equationOfTime = Polynomial.Values(repeating: 0)
        var sinDeclination = Polynomial.Values(repeating: 0)
        for index in Polynomial.nodes.indices {
            let ut = middle + Polynomial.nodes[index] * Self.days / 2
            let sun = ApparentSun(at: ut)
            equationOfTime[index] = sun.equationOfTime(at: ut)
            sinDeclination[index] = sun.sinDeclination
        }
        self.equationOfTime = Polynomial(atNodes: equationOfTime)
        self.sinDeclination = Polynomial(atNodes: sinDeclination)
    }

    /// The Sun's course at a UT1 that the granule covers.
    func course(at ut: Double) -> SolarCourse {
        let x = ut * (2 / Self.days) - Double(2 * number + 1)
        let (equationOfTime, equationOfTimeSlope) = equationOfTime(x)
        let (sinDeclination, sinDeclinationSlope) = sinDeclination(x)
        return SolarCourse(
            equationOfTime: equationOfTime, equationOfTimeRate: equationOfTimeSlope * (2 / Self.days),
            sinDeclination: sinDeclination, sinDeclinationRate: sinDeclinationSlope * (2 / Self.days))
    }
}

/// The values that determine rising and setting, at a moment.
struct SolarCourse {
    /// Apparent minus mean solar time, in radians.
    let equationOfTime: Double
    /// The change of the equation of time, in radians per day.
    let equationOfTimeRate: Double
    /// The sine of the apparent declination.
    let sinDeclination: Double
    /// The change of `sinDeclination` per day.
    let sinDeclinationRate: Double
}

/// The Sun's course at any time. It keeps the two most recently used granules, which are neighbours when the time
/// advances.
struct Ephemeris {
    private var even: Granule?
    private var odd: Granule?

    /// The Sun's course at a UT1.
    mutating func course(at ut: Double) -> SolarCourse {
        let number = Granule.number(at: ut)
        return number & 1 == 0 ? Self.course(at: ut, in: number, of: &even) : Self.course(at: ut, in: number, of: &odd)
    }

    private static func course(at ut: Double, in number: Int, of slot: inout Granule?) -> SolarCourse {
        if let granule = slot, granule.number == number { return granule.course(at: ut) }
        let granule = Granule(number: number)
        slot = granule
        return granule.course(at: ut)
    }
}

/// A polynomial of the tenth degree on -1 to +1, through values at the eleven Chebyshev nodes.
///
/// All searches spend their time in these loops. Reversed collections take several times as long in builds without
/// optimisation.
struct Polynomial {
    typealias Values = InlineArray<11, Double>

    /// The zeros of the eleventh Chebyshev polynomial.
    static let nodes = Values { cos((Double($0) + 0.5) * .pi / 11) }

    private var coefficients = Values(repeating: 0)

    /// Source: Newton's divided differences (Press et al., Numerical Recipes, section 3.5), multiplied out into powers.
    init(atNodes values: Values) {
        let nodes = Self.nodes
        var differences = values
        for order in 1..<differences.count {
            var index = differences.count - 1
            while index >= order {
                differences[index] =
                    (differences[index] - differences[index - 1]) / (nodes[index] - nodes[index - order])
                index -= 1
            }
        }
        var index = differences.count
        while index > 0 {
            index -= 1
            var power = coefficients.count - 1
            while power > 0 {
                coefficients[power] = coefficients[power - 1] - nodes[index] * coefficients[power]
                power -= 1
            }
            coefficients[0] = differences[index] - nodes[index] * coefficients[0]
        }
    }

    /// The value and the slope at x.
    // The programs are optimised for size. Without this attribute, the loop takes 17 times as many instructions.
    @_optimize(speed)
    func callAsFunction(_ x: Double) -> (value: Double, slope: Double) {
        var value = coefficients[coefficients.count - 1]
        var slope = 0.0
        var power = coefficients.count - 1
        while power > 0 {
            power -= 1
            slope = slope * x + value
            value = value * x + coefficients[power]
        }
        return (value, slope)
    }
}
