import Solar
import Tracker

/// The time limit for waiting for the disk, and the expected journal entries about a disk that fails or hangs.
///
/// - The next output comes at most a second after a request to write, however long the disk takes.
/// - There is an entry when the ledger is first reported as not on the disk, and an entry when it is next reported as
///   written.
struct DiskOracle: Judge {
    var violations: [Oracle.Violation] = []
    private(set) var clock = Instant.earliest
    /// The time since the boot at which the service began to wait for the disk.
    private var waitsSince: Duration?
    private var ledgerFails = false
    /// The entries that the next look must write, and the entries that the current look still owes.
    private var next: [Entry] = []
    private var owed: [Entry] = []

    /// The entries about the disk.
    private enum Entry: String {
        case ledgerFails = "that the ledger cannot be written"
        case ledgerWorks = "that the ledger can be written again"
    }

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        switch record.what {
        case .started: (waitsSince, ledgerFails, next, owed) = (nil, false, [], [])
        case .ended(let end):
            if end != .killed(midway: true) { settle() }
            (waitsSince, next, owed) = (nil, [], [])
        case .ledgerAnswered(let isKept):
            if ledgerFails == isKept { next.append(isKept ? .ledgerWorks : .ledgerFails) }
            ledgerFails = !isKept
        case .looked, .stopRequested:
            goOn(at: record.uptime)
            settle()
            (owed, next) = (next, [])
        case .keepRequested:
            goOn(at: record.uptime)
            waitsSince = record.uptime
        case .asked: goOn(at: record.uptime)
        case .wrote(let fact):
            goOn(at: record.uptime)
            if case .ledgerStore(let report) = fact { hear(report == .kept ? .ledgerWorks : .ledgerFails) }
        // The machine may have been suspended in between.
        case .jumped: waitsSince = nil
        default: break
        }
    }

    private mutating func goOn(at uptime: Duration) {
        if let waitsSince, uptime - waitsSince > .seconds(1) {
            complain(.waitedTooLongForDisk, about: uptime - waitsSince)
        }
        waitsSince = nil
    }

    private mutating func hear(_ kind: Entry) {
        guard let index = owed.firstIndex(of: kind) else {
            return complain(.needlessDiskEntry, about: kind.rawValue)
        }
        owed.remove(at: index)
    }

    mutating func settle() {
        for kind in owed { complain(.diskFailureNotLogged, about: kind.rawValue) }
        owed = []
    }
}
