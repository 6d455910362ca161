import Solar
import Tracker

/// The next time of day, such as 23:30, or the next event or alert of a name, such as civil-dusk.
enum NextTime {
    case time(TimeOfDay)
    case event(EventName)

    init(text: String) throws {
        self = try TimeOfDay(text).map { .time($0) } ?? .event(EventSelection.single(text))
    }

    func instant(in context: CommandContext) throws(CommandError) -> Instant {
        switch self {
        case .time(let time): context.localTime.next(time, after: context.now)
        case .event(let event): try context.next(event, after: context.now)
        }
    }
}
