import Systemd
import Tracker

/// Stops the hooks of a phase that still run, whichever run of the service has started them.
@MainActor
final class HookStop {
    /// The connection that the manager is asked over.
    let manager: UserManager
    /// The path of the job that stops them, once known.
    private var job: String?
    private var slots: [BusSlot] = []
    private let limit = OneShotTimer()

    /// Longer than a hook takes to end (`HookUnit.stopTimeout`).
    private static let timeout = Duration.seconds(30)

    /// - Parameter then: called on a later turn of the main queue when they have ended, or when that cannot be known.
    init(of phase: Phase, by manager: UserManager, then: @escaping @MainActor () -> Void) throws(SystemError) {
        self.manager = manager
        let call = UserManager.call("StopUnit", [.string(HookUnit.slice(of: phase)), .string("replace")])
        slots = [
            try manager.whenJobEnds { [weak self] job, _ in
                if job == self?.job { then() }
            },
            try manager.bus.call(call, deadline: Self.timeout) { [weak self] answer in
                guard case .success(let values) = answer, case .objectPath(let job)? = values.first else {
                    return then()
                }
                self?.job = job
            },
        ]
        limit.start(Self.timeout, then: then)
    }
}
