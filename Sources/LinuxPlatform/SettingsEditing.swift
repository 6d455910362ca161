import CLinux
import Glibc
public import Systemd
public import Tracker

/// A change of one setting.
public enum SettingEdit: Hashable, Sendable {
    /// It gets this value.
    case set(SettingName, String)
    /// It loses its value.
    case unset(SettingName)
}

extension SettingEdit {
    fileprivate var withoutSpaceAround: SettingEdit {
        switch self {
        case .set(let name, let value): .set(name, String(value.withoutSpaceAround))
        case .unset: self
        }
    }
}

extension SettingsFile {
    /// Why the settings stay as they are.
    public enum EditError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The new value is none that this setting can have.
        case value(SettingsError)
        /// The files have a mistake elsewhere.
        case settings(SettingsError)
        /// Another file goes before this one, and says otherwise.
        case overruled(SettingName, by: SettingsEntry.Origin)
        /// The file cannot be written.
        case unwritable(SystemError)

        /// What is wrong, and what to do.
        public var description: String {
            switch self {
            case .value(let error), .settings(let error): error.description
            case .overruled(let name, let origin):
                "\(origin.file):\(origin.line): \(name.key): this line goes before your own settings; change it there"
            case .unwritable(let error): "the settings cannot be written: \(error)"
            }
        }
    }

    /// Edits the person's own file in one step, and keeps its comments, its order and its mode; where a link leads to it,
    /// the link stays. Makes the file, and its folder for the owner alone, where it is missing. Writes nothing that could not be read
    /// afterwards, or would have no effect.
    ///
    /// - Returns: what holds afterwards.
    @discardableResult
    public func edit(_ edits: [SettingEdit]) throws(EditError) -> Settings {
        let target = Self.target(of: path)
        let old: String?
        do { old = try Self.text(of: target) } catch { throw .settings(error) }
        let (text, settings) = try edited(old ?? "", by: edits)
        guard text != old else { return settings }
        do {
            try makeFolders(String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)]))
            try writeAtomically(text, to: target, mode: Self.mode(of: target))
        } catch {
            throw .unwritable(error)
        }
        return settings
    }

    /// The text of the person's own file after the edits, and what then holds.
    func edited(_ old: String, by edits: [SettingEdit]) throws(EditError) -> (text: String, settings: Settings) {
        // As they come back: a file has no white space around its values.
        let edits = edits.map(\.withoutSpaceAround)
        let file = try KeyFileText(old).edited(by: edits, path: path)
        let entries: [SettingsEntry]
        let settings: Settings
        do {
            entries = try self.entries(withText: file.text)
            settings = try Settings(entries: entries, places: places)
        } catch {
            throw error.isAbout(edits, in: path) ? .value(error.withoutOrigin) : .settings(error)
        }
        for case .set(let name, let value) in edits {
            guard let entry = entries.last(where: { $0.group == name.group && $0.key == name.key }),
                let origin = entry.origin, entry.value != value || origin.file != path
            else { continue }
            throw .overruled(name, by: origin)
        }
        return (file.text, settings)
    }

    /// The file that a chain of links leads to, whether or not it is there.
    private static func target(of path: String) -> String {
        var path = path
        // As many as the kernel follows.
        for _ in 0..<40 {
            guard let target = linkTarget(path) else { break }
            path = target.hasPrefix("/") ? target : path[...(path.lastIndex(of: "/") ?? path.startIndex)] + target
        }
        return path
    }

    /// The permission bits of the file; of one to be made, those for its owner alone.
    private static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0o600
    }
}

extension KeyFileText {
    /// The text after the edits.
    fileprivate func edited(by edits: [SettingEdit], path: String) throws(SettingsFile.EditError) -> KeyFileText {
        // What is no UTF-8 would not come back as it was.
        guard !text.unicodeScalars.contains("\u{FFFD}") else {
            throw .settings(
                SettingsError(
                    origin: nil, subject: path, problem: "it is no text in UTF-8", remedy: "edit it by hand"))
        }
        var file = self
        for edit in edits {
            switch edit {
            case .set(let name, let value):
                guard !value.hasControlCharacter else {
                    throw .value(
                        SettingsError(
                            origin: nil, subject: name.key,
                            problem: "the value has a line's end or a control character",
                            remedy: "write it in one line"))
                }
                guard !value.unicodeScalars.contains("\u{FFFD}") else {
                    throw .value(
                        SettingsError(
                            origin: nil, subject: name.key, problem: "the value is no text in UTF-8",
                            remedy: "write it in UTF-8"))
                }
                file.set(name.key, inGroup: name.group, to: value)
            case .unset(let name):
                file.remove(name.key, fromGroup: name.group)
            }
        }
        return file
    }
}

extension SettingsError {
    /// Whether it is a setting that was just edited that is wrong.
    fileprivate func isAbout(_ edits: [SettingEdit], in path: String) -> Bool {
        origin?.file == path
            && edits.contains {
                if case .set(let name, _) = $0 { return name.key == subject }
                return false
            }
    }

    /// A line that is not written is nothing to point to.
    fileprivate var withoutOrigin: SettingsError {
        SettingsError(origin: nil, subject: subject, problem: problem, remedy: remedy)
    }
}
