import Dispatch
import Glibc
import Systemd
public import Tracker

/// Starts hooks as transient units of the user manager, outside the service's sandbox and its control group: a hook that
/// fails, hangs or runs wild is the manager's to end.
///
/// A connection to the manager is there while a hook runs. Otherwise nothing is, and nothing wakes the process.
@MainActor
public final class HookRunner: HookStarter {
    private let folders: HookFolders
    private let environment: Environment
    private var manager: UserManager?
    private var runs: [HookUnit: HookRun] = [:]
    /// By call, the units that the manager has not answered for yet.
    private var unanswered: [HookCall: Set<HookUnit>] = [:]

    /// A starter of the hooks in these folders.
    public init(folders: HookFolders, environment: Environment) {
        self.folders = folders
        self.environment = environment
    }

    /// Whether nothing runs, and no connection is there.
    var isIdle: Bool { runs.isEmpty && manager == nil }

    /// Looks up the programs as they are now, and has each of them started.
    public func start(_ call: HookCall, then report: @escaping @MainActor (HookReport) -> Void) {
        let (commands, failures) = folders.commands(of: call.program)
        for failure in failures { report(.failed(failure)) }
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

    /// Notes that the manager has answered for the unit; whether it has for all of the call now, which it had not before.
    private func isLastAnswer(_ unit: HookUnit) -> Bool {
        guard unanswered[unit.call]?.remove(unit) != nil, unanswered[unit.call]?.isEmpty == true else { return false }
        unanswered[unit.call] = nil
        return true
    }

    /// - Parameter again: whether it was asked for before, by a bus that has ended, or a manager that has left, before the answer.
    private func run(
        _ unit: HookUnit, again: Bool = false, _ report: @escaping @MainActor (HookRun.Progress) -> Void
    ) {
        // A connection of earlier may have ended, and nobody has heard yet. Nobody has then heard the asking either.
        if let manager, (try? start(unit, by: manager, again: again, report)) != nil { return }
        var attempt = 1
        while true {
            do {
                let manager = try connect()
                self.manager = manager
                return try start(unit, by: manager, again: again, report)
            } catch {
                guard error.isOfBrokenConnection, attempt < Self.mostAttempts else {
                    return report(.ended(.notStarted("the user manager cannot be reached: \(error)")))
                }
                attempt += 1
            }
        }
    }

    /// A bus may end while it is being connected to. Its socket, which systemd keeps, leads to the next one.
    private static let mostAttempts = 3

    private func start(
        _ unit: HookUnit, by manager: UserManager, again: Bool,
        _ report: @escaping @MainActor (HookRun.Progress) -> Void
    ) throws(SystemError) {
        runs[unit] = try HookRun(unit, by: manager, again: again) { [weak self] progress in
            switch progress {
            case .started: report(progress)
            case .ended:
                self?.forget(unit)
                report(progress)
            case .lost where again:
                self?.forget(unit)
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
        // What was asked for has been answered with an error by then. What runs goes on: its end is in the journal, where
        // the manager writes it.
        manager.bus.onDisconnect = { [weak self, weak manager] in
            Self.later { if let manager { self?.drop(manager) } }
        }
        manager.onArrival = { [weak self, weak manager] in
            for run in self?.runs.values.filter({ $0.manager === manager }) ?? [] { run.managerArrived() }
        }
        return manager
    }

    /// Lets go of a connection that has ended, and of what was asked for by it.
    private func drop(_ manager: UserManager) {
        runs = runs.filter { $0.value.manager !== manager }
        if self.manager === manager { self.manager = nil }
    }

    private func forget(_ unit: HookUnit) {
        Self.later { [weak self] in
            self?.runs[unit] = nil
            if self?.runs.isEmpty == true { self?.manager = nil }
        }
    }

    /// Not from inside the bus's own callback, which it would free.
    private static func later(_ release: @escaping @MainActor () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(release) }
    }
}

extension SystemError {
    /// Whether the other side has ended in the middle of a conversation.
    fileprivate var isOfBrokenConnection: Bool { [EPIPE, ECONNRESET, ENOTCONN].contains(number) }
}

extension HookFailure {
    fileprivate init(of unit: HookUnit, _ problem: Problem) {
        let isKnownToManager = if case .notStarted = problem { false } else { true }
        self.init(hook: unit.command.hook.path, unit: isKnownToManager ? unit.name : nil, problem)
    }
}
