import ArgumentParser
import Reports
import Solar
import Tracker

/// The options of the commands that answer for one moment.
struct MomentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Answer as if it were then: 2026-12-24, or 2026-12-24T08:00:00Z. (default: now)", valueName: "time"),
        transform: Moment.init(text:))
    var at: Moment?

    @Option(help: "The form of the answer.")
    var format: Format = .text

    /// A form of an answer.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json

        /// The report in this form.
        func render(_ report: some Report) throws(CommandError) -> String {
            switch self {
            case .text: return report.text
            case .json: do { return try report.json() } catch { throw .encoding(error) }
            }
        }
    }

    /// A moment, or a day that starts somewhere at another moment than elsewhere.
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
                throw ValidationError("write a date as YYYY-MM-DD, or a time as YYYY-MM-DDTHH:MM:SSZ")
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

    /// The moment that is asked about.
    func now(in context: CommandContext) throws(CommandError) -> Instant { try context.instant(of: at) }

    /// The report in the form asked for.
    func render(_ report: some Report) throws(CommandError) -> String {
        try format.render(report)
    }
}

extension CommandContext {
    /// The instant of a moment, by default now. Its date in the time zone must be one that the Sun is computed for.
    func instant(of moment: MomentOptions.Moment?) throws(CommandError) -> Instant {
        let instant = moment?.instant(in: self) ?? now
        let date = localTime.civilTime(at: instant).date
        guard date.isComputed else {
            throw .argument("it is \(date) by the clocks then, which \(CivilDate.outOfRange)")
        }
        return instant
    }
}
