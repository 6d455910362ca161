import Dispatch
import Systemd
import Tracker

/// Stops the hooks of a phase that still run, whichever run of the service has started them.
@MainActor
final class HookStop {
    /// The connection that the manager is asked over.
    let manager: UserManager
    private var then: (@MainActor () -> Void)?
    /// How many answers are awaited.
    private var calls = 0
    /// The paths of the jobs that stop units.
    private var jobs: Set<String> = []
    private var slots: [BusSlot] = []
    private let limit = OneShotTimer()

    /// Longer than a hook takes to end (`HookUnit.stopTimeout`).
    private static let timeout = Duration.seconds(30)
    /// The states of a unit that runs (org.freedesktop.systemd1(5), "ActiveState").
    private static let running = ["active", "reloading", "activating", "deactivating"]

    /// Asks for the units that run, and stops them.
    ///
    /// - Parameter then: called once, on a later turn of the main queue, when they have ended, or when that cannot be known.
    init(of phase: Phase, by manager: UserManager, then: @escaping @MainActor () -> Void) throws(SystemError) {
        self.manager = manager
        self.then = then
        slots.append(
            try manager.whenJobEnds { [weak self] job, _ in
                if self?.jobs.remove(job) != nil { self?.endIfDone() }
            })
        try call(
            "ListUnitsByPatterns",
            [
                .array(of: "s", Self.running.map(BusValue.string)),
                .array(of: "s", [.string(HookUnit.names(of: phase))]),
            ]
        ) { [weak self] in self?.stop($0) }
        if self.then != nil { limit.start(Self.timeout) { [weak self] in self?.end() } }
    }

    /// To be called when the connection has ended: nothing more can be known.
    func connectionEnded() { end() }

    private func call(
        _ member: String, _ arguments: [BusValue], _ answer: @escaping (Result<[BusValue], BusError>) -> Void
    ) throws(SystemError) {
        // Counted before it is sent: a fast answer comes before the function has returned. And until it is handled, since
        // it may lead to further calls.
        calls += 1
        do throws(SystemError) {
            slots.append(
                try manager.bus.call(UserManager.call(member, arguments), deadline: Self.timeout) { [weak self] in
                    answer($0)
                    self?.calls -= 1
                    self?.endIfDone()
                })
        } catch {
            calls -= 1
            throw error
        }
    }

    /// - Parameter answer: an array of the units, each with its name first.
    private func stop(_ answer: Result<[BusValue], BusError>) {
        guard case .success(let values) = answer, case .array(_, let units) = values.first else { return }
        for unit in units {
            guard case .structure(let fields) = unit, case .string(let name) = fields.first else { continue }
            try? call("StopUnit", [.string(name), .string("replace")]) { [weak self] in
                guard case .success(let values) = $0, case .objectPath(let job) = values.first else { return }
                self?.jobs.insert(job)
            }
        }
    }

    private func endIfDone() {
        if calls == 0, jobs.isEmpty { end() }
    }

    private func end() {
        limit.stop()
        // Not at once: this may still be in init, or inside the bus's own callback, and it may release the bus.
        if let then { onNextTurn(then) }
        then = nil
    }
}
