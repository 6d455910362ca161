import ArgumentParser
import Glibc
import LinuxPlatform
import Reports
import Solar
import Terminal
import Tracker

/// `suntracker today`.
struct TodayCommand: ActingCommand, ObservingCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Tell about today: its light, sunrise and sunset, and what comes next.",
        usage: "suntracker today [<options>]",
        discussion: """
            The bar goes from midnight to midnight: night, three twilights and day, from dark to light. What it shows is \
            told in words too. Altitudes are those of the Sun's centre, without the air's refraction.

            With --watch it tells again whenever something has changed, and sleeps in between: on a terminal in place \
            until q is pressed, elsewhere in a new block or line. --format waybar --watch is for a custom module of Waybar \
            (waybar-custom(5)), with the return-type json and no interval.
            """)

    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp(
            "Answer as if it were then: 2026-12-24, or 2026-12-24T08:00:00Z. (default: now)", valueName: "time"),
        transform: MomentOptions.Moment.init(text:))
    var at: MomentOptions.Moment?

    @Option(help: "The form of the answer.")
    var format: Format = .text

    @Flag(help: "Tell again when something has changed.")
    var watch = false

    @Flag(help: "No colours, and a bar of ASCII characters.")
    var plain = false

    @Flag(name: .customLong("no-bar"), help: "Words alone, for a screen reader.")
    var hasNoBar = false

    /// A form of the answer.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, waybar
    }

    func validate() throws {
        guard !watch || at == nil else {
            throw ValidationError("--watch tells of now, --at of another time; leave one of them out")
        }
        guard format == .text || !plain && !hasNoBar else {
            throw ValidationError("--plain and --no-bar are about --format text; leave them out")
        }
    }

    func act(in context: CommandContext) throws(CommandError) {
        guard !watch else {
            throw MainActor.assumeIsolated { TodaySession.run(self, in: context) }
        }
        let now = try context.instant(of: at)
        let today = Today(at: try context.place(place), now: now, localTime: context.localTime)
        try writeToStandardOutput(render(today, in: context))
    }

    private func render(_ today: Today, in context: CommandContext) throws(CommandError) -> String {
        do {
            switch form(columns: context.outputColumns, in: context) {
            case .text(let form): return today.text(form)
            case .json: return try today.json()
            case .waybar: return try today.waybar()
            }
        } catch {
            throw .encoding(error)
        }
    }

    /// What is asked for, in a window of so many columns.
    func form(columns: Int, in context: CommandContext) -> TodayWatch.Form {
        switch format {
        case .json: return .json
        case .waybar: return .waybar
        case .text:
            let colours = plain || !context.hasTerminalOutput ? .none : context.colourDepth
            let ink: TodayForm.Ink = plain ? .ascii : colours == .none ? .shades : .colours(colours)
            return .text(TodayForm(columns: columns, ink: hasNoBar ? nil : ink, isLive: watch))
        }
    }
}
