public import Tracker

/// The settings that were last accepted, in a file of the state folder.
@MainActor
public final class SettingsCopyFile {
    private let file: SettingsFile
    private let path: String
    private let writer: StateWriter
    /// What the file has, as far as is known.
    private var text: String?

    /// The file in that folder.
    ///
    /// - Parameters:
    ///   - file: the settings that it is a copy of.
    ///   - writer: writes it.
    public init(of file: SettingsFile, folder: String, writer: StateWriter) {
        self.file = file
        self.writer = writer
        path = folder + "/last-settings"
        // It is for the worst case, and what is wrong with it is no news beside that.
        text = try? readText(path, atMost: SettingsFile.sizeLimit)
    }

    /// The settings that were last accepted of these files; nil if there are none, or they are of no use any more.
    public func load() -> Settings? {
        guard let text, SettingsCopy.isCopy(text, of: file.path) else { return nil }
        return try? file.settings(of: try KeyFile(text: text, path: path).entries)
    }

    /// Keeps a copy of settings that are accepted, off the main queue, unless the file has it.
    public func keep(_ settings: Settings, madeOf entries: [SettingsEntry]) {
        let copy = SettingsCopy(entries, making: settings, source: file.path)
        guard copy.text != text else { return }
        text = copy.text
        writer.keep(copy.text, at: path) { [weak self] report in
            // Tried again with the next settings. That the folder cannot be written to is said of the ledger.
            if case .notKept = report, self?.text == copy.text { self?.text = nil }
        }
    }
}
