import ArgumentParser
import Tracker

/// The alarms of a calendar, as `--alarm` names them.
enum CalendarAlarm {
    private static let longestSpan = (duration: Duration.seconds(30 * 86_400), text: "30d")

    /// How long after an event the alarm is. In calendars an alarm is so long before its entry, so a minus sign changes
    /// nothing, and a plus sign makes it later.
    static func offset(_ text: String) throws -> Duration {
        let isAfter = text.hasPrefix("+")
        guard let span = Duration(timeSpan: isAfter || text.hasPrefix("-") ? text.dropFirst() : text[...]) else {
            throw UsageError { words in words("it is not a time span; give one such as 0min, 10min or 1h 30min") }
        }
        guard span <= longestSpan.duration else {
            throw UsageError { words in
                words("it is out of range; give {first} to {last}", ["first": "0", "last": longestSpan.text])
            }
        }
        return isAfter ? span : .zero - span
    }
}
