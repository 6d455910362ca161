import Dispatch
package import Systemd
package import Tracker

/// One run of a hook, from the request for its unit to its end; or the start of a unit.
@MainActor
package final class HookRun {
    package enum Progress {
        /// The manager has accepted the unit.
        case started
        /// The hook has ended, or could not be started; the problem, or nil if none is known, and for a hook of a phase,
        /// whether the manager had no graphical session in the environment that the unit got.
        case ended(HookFailure.Problem?, isBeforeSession: Bool)
        /// The bus has ended, or the manager has left it, before the answer. The manager may have accepted the unit.
        case lost
    }

    /// The connection that the unit was requested over.
    let manager: UserManager
    private let unit: HookUnit
    /// Whether an earlier request may have created the unit.
    private let isRepeated: Bool
    private let report: (Progress) -> Void
    /// The path of the job that starts the unit, once known.
    private var job: String?
    private var slots: [BusSlot] = []
    private var isBeforeSession = false
    /// Runs while the manager is not on the bus.
    private var absence: OneShotTimer?

    /// How long the manager may take to answer. It has one thread, which may be busy loading units.
    private static let timeout = Duration.seconds(30)

    /// Requests the unit.
    package init(
        _ unit: HookUnit, by manager: UserManager, again: Bool, then report: @escaping (Progress) -> Void
    ) throws(SystemError) {
        self.unit = unit
        self.manager = manager
        isRepeated = again
        self.report = report
        slots.append(try manager.whenJobEnds { [weak self] in self?.jobEnded($0, $1) })
        try request()
    }

    private func request() throws(SystemError) {
        // A start of an active target would start again what has ended of the units that it wants.
        guard !unit.isTarget || !isRepeated && !unit.call.isRecovered else {
            return slots.append(
                try manager.bus.call(
                    UserManager.properties(of: unit.name, "Unit"), deadline: Self.timeout
                ) { [weak self] in self?.found($0) })
        }
        try start()
    }

    /// Starts a target that may have been started before, unless it is active or is being started.
    private func found(_ answer: Result<[BusValue], BusError>) {
        guard case .success(let values) = answer, case .dictionary(let properties)? = values.first else {
            return answered(answer)
        }
        if properties["ActiveState"] == .string("active") { return end(nil) }
        if case .structure(let job)? = properties["Job"], job.first != .unsigned(0) { return end(nil) }
        do { try start() } catch { end(.notStarted("the user manager cannot be reached: \(error)")) }
    }

    private func start() throws(SystemError) {
        if unit.phase != nil, !unit.isTarget {
            // The manager handles the calls of a connection in their order.
            slots.append(
                try manager.bus.call(UserManager.environment, deadline: Self.timeout) { [weak self] in
                    self?.isBeforeSession = UserManager.hasSession($0) == false
                })
        }
        slots.append(
            try manager.bus.call(unit.startCall, deadline: Self.timeout) { [weak self] in self?.answered($0) })
    }

    private func answered(_ answer: Result<[BusValue], BusError>) {
        switch HookAnswer(answer, isConnected: manager.bus.isOpen) {
        case .starts(let path):
            job = path
            report(.started)
        case .managerIsAway: awaitManager()
        case .lost: report(.lost)
        // If repeated, the first request has started it, and its result is in the journal, where the manager writes it.
        // A hook of a phase that runs does what this call is for.
        case .ends(.runs) where isRepeated || unit.phase != nil: end(nil)
        case .ends(let problem): end(problem)
        }
    }

    private func awaitManager() {
        guard absence == nil else { return }
        let timer = OneShotTimer()
        timer.start(Self.timeout) { [weak self] in
            self?.end(.notStarted("the user manager is not on the session bus"))
        }
        absence = timer
    }

    /// To be called when the manager comes onto the bus.
    package func managerArrived() {
        guard absence != nil else { return }
        absence = nil
        do { try request() } catch { end(.notStarted("the user manager cannot be reached: \(error)")) }
    }

    private func jobEnded(_ path: String, _ result: String) {
        guard path == job else { return }
        // The start job of a unit of Type=oneshot ends when its program has ended.
        guard result != "done" else { return end(nil) }
        do {
            slots.append(
                try manager.bus.call(UserManager.properties(of: unit.name, "Service"), deadline: Self.timeout) {
                    [weak self] in
                    self?.examined($0, jobResult: result)
                })
        } catch {
            end(.result(result))
        }
    }

    private func examined(_ answer: Result<[BusValue], BusError>, jobResult: String) {
        guard case .success(let values) = answer, case .dictionary(let properties) = values.first else {
            return end(.result(jobResult))
        }
        end(HookFailure.Problem(ofService: properties, timeLimit: unit.timeLimit) ?? .result(jobResult))
    }

    private func end(_ problem: HookFailure.Problem?) {
        absence = nil
        // Closing the connection would release the unit too, but other hooks may still use it.
        if job != nil, !unit.hook.isUnit {
            try? manager.bus.send(UserManager.call("UnrefUnit", [.string(unit.name)]))
        }
        report(.ended(problem, isBeforeSession: isBeforeSession))
    }
}

/// The meaning of the user manager's answer to StartTransientUnit or StartUnit.
enum HookAnswer: Equatable {
    /// The manager starts the unit with the job of this path.
    case starts(job: String)
    /// The manager does not start the unit: one of that name exists already, there is none, or for another reason. If it did
    /// not answer in time, it may yet start the unit.
    case ends(HookFailure.Problem)
    /// The manager is not on the bus, as for a moment after a restart of the bus.
    case managerIsAway
    /// The bus has ended before the answer, or the manager has left it. The manager may have received the request.
    case lost

    /// - Parameter isConnected: whether the bus is still connected. If not, sd-bus itself has made the answer.
    init(_ answer: Result<[BusValue], BusError>, isConnected: Bool) {
        switch answer {
        case .success(let values):
            guard case .objectPath(let path) = values.first else {
                self = .ends(.notStarted("the answer is not a job"))
                return
            }
            self = .starts(job: path)
        case .failure(let error):
            switch error.name {
            case "org.freedesktop.systemd1.UnitExists": self = .ends(.runs)
            case "org.freedesktop.systemd1.NoSuchUnit": self = .ends(.noUnit)
            case BusError.nameHasNoOwner, BusError.serviceUnknown: self = .managerIsAway
            // The bus answers with this error for a callee that has left.
            case BusError.noReply where !isConnected || error.messageContains("disconnected"): self = .lost
            case BusError.noReply: self = .ends(.unanswered("the user manager: \(error)"))
            default: self = .ends(.notStarted("the user manager: \(error)"))
            }
        }
    }
}

extension HookFailure.Problem {
    /// The problem that a service's properties show (org.freedesktop.systemd1(5), "Service Unit Objects"); nil if they show
    /// none.
    ///
    /// - Parameter timeLimit: that of the hook; nil for another unit.
    init?(ofService properties: [String: BusValue], timeLimit: Duration?) {
        guard case .string(let result) = properties["Result"] else { return nil }
        var status: Int?
        if case .signed(let number) = properties["ExecMainStatus"] { status = Int(number) }
        self.init(result: result, status: status, timeLimit: timeLimit)
    }

    /// The problem behind a service's result; nil for a success.
    ///
    /// - Parameters:
    ///   - status: the exit status of its process, or the number of the signal that ended it.
    ///   - timeLimit: that of the hook; nil for another unit.
    package init?(result: String, status: Int?, timeLimit: Duration?) {
        switch (result, status, timeLimit) {
        case ("success", _, _): return nil
        case ("timeout", _, let limit?): self = .timeLimit(limit)
        case ("exit-code", let status?, _): self = .exitStatus(status)
        case ("signal", let number?, _), ("core-dump", let number?, _): self = .signal(number)
        default: self = .result(result)
        }
    }
}
