// SPDX-License-Identifier: MIT
package import Solar
package import Systemd
package import Tracker
package import Wording

/// Starts hooks as transient units of the user manager, outside the service's sandbox and control group. Also starts
/// the units of alerts and phases. The manager terminates a hook that exceeds its time limit.
///
/// The connection to the manager exists only while a hook is running, because messages on it wake up the process.
@MainActor
package final class HookRunner: @MainActor HookStarter {
    private let folders: HookFolders
    private let environment: Environment
    private let words: Localizer
    private let worker: Worker
    private let replyTimeout: Duration
    private let stopTimeout: Duration
    private var manager: UserManager?
    private var runs: [HookRun] = []
    /// The phase of the last call.
    private var phase: Phase?
    /// Limits the wait for superseded hooks of a phase to stop; exists only during this wait.
    private var stopLimit: OneShotTimer?
    /// The calls for a phase that are waiting until these hooks have stopped.
    private var waiting: [@MainActor () -> Void] = []
    /// Exists only while the service waits for the graphical session.
    private var session: GraphicalSession?

    /// - Parameters:
    ///   - words: the language of the texts for hooks.
    ///   - worker: looks up hooks. If a disk with hook directories does not respond, only hooks are delayed.
    ///   - replyTimeout: how long the manager may take to reply.
    ///   - stopTimeout: how long the hooks of a phase wait for superseded ones; by default longer than these take to
    ///     end (`HookUnit.stopTimeout`).
    package init(
        folders: HookFolders, environment: Environment, words: Localizer, worker: Worker = Worker("hooks"),
        replyTimeout: Duration = .seconds(30), stopTimeout: Duration = .seconds(30)
    ) {
        (self.folders, self.environment, self.words, self.worker) = (folders, environment, words, worker)
        (self.replyTimeout, self.stopTimeout) = (replyTimeout, stopTimeout)
    }

    var isIdle: Bool { runs.isEmpty && stopLimit == nil && manager == nil }

    /// Looks up the current hooks and the unit of the call, and starts them. The hooks of a phase supersede the other
    /// phase's hooks, which are stopped first, or not started at all.
    package func start(_ call: HookCall, localTime: any LocalTime, then report: @escaping (HookReport) -> Void) {
        let variables = call.environment(localTime: localTime, in: words)
        let report: @MainActor (HookReport) -> Void = { report($0) }
        // If hooks of this call fail before the session, too, it is awaited again.
        if let phase = call.phase { (self.phase, session) = (phase.phase, nil) }
        worker.run { [folders] in
            folders.hooks(of: call)
        } then: { [weak self] found in
            guard let self else { return }
            guard !isSuperseded(call) else { return report(.called) }
            for hook in found {
                if let problem = hook.problem { report(.failed(HookFailure(hook: hook.path, unit: nil, problem))) }
            }
            let units = found.filter { $0.problem == nil }.map { HookUnit($0, for: call, variables) }
            start(units, for: call, report)
        }
    }

    /// Tests the hooks of a call at these paths. Their units neither prevent the service's own units from starting nor
    /// are prevented by them. Throws if the manager cannot be reached.
    ///
    /// - Parameter end: called once, on the main queue, when all hooks have ended, with their problems.
    package func tryOut(
        _ paths: Set<String>, of call: HookCall, localTime: any LocalTime, at now: Instant,
        end: @escaping @MainActor ([(unit: HookUnit, problem: HookProblem?)]) -> Void
    ) throws(SystemError) {
        _ = try connected()
        let hooks = folders.hooks(for: call.subject.occasion).filter { paths.contains($0.path) }
        let variables = call.environment(localTime: localTime, in: words)
        let units = hooks.map { HookUnit(trying: $0, for: call, variables, at: now) }
        var problems: [String: HookProblem?] = [:]
        run(units) { run, progress in
            switch progress {
            case .started: return
            case .ended(let problem): problems[run.unit.name] = .some(problem)
            case .lost: problems[run.unit.name] = .unanswered("the session bus ended before the hook did")
            }
            if problems.count == units.count { end(units.map { ($0, problems[$0.name].flatMap(\.self)) }) }
        }
    }

    /// Waits for the graphical session, even if the bus ends meanwhile.
    package func awaitSession(then report: @escaping () -> Void) {
        guard session == nil else { session?.connect(); return }
        session = GraphicalSession(environment: environment, replyTimeout: replyTimeout) { [weak self] in
            self?.session = nil
            report()
        }
    }

    /// Starts the hooks of a call. The hooks of a phase start after the other phase's hooks have ended.
    private func start(
        _ units: [HookUnit], for call: HookCall, _ report: @escaping @MainActor (HookReport) -> Void
    ) {
        guard let phase = call.phase?.phase else { return run(units, report) }
        guard !isSuperseded(call) else { return report(.called) }
        // The hooks that are being stopped may be earlier hooks of this phase.
        guard stopLimit == nil else {
            return waiting.append { [weak self] in self?.start(units, for: call, report) }
        }
        stop(phase.other) { [weak self] in
            guard let self, !isSuperseded(call) else { return report(.called) }
            run(units, report)
        }
    }

    private func isSuperseded(_ call: HookCall) -> Bool { call.phase.map { $0.phase != phase } ?? false }

    /// Stops the running hooks of a phase, even if an earlier run of the service started them.
    ///
    /// - Parameter then: called when the hooks have ended, or when this cannot be determined.
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
        limit.start(stopTimeout, then: end)
        do {
            try connected().startJob(
                UserManager.call("StopUnit", [.string(HookUnit.slice(of: phase)), .string("replace")])
            ) {
                if $0 != nil { end() }
            } end: { _ in
                end()
            }
        } catch {
            // The start of the hooks will make another attempt, and report its failure.
            end()
        }
    }

    private func run(_ units: [HookUnit], _ report: @escaping @MainActor (HookReport) -> Void) {
        guard !units.isEmpty else { return report(.called) }
        // The units for which the manager has not replied yet.
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

    private func connected() throws(SystemError) -> UserManager {
        if let manager, manager.bus.isOpen { return manager }
        let new = try UserManager(environment: environment, timeout: replyTimeout)
        // By then, pending requests have failed with an error. Running hooks continue.
        new.bus.onDisconnect = { [weak self, weak new] in
            guard let self, let new else { return }
            let lost = runs.filter { $0.manager === new }
            runs.removeAll { $0.manager === new }
            if manager === new { manager = nil }
            for run in lost { run.lose() }
        }
        manager = new
        return new
    }

    private func releaseManagerIfIdle() {
        if runs.isEmpty, stopLimit == nil { manager = nil }
    }
}
