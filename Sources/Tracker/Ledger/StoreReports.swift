import Solar

/// What the stores have reported of the writes of the ledger and of the last fix.
struct StoreReports: Hashable, Sendable {
    /// Whether the ledger of the start differs from the one on the disk, or the disk has none.
    let isNewLedger: Bool
    private var ledger = Store()
    private var fix = Store()
    /// How many writes of the ledger have not been reported yet.
    private var unreported = 0
    /// Whether to write the fix again.
    private var needsFix = false

    private struct Store: Hashable {
        private var fails = false

        /// The report, if it is news: the first failure, and the first success after it.
        mutating func news(of report: KeepReport) -> KeepReport? {
            defer { fails = report != .kept }
            return fails == (report != .kept) ? nil : report
        }
    }

    init(isNewLedger: Bool) { self.isNewLedger = isNewLedger }

    /// Whether the disk has the ledger, as far as was reported.
    var hasLedger: Bool { unreported == 0 }

    /// Counts the writes of the ledger.
    mutating func count(_ outputs: [Output]) {
        unreported += outputs.count { if case .keep = $0 { true } else { false } }
    }

    /// Handles a report of a write of the ledger.
    mutating func handle(ledger report: KeepReport) -> [Output] {
        // A late report follows one that was counted.
        unreported = max(0, unreported - 1)
        return ledger.news(of: report).map { [.journal(.ledgerStore($0))] } ?? []
    }

    /// Handles a report of a write of the fix.
    mutating func handle(fix report: KeepReport) -> [Output] {
        needsFix = report != .kept
        return fix.news(of: report).map { [.journal(.fixStore($0))] } ?? []
    }

    /// Writes the fix.
    mutating func keep(fix: Place?) -> [Output] {
        needsFix = false
        return fix.map { [.keepFix($0)] } ?? []
    }

    /// Writes the fix again that could not be written, now that the disk takes the ledger. Otherwise the next start
    /// would begin at the earlier place.
    mutating func keepAgain(fix: Place?) -> [Output] { needsFix ? keep(fix: fix) : [] }
}
