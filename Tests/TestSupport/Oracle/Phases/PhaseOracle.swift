import Solar
import Tracker

/// The expected calls of the hooks of phases.
///
/// - The phase last called for is the phase in force, at each moment at which the service is awake and knows a place, as far as
///   the phase has hooks (`PhaseModel`). Nothing else is called, and nothing twice.
/// - A call comes at the instant of the boundary if the service is awake then; after the ledger and the journal entry.
/// - It says truly why it is made, since when the phase is in force, and until when.
struct PhaseOracle {
    var violations: [Oracle.Violation] = []
    private var model: PhaseModel
    private var table: PhaseTable { model.table }
    private var (clock, uptime) = (Instant.earliest, Duration.zero)
    private var isRunning = false
    private var diskWorks = true
    private var passage = Passage()
    private var look: Look?

    /// How time has passed since the last look.
    private struct Passage {
        /// When the service was last known to be awake and free; nil before the first look of a run.
        var seen: Instant?
        var (slept, stepped) = (Duration.zero, Duration.zero)
        /// Whether the service has waited for the disk, so that it handles what has happened meanwhile one by one.
        var hasWaited = false

        var hasJumped: Bool { slept > .zero || stepped > .zero }
    }

    private struct Look {
        let clock: Instant
        let passage: Passage
        var hasKept = false
        var firstRequest: Int?
        var entries: [JournalEntry] = []
        var hasCalled = false
    }

    init(sun: SunTable) { model = PhaseModel(sun: sun) }

    mutating func take(_ record: Chronicle.Record) {
        passTime(to: record)
        switch record.what {
        case .looked, .awake, .stopRequested: settle()
        case .ended(let end):
            if end != .killed(midway: true) { settle() }
            (look, isRunning) = (nil, false)
        case .called(let call):
            // Judged by what was due before it.
            if case .phase(let phase) = call.subject { check(call, phase) }
        default: break
        }
        model.take(record)
        switch record.what {
        case .started: (passage, isRunning) = (Passage(), true)
        case .looked: begin(record)
        case .awake: stay(awakeUntil: record.clock)
        case .diskWorks(let works): diskWorks = works
        case .keepRequested(let number, _, _):
            if look?.firstRequest == nil { look?.firstRequest = number }
        case .kept(let number):
            if let first = look?.firstRequest, number >= first { look?.hasKept = true }
        case .wrote(let entry):
            if entry.kind == .phase { look?.entries.append(entry) }
        default: break
        }
    }

    private mutating func passTime(to record: Chronicle.Record) {
        if case .jumped = record.what {
            let step = (record.clock - clock) - (record.uptime - uptime)
            passage.stepped += step.magnitude
            passage.slept += record.uptime - uptime
        }
        if record.isWaiting { passage.hasWaited = true }
        // The outputs of a look that waits for the disk have its time.
        switch record.what {
        case .keepRequested, .wrote, .called, .asked, .ordered: break
        default: (clock, uptime) = (record.clock, record.uptime)
        }
    }

    private mutating func complain(_ rule: Oracle.Rule, _ text: String) {
        violations.append(Oracle.Violation(rule: rule, clock: look?.clock ?? clock, text: text))
    }

    // MARK: Looks

    private mutating func begin(_ record: Chronicle.Record) {
        look = Look(clock: record.clock, passage: passage)
        checkBoundary(before: record.free)
        passage = Passage()
        passage.seen = record.clock
    }

    private mutating func stay(awakeUntil instant: Instant) {
        guard isRunning, passage.seen != nil else { return }
        checkBoundary(before: instant)
        if !passage.hasJumped { passage.seen = instant }
    }

    /// The service handles a boundary at its instant.
    private mutating func checkBoundary(before instant: Instant) {
        guard let seen = passage.seen, !passage.hasJumped, seen < instant, let former = model.former ?? model.situation,
            !former.hooks.phases.isEmpty, let change = table.change(after: seen, through: instant, in: former),
            change < instant
        else { return }
        complain(.phaseBoundaryPassed, "the phase has changed at \(change), without a look")
    }

    mutating func settle() {
        guard let look else { return }
        if !look.hasCalled, !model.outcomes.isEmpty, model.outcomes.allSatisfy(\.isDue) {
            complain(.phaseNotCalled, "the hooks of \(model.span?.phase.rawValue ?? "") are not called")
        }
        if !look.entries.isEmpty, !look.hasCalled {
            complain(.wrongPhaseEntry, "an entry about a call of a phase, without the call")
        }
        if model.isReport, diskWorks, !look.hasKept {
            complain(.phaseCallNotKept, "the ledger does not contain the called hooks of a phase")
        }
        self.look = nil
    }

    // MARK: Calls

    private mutating func check(_ call: HookCall, _ phase: PhaseCall) {
        guard let look, let situation = model.situation, let span = model.span else {
            return complain(.wrongPhase, "hooks of \(phase.phase) are called without a place")
        }
        self.look?.hasCalled = true
        let isRight = phase.phase == span.phase && !table.isContradicted(span, at: look.clock, in: situation)
        if !isRight || call.program != .phaseFolder(span.phase) {
            return complain(.wrongPhase, "hooks of \(phase.phase) are called by \(span.phase)")
        }
        if look.hasCalled || !model.outcomes.contains(where: \.isDue) {
            return complain(.phaseCalledTwice, "hooks of \(phase.phase) are called again")
        }
        checkRecovery(phase, look)
        checkSpan(phase, call, span, look)
        let reasons = reasons(look)
        if !reasons.contains(phase.reason) {
            complain(.wrongPhaseReason, "hooks of \(phase.phase) are called with \(phase.reason), not \(reasons)")
        }
        checkFields(call, phase, situation, look)
    }

    private mutating func checkRecovery(_ phase: PhaseCall, _ look: Look) {
        let due = model.outcomes.filter(\.isDue).map(\.before)
        let mayBeLeft = due.contains { $0.isLeft && $0.phase == phase.phase }
        let isLeft = due.allSatisfy { $0.isLeft && $0.phase == phase.phase && $0.isCalledInLogin }
        if phase.isRecovered ? !mayBeLeft : isLeft {
            complain(
                .wrongPhaseRecovery, "hooks of \(phase.phase) are\(phase.isRecovered ? "" : " not") marked as recovered"
            )
        }
        if diskWorks, !look.hasKept, !phase.isRecovered {
            complain(.phaseBeforeLedger, "hooks of \(phase.phase) are called before the ledger is written")
        }
        // The entry of an interrupted call may be written already.
        if look.entries.count != 1, !(phase.isRecovered && look.entries.isEmpty) {
            complain(.wrongPhaseEntry, "\(look.entries.count) entries for a call of \(phase.phase)")
        }
    }

    private mutating func checkSpan(_ phase: PhaseCall, _ call: HookCall, _ span: PhaseTable.Span, _ look: Look) {
        func isRight(_ told: Instant?, _ true: Instant?, _ variable: String) -> Bool {
            let said = call.environment[variable].flatMap { Instant(rfc3339: $0) }
            guard let told else {
                return said == nil && `true`.map { ($0 - look.clock).magnitude > .day * 365 } ?? true
            }
            return told == `true` && said.map { ($0 - told).magnitude < .seconds(1) } ?? false
        }
        let isInForce = phase.span.since ?? .earliest <= look.clock && look.clock < phase.span.until ?? .latest
        if !isInForce || !isRight(phase.span.since, span.since, "SUNTRACKER_SINCE")
            || !isRight(phase.span.until, span.until, "SUNTRACKER_UNTIL")
        {
            complain(.wrongPhaseSpan, "\(phase.span) instead of \(span), in the hooks \(call.environment)")
        }
    }

    /// The reasons that are true.
    private func reasons(_ look: Look) -> Set<PhaseReason> {
        var reasons: Set<PhaseReason> = []
        let due = model.outcomes.filter(\.isDue).map(\.before)
        if model.isStart || due.contains(where: { !$0.isCalledInLogin }) { reasons.insert(.start) }
        if !model.causes.isDisjoint(with: [.reload, .edit]) { reasons.insert(.settings) }
        if model.former?.observer != model.situation?.observer { reasons.insert(.moved) }
        guard let seen = look.passage.seen, let before = table.span(at: seen, in: model.former),
            let now = table.span(at: look.clock, in: model.former), before.phase != now.phase
        else { return reasons }
        let (slept, stepped) = (look.passage.slept, look.passage.stepped)
        if slept > .zero { reasons.insert(.resume) }
        if stepped > .zero { reasons.insert(.clock) }
        if slept < .seconds(1), stepped < .seconds(1) || look.passage.hasWaited { reasons.insert(.boundary) }
        return reasons
    }

    private mutating func checkFields(
        _ call: HookCall, _ phase: PhaseCall, _ situation: Chronicle.Situation, _ look: Look
    ) {
        var expected = look.entries.first?.fields.reduce(into: [:]) { $0[$1.name] = $1.value } ?? call.environment
        (expected["SUNTRACKER_PHASE"], expected["SUNTRACKER_REASON"]) = (phase.phase.rawValue, phase.reason.rawValue)
        expected["SUNTRACKER_RECOVERED"] = phase.isRecovered ? "1" : nil
        for name in ["PHASE", "REASON", "SOURCE", "LATITUDE", "LONGITUDE", "RECOVERED"].map({ "SUNTRACKER_\($0)" })
        where call.environment[name] != expected[name] {
            complain(.wrongPhaseFields, "hooks of \(phase.phase) have \(name)=\(call.environment[name] ?? "")")
        }
        if call.timeLimit != situation.settings.hooks.timeLimit {
            complain(.wrongPhaseFields, "hooks of \(phase.phase) have the wrong time limit")
        }
    }
}
