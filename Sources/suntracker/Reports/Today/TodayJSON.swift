import Solar
import Tracker

extension Today {
    static let formats = [OutputFormat.text, .json, .waybar]

    /// Times are RFC 3339 with the local offset, angles are in degrees. `light` has the same values as `suntracker poll`.
    /// `sunrise`, `sunset`, `next`, `clockChange`, `sinceSolstice`, and the `dawn` and `dusk` of a twilight are left out if
    /// they do not occur.
    var object: JSONObject {
        let scale = TimeScale.local(relativeTime.localTime)
        return [
            "place": place.json, "now": scale.timestamp(relativeTime.now), "date": date.description,
            "timeZone": scale.zoneName, "sun": day.course, "sunrise": day.sunrise.instant.map(scale.timestamp),
            "solarNoon": scale.timestamp(day.noon), "sunset": day.sunset.instant.map(scale.timestamp),
            "daylightSeconds": day.daylight.nearestSeconds, "daylightChangeSeconds": change.nearestSeconds,
            "sinceSolstice": sinceSolstice?.json(in: scale), "twilights": twilights.map { $0.json(in: scale) },
            "light": light.rawValue, "altitude": altitude.hundredths, "noonAltitude": noonAltitude.hundredths,
            "next": next?.json(in: scale), "clockChange": clockChange.map { json($0, in: scale) },
        ]
    }

    private func json(_ change: ZoneTransition, in scale: TimeScale) -> JSONObject {
        [
            "time": scale.timestamp(change.instant), "days": relativeTime.daysUntil(change.instant),
            "offsetBefore": change.offsetBefore, "offsetAfter": change.offsetAfter,
        ]
    }
}

extension Today.SolsticeComparison {
    fileprivate func json(in scale: TimeScale) -> JSONObject {
        [
            "event": solstice.event.name, "time": scale.timestamp(solstice.instant),
            "daylightChangeSeconds": change.nearestSeconds,
        ]
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
