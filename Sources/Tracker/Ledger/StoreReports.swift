// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// The reports of the stores about writes of the ledger and of the last fix.
struct StoreReports: Hashable, Sendable {
    /// Whether the ledger at the start differs from the ledger on the disk, or the disk contains none.
    let isNewLedger: Bool
    private var ledgerFails = false
    private var fixFails = false

    init(isNewLedger: Bool) { self.isNewLedger = isNewLedger }

    /// Handles a report of a write of the ledger. The first failure is news, and so is the first success after it.
    mutating func handle(ledger report: KeepReport) -> [Output] {
        defer { ledgerFails = report != .kept }
        return ledgerFails == (report != .kept) ? [] : [.journal(.ledgerStore(report))]
    }

    /// Handles a report of a write of the fix in the same way.
    mutating func handle(fix report: KeepReport) -> [Output] {
        defer { fixFails = report != .kept }
        return fixFails == (report != .kept) ? [] : [.journal(.fixStore(report))]
    }

    /// Writes the fix again if it could not be written before. Otherwise, the next start would begin at the earlier
    /// place.
    func keepAgain(fix: Place?) -> [Output] { fixFails ? fix.map { [.keepFix($0)] } ?? [] : [] }
}
