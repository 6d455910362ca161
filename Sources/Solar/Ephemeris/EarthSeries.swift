// SPDX-License-Identifier: MIT
import Glibc

/// The heliocentric position of the Earth: the largest terms of the planetary theory VSOP87D, heliocentric, in the
/// mean ecliptic and equinox of the date.
///
/// Source: Bretagnon & Francou, Planetary theories in rectangular and spherical variables: VSOP87 solutions, Astronomy
/// and Astrophysics 202 (1988), in the selection of Meeus, Astronomical Algorithms, appendix III, summed as in ch. 32;
/// of the terms that grow with time, L1 and L2 contain only the ones that reach 0.025" by 2200. Between 1800 and 2200, the
/// omitted terms amount to 0.15" of longitude (root mean square), 0.7" at most.
struct EarthSeries {
    /// Heliocentric longitude, in radians, not reduced to a turn.
    let longitude: Double
    /// Heliocentric latitude, in radians.
    let latitude: Double

    /// The position at a time in Julian millennia of TT after J2000.0.
    init(millennia t: Double) {
        var longitude = Self.sum(Self.longitude4, t)
        longitude = longitude * t + Self.sum(Self.longitude3, t)
        longitude = longitude * t + Self.sum(Self.longitude2, t)
        longitude = longitude * t + Self.sum(Self.longitude1, t)
        longitude = longitude * t + Self.sum(Self.longitude0, t)
        self.longitude = longitude * 1e-8
        latitude = Self.sum(Self.latitude0, t) * 1e-8
    }

    /// A cos(B + C t): A in 1e-8 radians, B in radians, C in radians a millennium.
    private typealias Term = (amplitude: Double, phase: Double, frequency: Double)

    private static func sum(_ terms: [Term], _ t: Double) -> Double {
        var (sum, index) = (0.0, 0)
        // A `for` loop takes twice as long in builds without optimisation.
        while index < terms.count {
            let term = terms[index]
            sum += term.amplitude * cos(term.phase + term.frequency * t)
            index += 1
        }
        return sum
    }

    // swift-format-ignore: a table
    private static let longitude0: [Term] = [
        (175347046, 0, 0), (3341656, 4.6692568, 6283.07585), (34894, 4.6261, 12566.1517), (3497, 2.7441, 5753.3849),
        (3418, 2.8289, 3.5231), (3136, 3.6277, 77713.7715), (2676, 4.4181, 7860.4194), (2343, 6.1352, 3930.2097),
        (1324, 0.7425, 11506.7698), (1273, 2.0371, 529.691), (1199, 1.1096, 1577.3435), (990, 5.233, 5884.927),
        (902, 2.045, 26.298), (857, 3.508, 398.149), (780, 1.179, 5223.694), (753, 2.533, 5507.553),
        (505, 4.583, 18849.228), (492, 4.205, 775.523), (357, 2.92, 0.067), (317, 5.849, 11790.629),
        (284, 1.899, 796.298), (271, 0.315, 10977.079), (243, 0.345, 5486.778), (206, 4.806, 2544.314),
        (205, 1.869, 5573.143), (202, 2.458, 6069.777), (156, 0.833, 213.299), (132, 3.411, 2942.463),
        (126, 1.083, 20.775), (115, 0.645, 0.98), (103, 0.636, 4694.003), (102, 0.976, 15720.839),
        (102, 4.267, 7.114), (99, 6.21, 2146.17), (98, 0.68, 155.42), (86, 5.98, 161000.69), (85, 1.3, 6275.96),
        (85, 3.67, 71430.7), (80, 1.81, 17260.15), (79, 3.04, 12036.46), (75, 1.76, 5088.63), (74, 3.5, 3154.69),
        (74, 4.68, 801.82), (70, 0.83, 9437.76), (62, 3.98, 8827.39), (61, 1.82, 7084.9), (57, 2.78, 6286.6),
        (56, 4.39, 14143.5), (56, 3.47, 6279.55), (52, 0.19, 12139.55), (52, 1.33, 1748.02), (51, 0.28, 5856.48),
        (49, 0.49, 1194.45), (41, 5.37, 8429.24), (41, 2.4, 19651.05), (39, 6.17, 10447.39), (37, 6.04, 10213.29),
        (37, 2.57, 1059.38), (36, 1.71, 2352.87), (36, 1.78, 6812.77), (33, 0.59, 17789.85), (30, 0.44, 83996.85),
        (30, 2.74, 1349.87), (25, 3.16, 4690.48),
    ]

    // swift-format-ignore: a table
    private static let longitude1: [Term] = [
        (628331966747, 0, 0), (206059, 2.678235, 6283.07585), (4303, 2.6351, 12566.1517), (425, 1.59, 3.523),
        (119, 5.796, 26.298), (109, 2.966, 1577.344), (93, 2.59, 18849.23), (72, 1.14, 529.69), (68, 1.87, 398.15),
        (67, 4.41, 5507.55),
    ]

    // swift-format-ignore: a table
    private static let longitude2: [Term] = [
        (52919, 0, 0), (8720, 1.0721, 6283.0758), (309, 0.867, 12566.152),
    ]

    // swift-format-ignore: a table
    private static let longitude3: [Term] = [
        (289, 5.844, 6283.076), (35, 0, 0),
    ]

    // swift-format-ignore: a table
    private static let longitude4: [Term] = [
        (-114, 0, 0)
    ]

    // swift-format-ignore: a table
    private static let latitude0: [Term] = [
        (280, 3.199, 84334.662), (102, 5.422, 5507.553), (80, 3.88, 5223.69), (44, 3.7, 2352.87), (32, 4, 1577.34),
    ]
}
