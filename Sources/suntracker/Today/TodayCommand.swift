import ArgumentParser
import Glibc
import LinuxPlatform
import Solar
import Tracker
import Wording

struct TodayCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show today or another day: its light, sunrise and sunset, and the next event.",
        usage: "suntracker [today] [<time>] [<place>] [<options>]",
        discussion: [
            "The bar shows the light from midnight to midnight: night, three twilights and day, from dark to "
                + "light. The lines below show the same times. Altitudes are for the Sun's centre, without refraction.",
            "With --watch, a line is printed again whenever something in it changes. For the placeholders of --template "
                + "and examples for panels, see suntracker(1).",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "A day or a time, and a place, such as: tomorrow Tokyo. (default: now, here)", valueName: "words"),
        completion: .places)
    var words: [String] = []

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: "The output format.")
    var format = Format<Today>.text

    @Option(
        help: ArgumentHelp("Print this line, with its placeholders replaced.", valueName: "text"),
        transform: { try TodayTemplate($0) })
    var template: TodayTemplate?

    @Flag(help: "Keep running, and print the line of --template or --format again when it changes.")
    var watch = false

    @Flag(help: "Print text only, without colours and the bar, as for a screen reader.")
    var plain = false

    mutating func validate() throws {
        let words = try Words(words, place)
        try moment.take(words.moment())
        place.word = words.place
        try checkForms()
    }

    /// Throws for options that exclude each other.
    private func checkForms() throws {
        guard template == nil || format.kind == .text && !plain else {
            throw ValidationError(
                "--template cannot be combined with --format or --plain; remove it or them")
        }
        guard !watch || template != nil || format.kind != .text else {
            throw ValidationError("--watch prints lines; add --template, --format waybar or --format json")
        }
        guard !watch || moment.at == nil else {
            throw ValidationError("--watch and --at cannot be combined; remove one of them")
        }
        guard format.kind == .text || !plain else {
            throw ValidationError("--plain applies only to --format text; remove it, or change the format")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if watch { try WatchSession.run(self, in: context) }
        let today = try today(in: context)
        if let template { return Answer(template.line(for: today)) }
        switch format.kind {
        case .json: return Answer(try encoding { try today.json() })
        case .waybar: return Answer(try encoding { try today.waybar.jsonText(inOneLine: true) })
        case .text, .csv, .ics: return Answer(today.text(form(in: context)))
        }
    }

    private func today(in context: CommandContext) throws(CommandError) -> Today {
        let (moment, observer) = (try context.moment(moment, place), try context.place(place))
        let words = context.words
        switch moment {
        case .instant(let now):
            var today = Today(at: observer, now: now, localTime: context.localTime, in: words)
            var phase = try phase(at: observer, in: context)
            if phase?.isOfService == true { phase?.byHand = context.phaseByHand() }
            today.phase = phase?.span(at: now).phase
            return today
        case .day(let date):
            guard format.kind != .waybar else {
                throw .argument("a panel shows one moment; add a time, such as --at \"\(date) 12:00\"")
            }
            return Today(at: observer, on: date, localTime: context.localTime, in: words)
        }
    }

    private func form(in context: CommandContext) -> TodayForm {
        let terminal = context.terminal
        guard !plain, !terminal.lacksBlocks else { return TodayForm(columns: terminal.columns, ink: nil) }
        let colours = terminal.hasOutput ? terminal.colourDepth : .none
        return TodayForm(columns: terminal.columns, ink: colours == .none ? .shades : .colours(colours))
    }

    /// The phase, if it is shown.
    private func phase(at place: Place, in context: CommandContext) throws(CommandError) -> CurrentPhase? {
        guard format.kind == .waybar || template?.has(.phase) == true else { return nil }
        let course = try context.phaseCourse(by: self.place.config, at: place)
        return CurrentPhase(
            by: course, isOfService: self.place.place == nil && self.place.config == nil && moment.at == nil)
    }
}

extension TodayCommand: WatchableCommand {
    func watched(in context: CommandContext) throws(CommandError) -> any WatchedLine {
        let place = try context.place(place)
        return TodayWatch(
            place: place, localTime: context.localTime, form: line, words: context.words,
            phase: try phase(at: place, in: context))
    }

    private var line: TodayWatch.Form {
        if let template { return .template(template) }
        return format.kind == .json ? .json : .waybar
    }
}
