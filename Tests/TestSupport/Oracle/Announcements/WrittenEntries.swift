import Solar
import Tracker

/// Which announcements the ledger on the disk should have as written in the journal, so that no later run writes them again.
///
/// The actions of an event are carried out before the next event: a ledger that is kept from then on, at the latest in an
/// orderly end, knows of the entries.
struct WrittenEntries {
    typealias Key = AnnouncementOracle.Key

    /// On the disk.
    private(set) var onDisk: Set<Key> = []
    private var known: Set<Key> = []
    /// Written since the last event.
    private var fresh: Set<Key> = []
    private var diskWorks = true
    /// When they were written, by a stopwatch that was started with the machine, and in which of its boots.
    private var times: [Key: (uptime: Duration, boot: Int)] = [:]
    private var now: (clock: Instant, uptime: Duration, boot: Int) = (.earliest, .zero, 0)

    /// Whether it was written more than 45 minutes too early, by the clock in force: the clock was ahead then.
    func isEarly(_ key: Key) -> Bool {
        guard let time = times[key] else { return false }
        let told = time.boot == now.boot ? now.clock - (now.uptime - time.uptime) : now.clock - now.uptime
        return told + .seconds(45 * 60) < key.instant
    }

    mutating func take(_ record: Chronicle.Record) {
        now = (record.clock, record.uptime, record.boot)
        switch record.what {
        case .started: (known, fresh) = (onDisk, [])
        case .looked, .stopRequested:
            known.formUnion(fresh)
            fresh = []
        case .kept: onDisk.formUnion(known)
        case .ended: (known, fresh) = ([], [])
        case .diskWorks(let works): diskWorks = works
        case .ledgerLost: onDisk = []
        case .wrote(let entry):
            guard let told = EventEntry(entry) else { return }
            let key = Key(rule: told.rule, instant: told.instant)
            known.remove(key)
            // The ledger that was kept before has it as begun.
            if diskWorks { onDisk.remove(key) }
            if !told.isMissed { fresh.insert(key) }
            times[key] = (record.uptime, record.boot)
        default: break
        }
    }
}
