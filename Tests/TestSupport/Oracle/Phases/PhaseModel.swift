import Solar
import Tracker

/// When the hooks of a phase are due: a second implementation of the rules for them.
///
/// - They are due when the phase in force is another one than they were called for last; once a login; and when the phase gets
///   its first hook.
/// - A phase without hooks is not called for.
/// - The ledger has what was called for. After a crash, hooks are due again whose call it has as begun, but not as done. A run
///   that ended while it wrote the ledger leaves uncertain which it has.
struct PhaseModel {
    /// What the service knows of the last call.
    struct Memory: Hashable {
        /// What the ledger has: the phase, nil for none; the login of the call; whether the hooks were started.
        var phase: Phase?
        var login: Login?
        var isDone = true
        /// Whether hooks were called in the current login, and whether an earlier run left the call undone.
        var isCalledInLogin = false
        var isLeft = false
    }

    /// What a look does with a memory.
    struct Outcome: Hashable {
        let before, after: Memory
        let isDue: Bool
    }

    let table: PhaseTable
    /// What the current look may do; one outcome, unless a crash has left it uncertain.
    private(set) var outcomes: [Outcome] = []
    /// The phase in force in the current look.
    private(set) var span: PhaseTable.Span?
    /// The situation before the input of the current look, and after it.
    private(set) var (former, situation) = (Chronicle.Situation?.none, Chronicle.Situation?.none)
    private(set) var isStart = false
    private(set) var causes: Set<Chronicle.Cause> = []
    /// Whether the input of the current look was the report that the hooks of the phase are called.
    private(set) var isReport = false

    private var memories: Set<Memory> = [Memory()]
    private var hasCalled = false
    private var lastCall: PhaseCall?
    private var onDisk: Set<Memory> = [Memory()]
    /// What the ledgers have that the disk does not have yet, by the number of the request.
    private var requested: [Int: Set<Memory>] = [:]
    /// The last request to write the ledger in the current look, and the last one that the disk has completed.
    private var (lastRequest, lastKept) = (Int?.none, Int?.none)
    /// The inputs of the next look.
    private var (willStart, next, nextCauses) = (false, Chronicle.Situation?.none, Set<Chronicle.Cause>())
    private var reports: [PhaseCall] = []

    init(sun: SunTable) { table = PhaseTable(sun: sun) }

    /// Whether the ledger may have changed in the current look.
    var mayHaveChanged: Bool { outcomes.contains { $0.before != $0.after } || isReport }

    mutating func take(_ record: Chronicle.Record) {
        switch record.what {
        case .started(let situation): start(in: situation)
        case .changed(let situation, let cause):
            next = situation
            nextCauses.insert(cause)
        case .hooksCalled(.phase(let call)): reports.append(call)
        case .looked: look(at: record.clock)
        case .awake, .stopRequested: endLook()
        case .called(let call):
            guard case .phase(let call) = call.subject else { break }
            (hasCalled, lastCall) = (true, call)
        case .keepRequested(let number, _, _):
            requested[number] = outcomes.isEmpty ? memories : Set(outcomes.flatMap { [$0.before, $0.after] })
            lastRequest = number
        case .kept(let number):
            guard let written = requested[number] else { break }
            onDisk = written
            requested = requested.filter { $0.key > number }
            lastKept = number
        case .ended(let end):
            if end != .killed(midway: true) { endLook() }
            (requested, lastRequest, lastKept, outcomes) = ([:], nil, nil, [])
        case .ledgerLost: onDisk = [Memory()]
        default: break
        }
    }

    private mutating func start(in situation: Chronicle.Situation) {
        (self.situation, next, nextCauses, reports) = (situation, nil, [], [])
        (hasCalled, lastCall, willStart, outcomes) = (false, nil, true, [])
        memories = Set(
            onDisk.map { memory in
                var memory = memory
                memory.isCalledInLogin =
                    memory.phase != nil && situation.login != nil && memory.login == situation.login
                memory.isLeft = !memory.isDone
                return memory
            })
    }

    private mutating func look(at clock: Instant) {
        endLook()
        (former, situation, next) = (situation, next ?? situation, nil)
        (isStart, willStart, causes, nextCauses) = (willStart, false, nextCauses, [])
        isReport = reports.contains { $0 == lastCall } && memories.contains { !$0.isDone && !$0.isLeft }
        if isReport {
            memories = Set(
                memories.map { memory in
                    var memory = memory
                    memory.isDone = true
                    return memory
                })
        }
        reports = []
        span = table.span(at: clock, in: situation)
        outcomes = memories.map(outcome)
    }

    private func outcome(of memory: Memory) -> Outcome {
        guard let situation, !situation.hooks.phases.isEmpty else { return silent(memory) }
        guard let phase = span?.phase else { return Outcome(before: memory, after: memory, isDue: false) }
        guard situation.hooks.phases.contains(phase) else { return silent(memory) }
        let isNew = former.map { !$0.hooks.phases.contains(phase) } ?? false
        guard memory.phase != phase || !memory.isCalledInLogin || memory.isLeft || isNew else {
            return Outcome(before: memory, after: memory, isDue: false)
        }
        let after = Memory(phase: phase, login: situation.login, isDone: false, isCalledInLogin: true, isLeft: false)
        return Outcome(before: memory, after: after, isDue: true)
    }

    /// There are no hooks to call for.
    private func silent(_ memory: Memory) -> Outcome {
        var after = Memory()
        after.isCalledInLogin = memory.isCalledInLogin
        return Outcome(before: memory, after: after, isDue: false)
    }

    /// The memories that fit what the look has done.
    private mutating func endLook() {
        defer { (hasCalled, lastRequest, outcomes, isReport) = (false, nil, [], false) }
        guard !outcomes.isEmpty else { return }
        let fitting = outcomes.filter { $0.isDue == hasCalled }
        memories = Set((fitting.isEmpty ? outcomes : fitting).map(\.after))
        // The last ledger of a look has the call.
        if hasCalled || fitting.allSatisfy({ $0.before == $0.after }), let lastRequest {
            if requested[lastRequest] != nil { requested[lastRequest] = memories }
            if lastKept == lastRequest { onDisk = memories }
        }
    }
}
