import Solar
import Tracker

extension Today {
    /// The place, the date, and a line for each thing to know.
    public var text: String {
        var rows = courseRows
        rows.append(["Daylight", daylight])
        if let next {
            let moment = standpoint.moment(next.instant)
            rows.append(["Next", "\(next.event.name) at \(moment), \(standpoint.distance(to: next.instant))"])
        }
        rows.append(["Clocks", clocks])
        if isElsewhere { rows.append(["Times", "by the clocks of \(standpoint.zone), not by the place's own"]) }
        return ([place.heading, dateLine, ""] + Columns([.left, .left], rows).lines)
            .joined(separator: "\n")
    }

    private var dateLine: String {
        [date.inFull, standpoint.clocks(for: place)].compactMap(\.self).joined(separator: ", ")
    }

    private var courseRows: [[String]] {
        switch course {
        case .risesAndSets(let sunrise, let sunset):
            [["Sunrise", standpoint.moment(sunrise)], ["Sunset", standpoint.moment(sunset)]]
        case .risesToStay(let sunrise, let until):
            [["Sunrise", standpoint.moment(sunrise)], ["Sunset", "none: the Sun \(staysUp(until))"]]
        case .setsAfterStaying(let since, let sunset):
            [
                ["Sunrise", "none" + (since.map { ": the Sun has been up since \(day(of: $0))" } ?? "")],
                ["Sunset", standpoint.moment(sunset)],
            ]
        case .staysUp(let until):
            [["The Sun", staysUp(until)]]
        case .staysDown(let until):
            [["The Sun", "stays below the horizon" + (until.map { "; it next rises on \(day(of: $0))" } ?? "")]]
        }
    }

    private func staysUp(_ until: Instant?) -> String {
        "stays up" + (until.map { " until \(day(of: $0))" } ?? "")
    }

    private func day(of instant: Instant) -> String {
        standpoint.localTime.civilTime(at: instant).date.spoken(seenFrom: date)
    }

    private var daylight: String {
        switch course {
        case .staysDown where change == .zero: return "none"
        // Days from noon to noon differ by some seconds, which nobody means by longer days.
        case .staysUp where abs(change.microseconds) < 60_000_000: return "24 h"
        default: return "\(day.daylight.spokenMinutes), \(change.comparedToYesterday)"
        }
    }

    private var clocks: String {
        guard let clockChange else { return "no change within a year" }
        let shift = Duration.seconds(clockChange.offsetAfter - clockChange.offsetBefore)
        let direction = shift > .zero ? "forward" : "back"
        let days =
            switch standpoint.daysUntil(clockChange.instant) {
            case 0: "today"
            case 1: "tomorrow"
            case let days: "in \(days) days"
            }
        let date = standpoint.localTime.civilTime(at: clockChange.instant).date
        return "\(direction) \(shift.spokenMinutes) on \(date.weekday) \(day(of: clockChange.instant)), \(days)"
    }
}
