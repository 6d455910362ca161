// SPDX-License-Identifier: MIT
/// An event of the Sun that occurs at an instant.
public enum SolarEvent: Hashable, Sendable {
    /// The upper limb appears or disappears: the centre's true altitude is -50' (34' of refraction, 16' of radius).
    case sunrise, sunset
    /// The centre is 6 degrees below the horizon.
    case civilDawn, civilDusk
    /// The centre is 12 degrees below the horizon.
    case nauticalDawn, nauticalDusk
    /// The centre is 18 degrees below the horizon.
    case astronomicalDawn, astronomicalDusk
    /// The centre crosses the meridian: above the pole (noon), below it (midnight).
    case solarNoon, solarMidnight
    /// The golden hour of the morning, in which the Sun rises from 4 degrees below the horizon to 6 above.
    case goldenHourMorningStart, goldenHourMorningEnd
    /// The golden hour of the evening, in which the Sun sinks from 6 degrees above the horizon to 4 below.
    case goldenHourEveningStart, goldenHourEveningEnd
    /// The centre crosses this true altitude.
    case altitude(Altitude, Direction)
    /// The apparent longitude is 0, 90, 180 or 270 degrees.
    case marchEquinox, juneSolstice, septemberEquinox, decemberSolstice

    /// The direction in which the Sun crosses an altitude.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// Upwards.
        case rising
        /// Downwards.
        case setting
    }

    /// The ten events of a day: dawns, sunrise, noon, sunset, dusks, midnight.
    public static let daily: [SolarEvent] = [
        .astronomicalDawn, .nauticalDawn, .civilDawn, .sunrise, .solarNoon, .sunset, .civilDusk, .nauticalDusk,
        .astronomicalDusk, .solarMidnight,
    ]

    /// The four events of a year, which are the same everywhere.
    public static let seasonal: [SolarEvent] = [.marchEquinox, .juneSolstice, .septemberEquinox, .decemberSolstice]
}

/// An altitude of the Sun's centre over the horizon, without refraction: -90 to +90 degrees.
public struct Altitude: Hashable, Comparable, Sendable {
    /// Degrees, -90 to +90.
    public let degrees: Double

    /// An altitude in degrees; nil outside -90 to +90 and for NaN.
    public init?(degrees: Double) {
        guard (-90...90).contains(degrees) else { return nil }
        self.degrees = degrees
    }

    /// Whether the left altitude is the lower one.
    public static func < (left: Altitude, right: Altitude) -> Bool { left.degrees < right.degrees }
}

extension Altitude: CustomStringConvertible {
    /// The degrees as a decimal number, without a fraction if it is zero: `-4.5`, `-4`.
    public var description: String {
        // Adding zero turns -0 into 0.
        let text = "\(degrees + 0)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension SolarEvent: CustomStringConvertible {
    /// The identifier in settings, arguments and output: `sunrise`, `civil-dawn`, `altitude:-4.5:rising`.
    public var name: String {
        switch self {
        case .altitude(let altitude, let direction): "altitude:\(altitude):\(direction.rawValue)"
        default: Self.named.first { $0.event == self }?.name ?? ""
        }
    }

    /// The identifier (`name`).
    public var description: String { name }

    /// The event with an identifier; nil if there is none.
    public init?(name: some StringProtocol) {
        if let (_, event) = Self.named.first(where: { $0.name == name }) {
            self = event
            return
        }
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "altitude",
            parts[1].utf8.allSatisfy({ Self.decimal.contains($0) }), let degrees = Double(parts[1]),
            let altitude = Altitude(degrees: degrees), let direction = Direction(rawValue: String(parts[2]))
        else { return nil }
        self = .altitude(altitude, direction)
    }

    /// The characters of a decimal number. `Double` would also accept hexadecimal numbers.
    private static let decimal = Array("+-.0123456789eE".utf8)

    /// All events with their own identifier, in the order of a day, then of a year.
    public static let named: [(name: String, event: SolarEvent)] = [
        ("astronomical-dawn", .astronomicalDawn), ("nautical-dawn", .nauticalDawn), ("civil-dawn", .civilDawn),
        ("golden-hour-morning-start", .goldenHourMorningStart), ("sunrise", .sunrise),
        ("golden-hour-morning-end", .goldenHourMorningEnd), ("solar-noon", .solarNoon),
        ("golden-hour-evening-start", .goldenHourEveningStart), ("sunset", .sunset),
        ("golden-hour-evening-end", .goldenHourEveningEnd), ("civil-dusk", .civilDusk),
        ("nautical-dusk", .nauticalDusk), ("astronomical-dusk", .astronomicalDusk), ("solar-midnight", .solarMidnight),
        ("march-equinox", .marchEquinox), ("june-solstice", .juneSolstice),
        ("september-equinox", .septemberEquinox), ("december-solstice", .decemberSolstice),
    ]
}
