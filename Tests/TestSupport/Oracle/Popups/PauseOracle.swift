import Solar
import Tracker

/// Whether notifications are paused. A pause holds from its request to its end, unless that is more than a week ahead; it
/// is also in force in the next run if the disk has a ledger that was written after the request.
///
/// Once the clock is not in the time of the pause, it may have been forgotten: then no one can say what holds if the clock
/// is set back into that time.
struct PauseOracle {
    /// The end of the pause that was requested last, in this run or as the disk has it; nil for none.
    private var end: Instant?
    /// Whether that may have been forgotten.
    private var isDoubtful = false
    private var onDisk: (end: Instant?, isDoubtful: Bool) = (nil, false)
    /// The end at each request to write the ledger that the disk has not completed, by the number of the request.
    private var requested: [Int: (end: Instant?, isDoubtful: Bool)] = [:]

    /// Whether notifications are paused at this time; nil if both is right.
    func isPaused(at clock: Instant) -> Bool? {
        guard let end, isTime(of: end, clock) else { return false }
        return isDoubtful ? nil : true
    }

    private func isTime(of end: Instant, _ clock: Instant) -> Bool { clock < end && end - clock <= .week }

    mutating func take(_ record: Chronicle.Record) {
        switch record.what {
        case .started: ((end, isDoubtful), requested) = (onDisk, [:])
        case .pauseRequested(let end): (self.end, isDoubtful) = (end, false)
        case .keepRequested(let number, _, _): requested[number] = (end, isDoubtful)
        case .kept(let number):
            if let kept = requested[number] { onDisk = kept }
            requested = requested.filter { $0.key > number }
        case .ledgerLost: onDisk = (nil, false)
        default: break
        }
        if let end, !isTime(of: end, record.clock) { isDoubtful = true }
        if let end = onDisk.end, !isTime(of: end, record.clock) { onDisk.isDoubtful = true }
    }
}
