import Solar
import Tracker

/// The disk of a simulated machine.
extension SimulatedMachine {
    private static let full = "no space left on device"

    func keep(_ ledger: Ledger, _ report: @escaping (KeepReport) -> Void) {
        guard !diskIsFull else { return self.report(.ledgerNotKept(Self.full)) { report(.notKept(Self.full)) } }
        let text = ledger.text
        disk = text
        let copy = try? Ledger(text: text)
        record(.kept(loads: copy == ledger, size: text.utf8.count))
        self.report(.ledgerKept) { report(.kept) }
    }

    func keep(fix: Place, _ report: @escaping (KeepReport) -> Void) {
        guard !diskIsFull else { return self.report(.fixNotKept(Self.full)) { report(.notKept(Self.full)) } }
        fixOnDisk = KeptFix(fix).text
        fixWrites += 1
        record(.fixKept(fix))
        self.report(.fixKept) { report(.kept) }
    }

    /// Deletes the ledger, or replaces it with the text.
    public func damageLedger(_ text: String?) {
        disk = text
        record(.ledgerLost)
    }

    /// Deletes the file of the last fix, or replaces it with the text.
    public func damageFix(_ text: String?) {
        fixOnDisk = text
        locations.lastFix = nil
        record(.fixLost)
    }
}
