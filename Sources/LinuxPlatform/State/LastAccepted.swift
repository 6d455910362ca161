import Glibc
import Systemd
package import Tracker

/// The last accepted fix, in a file of the state folder that belongs to this process (`LedgerFile`).
@MainActor
package final class FixFile: FixStore {
    /// The most bytes that the file can have. It has about a hundred.
    package nonisolated static let sizeLimit = 4 << 10

    private let path: String
    private let writer: StateWriter

    /// - Parameters:
    ///   - folder: the state folder.
    ///   - fresh: deletes an earlier fix.
    package init(folder: String, writer: StateWriter, fresh: Bool = false) {
        self.writer = writer
        path = folder + "/last-fix"
        if fresh { unlink(path) }
    }

    /// The last fix, nil if there is none; and what is wrong with a file that cannot be used. Such a file is renamed, not
    /// lost.
    package func load() -> (fix: Place?, trouble: String?) {
        do {
            return (try readText(path, atMost: Self.sizeLimit).map { try KeptFix(text: $0).place }, nil)
        } catch FileReadError.failed(let error) {
            return (nil, "The last fix \(path) cannot be read: \(error)")
        } catch {
            let aside = path + ".damaged"
            let outcome = rename(path, aside) == 0 ? "It is renamed to \(aside)" : "The next fix replaces it"
            return (nil, "The last fix \(path) cannot be used: \(error). \(outcome)")
        }
    }

    /// Replaces the file, off the main queue.
    package func keep(fix: Place, then report: @escaping @MainActor (KeepReport) -> Void) {
        writer.keep(KeptFix(fix).text, at: path, then: report)
    }
}

/// The settings that were last accepted, in a file of the state folder.
@MainActor
package final class SettingsCopyFile {
    private let file: SettingsFile
    private let path: String
    private let writer: StateWriter
    /// The file's text, as far as known.
    private var text: String?

    /// - Parameters:
    ///   - file: the settings that this is a copy of.
    ///   - folder: the state folder.
    package init(of file: SettingsFile, folder: String, writer: StateWriter) {
        self.file = file
        self.writer = writer
        path = folder + "/last-settings"
        // A copy that cannot be read is treated as missing: it is used only when the settings themselves are damaged.
        text = try? readText(path, atMost: SettingsFile.sizeLimit)
    }

    /// The settings of these files that were last accepted; nil if there are none, or they are no longer valid.
    package func load() -> Settings? {
        guard let text, SettingsCopy.isCopy(text, of: file.path) else { return nil }
        return try? file.settings(of: try KeyFile(text: text, path: path).entries)
    }

    /// Writes a copy of accepted settings, off the main queue, unless the file has it already.
    package func keep(_ settings: Settings, madeOf entries: [SettingsEntry]) {
        let copy = SettingsCopy(entries, making: settings, source: file.path)
        guard copy.text != text else { return }
        text = copy.text
        writer.keep(copy.text, at: path) { [weak self] report in
            // The next settings are written again. That the folder cannot be written to is reported for the ledger.
            if case .notKept = report, self?.text == copy.text { self?.text = nil }
        }
    }
}
