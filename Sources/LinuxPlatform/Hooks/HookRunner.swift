import Glibc
import Systemd
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
    private var runs: [HookUnit: HookRun] = [:]
    /// The last call of a phase's hooks.
    private var phase: PhaseCall?
    /// Exists only while hooks of a phase are stopped, since they were superseded.
    private var stop: HookStop?
    /// What waits for that.
    private var waiting: [@MainActor () -> Void] = []
    /// The stopped hooks that this runner has started.
    private var superseded: Set<HookUnit> = []
    /// Exists only while the graphical session is waited for.
    private var session: GraphicalSession?

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
    var isIdle: Bool { runs.isEmpty && stop == nil && manager == nil }

    /// Looks up the hooks of the call as they are now, and starts each of them, and its unit. The hooks of a phase supersede
    /// those of the other one: these are stopped first, or not started at all.
    package func start(_ call: HookCall, then report: @escaping (HookReport) -> Void) {
        let report: @MainActor (HookReport) -> Void = { report($0) }
        if case .phase(let phase) = call.subject { self.phase = phase }
        worker.run { [folders] in
            folders.hooks(of: call)
        } then: { [weak self] found in
            guard let self else { return }
            guard !isSuperseded(call) else { return report(.called) }
            for failure in found.failures { report(.failed(failure)) }
            if let log {
                for hook in found.hooks {
                    log("Not simulated: the \(hook.isUnit ? "unit" : "hook") \(hook.path) would be started")
                }
                report(.called)
            } else if case .phase(let phase) = call.subject {
                start(found.hooks, for: call, of: phase.phase, report)
            } else {
                start(found.hooks, for: call, report)
            }
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

    /// Starts the hooks of a phase after those of the other one have ended.
    private func start(
        _ hooks: [Hook], for call: HookCall, of phase: Phase, _ report: @escaping @MainActor (HookReport) -> Void
    ) {
        guard !isSuperseded(call) else { return report(.called) }
        // The hooks that are being stopped may be earlier ones of this phase.
        guard stop == nil else {
            return waiting.append { [weak self] in self?.start(hooks, for: call, of: phase, report) }
        }
        superseded.formUnion(runs.keys.filter { $0.phase == phase.other })
        waiting = [
            { [weak self] in
                guard let self, !isSuperseded(call) else { return report(.called) }
                start(hooks, for: call, report)
            }
        ]
        do {
            stop = try HookStop(of: phase.other, by: try connected()) { [weak self] in self?.continueAfterStop() }
        } catch {
            // The start of the hooks makes another attempt, and reports the error.
            continueAfterStop()
        }
    }

    /// Whether the other phase was called for after this call.
    private func isSuperseded(_ call: HookCall) -> Bool {
        guard case .phase(let call) = call.subject else { return false }
        return phase?.phase != call.phase
    }

    private func continueAfterStop() {
        stop = nil
        let ready = waiting
        waiting = []
        for start in ready { start() }
        releaseManagerIfIdle()
    }

    private func start(_ hooks: [Hook], for call: HookCall, _ report: @escaping @MainActor (HookReport) -> Void) {
        guard !hooks.isEmpty else { return report(.called) }
        let units = hooks.map { HookUnit($0, for: call) }
        // Those for which the manager has not answered yet.
        var unanswered = Set(units)
        for unit in units {
            run(unit) { progress in
                if case .ended(let problem?, let isBeforeSession) = progress, unit.isReported(problem) {
                    report(.failed(HookFailure(of: unit, problem, isBeforeSession: isBeforeSession)))
                }
                if unanswered.remove(unit) != nil, unanswered.isEmpty { report(.called) }
            }
        }
    }

    /// - Parameters:
    ///   - again: whether the unit was requested before, and the bus ended or the manager left before the answer.
    ///   - attempts: how many more connections are tried. The end of one may not have been noticed yet, and the bus may end
    ///     during the next. systemd keeps its socket, so the one after that reaches a new bus.
    private func run(
        _ unit: HookUnit, again: Bool = false, attempts: Int = 3,
        _ report: @escaping @MainActor (HookRun.Progress) -> Void
    ) {
        do {
            let manager = try connected()
            runs[unit] = try HookRun(unit, by: manager, again: again) { [weak self] progress in
                self?.handle(progress, of: unit, by: manager, again: again, report)
            }
        } catch {
            manager = nil
            guard error.isOfBrokenConnection, attempts > 0 else {
                return report(
                    .ended(.notStarted("the user manager cannot be reached: \(error)"), isBeforeSession: false))
            }
            run(unit, again: again, attempts: attempts - 1, report)
        }
    }

    private func handle(
        _ progress: HookRun.Progress, of unit: HookUnit, by manager: UserManager, again: Bool,
        _ report: @MainActor @escaping (HookRun.Progress) -> Void
    ) {
        if case .started = progress { return report(progress) }
        runs[unit] = nil
        // Otherwise it was stopped on purpose.
        let isWanted = superseded.remove(unit) == nil
        switch progress {
        case .lost where isWanted && !again:
            if self.manager === manager { self.manager = nil }
            return run(unit.again, again: true, report)
        case .lost where isWanted:
            let reason = "the session bus has ended twice, or the user manager, before the answer"
            report(.ended(.unanswered(reason), isBeforeSession: false))
        default:
            report(isWanted ? progress : .ended(nil, isBeforeSession: false))
        }
        releaseManagerIfIdle()
    }

    /// The connection, which is made if there is none.
    private func connected() throws(SystemError) -> UserManager {
        if let manager { return manager }
        let new = try UserManager(environment: environment)
        // Pending requests have been answered with an error by then. Running hooks go on, and the manager writes their
        // results to the journal.
        new.bus.onDisconnect = { [weak self, weak new] in
            if let new { self?.drop(new) }
        }
        new.onArrival = { [weak self, weak new] in
            guard let self else { return }
            for (unit, run) in runs where run.manager === new && !superseded.contains(unit) { run.managerArrived() }
        }
        manager = new
        return new
    }

    /// Releases a connection that has ended, and its runs.
    private func drop(_ manager: UserManager) {
        runs = runs.filter { $0.value.manager !== manager }
        superseded.formIntersection(runs.keys)
        if self.manager === manager { self.manager = nil }
        if stop?.manager === manager { continueAfterStop() }
    }

    private func releaseManagerIfIdle() {
        if runs.isEmpty, stop == nil { manager = nil }
    }
}

extension SystemError {
    /// Whether the peer has closed the connection.
    fileprivate var isOfBrokenConnection: Bool { [EPIPE, ECONNRESET, ENOTCONN].contains(number) }
}

extension HookFailure {
    fileprivate init(of unit: HookUnit, _ problem: Problem, isBeforeSession: Bool) {
        let isKnownToManager = if !unit.hook.isUnit, case .notStarted = problem { false } else { true }
        self.init(
            hook: unit.hook.path, unit: isKnownToManager ? unit.name : nil, problem,
            isBeforeSession: isBeforeSession)
    }
}
