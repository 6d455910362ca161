// SPDX-License-Identifier: MIT
package import Configuration
import Tracker

/// A copy of the last accepted settings, in a file in the state directory.
@MainActor
package final class SettingsCopyFile {
    private nonisolated let file: SettingsFile
    private nonisolated let path: String
    private let writer: StateWriter
    package var text: String?

    package nonisolated init(of file: SettingsFile, folder: String, writer: StateWriter) {
        self.file = file
        self.writer = writer
        path = folder + "/last-settings"
    }

    /// Returns the text of the file. A copy that cannot be read counts as missing, because it is used only if the
    /// settings themselves are invalid.
    package nonisolated func read() -> String? { try? readText(path, atMost: SettingsFile.sizeLimit) }

    /// Returns the last accepted settings from these files; nil if there are none, or if they are invalid.
    package func load() -> Settings? {
        guard let text, SettingsCopy.isCopy(text, of: file.path) else { return nil }
        return try? file.settings(of: try KeyFile(text).entries(at: path))
    }

    /// Writes a copy of accepted settings, off the main queue, unless the file already contains it.
    package func keep(_ settings: Settings, madeOf entries: [SettingsEntry]) {
        let copy = SettingsCopy(entries, making: settings, source: file.path)
        guard copy.text != text else { return }
        text = copy.text
        writer.keep(copy.text, at: path) { [weak self] report in
            // The next settings will be written again. The failure is already reported for the ledger.
            if case .notWritten = report, self?.text == copy.text { self?.text = nil }
        }
    }
}
