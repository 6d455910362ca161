// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

/// Formats instants relative to the current time, in the time zone and the language of the reader.
struct RelativeTime: Sendable {
    let now: Instant
    let localTime: any LocalTime
    var words = Localizer.english

    var today: CivilDate { localTime.date(at: now) }

    func day(of instant: Instant) -> String { day(of: localTime.date(at: instant)) }

    /// The date in words: `today`, `tomorrow`, `15 January 2027`.
    func day(of date: CivilDate) -> String {
        switch daysUntil(date) {
        // TRANSLATORS: when something is, alone or after a date
        case 0: words("today")
        case 1: words("tomorrow")
        default: date.formatted(relativeTo: today, in: words)
        }
    }

    /// `16:41` for today, `06:47 tomorrow`, `00:31 on 26 July`.
    func moment(_ instant: Instant) -> String {
        let time = timeOfDay(at: instant)
        return switch daysUntil(instant) {
        case 0: time
        // TRANSLATORS: when something is: 06:47 tomorrow
        case 1: words("{time} tomorrow", ["time": time])
        // TRANSLATORS: when something is: 00:31 on 26 July
        default: words("{time} on {date}", ["time": time, "date": date(of: instant)])
        }
    }

    /// `sunset at 16:41` for today, `sunrise at 06:47 tomorrow`, `sunset at 00:31 on 26 July`.
    func moment(of event: String, at instant: Instant) -> String {
        let time = timeOfDay(at: instant)
        return switch daysUntil(instant) {
        // TRANSLATORS: sunrise at 06:52
        case 0: words("{event} at {time}", ["event": event, "time": time])
        // TRANSLATORS: sunrise at 06:47 tomorrow
        case 1: words("{event} at {time} tomorrow", ["event": event, "time": time])
        default:
            // TRANSLATORS: sunset at 00:31 on 26 July
            words("{event} at {time} on {date}", ["event": event, "time": time, "date": date(of: instant)])
        }
    }

    /// `in 6 h 53 min`, `now`; from two days on, `in 113 days`.
    func distance(to instant: Instant) -> String {
        let distance = instant - now
        if distance < .seconds(30) { return words("now") }
        if distance < Self.dateThreshold {
            // TRANSLATORS: how far away an event is: in 6 h 53 min
            return words("in {duration}", ["duration": distance.formattedMinutes(in: words)])
        }
        return inDays(daysUntil(instant))
    }

    func inDays(_ days: Int) -> String {
        // TRANSLATORS: how far away an event is
        words.plural("in {count} day", "in {count} days", count: days)
    }

    /// `time zone Asia/Tokyo` for a place given with `--place`, which may be in another zone, and `time zone UTC` for any
    /// place, because a server that uses UTC may be anywhere; otherwise nil.
    func timeZoneNote(for place: Place) -> String? {
        let isUTC = ["UTC", "Etc/UTC"].contains(localTime.zoneName)
        return place.provenance.source == .commandLine || isUTC ? words("time zone {zone}", ["zone": zone]) : nil
    }

    /// `time zone America/Denver, not the place's own`, if the local time zone belongs to another part of the world;
    /// otherwise nil.
    func foreignZoneNote(at place: Place) -> String? {
        guard isElsewhere(place.observer) else { return nil }
        // TRANSLATORS: after the name of a time zone
        return words.list([words("time zone {zone}", ["zone": zone]), words("not the place's own")])
    }

    /// The fact that the times are not in the time zone of the place.
    var foreignZone: Fact {
        Fact(
            words.inContext("label", "Times"), words("in time zone {zone}", ["zone": zone]),
            // TRANSLATORS: in time zone America/Denver, not the place's own
            words("not the place's own"))
    }

    /// Whether the local time zone belongs to another part of the world than the place.
    func isElsewhere(_ observer: Observer) -> Bool {
        ShownDay(at: now, for: observer, localTime: localTime).isElsewhere
    }

    var zone: String { localTime.zoneDescription(at: now) }

    /// The time of day, which a notification does not break into two lines.
    func timeOfDay(at instant: Instant) -> String { words.quantity(localTime.timeOfDay(at: instant)) }

    func daysUntil(_ instant: Instant) -> Int { daysUntil(localTime.date(at: instant)) }

    func daysUntil(_ date: CivilDate) -> Int { date.daysSinceUnixEpoch - today.daysSinceUnixEpoch }

    /// `21 November`, `15 January 2027`.
    func date(of instant: Instant) -> String {
        localTime.date(at: instant).formatted(relativeTo: today, in: words)
    }
}

extension LocalTime {
    /// `time zone America/Denver`; nil for a zone without a name.
    func zoneNote(in words: Localizer) -> String? { zoneName.map { words("time zone {zone}", ["zone": $0]) } }
}

/// The texts of a live view, each with the first instant at which it may change.
extension RelativeTime {
    /// From this distance on, instants are shown as dates.
    private static let dateThreshold = Duration.seconds(48 * 3600)

    /// `2 h 13 min`; from two days on, `113 days`.
    func remaining(until instant: Instant) -> (text: String, end: Instant) {
        if let dated = end(ofDateUntil: instant) {
            // TRANSLATORS: how long, as in "2 days", "2 days late", "2 days before"
            return (words.plural("{count} day", "{count} days", count: daysUntil(instant)), dated)
        }
        let distance = max(.zero, instant - now)
        // The text is rounded to the nearest second, and then to the nearest minute.
        let minutes = (distance.microseconds + 30_500_000) / 60_000_000
        let end = instant - .microseconds(max(0, minutes * 60_000_000 - 30_500_000) - 1)
        return (distance.formattedMinutes(in: words), end)
    }

    /// `16:41`, or `26 July` beyond the next 24 hours.
    func glance(at instant: Instant) -> (text: String, end: Instant) {
        let dated = instant - .seconds(24 * 3600) + .microseconds(1)
        return dated > now ? (day(of: instant), dated) : (timeOfDay(at: instant), instant)
    }

    /// If the instant is so far away that it is shown as a date, returns the first instant at which it no longer is.
    private func end(ofDateUntil instant: Instant) -> Instant? {
        let end = instant - Self.dateThreshold + .microseconds(1)
        return end > now ? end : nil
    }
}
