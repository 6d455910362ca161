import Solar
import Tracker

extension EventTable {
    /// A calendar (RFC 5545) with an entry of one minute for each event, in UTC. An entry may be without an end, but some
    /// servers refuse that (iCloud's CalDAV, by public reports). Without events it has no entries, which
    /// the grammar does not allow but readers accept.
    ///
    /// It has no METHOD: that would be PUBLISH, for which RFC 5546 requires an ORGANIZER.
    ///
    /// - Parameters:
    ///   - now: The time stamp of the entries.
    ///   - alarms: How long after each event its alarms are, negative before it; none by default.
    func calendar(madeAt now: Instant, alarms: [Duration] = []) -> String {
        // "Property Parameters", section 3.2.10. Without it a text is in no particular language.
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
            // A component that shows a message, some time after the start of its entry (section 3.6.6).
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

    /// `sunset-2026-11-21-pm-39.74_-104.98@io.github.suntracker.Suntracker`. The same event of the same solar day at the same
    /// place, to 0.01 degree, has the same identifier in every export, so that an import replaces entries instead of
    /// repeating them.
    ///
    /// The date is that of the solar day. The half of the day distinguishes its two golden hours, and a sunset after midnight
    /// from the next one. An alert has those of its event.
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
    /// `-PT10M`, `PT90M`, `PT0S`: to the second, as in section 3.3.6. There are no days in it: for some readers a day is
    /// 23 or 25 hours long when the clocks change.
    fileprivate var inCalendar: String {
        let seconds = components.seconds
        let (minutes, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
        let text = rest == 0 && minutes > 0 ? "PT\(minutes)M" : "PT\(seconds.magnitude)S"
        return (seconds < 0 ? "-" : "") + text
    }
}

extension String {
    /// The line with its end, folded to at most 75 octets (RFC 5545, section 3.1). Lines are broken between characters.
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
