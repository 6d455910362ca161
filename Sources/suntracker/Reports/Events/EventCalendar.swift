import Solar
import Tracker
import Wording

extension EventTable {
    /// A calendar (RFC 5545) with an entry of one minute for each event, in UTC. The end of an entry is optional, but
    /// some servers require it (iCloud's CalDAV, according to public reports). Without events, the calendar is empty,
    /// which the grammar does not allow, but readers accept.
    ///
    /// The calendar contains no METHOD, because PUBLISH requires an ORGANIZER (RFC 5546).
    ///
    /// - Parameters:
    ///   - now: The time stamp of the entries.
    ///   - alarms: The alarms of each event, as time spans after it, negative before it.
    func calendar(madeAt now: Instant, alarms: [Duration] = []) -> String {
        // "Property Parameters", section 3.2.10. Without LANGUAGE, a text has no particular language.
        let language = words.language == Localizer.english.language ? "" : ";LANGUAGE=\(words.language)"
        let common = [
            "DTSTAMP:" + now.inCalendar, "LOCATION\(language):" + place.nameAndPosition(in: words).escapedForCalendar,
            "GEO:" + place.roundedCoordinate.latitude + ";" + place.roundedCoordinate.longitude, "CATEGORIES:Sun",
            "TRANSP:TRANSPARENT",
        ]
        let product = "-//Suntracker//suntracker \(Program.version)//EN".escapedForCalendar
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:" + product]
        var lastDay: SolarDay?
        for entry in entries {
            let day =
                lastDay.flatMap { ($0.start..<$0.end).contains(entry.basis) ? $0 : nil }
                ?? Sun.day(containing: entry.basis, at: place.observer)
            lastDay = day
            let name = entry.summary(in: words, on: place.observer.coordinate.hemisphere).escapedForCalendar
            lines += [
                "BEGIN:VEVENT", "UID:" + identifier(of: entry, on: day).escapedForCalendar,
                "DTSTART:" + entry.instant.inCalendar, "DTEND:" + (entry.instant + .seconds(60)).inCalendar,
                "SUMMARY\(language):" + name,
            ]
            lines += common
            // An alarm that shows a message at a time relative to the start of its entry (section 3.6.6).
            lines += alarms.flatMap { offset in
                [
                    "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION\(language):" + name, "TRIGGER:" + offset.inCalendar,
                    "END:VALARM",
                ]
            }
            lines.append("END:VEVENT")
        }
        lines.append("END:VCALENDAR")
        return lines.map(\.foldedForCalendar).joined()
    }

    /// `sunset-2026-11-21-pm-39.74_-104.98@io.github.suntracker.Suntracker`. The same event of the same solar day at
    /// the same place, to 0.01 degree, has the same identifier in every export, so an import replaces entries instead
    /// of duplicating them.
    ///
    /// The date is the date of the solar day. `am` and `pm` distinguish a sunset after midnight from the
    /// next one. For an alert, the date and the half are taken from its event.
    private func identifier(of entry: ListedEvent, on day: SolarDay) -> String {
        let (latitude, longitude) = place.roundedCoordinate
        let turn = Duration.seconds(place.observer.coordinate.longitude.degrees * 240)
        let date = UTC().date(at: day.noon + turn)
        let half = entry.basis < day.noon ? "am" : "pm"
        return "\(entry.name)-\(date)-\(half)-\(latitude)_\(longitude)@io.github.suntracker.Suntracker"
    }
}

extension ListedEvent {
    /// The instant of the event, or of the event that the alert refers to.
    fileprivate var basis: Instant { alert?.eventInstant ?? instant }

    /// The name of the event, or the title of the alert's notification.
    fileprivate func summary(in words: Localizer, on hemisphere: Hemisphere) -> String {
        event?.displayName(in: words, on: hemisphere).capitalizedFirst ?? alert?.title ?? name
    }
}

extension Instant {
    /// `20261121T233957Z`, to the nearest second.
    fileprivate var inCalendar: String {
        (self + .milliseconds(500)).rfc3339(fractionDigits: 0).filter { $0 != "-" && $0 != ":" }
    }
}

extension Duration {
    /// `-PT10M`, `PT90M`, `PT0S`: to the second, as in section 3.3.6. Days are not used, because some readers treat a
    /// day as 23 or 25 hours when the clocks change.
    fileprivate var inCalendar: String {
        let seconds = components.seconds
        let (minutes, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
        let text = rest == 0 && minutes > 0 ? "PT\(minutes)M" : "PT\(seconds.magnitude)S"
        return (seconds < 0 ? "-" : "") + text
    }
}

extension String {
    /// The line with its line end, folded to at most 75 octets between characters (RFC 5545, section 3.1).
    var foldedForCalendar: String {
        var (text, octets) = ("", 0)
        for scalar in unicodeScalars {
            let count = UTF8.width(scalar)
            if octets + count > 75 {
                text += "\r\n "
                octets = 1
            }
            text.unicodeScalars.append(scalar)
            octets += count
        }
        return text + "\r\n"
    }

    /// The text as a value of type TEXT: special characters are escaped, and control characters other than tab are
    /// removed.
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
