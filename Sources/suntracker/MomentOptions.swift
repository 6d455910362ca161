import ArgumentParser
import Reports
import Solar
import Tracker

/// The option of the subcommands that answer for one moment.
struct MomentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Answer as if it were this time, such as 2026-12-24 or 2026-12-24T08:00:00Z. (default: now)",
            valueName: "time"),
        transform: Moment.init(text:))
    var at: Moment?
}

/// A moment as it is written in an option: an instant, or a date, which begins at different instants in different time
/// zones.
enum Moment {
    case instant(Instant)
    case date(CivilDate)

    init(text: String) throws {
        if let date = CivilDate(text) {
            self = .date(try date.within1800To2200())
        } else if let instant = Instant(rfc3339: text) {
            try TimeScale.utc.date(at: instant).within1800To2200()
            self = .instant(instant)
        } else {
            throw ValidationError("it is neither a date nor a time; give YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ")
        }
    }

    /// The instant; of a date, its start.
    func instant(in context: CommandContext) -> Instant {
        switch self {
        case .instant(let instant): instant
        case .date(let date): context.localTime.start(of: date)
        }
    }
}

extension CommandContext {
    /// The instant that the options give, by default now. Throws where the Sun is not computed for its local date.
    func instant(_ options: MomentOptions) throws(CommandError) -> Instant {
        let instant = options.at?.instant(in: self) ?? now
        let date = localTime.civilTime(at: instant).date
        guard date.isComputed else {
            throw .argument("the date in the time zone is \(date), which \(CivilDate.outOfRange)")
        }
        return instant
    }
}

extension CivilDate {
    /// Whether it is in the years for which the Sun is computed.
    var isComputed: Bool { (1800...2200).contains(year) }

    /// The end of an error about a date that is not, after the date.
    static let outOfRange = "is out of range; the Sun is computed for the years 1800 to 2200"

    /// The date, if it is in these years.
    @discardableResult
    func within1800To2200() throws -> CivilDate {
        guard isComputed else { throw ValidationError("\(self) \(Self.outOfRange)") }
        return self
    }
}
