import ArgumentParser
import Reports
import Solar
import Tracker

/// `suntracker events`.
struct EventsCommand: AskingCommand, ObservingCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List the events of some days.",
        usage: "suntracker events [<options>]",
        discussion: EventSelection.explanation)

    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp("The first day. (default: today)", valueName: "YYYY-MM-DD"),
        transform: Self.date)
    var from: CivilDate?

    @Option(
        help: ArgumentHelp("How many days, 1 to \(longestSpan).", valueName: "n"),
        transform: Self.dayCount)
    var days: Int = 1

    @Option(
        help: ArgumentHelp("Which events: all, or names with commas between them. (default: all)", valueName: "events"),
        transform: EventSelection.init(text:))
    var events: EventSelection = .all

    @Option(
        help: ArgumentHelp(
            "The form of the answer; ics is a file for calendars, with times in UTC.", valueName: "format"))
    var format: Format = .text

    @Flag(help: "Count days and write times in UTC, not in the local time zone.")
    var utc = false

    /// A form of the answer.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, csv, json, ics
    }

    /// A hundred years.
    private static let longestSpan = 36_600

    func validate() throws {
        try from?.adding(days: days - 1).within1800To2200()
    }

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let scale: TimeScale = utc ? .utc : .local(context.localTime)
        let table = EventTable(
            of: events.events, from: from ?? scale.date(at: context.now), days: days, at: try context.place(place),
            in: scale)
        switch format {
        case .text: return table.text
        case .csv: return table.csv
        case .json: do { return try table.json() } catch { throw .encoding(error) }
        // Its last line has its end, of which the line feed is to come.
        case .ics:
            return String(String.UnicodeScalarView(table.calendar(madeAt: context.now).unicodeScalars.dropLast()))
        }
    }

    private static func date(_ text: String) throws -> CivilDate {
        guard let date = CivilDate(text) else {
            throw ValidationError("there is no such date; write one as YYYY-MM-DD, such as 2026-11-21")
        }
        return try date.within1800To2200()
    }

    private static func dayCount(_ text: String) throws -> Int {
        guard let days = Int(text), (1...longestSpan).contains(days) else {
            throw ValidationError("give a whole number from 1 to \(longestSpan)")
        }
        return days
    }
}
