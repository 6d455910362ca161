import Solar
import Tracker

extension DaylightChart {
    /// An object of the place, the period, the time zone, and `days`, an array of objects whose times are RFC 3339 with
    /// the local offset. `sun` is as in the answer of `suntracker today`; what does not happen on a day is left out.
    package func json() throws -> String {
        struct Chart: Encodable {
            let place: PlaceJSON
            let period: String
            let from: String
            let to: String
            let today: String
            let timeZone: String?
            let days: [DayJSON]
        }
        let scale = TimeScale.local(localTime)
        return try Chart(
            place: PlaceJSON(place), period: period.rawValue, from: days[0].date.description,
            to: days[days.count - 1].date.description, today: today.description, timeZone: scale.zoneName,
            days: days.map { DayJSON($0, in: scale) }
        ).jsonText()
    }

    /// Comma-separated values (RFC 4180, but for the line ends): a header, and a line a day, in which what does not happen
    /// is empty. Times are RFC 3339 with the local offset.
    package var csv: String {
        let scale = TimeScale.local(localTime)
        var text = "date,sun,sunrise,sunset,daylight-seconds,change-seconds"
        let events = Light.allCases.compactMap(\.bounds).dropLast().flatMap { [$0.dawn, $0.dusk] }
        for event in events { text += "," + event.name }
        text += ",clock-change-seconds"
        for day in days {
            var cells = [day.date.description, day.sun]
            cells += [day.sunrise, day.sunset].map { $0.map(scale.timestamp) ?? "" }
            cells += ["\(day.day.daylight.nearestSeconds)", "\(day.change.nearestSeconds)"]
            cells += day.twilights.flatMap { [$0.dawn, $0.dusk] }.map { $0.map(scale.timestamp) ?? "" }
            cells.append(day.clockChange.map { "\($0.offsetAfter - $0.offsetBefore)" } ?? "")
            text += "\n" + cells.joined(separator: ",")
        }
        return text
    }
}

private struct DayJSON: Encodable {
    let date: String
    let sun: String
    let sunrise: String?
    let sunset: String?
    let daylightSeconds: Int64
    let daylightChangeSeconds: Int64
    let twilights: [TwilightJSON]
    let clockChangeSeconds: Int?

    init(_ day: ChartDay, in scale: TimeScale) {
        date = day.date.description
        sun = day.sun
        sunrise = day.sunrise.map(scale.timestamp)
        sunset = day.sunset.map(scale.timestamp)
        daylightSeconds = day.day.daylight.nearestSeconds
        daylightChangeSeconds = day.change.nearestSeconds
        twilights = day.twilights.map { TwilightJSON($0, in: scale) }
        clockChangeSeconds = day.clockChange.map { $0.offsetAfter - $0.offsetBefore }
    }
}
