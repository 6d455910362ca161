import Solar
import Tracker

/// Formats instants relative to the current time in a time zone.
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

    /// `in 6 h 53 min`, `now`; from two days on in dates: `in 113 days`.
    func distance(to instant: Instant) -> String {
        let distance = instant - now
        if distance < .seconds(30) { return "now" }
        if distance < Self.dateThreshold { return "in \(distance.formattedMinutes())" }
        return "in \(daysUntil(instant)) days"
    }

    /// `time zone Asia/Tokyo` for a place given with `--place`, which may be in another zone; else nil.
    func timeZoneNote(for place: Place) -> String? {
        place.isNamedOnCommandLine ? "time zone \(zone)" : nil
    }

    /// The name of the time zone.
    var zone: String { localTime.zoneDescription(at: now) }

    /// The number of dates from today to the instant.
    func daysUntil(_ instant: Instant) -> Int {
        localTime.civilTime(at: instant).date.daysSinceUnixEpoch - today.daysSinceUnixEpoch
    }
}

extension CivilDate {
    /// `Saturday 21 November 2026`, in English.
    var inFull: String { inFull(in: .english) }
}

extension Words {
    /// Independent parts of a text in one line: `9 h 49 min of daylight, 1 min 42 s less than yesterday`.
    func list(_ parts: [String]) -> String {
        parts.dropFirst().reduce(parts.first ?? "") { first, next in
            // TRANSLATORS: between two parts of a list: sunset at 16:40, sunrise at 06:48
            self("{first}, {next}", ["first": first, "next": next])
        }
    }
}

/// A rounded distance for a live view, finer for near instants, so that it seldom changes.
struct RoundedDistance {
    private let distance: Int64

    /// The rounding step for each distance, in microseconds. The first entry with `from` not beyond the distance applies.
    private static let steps: [(from: Int64, step: Int64)] = [
        (3 * hour, hour / 2), (hour, hour / 4), (hour / 6, hour / 12), (0, hour / 60),
    ]
    private static let hour: Int64 = 3_600_000_000

    /// The distance from now to a future instant.
    init(from now: Instant, to instant: Instant) {
        distance = max(0, instant.microseconds - now.microseconds)
    }

    private var bracket: (from: Int64, step: Int64) {
        Self.steps.first { distance >= $0.from } ?? (0, Self.hour / 60)
    }

    /// The distance rounded to the nearest step.
    private var rounded: Int64 { (distance + bracket.step / 2) / bracket.step * bracket.step }

    /// `in about 3 h 30 min`, `now`.
    var description: String {
        rounded == 0 ? "now" : "in about \(Duration.microseconds(rounded).formattedMinutes())"
    }

    /// The time for which `description` stays the same.
    var span: Duration {
        let (from, step) = bracket
        return .microseconds(distance - max(from, rounded - step / 2) + 1)
    }
}

extension RelativeTime {
    /// From this distance on instants are shown as dates.
    static let dateThreshold = Duration.seconds(48 * 3600)

    /// `distance(to:)`, rounded.
    func roundedDistance(to instant: Instant) -> String {
        instant - now < Self.dateThreshold ? RoundedDistance(from: now, to: instant).description : distance(to: instant)
    }
}
