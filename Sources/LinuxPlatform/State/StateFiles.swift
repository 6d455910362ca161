import Glibc
package import Tracker

/// The files in the state folder, except the copy of the settings. The folder belongs to this process (`StateLock`).
/// Reading can take as long as the disk takes; writing happens off the main queue.
@MainActor
package final class StateFiles: @MainActor StateStore {
    /// The maximum size of the ledger's file, in bytes: twice the size for ten thousand alerts on three days.
    package nonisolated static let ledgerLimit = 16 << 20
    /// The maximum size of the fix's file, in bytes. A typical size is a hundred bytes.
    package nonisolated static let fixLimit = 4 << 10
    /// The maximum size of the file with the popups' numbers, in bytes.
    private nonisolated static let numbersLimit = 64 << 10

    package nonisolated let folder: String
    private let writer: StateWriter

    private nonisolated var ledgerPath: String { folder + "/ledger" }
    private nonisolated var fixPath: String { folder + "/last-fix" }
    private nonisolated var numbersPath: String { folder + "/popups" }

    /// - Parameter folder: the state folder. It is not accessed yet.
    package nonisolated init(folder: String, writer: StateWriter) {
        self.folder = folder
        self.writer = writer
    }

    /// Removes the files of earlier versions that are no longer used: the period of the last chart.
    package nonisolated func removeUnused() { unlink(folder + "/chart-period") }

    /// Returns the ledger of the last run, nil if there is none, and the problem with an unusable file. Such a file is
    /// renamed, so it is not lost.
    package nonisolated func loadLedger() -> (value: Ledger?, problem: String?) {
        let path = ledgerPath
        do {
            return (try readText(path, atMost: Self.ledgerLimit).map { try Ledger(text: $0) }, nil)
        } catch FileReadError.failed(let error) {
            return (nil, "Cannot read the ledger \(path) (\(error)); earlier announcements are unknown")
        } catch {
            let outcome = setAside(path).map { "\($0), and a new one is started" } ?? "A new one will replace it"
            return (nil, "Cannot use the ledger \(path): \(error). \(outcome)")
        }
    }

    /// Returns the last accepted fix, nil if there is none, and the problem with an unusable file, which is renamed.
    package nonisolated func loadFix() -> (value: Place?, problem: String?) {
        let path = fixPath
        do {
            // Version 0.2.0 wrote all digits.
            return (try readText(path, atMost: Self.fixLimit).map { try KeptFix(text: $0).place.toHundredths }, nil)
        } catch FileReadError.failed(let error) {
            return (nil, "Cannot read the last location \(path): \(error)")
        } catch {
            let outcome = setAside(path) ?? "The next location will replace it"
            return (nil, "Cannot use the last location \(path): \(error). \(outcome)")
        }
    }

    /// Returns the numbers of the last run's popups, nil if there are none, and the problem with an unusable file,
    /// which is replaced for the next popup.
    package nonisolated func loadNumbers() -> (value: PopupNumbers?, problem: String?) {
        let path = numbersPath
        do {
            return (try readText(path, atMost: Self.numbersLimit).map { try PopupNumbers(text: $0) }, nil)
        } catch {
            return (
                nil,
                "Cannot use the saved notification IDs \(path): \(error). The next notification replaces this file, "
                    + "but no notification of an earlier run"
            )
        }
    }

    /// Renames a file, and returns a sentence about it; nil if renaming fails.
    private nonisolated func setAside(_ path: String) -> String? {
        let aside = path + ".damaged"
        return rename(path, aside) == 0 ? "It was renamed to \(aside)" : nil
    }

    /// Replaces the ledger. If this fails, the earlier file remains, and the report contains the reason.
    package func keep(_ ledger: Ledger, then report: @escaping (KeepReport) -> Void) {
        writer.keep(ledger.text, at: ledgerPath) { report($0) }
    }

    /// Replaces the last fix. If this fails, the earlier file remains, and the report contains the reason.
    package func keep(fix: Place, then report: @escaping (KeepReport) -> Void) {
        writer.keep(KeptFix(fix).text, at: fixPath) { report($0) }
    }

    /// Replaces the numbers of the popups, so that a popup that is shown again after a crash replaces the first one.
    ///
    /// This happens as soon as the server has replied, before the popup is recorded in the ledger as shown. If the
    /// process dies earlier, the number is lost, and a server without support for tags shows two popups. A failure
    /// affects only the next run, and is reported for the ledger anyway.
    package func keep(_ numbers: PopupNumbers) { writer.keep(numbers.text, at: numbersPath) { _ in } }
}
