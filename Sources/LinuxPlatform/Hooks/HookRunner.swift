package import Solar
package import Systemd
package import Tracker

/// Starts hooks as transient units of the user manager, outside the service's sandbox and control group, and the units of
/// alerts and phases. The manager ends a hook that exceeds its time limit.
///
/// The connection to the manager exists only while a hook runs, so that nothing wakes the process otherwise.
@MainActor
package final class HookRunner: @MainActor HookStarter {
    private let folders: HookFolders
    private let environment: Environment
    private let worker: Worker
    private var manager: UserManager?
    /// Logs what would be started, in place of starting it; nil unless the clock is simulated.
    private let log: (@MainActor (String) -> Void)?
    private var runs: [HookRun] = []
    /// The phase that was called for last.
    private var phase: Phase?
    /// Exists only while hooks of a phase are stopped, since they were superseded. Ends the wait for them.
    private var stopLimit: OneShotTimer?
    /// The calls of phases that wait for that.
    private var waiting: [@MainActor () -> Void] = []
    /// Exists only while the graphical session is waited for.
    private var session: GraphicalSession?

    /// Longer than a hook takes to end (`HookUnit.stopTimeout`).
    private static let stopTimeout = Duration.seconds(30)

    /// - Parameters:
    ///   - worker: looks up hooks; folders on a disk that does not answer delay hooks, and nothing else.
    ///   - log: if given, logs which hooks and units would be started, and none is: those of a simulation must not switch the
    ///     lamps of a real house.
    package init(
        folders: HookFolders, environment: Environment, worker: Worker = Worker("hooks"),
        log: (@MainActor (String) -> Void)? = nil
    ) {
        (self.folders, self.environment, self.worker, self.log) = (folders, environment, worker, log)
    }

    /// Whether no hook runs and there is no connection.
    var isIdle: Bool { runs.isEmpty && stopLimit == nil && manager == nil }

    /// Looks up the hooks of the call as they are now, and starts each of them, and its unit. The hooks of a phase supersede
    /// those of the other one: these are stopped first, or not started at all.
    package func start(_ call: HookCall, then report: @escaping (HookReport) -> Void) {
        let report: @MainActor (HookReport) -> Void = { report($0) }
        if let phase = call.phase { self.phase = phase.phase }
        worker.run { [folders] in
            folders.hooks(of: call)
        } then: { [weak self] found in
            guard let self else { return }
            guard !isSuperseded(call) else { return report(.called) }
            for hook in found {
                if let fault = hook.fault { report(.failed(HookFailure(hook: hook.path, unit: nil, fault))) }
            }
            let hooks = found.filter { $0.fault == nil }
            guard let log else { return start(hooks, for: call, report) }
            for hook in hooks {
                log("Simulation: would start the \(hook.isUnit ? "unit" : "hook") \(hook.path)")
            }
            report(.called)
        }
    }

    /// Tries the hooks of a call that are at these paths, in units that neither keep the service's from starting nor are kept
    /// by them. Throws if the manager cannot be reached.
    ///
    /// - Parameter end: called once, on the main queue, when all have ended, with what went wrong.
    package func tryOut(
        _ paths: Set<String>, of call: HookCall, at now: Instant,
        end: @escaping @MainActor ([(unit: HookUnit, problem: HookProblem?)]) -> Void
    ) throws(SystemError) {
        _ = try connected()
        let hooks = folders.hooks(for: call.subject.occasion).filter { paths.contains($0.path) }
        let units = hooks.map { HookUnit(trying: $0, for: call, at: now) }
        var problems: [String: HookProblem?] = [:]
        run(units) { run, progress in
            guard case .ended(let problem) = progress else { return }
            problems[run.unit.name] = .some(problem)
            if problems.count == units.count { end(units.map { ($0, problems[$0.name].flatMap(\.self)) }) }
        }
    }

    /// Waits for the graphical session, also over the end of a bus.
    package func awaitSession(then report: @escaping () -> Void) {
        guard session == nil else { return }
        session = try? GraphicalSession(environment: environment) { [weak self] hasBegun in
            let worked = self?.session?.manager.bus.hasAnswered == true
            self?.session = nil
            if hasBegun { report() } else if worked { self?.awaitSession(then: report) }
        }
    }

    /// Starts the hooks of a call; those of a phase after those of the other one have ended.
    private func start(_ hooks: [Hook], for call: HookCall, _ report: @escaping @MainActor (HookReport) -> Void) {
        guard let phase = call.phase?.phase else { return run(hooks, for: call, report) }
        guard !isSuperseded(call) else { return report(.called) }
        // The hooks that are being stopped may be earlier ones of this phase.
        guard stopLimit == nil else {
            return waiting.append { [weak self] in self?.start(hooks, for: call, report) }
        }
        stop(phase.other) { [weak self] in
            guard let self, !isSuperseded(call) else { return report(.called) }
            run(hooks, for: call, report)
        }
    }

    /// Whether the other phase was called for after this call.
    private func isSuperseded(_ call: HookCall) -> Bool { call.phase.map { $0.phase != phase } ?? false }

    /// Stops the hooks of a phase that still run, whichever run of the service has started them.
    ///
    /// - Parameter then: called when they have ended, or when that cannot be known.
    private func stop(_ phase: Phase, then: @escaping @MainActor () -> Void) {
        for run in runs where run.unit.phase == phase { run.isSuperseded = true }
        waiting = [then]
        let limit = OneShotTimer()
        stopLimit = limit
        let end: @MainActor () -> Void = { [weak self, weak limit] in
            guard let self, let limit, stopLimit === limit else { return }
            stopLimit = nil
            let ready = waiting
            waiting = []
            for start in ready { start() }
            releaseManagerIfIdle()
        }
        limit.start(Self.stopTimeout, then: end)
        do {
            try connected().startJob(
                UserManager.call("StopUnit", [.string(HookUnit.slice(of: phase)), .string("replace")])
            ) {
                if $0 != nil { end() }
            } end: { _ in
                end()
            }
        } catch {
            // The start of the hooks makes another attempt, and reports the error.
            end()
        }
    }

    private func run(_ hooks: [Hook], for call: HookCall, _ report: @escaping @MainActor (HookReport) -> Void) {
        guard !hooks.isEmpty else { return report(.called) }
        let units = hooks.map { HookUnit($0, for: call) }
        // Those for which the manager has not answered yet.
        var unanswered = Set(units.map(\.name))
        run(units) { run, progress in
            if case .ended(let problem?) = progress,
                let failure = run.unit.failure(problem, isBeforeSession: run.isBeforeSession)
            {
                report(.failed(failure))
            }
            if unanswered.remove(run.unit.name) != nil, unanswered.isEmpty { report(.called) }
        }
    }

    private func run(_ units: [HookUnit], _ report: @escaping @MainActor (HookRun, HookRun.Progress) -> Void) {
        for unit in units {
            let run = HookRun(unit) { [unowned self] () throws(SystemError) in
                try connected()
            } then: { [weak self] run, progress in
                if case .ended = progress { self?.runs.removeAll { $0 === run } }
                report(run, progress)
                self?.releaseManagerIfIdle()
            }
            runs.append(run)
            run.request()
        }
    }

    /// The connection, which is made if there is none.
    private func connected() throws(SystemError) -> UserManager {
        if let manager, manager.bus.isOpen { return manager }
        let new = try UserManager(environment: environment)
        // Pending requests have been answered with an error by then. Running hooks go on.
        new.bus.onDisconnect = { [weak self, weak new] in
            guard let self, let new else { return }
            runs.removeAll { $0.manager === new }
            if manager === new { manager = nil }
        }
        manager = new
        return new
    }

    private func releaseManagerIfIdle() {
        if runs.isEmpty, stopLimit == nil { manager = nil }
    }
}
