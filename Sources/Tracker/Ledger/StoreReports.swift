// SPDX-License-Identifier: MIT
import Solar

/// The reports of the stores about writes of the ledger and of the last fix.
struct StoreReports: Hashable, Sendable {
    /// Whether the ledger at the start differs from the ledger on the disk, or the disk contains none.
    let isNewLedger: Bool
    private var ledger = Store()
    private var fix = Store()
    /// Whether to write the fix again.
    private var needsFix = false

    private struct Store: Hashable {
        private var fails = false

        /// The report if it is news, otherwise nil. The first failure is news, and so is the first success after a
        /// failure.
        mutating func news(of report: KeepReport) -> KeepReport? {
            defer { fails = report != .kept }
            return fails == (report != .kept) ? nil : report
        }
    }

    init(isNewLedger: Bool) { self.isNewLedger = isNewLedger }

    mutating func handle(ledger report: KeepReport) -> [Output] {
        ledger.news(of: report).map { [.journal(.ledgerStore($0))] } ?? []
    }

    mutating func handle(fix report: KeepReport) -> [Output] {
        needsFix = report != .kept
        return fix.news(of: report).map { [.journal(.fixStore($0))] } ?? []
    }

    mutating func keep(fix: Place?) -> [Output] {
        needsFix = false
        return fix.map { [.keepFix($0)] } ?? []
    }

    /// Writes the fix again if it could not be written before. Otherwise, the next start would begin at the earlier
    /// place.
    mutating func keepAgain(fix: Place?) -> [Output] { needsFix ? keep(fix: fix) : [] }
}
