import Solar
import Tracker

extension Today {
    static let formats = [OutputFormat.text, .json, .waybar]

    /// Times are RFC 3339 with the local offset, angles are in degrees. `light` has the same values as `suntracker poll`.
    /// `sunrise`, `sunset`, `next`, `clockChange`, `sinceSolstice`, and the `dawn` and `dusk` of a twilight are left out if
    /// they do not occur; `now`, `light`, `altitude` and `next` for a whole day.
    var object: JSONObject {
        let zone = relativeTime.localTime
        return [
            "place": place.json, "now": isWholeDay ? nil : zone.timestamp(relativeTime.now), "date": date.description,
            "timeZone": zone.zoneName, "sun": day.course, "sunrise": day.sunrise.instant.map(zone.timestamp),
            "solarNoon": zone.timestamp(day.noon), "sunset": day.sunset.instant.map(zone.timestamp),
            "daylightSeconds": chartDay.daylight.nearestSeconds, "daylightChangeSeconds": change.nearestSeconds,
            "sinceSolstice": sinceSolstice?.json(in: zone), "twilights": chartDay.twilights.map { $0.json(in: zone) },
            "light": isWholeDay ? nil : light.rawValue, "altitude": isWholeDay ? nil : altitude.hundredths,
            "noonAltitude": noonAltitude.hundredths,
            "next": next?.json(in: zone), "clockChange": clockChange.map { json($0, in: zone) },
        ]
    }

    private func json(_ change: ZoneTransition, in zone: any LocalTime) -> JSONObject {
        [
            "time": zone.timestamp(change.instant), "days": relativeTime.daysUntil(change.date),
            "offsetBefore": change.offsetBefore, "offsetAfter": change.offsetAfter,
        ]
    }
}

extension Today.SolsticeComparison {
    fileprivate func json(in zone: any LocalTime) -> JSONObject {
        [
            "event": solstice.event.name, "time": zone.timestamp(solstice.instant),
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
