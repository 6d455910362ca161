package import Solar
import Terminal
package import Tracker

/// Every occurrence of some events on some days at a place.
package struct EventTable: Report {
    /// Where.
    package let place: Place
    /// The first day.
    package let firstDay: CivilDate
    /// How many days.
    package let days: Int
    /// The occurrences in the order of time.
    package let occurrences: [Sun.Occurrence]
    private let scale: TimeScale

    /// The events of so many days from the first, counted in that time.
    package init(of events: [SolarEvent], from firstDay: CivilDate, days: Int, at place: Place, in scale: TimeScale) {
        self.place = place
        self.firstDay = firstDay
        self.days = days
        self.scale = scale
        let interval = scale.start(of: firstDay)..<scale.start(of: firstDay.adding(days: days))
        occurrences = Sun.occurrences(of: events, in: interval, at: place.observer)
    }

    /// A line an event under the place and the time zone: `Sat 2026-11-21  06:46  sunrise`.
    package var text: String {
        let span = days == 1 ? "\(firstDay)" : "\(firstDay) to \(firstDay.adding(days: days - 1))"
        let heading = [place.heading, span + (scale.zoneName.map { ", time zone \($0)" } ?? ""), ""]
        guard !occurrences.isEmpty else { return (heading + ["None of these events happens."]).joined(separator: "\n") }
        let rows = occurrences.map { occurrence in
            let date = scale.date(at: occurrence.instant)
            return [
                "\(date.weekday.prefix(3)) \(date)", scale.timeOfDay(at: occurrence.instant), occurrence.event.name,
            ]
        }
        return (heading + AlignedColumns([.left, .right, .left], rows).lines).joined(separator: "\n")
    }

    /// Comma-separated values (RFC 4180, but for the line ends): the header `event,time`, and a line an event.
    package var csv: String {
        var text = "event,time"
        for occurrence in occurrences {
            text += "\n\(occurrence.event.name),\(scale.timestamp(occurrence.instant))"
        }
        return text
    }

    /// An object of the place, the days, the time zone, and `events`, an array of objects of `event` and `time`.
    package func json() throws -> String {
        struct Table: Encodable {
            let place: PlaceJSON
            let from: String
            let days: Int
            let timeZone: String?
            let events: [EventJSON]
        }
        return try Table(
            place: PlaceJSON(place), from: firstDay.description, days: days, timeZone: scale.zoneName,
            events: occurrences.map { EventJSON($0, in: scale) }
        ).jsonText()
    }
}
