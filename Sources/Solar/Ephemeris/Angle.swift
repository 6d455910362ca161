import Glibc

/// Radians in a degree.
let radiansPerDegree = Double.pi / 180

/// Radians in a second of arc.
let radiansPerArcsecond = Double.pi / 648_000

/// The same angle between 0 and 2π, in radians.
func positiveAngle(_ radians: Double) -> Double {
    let angle = fmod(radians, 2 * .pi)
    return angle < 0 ? angle + 2 * .pi : angle
}

/// The same angle between -π and +π, in radians.
func signedAngle(_ radians: Double) -> Double {
    remainder(radians, 2 * .pi)
}
