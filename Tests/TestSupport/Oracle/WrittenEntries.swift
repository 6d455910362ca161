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

    mutating func take(_ record: Chronicle.Record) {
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
            guard let told = Told(entry) else { return }
            let key = Key(rule: told.rule, instant: told.instant)
            known.remove(key)
            // The ledger that was kept before has it as begun.
            if diskWorks { onDisk.remove(key) }
            if !told.isMissed { fresh.insert(key) }
        default: break
        }
    }
}
