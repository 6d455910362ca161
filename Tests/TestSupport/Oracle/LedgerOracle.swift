import Solar
import Tracker

/// The times at which the ledger may be written, and whether it is readable. The service writes it only if the state of
/// an announcement, the phase or the plan changes, or the clock was set back, or forward after that; and at the start
/// and end of a run.
struct LedgerOracle: Judge {
    var violations: [Oracle.Violation] = []
    private(set) var clock = Instant.earliest
    private var seen = Instant.earliest
    private var highest = Instant.earliest
    /// Whether the clock was set back, and has not caught up by the last look of the service.
    private var isBehind = false
    private var writes = 0
    private var isExpected = true
    /// Whether the ledger may be written in the next look.
    private var willBeExpected = false

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        switch record.what {
        case .started, .changed, .answered(_, nil): willBeExpected = true
        case .ended(let end):
            if end == .killed(midway: false) { settle() }
            (writes, isExpected, willBeExpected) = (0, true, false)
        case .stopRequested:
            settle()
            isExpected = true
        case .looked, .awake:
            settle()
            isExpected = willBeExpected || clock < seen
            if case .looked = record.what, clock >= highest { isBehind = false }
            (willBeExpected, seen, highest) = (false, clock, max(highest, clock))
        case .jumped:
            if clock < seen { isBehind = true } else if isBehind { willBeExpected = true }
        case .calledPhase: (isExpected, willBeExpected) = (true, true)
        case .wrote(let fact):
            switch fact {
            case .event, .missed, .missedMany, .interrupted, .notShown, .noticeNotShown, .returned: isExpected = true
            default: break
            }
        case .keepRequested(_, let loads, let size):
            writes += 1
            if !loads { complain(.ledgerUnreadable, about: size) }
            if size > 8192 { complain(.ledgerTooLarge, about: size) }
        default: break
        }
    }

    mutating func settle() {
        if writes > 0, !isExpected { complain(.needlessLedger, about: clock) }
        writes = 0
    }
}
