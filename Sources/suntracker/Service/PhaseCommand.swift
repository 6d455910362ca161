import ArgumentParser
import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

struct PhaseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "phase",
        abstract: "Show the phase, day or night, or set it manually.",
        usage: "suntracker phase [day|night|toggle|auto] [<options>]",
        discussion: [
            "The phase is defined by the section [Phases] of the settings. A phase that you set lasts until the next "
                + "boundary, until --until, or until you log out; auto ends it early. toggle switches to the other phase.",
            "Without an argument, the exit status shows the phase, too: 0 for day, 4 for night. With an argument, the "
                + "running service runs the hooks in day.d and night.d immediately; if it is not running, the exit status "
                + "is 69.",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp("What to set. (default: show the phase)", valueName: "phase"),
        completion: .list(PhaseRequest.names), transform: Self.name)
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Keep the phase until this time, such as 23:30 or 2h, or this event, such as civil-dusk, even beyond "
                + "boundaries.", valueName: "time"), completion: EventSelection.completion,
        transform: { try TimeArgument($0) })
    var until: TimeArgument?

    @Option(help: "The output format.")
    var format = Format<PhaseReport>.text

    @Flag(help: "Keep running, and print the phase again when it changes: a word, or an object with --format json.")
    var watch = false

    var usesLocalTime: Bool { true }

    func validate() throws {
        guard until == nil || !(name == nil || name == "auto") else {
            throw ValidationError("--until applies to day, night and toggle")
        }
        guard !watch || name == nil else {
            throw ValidationError("--watch shows the phase, and \(name ?? "") sets it; use only one of them")
        }
    }

    private static func name(_ text: String) throws -> String {
        guard PhaseRequest.names.contains(text) else {
            let meant = PhaseRequest.names.nearest(to: text).map { "; did you mean \($0)?" } ?? ""
            throw ValidationError("\"\(text.printable)\" is not a phase\(meant)")
        }
        return text
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if watch { try WatchSession.run(self, in: context) }
        if let name {
            let until = try until.map { time throws(CommandError) in
                try context.moment(time, coming: true).start(in: context.localTime)
            }
            if let until, until <= context.now { throw .argument("--until is in the past; use a future time") }
            try context.askService { service throws(BusError) in try service.setPhase(name, until: until) }
        }
        let report = PhaseReport(span: try context.currentPhase(), relativeTime: context.relativeTime())
        let light = report.span.phase == .day ? DayPhase.day : .night
        return try Answer(report, as: format, in: context, exitStatus: name == nil ? light.exitStatus : EX_OK)
    }
}

extension CommandContext {
    /// Returns the current phase: as set manually in the running service, or else as defined in the settings.
    fileprivate func currentPhase() throws(CommandError) -> PhaseSpan {
        if let phase = phaseByHand() { return phase }
        return CurrentPhase(by: try phaseCourse(), isOfService: true).span(at: now)
    }
}

extension PhaseCommand: WatchableCommand {
    func watched(in context: CommandContext) throws(CommandError) -> any WatchedLine {
        PhaseWatch(
            phase: CurrentPhase(by: try context.phaseCourse(), isOfService: true), isJSON: format.kind == .json,
            localTime: context.localTime)
    }
}

/// The line of `phase --watch`: `day` or `night` in any language, or the report as JSON.
struct PhaseWatch: WatchedLine {
    var phase: CurrentPhase?
    let isJSON: Bool
    let localTime: any LocalTime

    func line(at now: Instant) throws -> String {
        guard let span = phase?.span(at: now) else { return "" }
        guard isJSON else { return span.phase.rawValue }
        let report = PhaseReport(
            span: span, relativeTime: RelativeTime(now: now, localTime: localTime, words: .english))
        return try report.json(inOneLine: true)
    }

    func content(at now: Instant) -> String? { try? line(at: now) }

    func nextChange(after now: Instant) -> Instant {
        phase?.span(at: now).validUntil ?? now + Self.longestWait
    }

    /// If the phase does not end within a year, the search continues after this time.
    private static let longestWait = Duration.seconds(200 * 86_400)
}
