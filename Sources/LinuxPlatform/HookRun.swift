import Systemd
import Tracker

/// A hook, from the asking for its unit to its end.
@MainActor
final class HookRun {
    /// What has become of it.
    enum Progress {
        /// The manager has it in hand.
        case started
        /// It has ended, or has never begun; what went wrong, or nil for nothing.
        case ended(HookFailure.Problem?)
    }

    private let unit: HookUnit
    private let manager: UserManager
    private let report: (Progress) -> Void
    /// The job that starts the unit, by its path, once it is known.
    private var job: String?
    private var slots: [BusSlot] = []

    /// How long the manager may take for an answer. It has one thread, which may be busy reading its units.
    private static let patience = Duration.seconds(30)

    /// Asks for the unit.
    init(_ unit: HookUnit, by manager: UserManager, then report: @escaping (Progress) -> Void) throws(SystemError) {
        self.unit = unit
        self.manager = manager
        self.report = report
        // The manager tells the end of a job to who has asked for it; nothing has to be subscribed to.
        slots.append(
            try manager.bus.listen(
                sender: UserManager.service, path: UserManager.path, interface: UserManager.interface,
                signal: "JobRemoved"
            ) { [weak self] in self?.jobRemoved($0) })
        slots.append(
            try manager.bus.call(
                UserManager.call("StartTransientUnit", unit.arguments), deadline: Self.patience
            ) { [weak self] in self?.answered($0) })
    }

    private func answered(_ answer: Result<[BusValue], BusError>) {
        switch answer {
        case .success(let values):
            guard case .objectPath(let path) = values.first else { return end(.notStarted("the answer is no job")) }
            job = path
            report(.started)
        case .failure(let error) where error.name == "org.freedesktop.systemd1.UnitExists":
            end(.runs)
        case .failure(let error):
            end(.notStarted("the user manager: \(error)"))
        }
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
