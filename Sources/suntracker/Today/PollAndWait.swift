import ArgumentParser
import Dispatch
import Glibc
import LinuxPlatform
import Solar
import Tracker

/// `suntracker poll`.
struct PollCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Show how light it is: day, civil, nautical, astronomical or night.",
        usage: "suntracker poll [<options>]",
        discussion:
            "The exit status shows it too: 0 for day, 1 for civil, 2 for nautical and 3 for astronomical twilight, 4 for "
            + "night.")

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    /// The light does not depend on the clock; a date does.
    var usesLocalTime: Bool { moment.at != nil }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let instant = try moment.at?.instant(context) ?? context.now
        let place = try context.place(place)
        let light = DayPhase(at: instant, for: place.observer)
        return Answer(light.rawValue, exitStatus: light.exitStatus)
    }
}

extension DayPhase {
    /// The exit status of `suntracker poll`: 0 for day, 4 for night.
    var exitStatus: Int32 { Int32(DayPhase.day.level - level) }
}

/// `suntracker wait EVENT`.
struct WaitCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for an event or an alert, also across suspend and clock steps.",
        usage: "suntracker wait <event> [<options>]",
        discussion: [
            "The command prints nothing, does not wake up before the event, and exits with status 0 when it "
                + "happens:",
            "  suntracker wait sunset --offset=-30min && lamp on",
            EventSelection.explanation + " " + EventSelection.alerts,
        ].joined(separator: "\n\n"))

    private static let examples = "10min, 90s or 1h 30min"

    @Argument(
        help: ArgumentHelp("The event or alert to wait for.", valueName: "event"),
        completion: EventSelection.completion,
        transform: EventSelection.single)
    var event: EventName

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Exit before (-30min) or after (10min) the event, by up to 30d.", valueName: "time span"),
        transform: { try TimeSpanArgument.signed($0, examples: Self.examples, from: "-30d") })
    var offset: Duration = .zero

    @Option(
        name: .customLong("or-late"),
        help: ArgumentHelp(
            "Exit at once if that time passed no longer ago than this, up to 30d.", valueName: "time span"),
        transform: { try TimeSpanArgument.duration($0, examples: Self.examples) })
    var late: Duration = .zero

    @OptionGroup var place: PlaceOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let instant = try context.next(event, after: context.now - offset - late, place) + offset
        let clock = DispatchWallClock()
        // _exit, since there is nothing to flush, and exit handlers would run after dispatchMain has ended the main thread.
        clock.wait(until: instant) { Glibc._exit(EX_OK) }
        withExtendedLifetime(clock) { dispatchMain() }
    }
}
