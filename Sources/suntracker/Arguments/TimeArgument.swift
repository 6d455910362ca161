import ArgumentParser
import Solar
import Tracker
import Wording

/// A time in an argument of any option or subcommand. The instant that it means may also depend on the place and the
/// settings.
enum TimeArgument: Hashable {
    case plain(PlainTime)
    /// The next event or alert with this name; with a time, the next one after it, or on that day.
    case event(EventName, PlainTime? = nil)

    static let now = Self.plain(.span(.zero))
    static let today = Self.plain(.day(.fromToday(0)))

    /// Parses a `PlainTime`, or an event or an alert, perhaps with a time: `sunset`, `sunset tomorrow`, `alert:lamps`.
    init(_ text: String) throws {
        if let time = PlainTime(text) {
            self = .plain(time)
            return
        }
        if let problem = PlainTime.problem(of: text) { throw ValidationError(problem) }
        let words = try Words(text.split(separator: " ").map(String.init), alerts: { [] })
        if words.place == nil, let moment = try words.moment() {
            self = moment
        } else {
            // The settings, which may contain an alert with this name, are not read yet.
            self = .event(try EventSelection.single(text))
        }
    }

    /// Whether a date is given: not for `12:00` or `2h`.
    var hasDate: Bool {
        switch self {
        case .plain(let time), .event(_, .some(let time)):
            switch time {
            case .day, .clock(_, on: .some), .instant: true
            case .clock, .span: false
            }
        case .event: false
        }
    }

    /// Returns the day or the instant that is meant.
    ///
    /// - Parameters:
    ///   - coming: Whether a time of day without a date means its next occurrence. Otherwise, it is a time today.
    ///   - start: The instant after which the next event is meant; nil for now.
    ///   - next: finds the next time of an event or an alert after an instant.
    func moment(
        at now: Instant, in localTime: any LocalTime, coming: Bool, after start: Instant? = nil,
        next: (EventName, Instant) throws(CommandError) -> Instant
    ) throws(CommandError) -> Moment {
        switch self {
        case .plain(let time): return time.moment(at: now, in: localTime, coming: coming)
        case .event(let name, nil): return .instant(try next(name, start ?? now))
        case .event(let name, let time?):
            let moment = time.moment(at: now, in: localTime, coming: coming)
            // The first event at this instant or later.
            let instant = try next(name, moment.start(in: localTime) - .microseconds(1))
            if case .day(let date) = moment, localTime.civilTime(at: instant).date != date {
                throw .notOnDay(name.description, date)
            }
            return .instant(instant)
        }
    }
}
