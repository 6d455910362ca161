import ArgumentParser
import Glibc
import LinuxPlatform
import Solar
import Tracker

/// `suntracker today`.
struct TodayCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show today: its light, sunrise and sunset, and the next event.",
        usage: "suntracker today [<options>]",
        discussion: [
            "The bar shows the light from midnight to midnight: night, three twilights and day, from dark to "
                + "light. The lines below it have the same times. Altitudes are those of the Sun's centre, without "
                + "refraction.",
            "With --watch the output updates only when something changes: on a terminal in place until q is "
                + "pressed, elsewhere with a new block or line. suntracker(1) has the words of --template, and "
                + "examples for panels.",
        ].joined(separator: "\n\n"))

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: "The output format.")
    var format = Format<Today>.text

    @Option(
        help: ArgumentHelp("Print this line, with its words filled in.", valueName: "text"),
        transform: { try TodayTemplate($0) })
    var template: TodayTemplate?

    @Flag(help: "Keep running, and update when something changes.")
    var watch = false

    @Flag(help: "Show a notification instead.")
    var notify = false

    @Flag(help: "Print no colours, and draw the bar with ASCII characters.")
    var plain = false

    @Flag(name: .customLong("no-bar"), help: "Print text only, for a screen reader.")
    var hasNoBar = false

    func validate() throws {
        guard template == nil || format.kind == .text && !notify && !plain && !hasNoBar else {
            throw ValidationError(
                "--template is a line of its own; remove --format, --notify, --plain and --no-bar, or --template")
        }
        guard !watch || moment.at == nil else {
            throw ValidationError("--watch shows the current time, and --at another one; use only one of them")
        }
        guard !notify || format.kind == .text && !watch && !plain && !hasNoBar else {
            throw ValidationError(
                "--notify cannot be combined with --format, --watch, --plain or --no-bar; remove them")
        }
        guard format.kind == .text || !plain && !hasNoBar else {
            throw ValidationError("--plain and --no-bar apply only to --format text; remove them, or change the format")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if watch { try TodaySession.run(self, in: context) }
        let now = try context.instant(moment)
        let today = Today(
            at: try context.place(place), now: now, localTime: context.localTime, in: language(in: context))
        guard !notify else {
            let notice = today.notice
            let popup = Popup.requested(
                tag: "today", summary: notice.summary, body: notice.body, in: language(in: context))
            try NotificationServerOnBus(in: context).show(popup)
            return .written
        }
        let form = form(columns: context.terminal.columns, in: context)
        return Answer(try encoding { try today.text(as: form) })
    }

    /// The texts: only a notification lays them out.
    func language(in context: CommandContext) -> Localizer {
        context.words.formatted(for: notify ? .popup : .plain)
    }

    /// The form of the output for a width in columns.
    func form(columns: Int, in context: CommandContext) -> TodayWatch.Form {
        if let template { return .template(template) }
        switch format.kind {
        case .json: return .json
        case .waybar: return .waybar
        case .text, .csv, .ics:
            let colours = plain || !context.terminal.hasOutput ? .none : context.terminal.colourDepth
            let ink: TodayForm.Ink = plain ? .ascii : colours == .none ? .shades : .colours(colours)
            let hasBar = !hasNoBar && (plain || !context.terminal.lacksBlocks)
            return .text(TodayForm(columns: columns, ink: hasBar ? ink : nil, isLive: watch))
        }
    }
}
