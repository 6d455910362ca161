// SPDX-License-Identifier: MIT
import Glibc
import Systemd
package import Tracker

/// One run of a hook, from the request for its unit to its end, or the start of a unit.
///
/// If the bus or the manager ends before it replies, the unit is requested again, but only once if the manager may have
/// received the request. The name of the unit prevents a running hook from being started twice. If the bus ends while a
/// hook is running, its result is not learned; the manager writes it to the journal.
@MainActor
final class HookRun {
    enum Progress {
        case started
        /// The hook has ended, or could not be started. The value is the problem; nil if none is known.
        case ended(HookProblem?)
        /// The bus has ended while the hook was running.
        case lost
    }

    private(set) var unit: HookUnit
    /// The connection over which the unit was requested; nil while there is none.
    private(set) var manager: UserManager?
    /// For a hook of a phase, whether the environment of the unit contained no graphical session.
    private(set) var isBeforeSession = false
    /// Whether the hook is being stopped in favour of the other phase's hooks, so its end is not reported as a failure.
    var isSuperseded = false
    private let connect: @MainActor () throws(SystemError) -> UserManager
    private let report: @MainActor (HookRun, Progress) -> Void
    private var isAccepted = false
    /// Whether an earlier request may have created the unit.
    private var isRepeated = false
    private var requests = 0
    private var pause: OneShotTimer?

    /// The maximum number of requests. Each pause is twice as long as the previous one, so they take half a minute in
    /// total. Within this time, a manager that is busy loading units returns to a restarted bus.
    private static let mostRequests = 9
    private static let firstPause = Duration.milliseconds(100)

    /// Creates a run without requesting it.
    ///
    /// - Parameter connect: returns a connection that is open as far as is known.
    init(
        _ unit: HookUnit, connect: @escaping @MainActor () throws(SystemError) -> UserManager,
        then report: @escaping @MainActor (HookRun, Progress) -> Void
    ) {
        (self.unit, self.connect, self.report) = (unit, connect, report)
    }

    func request() {
        guard !isSuperseded else { return end(nil) }
        requests += 1
        do throws(SystemError) {
            let manager = try connect()
            self.manager = manager
            // Starting an active target would restart every unit that it wants and that has ended.
            guard unit.isTarget, isRepeated || unit.call.isRecovered else { return try start(by: manager) }
            try manager.call(UserManager.properties(of: unit.name, "Unit")) { [weak self] in self?.found($0) }
        } catch {
            failed(error)
        }
    }

    /// Starts a target that may already have been started, unless it is active or starting.
    private func found(_ answer: Result<[BusValue], BusError>) {
        guard let manager else { return }
        switch answer {
        case .failure(let error): return answered(error)
        case .success(let values):
            guard case .dictionary(let properties)? = values.first else { break }
            if properties["ActiveState"] == .string("active") { return end(nil) }
            if case .structure(let job)? = properties["Job"], job.first != .unsigned(0) { return end(nil) }
        }
        do throws(SystemError) { try start(by: manager) } catch { failed(error) }
    }

    private func start(by manager: UserManager) throws(SystemError) {
        if unit.phase != nil, !unit.isTarget {
            // The manager handles the calls of a connection in order.
            try manager.call(UserManager.environment) { [weak self] in
                self?.isBeforeSession = UserManager.hasSession($0) == false
            }
        }
        try manager.startJob(unit.startCall) { [weak self] in
            self?.answered($0)
        } end: { [weak self] in
            self?.jobEnded($0)
        }
    }

    /// Handles a request that could not be sent, possibly because the connection ended unnoticed.
    private func failed(_ error: SystemError) {
        let problem = HookProblem.notStarted("cannot reach the user manager: \(error)")
        // After an earlier request, the bus may be restarting, and not accept connections yet.
        if requests > 1 || [EPIPE, ECONNRESET, ENOTCONN].contains(error.number) {
            retry(problem)
        } else {
            end(problem)
        }
    }

    private func answered(_ error: BusError?) {
        guard let error else {
            isAccepted = true
            return report(self, .started)
        }
        switch error.name {
        // If the request was repeated, the first one started the unit. A running hook of the phase already serves the
        // purpose of this call.
        case "org.freedesktop.systemd1.UnitExists": end(isRepeated || unit.phase != nil ? nil : .runs)
        case "org.freedesktop.systemd1.NoSuchUnit": end(.noUnit)
        // This happens shortly after a restart of the bus.
        case BusError.nameHasNoOwner, BusError.serviceUnknown:
            retry(.notStarted("the user manager is not on the session bus"))
        // The bus has ended, or the callee has left.
        case BusError.noReply where manager?.bus.isOpen != true || error.messageContains("disconnected"):
            let problem = HookProblem.unanswered(
                "the session bus or the user manager ended twice before it responded")
            guard !isRepeated else { return end(problem) }
            (isRepeated, unit) = (true, unit.again)
            retry(problem)
        case BusError.noReply: end(.unanswered("the user manager: \(error)"))
        default: end(.notStarted("the user manager: \(error)"))
        }
    }

    /// Reports that the result will not be learned.
    func lose() { report(self, .lost) }

    private func retry(_ problem: HookProblem) {
        manager = nil
        guard requests < Self.mostRequests else { return end(problem) }
        let pause = OneShotTimer()
        pause.start(Self.firstPause * (1 << (requests - 1))) { [weak self] in self?.request() }
        self.pause = pause
    }

    private func jobEnded(_ result: String) {
        // The start job of a unit with Type=oneshot ends together with its program.
        guard result != "done", let manager else { return end(nil) }
        do {
            try manager.call(UserManager.properties(of: unit.name, "Service")) { [weak self] answer in
                guard let self else { return }
                let properties: BusValue? = if case .success(let values) = answer { values.first } else { nil }
                end(HookProblem(ofService: properties, timeLimit: unit.timeLimit) ?? .result(result))
            }
        } catch {
            end(.result(result))
        }
    }

    private func end(_ problem: HookProblem?) {
        // Closing the connection would also release the unit, but other hooks may still use the connection.
        if isAccepted, !unit.hook.isUnit { try? manager?.bus.send(UserManager.call("UnrefUnit", [.string(unit.name)])) }
        report(self, .ended(isSuperseded ? nil : problem))
    }
}

extension HookProblem {
    /// The problem according to a service's properties (org.freedesktop.systemd1(5), "Service Unit Objects"); nil for
    /// none.
    init?(ofService properties: BusValue?, timeLimit: Duration?) {
        guard case .dictionary(let properties) = properties, case .string(let result) = properties["Result"] else {
            return nil
        }
        var status: Int?
        if case .signed(let number) = properties["ExecMainStatus"] { status = Int(number) }
        self.init(result: result, status: status, timeLimit: timeLimit)
    }

    /// The problem according to a service's result; nil for a success.
    ///
    /// - Parameters:
    ///   - status: the exit status of its process, or the number of the signal that ended it.
    ///   - timeLimit: the time limit of the hook; nil for another unit.
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
