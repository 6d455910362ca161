// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
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
        help: ArgumentHelp("What to set. (default: show the phase)", valueName: "phase"), transform: Self.name)
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Keep the phase until this time, such as 23:30 or 2h, or this event, such as civil-dusk, even beyond "
                + "boundaries.", valueName: "time"),
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
            if let until {
                guard until > context.now else { throw .argument("--until is in the past; use a future time") }
                guard until - context.now <= PhaseRequest.longest else {
                    throw .argument("--until is more than a year ahead; use an earlier time")
                }
            }
            let bus = try context.sessionBus()
            do { try bus.callService("SetPhase", [.string(name), .time(until)], within: .seconds(5)) } catch {
                let isRefusal = [BusError.invalidArguments, BusError.failed].contains(error.name)
                throw isRefusal
                    ? .unavailable(error.reason)
                    : context.noService(error.isNoOwner ? .absent : .silent(error.reason))
            }
        }
        let report = PhaseReport(span: try context.currentPhase(), relativeTime: context.relativeTime())
        let light = report.span.phase == .day ? DayPhase.day : .night
        return try Answer(report, as: format, in: context, exitStatus: name == nil ? light.exitStatus : EX_OK)
    }
}

extension CommandContext {
    @MainActor
    fileprivate func currentPhase() throws(CommandError) -> PhaseSpan {
        if let phase = manualPhase() { return phase }
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

struct PhaseReport: Report {
    let span: PhaseSpan
    let relativeTime: RelativeTime

    /// `night until 06:52 tomorrow`, `day until 23:30, set manually`, `night until 06:52 tomorrow, set manually until 16:37`.
    func text(columns: Int?) -> String {
        let words = relativeTime.words
        let name = span.phase.displayName(in: words)
        let overrideEnd = span.overrideUntil == span.until ? nil : span.overrideUntil.map(relativeTime.moment)
        // TRANSLATORS: {phase} is "day" or "night"
        return switch (span.until.map(relativeTime.moment), span.isSetManually, overrideEnd) {
        case (let time?, false, _): words("{phase} until {time}", ["phase": name, "time": time])
        case (let time?, true, nil): words("{phase} until {time}, set manually", ["phase": name, "time": time])
        case (let time?, true, let end?):
            // TRANSLATORS: the night goes on when it is no longer set manually
            words("{phase} until {time}, set manually until {end}", ["phase": name, "time": time, "end": end])
        case (nil, false, _): name
        case (nil, true, nil): words("{phase}, set manually", ["phase": name])
        case (nil, true, let end?): words("{phase}, set manually until {end}", ["phase": name, "end": end])
        }
    }

    var object: JSONObject {
        let scale = relativeTime.localTime
        return [
            "phase": span.phase.rawValue, "phaseUntil": span.until.map(scale.timestamp),
            "phaseSetManually": span.isSetManually, "phaseSetManuallyUntil": span.overrideUntil.map(scale.timestamp),
        ]
    }
}

/// The current phase: as defined in the settings, or as set manually in the running service.
struct CurrentPhase: Sendable {
    private var course: PhaseCourse
    /// Whether it is the phase of the service, rather than the phase for a place or settings given on the command line.
    let isOfService: Bool
    var manual: PhaseSpan?

    init(by course: PhaseCourse, isOfService: Bool, manual: PhaseSpan? = nil) {
        (self.course, self.isOfService, self.manual) = (course, isOfService, manual)
    }

    func span(at instant: Instant) -> PhaseSpan {
        if let manual, manual.validUntil.map({ instant < $0 }) != false { return manual }
        var course = course
        return course.span(at: instant)
    }
}

extension CommandContext {
    /// Returns the phases defined in the settings: the service's, or those given.
    ///
    /// - Parameter place: nil for the place in the settings.
    func phaseCourse(by config: String? = nil, at place: Place? = nil) throws(CommandError) -> PhaseCourse {
        let file = settingsFile(config)
        let phases = try file.settings().phases
        var observer = place?.observer
        if observer == nil, phases.needsPlace { observer = try self.place(by: file).observer }
        guard let course = PhaseCourse(of: phases, at: observer, in: localTime) else {
            throw .noPlace(zone: localTime.zoneName)
        }
        return course
    }

    /// The phase of the running service if it was set manually. Takes a second if the service does not respond.
    @MainActor
    func manualPhase() -> PhaseSpan? { ServiceAnswer.onSessionBus(within: .seconds(1)).running?.manualPhase }
}

extension RunningService {
    fileprivate var manualPhase: PhaseSpan? { phase.flatMap { $0.isSetManually ? $0 : nil } }
}

/// Follows the phase set manually in the service, through its signals on the session bus, without starting it. The phase
/// remains set while the service restarts.
@MainActor
final class ManualPhase {
    private let bus: Bus
    private let onChange: (PhaseSpan?) -> Void
    private var signals: BusSlot?
    private var question: BusSlot?

    /// - Parameter onChange: called when the phase set manually may have changed; nil for none.
    /// - Returns: nil if there is no session bus.
    init?(_ onChange: @escaping (PhaseSpan?) -> Void) {
        do {
            bus = try Bus.openUser()
            self.onChange = onChange
            try bus.watchName(SessionBus.name) { [weak self] hasOwner in if hasOwner { self?.ask() } }
            signals = try bus.listen(
                sender: SessionBus.name, path: SessionBus.path, interface: "org.freedesktop.DBus.Properties",
                signal: "PropertiesChanged"
            ) { [weak self] _ in self?.ask() }
        } catch {
            return nil
        }
        // It may have changed before the subscription.
        ask()
    }

    private func ask() {
        // A busy service may respond late. If it ends, the bus responds.
        question = try? bus.call(.serviceProperties, deadline: .seconds(86_400)) { [weak self] reply in
            if let service = ServiceAnswer(reply).running { self?.onChange(service.manualPhase) }
        }
    }
}
