import ArgumentParser
import Gazetteer
import Glibc
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
            "Without an argument, the exit status shows the phase too: 0 for day, 4 for night. With one, the running service "
                + "calls the hooks in day.d and night.d at once; if it does not run, the exit status is 69.",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp("What to set. (default: show the phase)", valueName: "phase"),
        completion: .list(PhaseRequest.names), transform: Self.name)
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Keep it until this time, such as 23:30 or 2h, or the next event of that name, such as civil-dusk, also beyond "
                + "boundaries.", valueName: "time"), completion: EventSelection.completion,
        transform: { try TimeArgument($0) })
    var until: TimeArgument?

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
            let meant = PhaseRequest.names.similar(to: text).first.map { "; did you mean \($0)?" } ?? ""
            throw ValidationError("\"\(text.printable)\" is not a phase\(meant)")
        }
        return text
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if let name {
            let until = try until.map { time throws(CommandError) in
                try context.moment(time, coming: true).start(in: context.localTime)
            }
            try context.askService { service throws(BusError) in try service.setPhase(name, until: until) }
        }
        let report = PhaseReport(span: try context.phaseInForce(), relativeTime: context.relativeTime())
        let light = report.span.phase == .day ? DayPhase.day : .night
        return try Answer(report, as: format, in: context, exitStatus: name == nil ? light.exitStatus : EX_OK)
    }
}

extension CommandContext {
    /// The phase in force: that of the running service if it is set by hand, otherwise that by the settings. So a service that
    /// does not answer delays it by a second, and changes nothing else.
    func phaseInForce() throws(CommandError) -> PhaseSpan {
        if let phase = ServiceOnBus.answer(within: .seconds(1)).running?.phase, phase.isSetByHand { return phase }
        let file = settingsFile()
        let phases = try file.settings().phases
        let observer = phases.needsPlace ? try place(by: file).observer : nil
        guard var course = PhaseCourse(of: phases, at: observer, in: localTime) else {
            throw .noPlace(zone: localTime.zoneName)
        }
        return course.span(at: now)
    }
}
