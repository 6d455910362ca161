// SPDX-License-Identifier: MIT
import Configuration
import Dispatch
import Glibc
import LinuxPlatform
import Solar
import Systemd

protocol WatchableCommand: Subcommand {
    /// Returns the line to print, with the current settings and the current time zone.
    func watched(in context: CommandContext) throws(CommandError) -> any WatchedLine
}

/// A line that is printed again when it changes.
protocol WatchedLine: Sendable {
    /// The phase; nil if the line does not show it.
    var phase: CurrentPhase? { get set }
    func line(at now: Instant) throws -> String
    /// The part of the line that is compared: a new line is due when it changes.
    func content(at now: Instant) -> String?
    /// The first instant after now at which the content changes, unless the phase is set manually earlier.
    func nextChange(after now: Instant) -> Instant
    /// The lines of a view that fills the terminal, with their control sequences; nil for a line.
    func screen(at now: Instant, in window: WindowSize) -> [String]?
}

extension WatchedLine {
    func screen(at now: Instant, in window: WindowSize) -> [String]? { nil }
}

/// The implementation of `--watch`. The process wakes up only when the line changes, or when the clock, the time zone,
/// the settings, the place or the phase of the service changes.
@MainActor
final class WatchSession {
    private let command: any WatchableCommand
    private let clock = DispatchWallClock()
    private var context: CommandContext
    private var watched: any WatchedLine
    private var shown: String?
    private var clockSteps: ClockStepMonitor?
    private var fileWatchers: [FileWatcher] = []
    private var manualPhase: ManualPhase?
    /// The view on the terminal; nil if lines are printed.
    private var view: LiveView?
    /// The last error, which the view shows at its top until the next success.
    private var problem: String?

    static func run(_ command: any WatchableCommand, in context: CommandContext) throws(CommandError) -> Never {
        let session = WatchSession(command, try command.watched(in: context), in: context)
        try session.watch()
        try session.show()
        session.update()
        withExtendedLifetime(session) { dispatchMain() }
    }

    private init(_ command: any WatchableCommand, _ watched: any WatchedLine, in context: CommandContext) {
        (self.command, self.watched, self.context) = (command, watched, context)
    }

    /// Shows a view instead of lines, if the watched line is one.
    private func show() throws(CommandError) {
        guard watched.screen(at: clock.now, in: .usual) != nil else { return }
        view = try LiveView(
            lines: { [weak self] in self?.screen(in: $0) ?? [] },
            handle: { $0 != .character("q") && $0 != .character("Q") })
    }

    private func screen(in window: WindowSize) -> [String] {
        let problem = problem.map { $0.wrapped(to: window.columns, breakingWords: false) + [""] } ?? []
        let rest = WindowSize(columns: window.columns, rows: max(1, window.rows - problem.count))
        return problem + (watched.screen(at: clock.now, in: rest) ?? [])
    }

    private func report(_ text: String) {
        guard let view else { return writeMessage(text) }
        problem = text.printable
        view.draw()
    }

    private func watch() throws(CommandError) {
        // The process exits when the reader closes its end, which may also happen during a write.
        signal(SIGPIPE, SIG_IGN)
        DispatchQueue.global().async {
            // Without any events, poll(2) returns only when the reader of a pipe or a socket has closed it.
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0 { guard errno == EINTR else { return } }
            DispatchQueue.main.async { exit(EX_OK) }
        }
        let options = command.placeOptions
        do {
            clockSteps = try ClockStepMonitor { [weak self] in self?.update() }
            // A place or a time zone given on the command line does not change.
            if options?.place == nil {
                let settings = context.settingsFile(options?.config)
                let lastFix = FileWatcher.Target.file(context.environment.stateFolder + "/last-fix")
                follow { [environment = context.environment] in
                    settings.watched + [lastFix] + environment.plasmaPlaceWatch
                }
            }
            let zone = context.environment.zoneWatch
            if !zone.isEmpty { follow { zone } }
        } catch {
            throw .watch(error)
        }
        if watched.phase?.isOfService == true {
            // If a wrong line came first, and the right one after the answer of the service, a reader would switch
            // something twice.
            watched.phase?.manual = context.manualPhase()
            manualPhase = ManualPhase { [weak self] span in
                self?.watched.phase?.manual = span
                self?.update()
            }
        }
    }

    private func follow(_ targets: @escaping @Sendable () -> [FileWatcher.Target]) {
        fileWatchers.append(
            FileWatcher(targets, on: Worker("files")) { [weak self] notice in
                guard let self else { return }
                switch notice {
                // The values that were read before may have changed since then.
                case .began, .changed: if read() { update() }
                case .failed(let error): report(CommandError.watch(error).description)
                }
            })
    }

    /// Reads the settings and the time zone again. If this fails, reports why, and the previous values remain in use.
    private func read() -> Bool {
        do throws(CommandError) {
            let context = try CommandContext.ofProcess(for: command)
            var watched = try command.watched(in: context)
            watched.phase?.manual = self.watched.phase?.manual
            if problem != nil { (problem, shown) = (nil, nil) }
            if let problem = context.zoneProblem, problem != self.context.zoneProblem { report("\(problem)") }
            (self.context, self.watched) = (context, watched)
            return true
        } catch {
            report(error.description)
            return false
        }
    }

    private func update() {
        do throws(CommandError) {
            let now = clock.now
            clock.wait(until: watched.nextChange(after: now)) { [weak self] in self?.update() }
            let content = watched.content(at: now)
            guard content != shown else { return }
            if let view {
                shown = content
                return view.draw()
            }
            let line = try encoding { try watched.line(at: now) }
            shown = content
            try writeOutput(line)
        } catch {
            exit(exitStatus { () throws(CommandError) in throw error })
        }
    }
}
