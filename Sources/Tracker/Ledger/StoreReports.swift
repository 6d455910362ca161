// SPDX-License-Identifier: MIT
import Configuration

/// The reports of the stores about writes of the ledger and of the last fix.
struct StoreReports: Hashable, Sendable {
    /// Whether the ledger at the start differs from the ledger on the disk, or the disk contains none.
    let isNewLedger: Bool
    private var ledgerFails = false
    private var fixFails = false

    init(isNewLedger: Bool) { self.isNewLedger = isNewLedger }

    mutating func handle(ledger report: WriteReport) -> [Output] {
        Self.isNews(report, &ledgerFails) ? [.journal(.ledgerStore(report))] : []
    }

    mutating func handle(fix report: WriteReport) -> [Output] {
        Self.isNews(report, &fixFails) ? [.journal(.fixStore(report))] : []
    }

    /// Whether a report is news: the first failure is, and so is the first success after it.
    private static func isNews(_ report: WriteReport, _ fails: inout Bool) -> Bool {
        defer { fails = report != .written }
        return fails != (report != .written)
    }

    /// Writes the fix again if it could not be written before. Otherwise, the next start would begin at the earlier
    /// place.
    func keepAgain(fix: Place?) -> [Output] { fixFails ? fix.map { [.keepFix($0)] } ?? [] : [] }
}
