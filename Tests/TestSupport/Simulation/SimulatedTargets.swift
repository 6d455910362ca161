import Tracker

/// The targets of the phases in the user manager of a simulated machine.
public struct SimulatedTargets: Sendable {
    /// How often each was started, by name, in all boots.
    public private(set) var starts: [String: Int] = [:]
    /// The one that is active; nil for none.
    public private(set) var active: String?
    /// What was wrong: a start of an active target, or another target than that of the phase.
    public private(set) var faults: [String] = []
    /// The target that the running service knows to be active.
    private var known: String?

    /// The user manager ends.
    mutating func reboot() { (active, known) = (nil, nil) }

    /// The service starts with this ledger; nil for one that was lost, with which it knows nothing.
    mutating func begin(with ledger: Ledger?, in login: Login?) {
        known = ledger?.phase?.login == login ? ledger?.phase?.phase.target : nil
    }

    /// Starts the target of a call, if it has one.
    mutating func start(for call: HookCall) {
        guard let target = call.target else { return }
        // As `HookRun` does: the run before may have started it.
        if call.isRecovered, target == active { return known = target }
        if target == active, target == known { faults.append("\(target) is started again") }
        (active, known) = (target, target)
        starts[target, default: 0] += 1
    }

    /// The service publishes the phase in force.
    mutating func check(_ span: PhaseSpan?) {
        guard let target = span?.phase.target, target != active else { return }
        faults.append("\(active ?? "no target") is active, and not \(target)")
    }
}
