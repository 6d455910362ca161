package import Tracker

/// The settings that were last accepted, in a file of the state folder.
@MainActor
package final class SettingsCopyFile {
    private nonisolated let file: SettingsFile
    private nonisolated let path: String
    private let writer: StateWriter
    /// The file's text, as far as known.
    package var text: String?

    /// - Parameters:
    ///   - file: the settings that this is a copy of.
    ///   - folder: the state folder.
    package nonisolated init(of file: SettingsFile, folder: String, writer: StateWriter) {
        self.file = file
        self.writer = writer
        path = folder + "/last-settings"
    }

    /// The file's text. A copy that cannot be read is treated as missing: it is used only when the settings themselves are
    /// damaged.
    package nonisolated func read() -> String? { try? readText(path, atMost: SettingsFile.sizeLimit) }

    /// The settings of these files that were last accepted; nil if there are none, or they are no longer valid.
    package func load() -> Settings? {
        guard let text, SettingsCopy.isCopy(text, of: file.path) else { return nil }
        var settings = try? file.settings(of: try KeyFile(text).entries(at: path))
        // Nobody edits the copy.
        settings?.gone = []
        return settings
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
