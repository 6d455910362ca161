import Glibc
package import Tracker

/// The files of the state folder, which belongs to this process (`StateLock`), but for the copy of the settings. Reading
/// them can take as long as the disk does; they are written off the main queue.
@MainActor
package final class StateFiles: @MainActor StateStore {
    /// The most bytes that the ledger's file can have, twice what ten thousand alerts of three days take.
    package nonisolated static let ledgerLimit = 16 << 20
    /// The most bytes that the fix's file can have. It has about a hundred.
    package nonisolated static let fixLimit = 4 << 10
    /// The most bytes that the file of the popups' numbers can have.
    private nonisolated static let numbersLimit = 64 << 10

    /// The path of the folder.
    package nonisolated let folder: String
    private let writer: StateWriter

    private nonisolated var ledgerPath: String { folder + "/ledger" }
    private nonisolated var fixPath: String { folder + "/last-fix" }
    private nonisolated var numbersPath: String { folder + "/popups" }

    /// - Parameter folder: the state folder. Nothing in it is touched yet.
    package nonisolated init(folder: String, writer: StateWriter) {
        self.folder = folder
        self.writer = writer
    }

    /// Removes the files of earlier versions that nothing reads any more: the period of the last chart.
    package nonisolated func removeUnused() { unlink(folder + "/chart-period") }

    /// The ledger of the last run, nil if there is none; and what is wrong with a file that cannot be used. Such a file is
    /// renamed, not lost.
    package nonisolated func loadLedger() -> (value: Ledger?, trouble: String?) {
        let path = ledgerPath
        do {
            return (try readText(path, atMost: Self.ledgerLimit).map { try Ledger(text: $0) }, nil)
        } catch FileReadError.failed(let error) {
            return (nil, "The ledger \(path) cannot be read (\(error)); earlier announcements are unknown")
        } catch {
            let outcome = setAside(path).map { "\($0), and a new one begins" } ?? "A new one replaces it"
            return (nil, "The ledger \(path) cannot be used: \(error). \(outcome)")
        }
    }

    /// The last accepted fix, in the same way.
    package nonisolated func loadFix() -> (value: Place?, trouble: String?) {
        let path = fixPath
        do {
            // Version 0.2.0 wrote all digits.
            return (try readText(path, atMost: Self.fixLimit).map { try KeptFix(text: $0).place.toHundredths }, nil)
        } catch FileReadError.failed(let error) {
            return (nil, "The last fix \(path) cannot be read: \(error)")
        } catch {
            let outcome = setAside(path) ?? "The next fix replaces it"
            return (nil, "The last fix \(path) cannot be used: \(error). \(outcome)")
        }
    }

    /// The numbers of the popups of the last run, nil if there are none; and what is wrong with a file that cannot be used.
    /// The next popup replaces such a file.
    package nonisolated func loadNumbers() -> (value: PopupNumbers?, trouble: String?) {
        let path = numbersPath
        do {
            return (try readText(path, atMost: Self.numbersLimit).map { try PopupNumbers(text: $0) }, nil)
        } catch {
            return (
                nil,
                "The popups' numbers \(path) cannot be used: \(error). The next popup replaces this file, "
                    + "but no popup of an earlier run"
            )
        }
    }

    /// Renames a file; nil if that fails.
    private nonisolated func setAside(_ path: String) -> String? {
        let aside = path + ".damaged"
        return rename(path, aside) == 0 ? "It is renamed to \(aside)" : nil
    }

    /// Replaces the ledger. If that fails, the earlier one stays, and the report says why.
    package func keep(_ ledger: Ledger, then report: @escaping (KeepReport) -> Void) {
        writer.keep(ledger.text, at: ledgerPath) { report($0) }
    }

    /// Replaces the last fix in the same way.
    package func keep(fix: Place, then report: @escaping (KeepReport) -> Void) {
        writer.keep(KeptFix(fix).text, at: fixPath) { report($0) }
    }

    /// Replaces the numbers, so that a popup that is shown again after a crash replaces the first one.
    ///
    /// This happens as soon as the server has answered, before the ledger that has the popup as shown. If the process dies
    /// before that, the number is lost, and a server that does not support tags shows two popups. A failure affects only the
    /// next run, and is reported for the ledger anyway.
    package func keep(_ numbers: PopupNumbers) { writer.keep(numbers.text, at: numbersPath) { _ in } }
}
