import Dispatch
import Glibc
import Systemd
package import Tracker

/// Starts hooks as transient units of the user manager, outside the service's sandbox and control group. The manager ends a
/// hook that exceeds its time limit.
///
/// The connection to the manager exists only while a hook runs, so that nothing wakes the process otherwise.
@MainActor
package final class HookRunner: HookStarter {
    private let lookup: HookLookup
    private let environment: Environment
    private var manager: UserManager?
    private var runs: [HookUnit: HookRun] = [:]
    /// By call, the units for which the manager has not answered yet.
    private var unanswered: [HookCall: Set<HookUnit>] = [:]

    package convenience init(folders: HookFolders, environment: Environment) {
        self.init(lookup: HookLookup(folders), environment: environment)
    }

    init(lookup: HookLookup, environment: Environment) {
        self.lookup = lookup
        self.environment = environment
    }

    /// Whether no hook runs and there is no connection.
    var isIdle: Bool { runs.isEmpty && manager == nil }

    /// Looks up the hooks of the call as they are now, and starts each of them.
    package func start(_ call: HookCall, then report: @escaping @MainActor (HookReport) -> Void) {
        lookup.commands(of: call.program) { [weak self] commands, failures in
            for failure in failures { report(.failed(failure)) }
            self?.start(commands, for: call, report)
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
                if case .ended(let problem?) = progress { report(.failed(HookFailure(of: unit, problem))) }
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
            case .started: report(progress)
            case .ended:
                self?.release(unit)
                report(progress)
            case .lost where again:
                self?.release(unit)
                report(.ended(.unanswered("the session bus has ended twice, or the user manager, before the answer")))
            case .lost:
                Self.later {
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
        manager.bus.onDisconnect = { [weak self, weak manager] in
            Self.later { if let manager { self?.drop(manager) } }
        }
        manager.onArrival = { [weak self, weak manager] in
            for run in self?.runs.values.filter({ $0.manager === manager }) ?? [] { run.managerArrived() }
        }
        return manager
    }

    /// Releases a connection that has ended, and its runs.
    private func drop(_ manager: UserManager) {
        runs = runs.filter { $0.value.manager !== manager }
        if self.manager === manager { self.manager = nil }
    }

    private func release(_ unit: HookUnit) {
        Self.later { [weak self] in
            self?.runs[unit] = nil
            if self?.runs.isEmpty == true { self?.manager = nil }
        }
    }

    /// Runs on the next turn of the main queue: releasing a bus inside its own callback would free memory in use.
    private static func later(_ release: @escaping @MainActor () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(release) }
    }
}

extension SystemError {
    /// Whether the peer has closed the connection.
    fileprivate var isOfBrokenConnection: Bool { [EPIPE, ECONNRESET, ENOTCONN].contains(number) }
}

extension HookFailure {
    fileprivate init(of unit: HookUnit, _ problem: Problem) {
        let isKnownToManager = if case .notStarted = problem { false } else { true }
        self.init(hook: unit.command.hook.path, unit: isKnownToManager ? unit.name : nil, problem)
    }
}

/// Logs which hooks would be started, without starting any: those of a simulation must not switch the lamps of a real
/// house.
@MainActor
package final class HookRehearsal: HookStarter {
    private let lookup: HookLookup
    private let log: @MainActor (String) -> Void

    package init(folders: HookFolders, log: @escaping @MainActor (String) -> Void) {
        lookup = HookLookup(folders)
        self.log = log
    }

    /// Logs the hooks of the call.
    package func start(_ call: HookCall, then report: @escaping @MainActor (HookReport) -> Void) {
        lookup.commands(of: call.program) { [log] commands, failures in
            for failure in failures { report(.failed(failure)) }
            for command in commands { log("Not simulated: the hook \(command.hook.path) would be started") }
            report(.called)
        }
    }
}

/// Looks up hooks off the main queue: folders on a disk that does not answer delay hooks, and nothing else.
struct HookLookup: Sendable {
    typealias Found = (commands: [HookCommand], failures: [HookFailure])

    private let find: @Sendable (HookCall.Program) -> Found
    // Not a global queue: libdispatch counts the threads of those every second from their first use on.
    private let queue = DispatchQueue(label: "hooks")

    init(_ folders: HookFolders) { self.init { folders.commands(of: $0) } }

    /// - Parameter find: looks up the hooks; called off the main queue, one call at a time.
    init(find: @escaping @Sendable (HookCall.Program) -> Found) { self.find = find }

    /// Calls the handler on the main queue with the hooks as they are now.
    @MainActor
    func commands(
        of program: HookCall.Program, then handler: @escaping @MainActor ([HookCommand], [HookFailure]) -> Void
    ) {
        queue.async { @Sendable [find] in
            let (commands, failures) = find(program)
            DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated { handler(commands, failures) } }
        }
    }
}
