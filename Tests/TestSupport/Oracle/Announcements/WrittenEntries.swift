import Solar
import Tracker

/// The announcements that the ledger on the disk must mark as written to the journal, so that no later run repeats
/// them.
///
/// All outputs of an input are carried out before the next input. So any ledger that is written later, at the latest in
/// a clean stop, marks the entries as written. A ledger that is written in the same look does so if the popup was
/// dropped before.
struct WrittenEntries {
    typealias Key = AnnouncementOracle.Key

    /// The entries in the ledger on the disk.
    private(set) var onDisk: Set<Key> = []
    /// Entries that were written again while the disk failed. The ledger on the disk may still contain them from the
    /// first time, or may have dropped them after the clock was set back.
    private(set) var rewritten: Set<Key> = []
    private var known: Set<Key> = []
    /// The entries written since the last input.
    private var fresh: Set<Key> = []
    /// The entries on the disk after a request to write the ledger, by the number of the request.
    private var requested: [Int: Set<Key>] = [:]
    /// The entries that such a ledger contains only as started, by the same number, because they were written again
    /// after the request, in the same look.
    private var started: [Int: Set<Key>] = [:]
    private var firstRequestOfLook: Int?
    private var diskWorks = true
    /// The times of the entries since the boot, and the numbers of the boots.
    private var times: [Key: (uptime: Duration, boot: Int)] = [:]
    private var now: (clock: Instant, uptime: Duration, boot: Int) = (.earliest, .zero, 0)

    /// Whether the entry was written more than 45 minutes too early according to the current clock: then the clock was
    /// ahead.
    func isEarly(_ key: Key) -> Bool {
        guard let time = times[key] else { return false }
        let told = time.boot == now.boot ? now.clock - (now.uptime - time.uptime) : now.clock - now.uptime
        return told + .seconds(45 * 60) < key.instant
    }

    /// Notes that the ledger on the disk contains these announcements as started again.
    mutating func startAgain(_ keys: some Sequence<Key>) { onDisk.subtract(keys) }

    mutating func take(_ record: Chronicle.Record) {
        now = (record.clock, record.uptime, record.boot)
        switch record.what {
        case .started: (known, fresh) = (onDisk.subtracting(rewritten), [])
        case .looked, .stopRequested:
            known.formUnion(fresh)
            (fresh, firstRequestOfLook) = ([], nil)
        case .keepRequested(let number, _, _):
            requested[number] = known
            firstRequestOfLook = firstRequestOfLook ?? number
        case .kept(let number):
            let (written, again) = (requested[number] ?? [], started[number] ?? [])
            onDisk = onDisk.union(written).subtracting(again)
            rewritten = rewritten.subtracting(written).subtracting(again)
            requested = requested.filter { $0.key > number }
            started = started.filter { $0.key > number }
        case .ended: (known, fresh, requested, started, firstRequestOfLook) = ([], [], [:], [:], nil)
        case .diskWorks(let works): diskWorks = works
        case .ledgerLost: (onDisk, rewritten) = ([], [])
        case .wrote(let fact):
            // The next ledger contains this announcement without a popup, and its entry as written.
            if let told = EventEntry(notShown: fact), let key = fresh.remove(told.due) { known.insert(key) }
            guard let told = EventEntry(fact) else { return }
            let key = told.due
            known.remove(key)
            for number in requested.keys where firstRequestOfLook.map({ number >= $0 }) ?? false {
                if requested[number]?.remove(key) != nil { started[number, default: []].insert(key) }
            }
            // The previous ledger contains the announcement as started.
            if diskWorks {
                onDisk.remove(key)
                rewritten.remove(key)
            } else if onDisk.contains(key) {
                rewritten.insert(key)
            }
            if !told.isMissed { fresh.insert(key) }
            times[key] = (record.uptime, record.boot)
        default: break
        }
    }
}
