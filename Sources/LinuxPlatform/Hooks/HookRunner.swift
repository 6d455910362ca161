import Dispatch
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
    private var runs: [HookUnit: HookRun] = [:]
    /// By call, the units for which the manager has not answered yet.
    private var unanswered: [HookCall: Set<HookUnit>] = [:]
    /// The last call of a phase's hooks.
    private var phase: PhaseCall?
    /// The hooks of a phase that are stopped, since they were superseded.
    private var stops: [HookStop] = []
    /// The calls that wait for that.
    private var waitingForStop: [@MainActor () -> Void] = []
    /// The stopped hooks that this runner has started.
    private var superseded: Set<HookUnit> = []
    /// The hooks of phases that were started before the graphical session.
    private var early: Set<HookUnit> = []
    /// Exists only while the graphical session is waited for.
    private var session: GraphicalSession?

    /// - Parameter worker: looks up hooks; folders on a disk that does not answer delay hooks, and nothing else.
    package init(folders: HookFolders, environment: Environment, worker: Worker = Worker("hooks")) {
        self.folders = folders
        self.environment = environment
        self.worker = worker
    }

    /// Whether no hook runs and there is no connection.
    var isIdle: Bool { runs.isEmpty && stops.isEmpty && manager == nil }

    /// Looks up the hooks of the call as they are now, and starts each of them, and its unit. The hooks of a phase supersede
    /// those of the other one: these are stopped first, or not started at all.
    package func start(_ call: HookCall, then report: @escaping (HookReport) -> Void) {
        let report: @MainActor (HookReport) -> Void = { report($0) }
        if case .phase(let phase) = call.subject { self.phase = phase }
        worker.run { [folders] in
            folders.commands(of: call)
        } then: { [weak self] found in
            guard let self else { return }
            guard !isSuperseded(call) else { return report(.called) }
            for failure in found.failures { report(.failed(failure)) }
            if case .phase(let phase) = call.subject {
                start(found.commands, for: call, of: phase.phase, report)
            } else {
                start(found.commands, for: call, report)
            }
        }
    }

    /// Waits for the graphical session, also over the end of a bus.
    package func awaitSession(then report: @escaping () -> Void) {
        guard session == nil else { return }
        session = try? GraphicalSession(environment: environment) { [weak self] hasBegun in
            let worked = self?.session?.hasAnswer == true
            self?.session = nil
            if hasBegun { report() } else if worked { self?.awaitSession(then: report) }
        }
    }

    /// Starts the hooks of a phase after those of the other one have ended.
    private func start(
        _ commands: [HookCommand], for call: HookCall, of phase: Phase,
        _ report: @escaping @MainActor (HookReport) -> Void
    ) {
        guard !isSuperseded(call) else { return report(.called) }
        // The hooks that are being stopped may be earlier ones of this phase.
        guard stops.isEmpty else {
            return waitingForStop.append { [weak self] in self?.start(commands, for: call, of: phase, report) }
        }
        stopHooks(of: phase.other) { [weak self] in
            guard let self, !isSuperseded(call) else { return report(.called) }
            start(commands, for: call, report)
        }
    }

    /// Whether the other phase was called for after this call.
    private func isSuperseded(_ call: HookCall) -> Bool {
        guard case .phase(let call) = call.subject else { return false }
        return phase?.phase != call.phase
    }

    /// Stops the hooks of a phase that still run.
    ///
    /// - Parameter then: called later, once, when they have ended.
    private func stopHooks(of phase: Phase, then: @escaping @MainActor () -> Void) {
        superseded.formUnion(runs.keys.filter { $0.phase == phase })
        do {
            let manager = try self.manager ?? connect()
            self.manager = manager
            var ended: (@MainActor () -> Void)?
            let stop = try HookStop(of: phase, by: manager) { ended?() }
            stops.append(stop)
            ended = { [weak self, weak stop] in
                self?.stops.removeAll { $0 === stop }
                then()
                self?.continueAfterStop()
                self?.releaseManagerIfIdle()
            }
        } catch {
            // The start of the hooks makes another attempt, and reports the error.
            onNextTurn(then)
        }
    }

    private func start(
        _ commands: [HookCommand], for call: HookCall, _ report: @escaping @MainActor (HookReport) -> Void
    ) {
        let units = commands.map { HookUnit($0, for: call) }
        guard !units.isEmpty else { return report(.called) }
        unanswered[call] = Set(units)
        for unit in units {
            run(unit) { [weak self] progress in
                if case .precedesSession = progress {
                    self?.early.insert(unit)
                    return
                }
                if case .ended(let problem) = progress {
                    let isEarly = self?.early.remove(unit) != nil
                    if let problem, unit.isReported(problem) {
                        report(.failed(HookFailure(of: unit, problem, isBeforeSession: isEarly)))
                    }
                }
                if self?.isLastAnswer(unit) == true { report(.called) }
            }
        }
    }

    /// Records that the manager has answered for the unit. Returns whether this was the last answer of the call.
    private func isLastAnswer(_ unit: HookUnit) -> Bool {
        guard unanswered[unit.call]?.remove(unit) != nil, unanswered[unit.call]?.isEmpty == true else { return false }
        unanswered[unit.call] = nil
        return true
    }

    /// - Parameter again: whether the unit was requested before, and the bus ended or the manager left before the answer.
    private func run(
        _ unit: HookUnit, again: Bool = false, _ report: @escaping @MainActor (HookRun.Progress) -> Void
    ) {
        // The existing connection may have ended without a notice yet. Then the request has not been sent either.
        if let manager, (try? start(unit, by: manager, again: again, report)) != nil { return }
        var attempt = 1
        while true {
            do {
                let manager = try connect()
                self.manager = manager
                return try start(unit, by: manager, again: again, report)
            } catch {
                guard error.isOfBrokenConnection, attempt < Self.maximumAttempts else {
                    return report(.ended(.notStarted("the user manager cannot be reached: \(error)")))
                }
                attempt += 1
            }
        }
    }

    /// The bus may end during the connection. systemd keeps its socket, so the next attempt reaches a new bus.
    private static let maximumAttempts = 3

    private func start(
        _ unit: HookUnit, by manager: UserManager, again: Bool,
        _ report: @escaping @MainActor (HookRun.Progress) -> Void
    ) throws(SystemError) {
        runs[unit] = try HookRun(unit, by: manager, again: again) { [weak self] progress in
            switch progress {
            case .started, .precedesSession: report(progress)
            case .ended where self?.superseded.contains(unit) == true,
                .lost where self?.superseded.contains(unit) == true:
                // It was stopped on purpose.
                self?.release(unit)
                report(.ended(nil))
            case .ended:
                self?.release(unit)
                report(progress)
            case .lost where again:
                self?.release(unit)
                report(.ended(.unanswered("the session bus has ended twice, or the user manager, before the answer")))
            case .lost:
                onNextTurn {
                    self?.runs[unit] = nil
                    if self?.manager === manager { self?.manager = nil }
                    self?.run(unit.again, again: true, report)
                }
            }
        }
    }

    private func connect() throws(SystemError) -> UserManager {
        let manager = try UserManager(environment: environment)
        // Pending requests have been answered with an error by then. Running hooks go on, and the manager writes their
        // results to the journal.
        manager.bus.afterDisconnect { [weak self, weak manager] _ in
            if let manager { self?.drop(manager) }
        }
        manager.onArrival = { [weak self, weak manager] in
            guard let self else { return }
            for (unit, run) in runs where run.manager === manager && !superseded.contains(unit) { run.managerArrived() }
        }
        return manager
    }

    /// Releases a connection that has ended, and its runs.
    private func drop(_ manager: UserManager) {
        runs = runs.filter { $0.value.manager !== manager }
        superseded.formIntersection(runs.keys)
        early.formIntersection(runs.keys)
        if self.manager === manager { self.manager = nil }
        for stop in stops where stop.manager === manager { stop.connectionEnded() }
    }

    private func release(_ unit: HookUnit) {
        onNextTurn { [weak self] in
            self?.runs[unit] = nil
            self?.superseded.remove(unit)
            self?.releaseManagerIfIdle()
        }
    }

    private func continueAfterStop() {
        let waiting = waitingForStop
        waitingForStop = []
        for start in waiting { start() }
    }

    private func releaseManagerIfIdle() {
        if runs.isEmpty, stops.isEmpty { manager = nil }
    }
}

extension SystemError {
    /// Whether the peer has closed the connection.
    fileprivate var isOfBrokenConnection: Bool { [EPIPE, ECONNRESET, ENOTCONN].contains(number) }
}

extension HookFailure {
    fileprivate init(of unit: HookUnit, _ problem: Problem, isBeforeSession: Bool) {
        let isKnownToManager = if !unit.command.isUnit, case .notStarted = problem { false } else { true }
        self.init(
            hook: unit.command.hook.path, unit: isKnownToManager ? unit.name : nil, problem,
            isBeforeSession: isBeforeSession)
    }
}

/// Logs which hooks and units would be started, without starting any: those of a simulation must not switch the lamps of a real
/// house.
@MainActor
package final class HookDryRun: @MainActor HookStarter {
    private let folders: HookFolders
    private let worker = Worker("hooks")
    private let log: @MainActor (String) -> Void

    package init(folders: HookFolders, log: @escaping @MainActor (String) -> Void) {
        self.folders = folders
        self.log = log
    }

    /// Logs the hooks of the call.
    package func start(_ call: HookCall, then report: @escaping (HookReport) -> Void) {
        let report: @MainActor (HookReport) -> Void = { report($0) }
        worker.run { [folders] in
            folders.commands(of: call)
        } then: { [log] found in
            for failure in found.failures { report(.failed(failure)) }
            for command in found.commands {
                log("Not simulated: the \(command.isUnit ? "unit" : "hook") \(command.hook.path) would be started")
            }
            report(.called)
        }
    }

    /// Nothing failed that was not started.
    package func awaitSession(then report: @escaping () -> Void) {}
}
