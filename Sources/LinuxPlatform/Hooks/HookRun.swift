import Dispatch
import Systemd
import Tracker

/// A hook, from the asking for its unit to its end.
@MainActor
final class HookRun {
    /// What has become of it.
    enum Progress {
        /// The manager has it in hand.
        case started
        /// It has ended, or has never begun; what went wrong, or nil for nothing that is known.
        case ended(HookFailure.Problem?)
        /// The bus has ended, or the manager has left it, before the answer: whether it has the hook in hand nobody knows.
        case lost
    }

    /// The connection that it was asked for by.
    let manager: UserManager
    private let unit: HookUnit
    /// Whether the unit may be there because it was asked for before.
    private let isAskedAgain: Bool
    private let report: (Progress) -> Void
    /// The job that starts the unit, by its path, once it is known.
    private var job: String?
    private var slots: [BusSlot] = []
    /// Runs while the manager is not on the bus.
    private var absence: OneShotTimer?

    /// How long the manager may take for an answer. It has one thread, which may be busy reading its units.
    private static let patience = Duration.seconds(30)

    /// Asks for the unit.
    init(
        _ unit: HookUnit, by manager: UserManager, again: Bool, then report: @escaping (Progress) -> Void
    ) throws(SystemError) {
        self.unit = unit
        self.manager = manager
        isAskedAgain = again
        self.report = report
        // The manager tells the end of a job to who has asked for it; nothing has to be subscribed to.
        slots.append(
            try manager.bus.listen(
                sender: UserManager.service, path: UserManager.path, interface: UserManager.interface,
                signal: "JobRemoved"
            ) { [weak self] in self?.jobRemoved($0) })
        try ask()
    }

    private func ask() throws(SystemError) {
        slots.append(
            try manager.bus.call(
                UserManager.call("StartTransientUnit", unit.arguments), deadline: Self.patience
            ) { [weak self] in self?.answered($0) })
    }

    private func answered(_ answer: Result<[BusValue], BusError>) {
        switch HookAnswer(answer, isConnected: manager.bus.isOpen) {
        case .starts(let path):
            job = path
            report(.started)
        // Then the first asking has started it. Its end is in the journal, where the manager writes it.
        case .exists: end(isAskedAgain ? nil : .runs)
        case .managerIsAway: awaitManager()
        case .lost: report(.lost)
        case .none(let reason): end(.unanswered(reason))
        case .refused(let reason): end(.notStarted(reason))
        }
    }

    private func awaitManager() {
        guard absence == nil else { return }
        let timer = OneShotTimer()
        timer.fire(at: .now() + .seconds(Int(Self.patience.components.seconds))) { [weak self] in
            self?.end(.notStarted("the user manager is not on the session bus"))
        }
        absence = timer
    }

    /// The manager is on the bus now.
    func managerArrived() {
        guard absence != nil else { return }
        absence = nil
        do { try ask() } catch { end(.notStarted("the user manager cannot be reached: \(error)")) }
    }

    /// - Parameter values: number, path, unit, result.
    private func jobRemoved(_ values: [BusValue]) {
        guard values.count == 4, case .objectPath(let path) = values[1], case .string(let result) = values[3],
            path == job
        else { return }
        // A unit of Type=oneshot is started when its program has ended.
        guard result != "done" else { return end(nil) }
        do {
            slots.append(
                try manager.bus.call(
                    UserManager.propertiesOfService(try Bus.path(UserManager.path + "/unit", of: unit.name)),
                    deadline: Self.patience
                ) { [weak self] in self?.examined($0, jobResult: result) })
        } catch {
            end(.result(result))
        }
    }

    private func examined(_ answer: Result<[BusValue], BusError>, jobResult: String) {
        guard case .success(let values) = answer, case .dictionary(let properties) = values.first else {
            return end(.result(jobResult))
        }
        end(HookFailure.Problem(ofService: properties, timeLimit: unit.call.timeLimit) ?? .result(jobResult))
    }

    private func end(_ problem: HookFailure.Problem?) {
        absence = nil
        // Others may run on over this connection, whose end would release the unit too.
        if job != nil { try? manager.bus.send(UserManager.call("UnrefUnit", [.string(unit.name)])) }
        report(.ended(problem))
    }
}

extension HookFailure.Problem {
    /// What went wrong with a service, by its properties (org.freedesktop.systemd1(5), "Service Unit Objects"); nil where
    /// they do not say.
    init?(ofService properties: [String: BusValue], timeLimit: Duration) {
        guard case .string(let result) = properties["Result"], result != "success" else { return nil }
        switch (result, properties["ExecMainStatus"]) {
        case ("timeout", _): self = .timeLimit(timeLimit)
        case ("exit-code", .signed(let status)): self = .exitStatus(Int(status))
        case ("signal", .signed(let number)), ("core-dump", .signed(let number)): self = .signal(Int(number))
        default: self = .result(result)
        }
    }
}
