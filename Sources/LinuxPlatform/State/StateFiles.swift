// SPDX-License-Identifier: MIT
package import Configuration
import Glibc
package import Tracker

/// The files in the state directory, except the copy of the settings. The directory belongs to this process
/// (`StateLock`). Reading can take as long as the disk takes; writing happens off the main queue.
@MainActor
package final class StateFiles: @MainActor StateStore {
    /// The maximum size of the ledger's file, in bytes: twice the size for ten thousand alerts on three days.
    package nonisolated static let ledgerLimit = 16 << 20
    /// The maximum size of the fix's file, in bytes. A typical size is a hundred bytes.
    package nonisolated static let fixLimit = 4 << 10
    /// The maximum size of the file with the popups' numbers, in bytes.
    nonisolated static let numbersLimit = 64 << 10

    package nonisolated let folder: String
    private let writer: StateWriter

    private nonisolated var ledgerPath: String { folder + "/ledger" }
    private nonisolated var fixPath: String { folder + "/last-fix" }
    private nonisolated var numbersPath: String { folder + "/popups" }

    /// - Parameter folder: the state directory. It is not accessed yet.
    package nonisolated init(folder: String, writer: StateWriter) {
        self.folder = folder
        self.writer = writer
    }

    /// Returns the ledger of the last run, nil if there is none, and the problem with an unusable file.
    package nonisolated func loadLedger() -> (value: Ledger?, problem: String?) {
        load(ledgerPath, "the ledger", atMost: Self.ledgerLimit, without: "earlier announcements are unknown") {
            try Ledger(text: $0)
        }
    }

    /// Returns the last accepted fix, nil if there is none, and the problem with an unusable file.
    package nonisolated func loadFix() -> (value: Place?, problem: String?) {
        load(fixPath, "the last location", atMost: Self.fixLimit, without: "GeoClue's next location will replace it") {
            try Place(lastFixText: $0)
        }
    }

    /// Returns the numbers of the last run's popups, nil if there are none, and the problem with an unusable file.
    package nonisolated func loadNumbers() -> (value: PopupNumbers?, problem: String?) {
        load(
            numbersPath, "the saved notification IDs", atMost: Self.numbersLimit,
            without: "notifications of the last run will not be replaced"
        ) { try PopupNumbers(text: $0) }
    }

    /// Reads a file, and renames it if it was read and is unusable, so nothing of it is lost. The problem ends with
    /// what happens without the file.
    private nonisolated func load<Value>(
        _ path: String, _ name: String, atMost limit: Int, without consequence: String,
        _ value: (String) throws -> Value
    ) -> (value: Value?, problem: String?) {
        do {
            return (try readText(path, atMost: limit).map(value), nil)
        } catch FileReadError.failed(let error) {
            return (nil, "Cannot read \(name) \(path) (\(error)); \(consequence)")
        } catch {
            let suffix =
                if case StateTextError.otherVersion(let version, _) = error { "version-\(version)" } else { "damaged" }
            let aside = "\(path).\(suffix)"
            let outcome = rename(path, aside) == 0 ? "It was renamed to \(aside)" : "It cannot be renamed to \(aside)"
            return (nil, "Cannot use \(name) \(path): \(error). \(outcome); \(consequence)")
        }
    }

    /// Replaces the ledger. If this fails, the earlier file remains, and the report contains the reason.
    package func keep(_ ledger: Ledger, then report: @escaping (WriteReport) -> Void) {
        writer.keep(ledger.text, at: ledgerPath) { report($0) }
    }

    /// Replaces the last fix. If this fails, the earlier file remains, and the report contains the reason.
    package func keep(fix: Place, then report: @escaping (WriteReport) -> Void) {
        writer.keep(fix.lastFixText, at: fixPath) { report($0) }
    }

    /// Replaces the numbers of the popups, so that a popup that is shown again after a crash replaces the first one.
    ///
    /// This happens as soon as the server has replied, before the popup is recorded in the ledger as shown. If the
    /// process dies earlier, the number is lost, and a server without support for tags shows two popups. A failure
    /// affects only the next run, and is reported for the ledger anyway.
    package func keep(_ numbers: PopupNumbers) { writer.keep(numbers.text, at: numbersPath) { _ in } }
}
