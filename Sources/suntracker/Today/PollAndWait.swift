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
        abstract: "Tell how light it is: day, civil, nautical, astronomical or night.",
        usage: "suntracker poll [<options>]",
        discussion: """
            The exit status says it too: 0 for day, 1 for civil twilight, 2 for nautical and 3 for astronomical \
            twilight, 4 for night.
            """)

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let place = try context.place(place)
        let phase = DayPhase(at: moment.at?.instant(in: context) ?? context.now, for: place.observer)
        return Answer(phase.rawValue, exitStatus: phase.exitStatus)
    }
}

extension DayPhase {
    /// The exit status of `suntracker poll`.
    var exitStatus: Int32 {
        switch self {
        case .day: 0
        case .civil: 1
        case .nautical: 2
        case .astronomical: 3
        case .night: 4
        }
    }
}

/// `suntracker wait EVENT`.
struct WaitCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until an event happens, right through sleep and changes of the clock.",
        usage: "suntracker wait <event> [<options>]",
        discussion: """
            Says nothing and ends with status 0 at the moment, without waking before:

              suntracker wait sunset --offset=-30min && lamp on

            """ + EventSelection.explanation)

    @Argument(
        help: ArgumentHelp("The event.", valueName: "event"), completion: EventSelection.completion,
        transform: EventSelection.single)
    var event: SolarEvent

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("So much before (-30min) or after (10min) the event, up to 30d.", valueName: "time span"),
        transform: WaitCommand.signedTimeSpan)
    var offset: Duration = .zero

    @Option(
        name: .customLong("or-late"),
        help: ArgumentHelp(
            "End at once if that moment passed no longer ago than this, up to 30d.", valueName: "time span"),
        transform: WaitCommand.timeSpan)
    var late: Duration = .zero

    @OptionGroup var place: PlaceOptions

    /// It shows no time.
    var usesLocalTime: Bool { false }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let observer = try context.place(place).observer
        switch Sun.nextOccurrence(of: event, after: context.now - offset - late, at: observer) {
        case .occurs(let instant):
            MainActor.assumeIsolated { Self.end(at: instant + offset) }
        case .never(let side):
            throw .never(event, side)
        }
    }

    /// Ends the process at the instant.
    @MainActor private static func end(at instant: Instant) -> Never {
        let clock = DispatchWallClock()
        // At once: there is nothing to write out, and what dispatchMain has taken the main thread's frames from is freed
        // by nobody.
        clock.wait(until: instant) { Glibc._exit(EX_OK) }
        withExtendedLifetime(clock) { dispatchMain() }
    }

    private static func timeSpan(_ text: String) throws -> Duration {
        try timeSpan(text, "0 to \(longestSpan.text)")
    }

    private static func signedTimeSpan(_ text: String) throws -> Duration {
        let isNegative = text.hasPrefix("-")
        let span = try timeSpan(
            isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text,
            "-\(longestSpan.text) to \(longestSpan.text)")
        return isNegative ? .zero - span : span
    }

    private static func timeSpan(_ text: String, _ range: String) throws -> Duration {
        guard let span = Duration(timeSpan: text) else {
            throw ValidationError("write a time span such as 10min, 90s or 1h 30min")
        }
        guard span <= longestSpan.duration else {
            throw ValidationError("it is out of range; it may be \(range)")
        }
        return span
    }

    /// As long as the offset of an alert may be.
    private static let longestSpan = (duration: Duration.seconds(30 * 86_400), text: "30d")
}
