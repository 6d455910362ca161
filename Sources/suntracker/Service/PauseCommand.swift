import ArgumentParser
import Solar
import Systemd
import Tracker

/// `suntracker pause`.
struct PauseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause notifications for some time, at most 7 days.",
        usage: "suntracker pause [--for <time span> | --until <time>]",
        discussion:
            "Until then, events and alerts are in the journal only; hooks run as usual. Nothing is shown afterwards "
            + "for what passed. suntracker resume ends the pause earlier. A new pause takes the place of an earlier one."
    )

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("For how long, such as 2h or 1d.", valueName: "time span"),
        transform: Self.span)
    var span: Duration?

    @Option(
        help: ArgumentHelp(
            "Until a time of day, such as 08:00, or an event or alert, such as sunrise: the next one. (default: 08:00)",
            valueName: "time"),
        completion: EventSelection.completion, transform: Moment.next)
    var until: Moment?

    var usesLocalTime: Bool { true }

    private static func span(_ text: String) throws -> Duration {
        let span = try TimeSpanArgument.duration(text, examples: "30min, 2h or 1d")
        guard span > .zero, span <= Pause.longest else {
            throw ValidationError("it is out of range; give a time span up to 7d")
        }
        return span
    }

    func validate() throws {
        guard span == nil || until == nil else {
            throw ValidationError("the end is given twice; use one --for or --until")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let end = try end(in: context)
        guard Pause.isInForce(until: end, at: context.now) else {
            throw .argument(
                "a pause lasts at most 7 days, and \(context.relativeTime(in: .english).moment(end)) is later; give an earlier end"
            )
        }
        try context.askService { service throws(BusError) in try service.pause(until: end) }
        return Answer(
            context.words("Notifications are paused until {time}", ["time": context.relativeTime().moment(end)]))
    }

    private func end(in context: CommandContext) throws(CommandError) -> Instant {
        if let span { return context.now + span }
        return try until?.instant(context) ?? Pause.nextMorning(after: context.now, in: context.localTime)
    }
}

/// `suntracker resume`.
struct ResumeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause of notifications.",
        usage: "suntracker resume")

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        try context.askService { service throws(BusError) in try service.pause(until: nil) }
        return Answer(context.words("Notifications are shown"))
    }
}
