import Solar
import Tracker

/// The moment and the time zone from which a person looks at other moments.
struct RelativeTime: Sendable {
    let now: Instant
    let localTime: any LocalTime

    var today: CivilDate { localTime.civilTime(at: now).date }

    /// `today`, `tomorrow`, `26 July`, `15 January 2027`.
    func day(of instant: Instant) -> String {
        let date = localTime.civilTime(at: instant).date
        return switch date.daysSinceUnixEpoch - today.daysSinceUnixEpoch {
        case 0: "today"
        case 1: "tomorrow"
        default: date.formatted(relativeTo: today)
        }
    }

    /// `16:41` for today, `06:47 tomorrow`, `00:31 on 26 July`.
    func moment(_ instant: Instant) -> String {
        let time = localTime.timeOfDay(at: instant)
        return switch day(of: instant) {
        case "today": time
        case "tomorrow": "\(time) tomorrow"
        case let date: "\(time) on \(date)"
        }
    }

    /// `in 6 h 53 min`, `now`; from two days on counted in dates: `in 113 days`.
    func distance(to instant: Instant) -> String {
        let distance = instant - now
        if distance < .seconds(30) { return "now" }
        if distance < Self.dated { return "in \(distance.formattedMinutes)" }
        return "in \(daysUntil(instant)) days"
    }

    /// By whose clocks times are told, where that is a question: `by the clocks of Asia/Tokyo`; else nil.
    func clocks(for place: Place) -> String? {
        place.isNamedOnCommandLine ? "by the clocks of \(zone)" : nil
    }

    /// The time zone's name, or how far it is from UTC now.
    var zone: String {
        let offset = localTime.civilTime(at: now).utcOffset
        return localTime.zoneName ?? "UTC" + now.rfc3339(utcOffset: offset).suffix("+HH:MM".count)
    }

    /// How many dates later the instant is.
    func daysUntil(_ instant: Instant) -> Int {
        localTime.civilTime(at: instant).date.daysSinceUnixEpoch - today.daysSinceUnixEpoch
    }
}

extension CivilDate {
    /// `Saturday`.
    var weekday: String {
        let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
        return names[(daysSinceUnixEpoch % 7 + 7) % 7]
    }

    /// `Saturday 21 November 2026`.
    var inFull: String { "\(weekday) \(formatted(relativeTo: self)) \(year)" }
}
