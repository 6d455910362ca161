package import Solar
import Tracker

extension EventTable {
    /// A calendar (RFC 5545) with an entry of zero length for each event, in UTC. Without events it has no entries, which
    /// the grammar does not allow but readers accept.
    ///
    /// It has no METHOD: that would be PUBLISH, for which RFC 5546 requires an ORGANIZER.
    ///
    /// - Parameters:
    ///   - now: The time stamp of the entries.
    ///   - alarms: How long after each event its alarms are, negative before it; none by default.
    package func calendar(madeAt now: Instant, alarms: [Duration] = []) -> String {
        var identifiers = EntryIdentifiers(of: place)
        let common: [CalendarProperty] = [
            CalendarProperty("DTSTAMP", now.inCalendar), CalendarProperty("LOCATION", text: place.nameAndPosition),
            CalendarProperty("GEO", place.roundedCoordinate.latitude + ";" + place.roundedCoordinate.longitude),
            CalendarProperty("CATEGORIES", text: "Sun"), CalendarProperty("TRANSP", "TRANSPARENT"),
        ]
        var properties = [
            CalendarProperty("BEGIN", "VCALENDAR"), CalendarProperty("VERSION", "2.0"),
            CalendarProperty("PRODID", text: "-//Suntracker//suntracker \(Program.version)//EN"),
        ]
        for occurrence in occurrences {
            properties.append(CalendarProperty("BEGIN", "VEVENT"))
            properties.append(CalendarProperty("UID", text: identifiers.identifier(of: occurrence)))
            properties.append(CalendarProperty("DTSTART", occurrence.instant.inCalendar))
            properties.append(CalendarProperty("SUMMARY", text: occurrence.event.capitalizedDisplayName()))
            properties += common
            properties += alarms.flatMap { CalendarProperty.alarm($0, after: occurrence.event) }
            properties.append(CalendarProperty("END", "VEVENT"))
        }
        properties.append(CalendarProperty("END", "VCALENDAR"))
        return properties.map(\.folded).joined()
    }
}

/// The unique identifiers of entries. The same event of the same solar day at the same place, to 0.01 degree, has the same
/// identifier in every export, so that an import replaces entries instead of repeating them.
private struct EntryIdentifiers {
    private let place: Place
    private var day: SolarDay?

    init(of place: Place) { self.place = place }

    /// `sunset-2026-11-21-pm-39.74_-104.98@io.github.suntracker.Suntracker`. The date is that of the solar day. The half of
    /// the day distinguishes its two golden hours, and a sunset after midnight from the next one.
    mutating func identifier(of occurrence: Sun.Occurrence) -> String {
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

extension Duration {
    /// `-PT10M`, `PT90M`, `PT0S`: to the second, as in section 3.3.6. There are no days in it: for some readers a day is
    /// 23 or 25 hours long when the clocks change.
    fileprivate var inCalendar: String {
        let seconds = components.seconds
        let (minutes, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
        let text = rest == 0 && minutes > 0 ? "PT\(minutes)M" : "PT\(seconds.magnitude)S"
        return (seconds < 0 ? "-" : "") + text
    }
}

/// A line of a calendar file: a property and its value (RFC 5545, section 3.1).
struct CalendarProperty: Hashable {
    private let line: String

    /// A property whose value needs no escaping: a date, a number, a keyword.
    init(_ name: String, _ value: String) {
        line = "\(name):\(value)"
    }

    /// A property whose value is a text or a list of texts (section 3.3.11).
    init(_ name: String, text: String...) {
        self.init(name, text.map(\.escapedForCalendar).joined(separator: ","))
    }

    /// A component VALARM that shows a message, some time after the start of its entry (section 3.6.6).
    static func alarm(_ offset: Duration, after event: SolarEvent) -> [CalendarProperty] {
        [
            CalendarProperty("BEGIN", "VALARM"), CalendarProperty("ACTION", "DISPLAY"),
            CalendarProperty("DESCRIPTION", text: event.capitalizedDisplayName()),
            CalendarProperty("TRIGGER", offset.inCalendar), CalendarProperty("END", "VALARM"),
        ]
    }

    /// The maximum length of a line in octets, without its end.
    private static let maximum = 75

    /// The line with its end, folded to at most 75 octets. Lines are broken between characters.
    var folded: String {
        var (text, octets) = ("", 0)
        for scalar in line.unicodeScalars {
            let count = UTF8.width(scalar)
            if octets + count > Self.maximum {
                text += "\r\n "
                octets = 1
            }
            text.unicodeScalars.append(scalar)
            octets += count
        }
        return text + "\r\n"
    }
}

extension String {
    /// The text as a value of type TEXT: special characters are escaped, control characters except tab removed.
    var escapedForCalendar: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case ";": text += "\\;"
            case ",": text += "\\,"
            case "\n": text += "\\n"
            case "\t": text += "\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension UTF8 {
    /// The length of a scalar in octets.
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { String(scalar).utf8.count }
}
