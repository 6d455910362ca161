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
        /// Another file goes before this one, and says otherwise with this key.
        case overruled(key: String, by: SettingsEntry.Origin)
        /// Others edit the file, and do not come to an end.
        case busy(path: String)
        /// The file cannot be written.
        case unwritable(SystemError)

        /// What is wrong, and what to do.
        public var description: String {
            switch self {
            case .value(let error), .settings(let error): error.description
            case .overruled(let key, let origin):
                "\(origin.file):\(origin.line): \(key): this line goes before your own settings; change it there"
            case .busy(let path): "\(path) is being edited by another program; try again"
            case .unwritable(let error): "the settings cannot be written: \(error)"
            }
        }
    }

    /// Edits the person's own file in one step, and keeps its comments, its order and its mode; where a link leads to it,
    /// the link stays. Makes the file, and its folder for the owner alone, where it is missing. Writes nothing that could not be read
    /// afterwards, or would have no effect.
    ///
    /// Edits come one after the other (`FolderLock`). One that finds the file changed by somebody else under its hands is made anew
    /// from what is there now.
    ///
    /// - Parameter patience: how long to wait for other edits.
    /// - Returns: what holds afterwards.
    @discardableResult
    public func edit(_ edits: [SettingEdit], patience: Duration = .seconds(10)) throws(EditError) -> Settings {
        let target = try regularFile()
        let folder = String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)])
        if !folder.isEmpty, access(folder, F_OK) != 0 {
            // What is refused makes no folder.
            _ = try edited("", by: edits)
            do { try makeFolders(folder) } catch { throw .unwritable(error) }
        }
        let lock: FolderLock
        do {
            lock = try FolderLock(folder.isEmpty ? target.hasPrefix("/") ? "/" : "." : folder, patience: patience)
        } catch {
            throw error.number == ETIMEDOUT ? .busy(path: path) : .unwritable(error)
        }
        return try edit(edits, in: target, under: lock)
    }

    private func edit(_ edits: [SettingEdit], in target: String, under lock: borrowing FolderLock) throws(EditError)
        -> Settings
    {
        for _ in 0..<Self.attempts {
            let old: String?
            do { old = try Self.text(of: target) } catch { throw .settings(error) }
            let (text, settings) = try edited(old ?? "", by: edits)
            guard text != old else { return settings }
            do {
                if try replaceText(old, with: text, in: target, mode: Self.mode(of: target)) { return settings }
            } catch {
                throw .unwritable(error)
            }
        }
        throw .busy(path: path)
    }

    /// How often an edit is made anew. Nobody saves a file more often while it takes a millisecond.
    private static let attempts = 5

    /// Whether there is a regular file to edit, or none yet.
    public var isRegular: Bool { (try? regularFile()) != nil }

    /// The file that is edited, behind the links that lead to it.
    private func regularFile() throws(EditError) -> String {
        var status = stat()
        if case .file(let target) = FileTarget(path),
            stat(target, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        {
            return target
        }
        throw .settings(
            SettingsError(
                origin: nil, subject: path, problem: "it is no regular file", remedy: "name one that is, or none"))
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
            guard let origin = error.origin, origin.file == path, origin.line > 0 else { throw .settings(error) }
            // Of a line that is not in the file there is nothing to point to.
            guard let line = file.originalLine(of: origin.line) else { throw .value(error.at(nil)) }
            throw .settings(error.at(SettingsEntry.Origin(file: path, line: line)))
        }
        for case .set(let name, let value) in edits {
            guard let entry = entries.last(where: { name.isSet(by: $0) }), let origin = entry.origin,
                entry.value != value || origin.file != path
            else { continue }
            throw .overruled(key: entry.key, by: origin)
        }
        return (file.text, settings)
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
    /// The same mistake, found elsewhere.
    fileprivate func at(_ origin: SettingsEntry.Origin?) -> SettingsError {
        SettingsError(origin: origin, subject: subject, problem: problem, remedy: remedy)
    }
}

extension SettingName {
    /// Whether an entry gives this setting its value, or another one that stands in its place: the place is that of `Place=`
    /// or that of `Latitude=` and `Longitude=`, whichever counts more.
    fileprivate func isSet(by entry: SettingsEntry) -> Bool {
        guard entry.group == group else { return false }
        let rivals: [SettingName] = self == .place ? [.latitude, .longitude] : [.place]
        let isOfPlace = [.place, .latitude, .longitude].contains(self)
        return entry.key == key || isOfPlace && rivals.contains { $0.key == entry.key }
    }
}
