import ArgumentParser
import LinuxPlatform
import Solar
import Systemd
import Tracker

/// `suntracker phase`.
struct PhaseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "phase",
        abstract: "Show the phase, day or night, or set it by hand.",
        usage: "suntracker phase [day|night|toggle|auto] [<options>]",
        discussion: [
            "The phase is by the section [Phases] of the settings. One that is set by hand lasts until the next boundary, "
                + "until the time of --until, or until the end of the login; auto ends it. toggle sets the other phase than "
                + "that in force.",
            "The running service calls the hooks in day.d and night.d at once. If it does not run, the exit status is 69.",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp("What to set. (default: show the phase)", valueName: "phase"),
        completion: .list(PhaseRequest.names), transform: Self.name)
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Keep it until this time of day, such as 23:30, or the next event of that name, such as civil-dusk, also beyond "
                + "boundaries.", valueName: "time"), completion: EventSelection.completion,
        transform: Moment.next)
    var until: Moment?

    @Option(help: "The output format.")
    var format = Format<PhaseReport>.text

    var usesLocalTime: Bool { true }

    func validate() throws {
        guard until == nil || !(name == nil || name == "auto") else {
            throw ValidationError("--until applies to day, night and toggle")
        }
    }

    private static func name(_ text: String) throws -> String {
        guard PhaseRequest.names.contains(text) else {
            throw ValidationError("it is not one of \(PhaseRequest.names.joined(separator: ", "))")
        }
        return text
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if let name {
            let until = try until?.instant(context)
            try context.askService { service throws(BusError) in try service.setPhase(name, until: until) }
        }
        let report = PhaseReport(span: try context.phaseInForce(), relativeTime: context.relativeTime())
        return try Answer(report, as: format, in: context)
    }
}

extension CommandContext {
    /// The phase in force: that of the running service if it is set by hand, otherwise that by the settings. So a service that
    /// does not answer delays it by a second, and changes nothing else.
    func phaseInForce() throws(CommandError) -> PhaseSpan {
        if let phase = ServiceOnBus.answer(within: .seconds(1)).running?.phase, phase.isSetByHand { return phase }
        let file = settingsFile()
        return try phase(at: now, under: file.settings()) { () throws(CommandError) in try place(by: file) }
    }

    /// The phase by these settings.
    ///
    /// - Parameter place: finds the place, if the phase depends on it.
    func phase(
        at instant: Instant, under settings: Settings, place: () throws(CommandError) -> Place
    ) throws(CommandError) -> PhaseSpan {
        let observer = settings.phases.needsPlace ? try place().observer : nil
        guard var course = PhaseCourse(of: settings.phases, at: observer, in: localTime) else {
            throw .noPlace(zone: localTime.zoneName)
        }
        return course.span(at: instant)
    }
}
