import ArgumentParser
import Glibc
import LinuxPlatform
import Reports
import Solar
import Terminal
import Tracker

/// `suntracker today`.
struct TodayCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: translatable("Show today: its light, sunrise and sunset, and the next event."),
        usage: "suntracker today [<options>]",
        discussion: [
            translatable(
                "The bar shows the light from midnight to midnight: night, three twilights and day, from dark to "
                    + "light. The lines below it have the same times. Altitudes are those of the Sun's centre, without "
                    + "refraction."),
            translatable(
                "With --watch the output updates only when something changes: on a terminal in place until q is "
                    + "pressed, elsewhere with a new block or line. For a custom module of Waybar (waybar-custom(5)), use "
                    + "--format waybar --watch with the return-type json and no interval. With --template it is one line "
                    + "of your own, for other panels (suntracker(1) has examples): text with the words {next} (sunrise or "
                    + "sunset, the next one), {event} (the same), {time}, {in} (the time until then), {date}, {weekday}, "
                    + "{sunrise}, {sunset} (today's), {light}, {daylight}, {change} and {place}. With --notify the day is "
                    + "shown as a notification; if the notification server does not accept it, the exit status is 69."),
        ].joined(separator: "\n\n"))

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: .translatable("The output format."))
    var format: Format = .text

    @Option(
        help: .translatable("Print this line, with its words filled in.", valueName: "text"),
        transform: { try TodayTemplate($0) })
    var template: TodayTemplate?

    @Flag(help: .translatable("Keep running, and update when something changes."))
    var watch = false

    @Flag(help: .translatable("Show a notification instead."))
    var notify = false

    @Flag(help: .translatable("Print no colours, and draw the bar with ASCII characters."))
    var plain = false

    @Flag(name: .customLong("no-bar"), help: .translatable("Print text only, for a screen reader."))
    var hasNoBar = false

    /// An output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, waybar
    }

    func validate() throws {
        guard template == nil || format == .text && !notify && !plain && !hasNoBar else {
            throw UsageError { words in
                words("--template is a line of its own; remove --format, --notify, --plain and --no-bar, or --template")
            }
        }
        guard !watch || moment.at == nil else {
            throw UsageError { words in
                words("--watch shows the current time, and --at another one; use only one of them")
            }
        }
        guard !notify || format == .text && !watch && !plain && !hasNoBar else {
            throw UsageError { words in
                words("--notify cannot be combined with --format, --watch, --plain or --no-bar; remove them")
            }
        }
        guard format == .text || !plain && !hasNoBar else {
            throw UsageError { words in
                words("--plain and --no-bar apply only to --format text; remove them, or change the format")
            }
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        guard !watch else {
            throw MainActor.assumeIsolated { TodaySession.run(self, in: context) }
        }
        let now = try context.instant(moment)
        let today = Today(
            at: try context.place(place), now: now, localTime: context.localTime, in: words(in: context))
        guard !notify else {
            let notice = today.notice
            let popup = Popup.requested(
                tag: "today", summary: notice.summary, body: notice.body, in: words(in: context))
            guard context.environment.hasSessionBus else {
                throw .notification(context.words("there is no session bus"))
            }
            if let failure = DesktopNotifier.showOnce(popup, environment: context.environment) {
                throw .notification(failure.reason)
            }
            return .written
        }
        switch form(columns: context.terminal.columns, in: context) {
        case .text(let form): return Answer(today.text(form))
        case .json: return Answer(try encoding { try today.json() })
        case .waybar: return Answer(try encoding { try today.waybar() })
        case .template(let template): return Answer(template.line(for: today))
        }
    }

    /// The texts: those for another program have nothing that lays them out.
    func words(in context: CommandContext) -> Words {
        let isForPeople = format == .text && template == nil
        return context.words.laidOut(for: notify ? .popup : isForPeople ? .terminal : .plain)
    }

    /// The form of the output for a width in columns.
    func form(columns: Int, in context: CommandContext) -> TodayWatch.Form {
        if let template { return .template(template) }
        switch format {
        case .json: return .json
        case .waybar: return .waybar
        case .text:
            let colours = plain || !context.terminal.hasOutput ? .none : context.terminal.colourDepth
            let ink: TodayForm.Ink = plain ? .ascii : colours == .none ? .shades : .colours(colours)
            return .text(TodayForm(columns: columns, ink: hasNoBar ? nil : ink, isLive: watch))
        }
    }
}
