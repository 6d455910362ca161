// SPDX-License-Identifier: MIT
/// The Besselian elements of a solar eclipse: the course of the Moon's shadow, as polynomials in time.
///
/// The fundamental plane goes through the centre of the Earth, perpendicular to the axis of the shadow. Lengths are in
/// equatorial radii of the Earth, angles in degrees, and times in hours of TT from `hour`. Polynomials begin with the
/// constant term.
///
/// Source: Explanatory Supplement to the Astronomical Almanac (1992), section 8.3.
struct BesselianElements {
    /// The time from which the others are counted, in hours of TT since J2000.0.
    let hour: Int
    /// The point at which the axis goes through the fundamental plane: east of the centre, and north of it.
    let x: InlineArray<4, Double>
    let y: InlineArray<4, Double>
    /// The declination of the axis.
    let d: InlineArray<2, Double>
    /// The hour angle of the axis at Greenwich, if the Earth had always turned uniformly (ephemeris hour angle).
    let mu: InlineArray<2, Double>
    /// The radius of the penumbra in the fundamental plane. The Moon's radius is 0.2725076 (IAU 1982).
    let l1: InlineArray<3, Double>
    /// The radius of the umbra in the fundamental plane, for the same Moon. It is negative if the umbra reaches the plane.
    let l2: InlineArray<3, Double>
    /// The tangents of the angles between the axis and the edges of penumbra and umbra.
    let tanF1: Double
    let tanF2: Double
}
