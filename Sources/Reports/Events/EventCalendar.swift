package import Solar
import Tracker

extension EventTable {
    /// A calendar (RFC 5545) with an entry of no length for each event, in UTC. Where nothing happens it has none, which
    /// the grammar does not foresee and readers take.
    ///
    /// It has no METHOD: that would be PUBLISH, for which RFC 5546 demands an ORGANIZER, and there is none.
    ///
    /// - Parameter now: when the entries were made.
    package func calendar(madeAt now: Instant) -> String {
        var names = EntryNames(of: place)
        let common: [CalendarProperty] = [
            CalendarProperty("DTSTAMP", now.inCalendar), CalendarProperty("LOCATION", text: place.title),
            CalendarProperty("GEO", place.roundedCoordinate.latitude + ";" + place.roundedCoordinate.longitude),
            CalendarProperty("CATEGORIES", text: "Sun"), CalendarProperty("TRANSP", "TRANSPARENT"),
        ]
        var properties = [
            CalendarProperty("BEGIN", "VCALENDAR"), CalendarProperty("VERSION", "2.0"),
            CalendarProperty("PRODID", text: "-//Suntracker//suntracker \(Program.version)//EN"),
        ]
        for occurrence in occurrences {
            properties.append(CalendarProperty("BEGIN", "VEVENT"))
            properties.append(CalendarProperty("UID", text: names.name(of: occurrence)))
            properties.append(CalendarProperty("DTSTART", occurrence.instant.inCalendar))
            properties.append(CalendarProperty("SUMMARY", text: occurrence.event.capitalizedDisplayName))
            properties += common
            properties.append(CalendarProperty("END", "VEVENT"))
        }
        properties.append(CalendarProperty("END", "VCALENDAR"))
        return properties.map(\.folded).joined()
    }
}

/// What calendars tell entries by: the same event of the same day at the same place, to 0.01 degree, has the same name in
/// every export, whatever its days, its time zone, and however little the place has moved.
private struct EntryNames {
    private let place: Place
    private var day: SolarDay?

    init(of place: Place) { self.place = place }

    /// `sunset-2026-11-21-pm-39.74_-104.98@io.github.suntracker.Suntracker`. The date is that of the Sun's day, and its half
    /// tells two golden hours of a day apart, and a sunset after midnight from the next one.
    mutating func name(of occurrence: Sun.Occurrence) -> String {
        let day = day(of: occurrence.instant)
        let (latitude, longitude) = place.roundedCoordinate
        let turn = Duration.seconds(place.observer.coordinate.longitude.degrees * 240)
        let date = TimeScale.utc.date(at: day.noon + turn)
        let half = occurrence.instant < day.noon ? "am" : "pm"
        return "\(occurrence.event.name)-\(date)-\(half)-\(latitude)_\(longitude)@io.github.suntracker.Suntracker"
    }

    private mutating func day(of instant: Instant) -> SolarDay {
        if let day, day.start <= instant, instant < day.end { return day }
        let found = Sun.day(containing: instant, at: place.observer)
        day = found
        return found
    }
}

extension Instant {
    /// `20261121T233957Z`, to the nearest second.
    fileprivate var inCalendar: String {
        (self + .milliseconds(500)).rfc3339(fractionDigits: 0).filter { $0 != "-" && $0 != ":" }
    }
}
