// SPDX-License-Identifier: MIT
import CLinux
import Configuration
import Glibc
import LinuxPlatform
import Systemd

enum SettingEdit: Hashable, Sendable {
    case set(SettingName, String)
    case unset(SettingName)
    case remove(alert: String)
}

extension SettingsFile {
    /// Edits the user's own file in one step. Keeps its comments, its order and its mode, and a symbolic link to it.
    /// Creates a missing file and its directory, accessible only to the owner. Refuses an edit that would have no
    /// effect, or that would make the settings invalid.
    ///
    /// Edits wait for each other (`FolderLock`).
    ///
    /// - Returns: the settings after the edit.
    @discardableResult
    func edit(_ edits: [SettingEdit]) throws(CommandError) -> Settings {
        do { _ = try Self.textOfTarget(of: path) } catch { throw .settings(error) }
        // It can be read, so anything else is a link to /dev/null.
        guard case .regular(let target, _) = FileTarget(path) else {
            throw .settings(
                SettingsError(
                    origin: nil, subject: path, problem: "it is not a regular file",
                    remedy: "use a regular file, or a new one"))
        }
        let folder = folder(of: target)
        if access(folder, F_OK) != 0 {
            // An edit that is refused must not create the directory.
            _ = try edited("", by: edits)
            do { try makeFolders(folder) } catch { throw Self.unwritable(error) }
        }
        let lock: FolderLock
        do { lock = try FolderLock(folder) } catch { throw Self.unwritable(error) }
        return try edit(edits, in: target, under: lock)
    }

    private func edit(_ edits: [SettingEdit], in target: String, under lock: borrowing FolderLock) throws(CommandError)
        -> Settings
    {
        let old: String?
        do { old = try Self.text(of: target) } catch { throw .settings(error) }
        let (text, settings) = try edited(old ?? "", by: edits)
        guard text != old else { return settings }
        var status = stat()
        let mode = stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o600
        do { try writeAtomically(text, to: target, mode: mode) } catch { throw Self.unwritable(error) }
        return settings
    }

    private static func unwritable(_ error: SystemError) -> CommandError {
        CommandError(EX_CANTCREAT, "cannot write the settings: \(error)")
    }

    func edited(_ old: String, by edits: [SettingEdit]) throws(CommandError) -> (text: String, settings: Settings) {
        // Bytes that are not UTF-8 would be changed when they are written back.
        guard !old.unicodeScalars.contains("\u{FFFD}") else {
            throw .settings(
                SettingsError(
                    origin: nil, subject: path, problem: "it is not UTF-8 text",
                    remedy: "edit it manually"))
        }
        var file = KeyFile(old)
        for edit in edits {
            do throws(SettingsError) { try file.apply(edit) } catch { throw CommandError(EX_USAGE, error.description) }
        }
        let entries: [SettingsEntry]
        let settings: Settings
        do {
            entries = try self.entries(with: file)
            settings = try self.settings(of: entries)
        } catch {
            guard error.origin == SettingsEntry.Origin(file: path, line: 0) else { throw .settings(error) }
            // A line that the edit would add is not in the file yet, so the error cannot point to it.
            var error = error
            error.origin = nil
            throw CommandError(EX_USAGE, error.description)
        }
        for case .set(let name, let value) in edits {
            let own = SettingsEntry(origin: .init(file: path, line: 0), group: name.group, key: name.key, value: value)
            let replacing = entries.filter { $0.replaces(own) }
            guard let last = replacing.last, last.value != value.trimmed || last.origin?.file != path else { continue }
            let entry = replacing.first { $0.origin?.file == last.origin?.file } ?? last
            throw .settings(
                SettingsError(
                    origin: entry.origin, subject: entry.key, problem: "this line overrides your own settings",
                    remedy: "change it there"))
        }
        return (file.text, settings)
    }
}

/// Prevents other processes of this program from editing files in a directory until the value is destroyed. The lock is
/// flock(2) on the directory itself, so it leaves no file behind.
private struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock, and waits for other edits, which take milliseconds.
    init(_ folder: String) throws(SystemError) {
        descriptor = suntracker_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemError("open \(folder)", number: errno) }
        while flock(descriptor, LOCK_EX) != 0 {
            let number = errno
            guard number == EINTR else {
                close(descriptor)
                throw SystemError("flock \(folder)", number: number)
            }
        }
    }

    deinit { close(descriptor) }
}

extension KeyFile {
    fileprivate mutating func apply(_ edit: SettingEdit) throws(SettingsError) {
        switch edit {
        case .set(let name, let value):
            guard !value.hasControlCharacter else {
                throw SettingsError(
                    origin: nil, subject: name.key,
                    problem: "the value contains a line break or a control character",
                    remedy: "use a single line")
            }
            guard !value.unicodeScalars.contains("\u{FFFD}") else {
                throw SettingsError(
                    origin: nil, subject: name.key, problem: "the value is not UTF-8 text",
                    remedy: "write it in UTF-8")
            }
            set(name.key, inGroup: name.group, to: value)
        case .unset(let name): remove(name.key, fromGroup: name.group)
        case .remove(let alert):
            guard remove(group: alert) else {
                throw SettingsError(
                    origin: nil, subject: "[\(alert)]", problem: "unknown section",
                    remedy: "see them with: suntracker config")
            }
        }
    }
}
