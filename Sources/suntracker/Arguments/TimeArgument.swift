import ArgumentParser
import Solar
import Tracker
import Wording

/// A time in an argument of any option or subcommand. The instant that it means may also depend on the place and the
/// settings.
enum TimeArgument: Hashable {
    case plain(PlainTime)
    /// The next event or alert with this name.
    case event(EventName)

    static let now = Self.plain(.span(.zero))
    static let today = Self.plain(.day(.fromToday(0)))

    /// Parses a `PlainTime`, or an event or an alert: `sunset`, `alert:lamps`.
    init(_ text: String) throws {
        guard let time = PlainTime(text) else {
            if let problem = PlainTime.problem(of: text) { throw ValidationError(problem) }
            self = .event(try EventSelection.single(text))
            return
        }
        self = .plain(time)
    }

    /// Separates a time from the other arguments, if the last or else the first arguments form one: `24 dec` is two
    /// arguments.
    static func separated(from words: [String]) -> (others: [String], time: TimeArgument?) {
        for index in words.indices {
            if let time = PlainTime(words[index...].joined(separator: " ")) {
                return (Array(words[..<index]), .plain(time))
            }
        }
        // A number is no other argument: `29 feb 2027` is a wrong date.
        for index in words.indices.dropFirst().reversed() where Int(words[index]) == nil {
            if let time = PlainTime(words[..<index].joined(separator: " ")) {
                return (Array(words[index...]), .plain(time))
            }
        }
        return (words, nil)
    }

    /// Returns the day or the instant that is meant.
    ///
    /// - Parameters:
    ///   - coming: Whether a time of day without a date means its next occurrence. Otherwise, it is a time today.
    ///   - next: finds the next time of an event or an alert.
    func moment(
        at now: Instant, in localTime: any LocalTime, coming: Bool,
        next: (EventName) throws(CommandError) -> Instant
    ) throws(CommandError) -> Moment {
        switch self {
        case .plain(let time): time.moment(at: now, in: localTime, coming: coming)
        case .event(let name): .instant(try next(name))
        }
    }
}
