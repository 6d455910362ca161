import Solar
import Tracker

extension Today {
    /// A JSON object. Times are RFC 3339 with the local offset, angles are in degrees. `sun` is `rises-and-sets`,
    /// `rises-to-stay`, `sets-after-staying`, `stays-up` or `stays-down`; `light` has the same values as `suntracker poll`.
    /// `sunrise`, `sunset`, `next`, `clockChange`, `sinceSolstice`, and the `dawn` and `dusk` of a twilight are left out if
    /// they do not occur.
    package func json() throws -> String { try json(inOneLine: false) }

    /// The JSON object, in one line if asked.
    func json(inOneLine: Bool) throws -> String {
        let scale = TimeScale.local(relativeTime.localTime)
        return try TodayObject(
            place: PlaceJSON(place), now: scale.timestamp(relativeTime.now), date: date.description,
            timeZone: scale.zoneName, sun: course.identifier, sunrise: course.sunrise.map(scale.timestamp),
            solarNoon: scale.timestamp(day.noon), sunset: course.sunset.map(scale.timestamp),
            daylightSeconds: day.daylight.nearestSeconds, daylightChangeSeconds: change.nearestSeconds,
            sinceSolstice: sinceSolstice.map {
                TodayObject.Solstice(
                    event: $0.solstice.event.name, time: scale.timestamp($0.solstice.instant),
                    daylightChangeSeconds: $0.change.nearestSeconds)
            },
            twilights: twilights.map { TwilightJSON($0, in: scale) }, light: light.rawValue,
            altitude: altitude.hundredths, noonAltitude: noonAltitude.hundredths,
            next: next.map { EventJSON($0, in: scale) },
            clockChange: clockChange.map {
                TodayObject.ClockShift(
                    time: scale.timestamp($0.instant), days: relativeTime.daysUntil($0.instant),
                    offsetBefore: $0.offsetBefore, offsetAfter: $0.offsetAfter)
            }
        ).jsonText(inOneLine: inOneLine)
    }
}

private struct TodayObject: Encodable {
    let place: PlaceJSON
    let now: String
    let date: String
    let timeZone: String?
    let sun: String
    let sunrise: String?
    let solarNoon: String
    let sunset: String?
    let daylightSeconds: Int64
    let daylightChangeSeconds: Int64
    let sinceSolstice: Solstice?
    let twilights: [TwilightJSON]
    let light: String
    let altitude: Double
    let noonAltitude: Double
    let next: EventJSON?
    let clockChange: ClockShift?

    struct Solstice: Encodable {
        let event: String
        let time: String
        let daylightChangeSeconds: Int64
    }

    struct ClockShift: Encodable {
        let time: String
        let days: Int
        let offsetBefore: Int
        let offsetAfter: Int
    }
}

extension Today.Course {
    fileprivate var identifier: String {
        switch self {
        case .risesAndSets: "rises-and-sets"
        case .risesToStay: "rises-to-stay"
        case .setsAfterStaying: "sets-after-staying"
        case .staysUp: "stays-up"
        case .staysDown: "stays-down"
        }
    }

    fileprivate var sunrise: Instant? {
        switch self {
        case .risesAndSets(let sunrise, _), .risesToStay(let sunrise, _): sunrise
        case .setsAfterStaying, .staysUp, .staysDown: nil
        }
    }

    fileprivate var sunset: Instant? {
        switch self {
        case .risesAndSets(_, let sunset), .setsAfterStaying(_, let sunset): sunset
        case .risesToStay, .staysUp, .staysDown: nil
        }
    }
}

extension Duration {
    /// The nearest whole number of seconds.
    var nearestSeconds: Int64 { Int64((Double(microseconds) / 1e6).rounded()) }
}

extension Double {
    /// Rounded to two decimals, which is finer than the uncertainty of refraction near the horizon.
    fileprivate var hundredths: Double { (self * 100).rounded() / 100 }
}
