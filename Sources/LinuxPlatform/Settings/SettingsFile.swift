// SPDX-License-Identifier: MIT
import CLinux
package import Configuration
import Glibc
package import Systemd

/// The settings files: `suntracker.conf` in the XDG configuration directories, and `suntracker.conf.d/*.conf` next to
/// each.
package struct SettingsFile: Sendable {
    /// The maximum size of a file, in bytes: enough for ten thousand alerts.
    package static let sizeLimit = 4 << 20

    /// The user's own file, to which edits are written.
    package let path: String
    /// The directories with the files, lowest precedence first; nil if only `path` is read.
    private let folders: [String]?
    package let places: any PlaceDirectory

    /// The file given with `--config`; without it, the files according to the XDG Base Directory Specification: in
    /// `$XDG_CONFIG_DIRS` and, with higher precedence, in `$XDG_CONFIG_HOME`.
    package init(path: String? = nil, environment: Environment, places: any PlaceDirectory = ProgramPlaces()) {
        let home = environment.configurationHome
        let folders = (environment.configurationFolders.reversed() + [home]).map { "\($0)/suntracker" }
        self.path = path ?? Self.main(in: "\(home)/suntracker")
        self.folders = path == nil ? folders : nil
        self.places = places
    }

    /// The files to read, lowest precedence first, without the files in a directory that cannot be read. A missing file
    /// counts as empty, except for the file given with `--config`.
    private var paths: [String] { folders?.flatMap { (try? Self.paths(in: $0)) ?? [Self.main(in: $0)] } ?? [path] }

    package var existingPaths: [String] { paths.filter { access($0, F_OK) == 0 } }

    /// The user's own file; if it does not exist, the directory in which to create it.
    package var fileOrFolder: String {
        access(path, F_OK) == 0 ? path : folder(of: path)
    }

    package var watched: [FileWatcher.Target] {
        paths.map { .file(Self.absolute($0)) }
            + (folders ?? []).map { .folder(Self.parts(in: $0)) }
    }

    /// The absolute path, computed without accessing the disk.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    package func load() throws(SettingsError) -> Settings { try settings(of: try entries()) }

    /// Returns the settings that result from entries, such as the entries of the files.
    package func settings(of entries: [SettingsEntry]) throws(SettingsError) -> Settings {
        try Settings(entries: entries, places: places)
    }

    /// Returns the entries of all files, lowest precedence first.
    ///
    /// - Parameter own: the contents of the user's own file; nil for its current contents.
    package func entries(with own: KeyFile? = nil) throws(SettingsError) -> [SettingsEntry] {
        var paths = folders == nil ? [path] : []
        for folder in folders ?? [] {
            try Self.refuseMissingTarget(onTheWayTo: Self.parts(in: folder))
            paths += try Self.paths(in: folder)
        }
        var entries: [SettingsEntry] = []
        for path in paths {
            if let own, path == self.path { entries += try own.entries(at: path) } else { entries += try read(path) }
        }
        return entries
    }

    private func read(_ path: String) throws(SettingsError) -> [SettingsEntry] {
        if let text = try Self.textOfTarget(of: path) { return try KeyFile(text).entries(at: path) }
        guard folders == nil else {
            // A name that is not UTF-8 is listed with U+FFFD, so the file cannot be opened.
            guard path.unicodeScalars.contains("\u{FFFD}"), path != self.path else { return [] }
            throw SettingsError(
                origin: nil, subject: path, problem: "its name is not UTF-8 text",
                remedy: "rename the file")
        }
        throw SettingsError(
            origin: nil, subject: path, problem: "no such file", remedy: "check the path"
        )
    }

    /// Creates the directory of the user's own file, with mode 0700, if it is missing.
    package func makeFolder() throws(SystemError) {
        let folder = folder(of: path)
        try makeFolders(folder)
        var status = stat()
        guard stat(folder, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemError("mkdir \(folder)", number: ENOTDIR)
        }
    }

    /// Returns the text of a settings file; nil if it does not exist.
    package static func text(of path: String) throws(SettingsError) -> String? {
        do {
            return try readText(path, atMost: sizeLimit)
        } catch {
            throw unreadable(path, because: "\(error)", remedy: error.remedy)
        }
    }

    /// Returns the text of a settings file, like `text(of:)`, but refuses a path with a symbolic link that leads nowhere.
    package static func textOfTarget(of path: String) throws(SettingsError) -> String? {
        if let text = try text(of: path) { return text }
        try refuseMissingTarget(onTheWayTo: path)
        return nil
    }

    /// Refuses a path with a symbolic link that leads nowhere. The settings exist, on a disk that is not mounted yet, or
    /// in a branch that is not checked out; reading them as empty would also replace the last valid settings.
    private static func refuseMissingTarget(onTheWayTo path: String) throws(SettingsError) {
        var step = ""
        for name in absolute(path).split(separator: "/") {
            step += "/\(name)"
            if access(step, F_OK) == 0 { continue }
            guard let target = linkTarget(step) else { return }
            throw SettingsError(
                origin: nil, subject: step, problem: "it is a symbolic link to \(target), which does not exist",
                remedy: "restore the target, or remove the link")
        }
    }

    private static func unreadable(
        _ path: String, because reason: String, remedy: String
    ) -> SettingsError {
        SettingsError(
            origin: nil, subject: path, problem: "it cannot be read (\(reason))",
            remedy: remedy)
    }

    /// The error if the disk with the files does not respond.
    package func error(because reason: String) -> SettingsError {
        let remedy = FileReadError.failed(SystemError("read", number: ETIMEDOUT)).remedy
        return Self.unreadable(path, because: reason, remedy: remedy)
    }

    private static func main(in folder: String) -> String { "\(folder)/suntracker.conf" }

    private static func parts(in folder: String) -> String { "\(folder)/suntracker.conf.d" }

    /// Returns the file in a directory, and its drop-in files `*.conf`, sorted by name.
    private static func paths(in folder: String) throws(SettingsError) -> [String] {
        let parts = parts(in: folder)
        let names: [String]
        do { names = try namesInFolder(parts) } catch {
            throw unreadable(parts, because: "\(error)", remedy: FileReadError.failed(error).remedy)
        }
        return [main(in: folder)]
            + names.filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }.map { "\(parts)/\($0)" }
    }
}
