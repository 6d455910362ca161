import Solar
import Tracker

/// When the ledger may be written, and how it has to read: only where something has become of an announcement, where another
/// plan came into force, or the clock was set back; at the start and at the end.
struct LedgerOracle {
    var violations: [Oracle.Violation] = []
    private var clock = Instant.earliest
    private var seen = Instant.earliest
    private var observer: Observer?
    private var writes = 0
    private var isExpected = true
    /// The next look expects one.
    private var willBeExpected = false
    private var isStart = false

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        switch record.what {
        case .started(let situation):
            observer = situation.observer
            isStart = true
        case .ended(let end):
            if end == .killed(midway: false) { settle() }
            (writes, isExpected, willBeExpected) = (0, true, false)
        case .changed(let situation, let cause):
            if cause != .watcher || situation.observer != observer { willBeExpected = true }
            observer = situation.observer
        case .stopRequested:
            settle()
            isExpected = true
        case .answered(_, nil), .hooksCalled: willBeExpected = true
        case .looked, .awake:
            settle()
            isExpected = willBeExpected || isStart || clock < seen
            (willBeExpected, isStart, seen) = (false, false, clock)
        case .wrote(let entry):
            if [.event, .missed, .missedMany, .notShown].contains(entry.kind) { isExpected = true }
        case .kept(let loads, let size):
            writes += 1
            if !loads { complain(.ledgerUnreadable, "the ledger is unreadable") }
            if size > 8192 { complain(.ledgerTooLarge, "the ledger has \(size) bytes") }
        default: break
        }
    }

    mutating func settle() {
        if writes > 0, !isExpected { complain(.needlessLedger, "the ledger is kept for nothing") }
        writes = 0
    }

    private mutating func complain(_ rule: Oracle.Rule, _ text: String) {
        violations.append(Oracle.Violation(rule: rule, clock: clock, text: text))
    }
}
