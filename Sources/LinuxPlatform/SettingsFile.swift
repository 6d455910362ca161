import CLibnotify
import Glibc
public import Tracker

/// `suntracker.conf`, in the XDG configuration folders, and `suntracker.conf.d/*.conf` beside each.
public struct SettingsFile: Sendable {
    /// The person's own file, which is read, and written by those who edit the settings.
    public let path: String
    /// The folders of the files, the least important first; nil where `path` is all that is read.
    private let folders: [String]?

    /// The one file that `--config` names.
    public init(path: String) {
        self.path = path
        folders = nil
    }

    /// The files of the XDG Base Directory Specification: those of `$XDG_CONFIG_DIRS`, and after them, with more weight,
    /// those of `$XDG_CONFIG_HOME`.
    public init(environment: Environment) {
        path = "\(environment.configurationHome)/suntracker/suntracker.conf"
        folders = (environment.configurationFolders.reversed() + [environment.configurationHome]).map {
            "\($0)/suntracker"
        }
    }

    /// The files that are read, the least important first. A missing one counts as empty, but not where `--config` names
    /// it.
    public var paths: [String] {
        folders?.flatMap { ["\($0)/suntracker.conf"] + Self.parts("\($0)/suntracker.conf.d") } ?? [path]
    }

    /// Those of the files that are there.
    public var existingPaths: [String] { paths.filter { access($0, F_OK) == 0 } }

    /// What to watch to learn that the settings have changed.
    public var watched: [FileWatcher.Target] {
        paths.map(FileWatcher.Target.file) + (folders ?? []).map { .folder("\($0)/suntracker.conf.d") }
    }

    /// Reads the files, and after them, with the most weight, what the command line says.
    public func load(over commandLine: [SettingsEntry] = []) throws(SettingsError) -> Settings {
        try Settings(entries: try entries() + commandLine)
    }

    /// What the files say, the least important first.
    public func entries() throws(SettingsError) -> [SettingsEntry] {
        var entries: [SettingsEntry] = []
        for path in paths { entries += try read(path) }
        return entries
    }

    /// What the files would say if `path` had this text.
    func entries(withText text: String) throws(SettingsError) -> [SettingsEntry] {
        var entries: [SettingsEntry] = []
        for path in paths {
            entries += path == self.path ? try KeyFile(text: text, path: path).entries : try read(path)
        }
        return entries
    }

    private func read(_ path: String) throws(SettingsError) -> [SettingsEntry] {
        let text: String?
        do {
            text = try readText(path)
        } catch {
            throw SettingsError(
                origin: nil, subject: path, problem: "it cannot be read (\(error))", remedy: "make it readable for you")
        }
        if let text { return try KeyFile(text: text, path: path).entries }
        guard folders == nil else { return [] }
        throw SettingsError(
            origin: nil, subject: path, problem: "there is no such file", remedy: "name one that exists")
    }

    /// The files `*.conf` of a folder, in the order of their names.
    private static func parts(_ folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().map { "\(folder)/\($0)" }
    }
}

/// A key file (Desktop Entry Specification, "Basic format of the file"), read by GLib.
struct KeyFile {
    /// Every key of every group, in the file's order.
    let entries: [SettingsEntry]

    /// The key file that a text holds. The path is for what the errors say.
    init(text: String, path: String) throws(SettingsError) {
        let file = g_key_file_new()
        defer { g_key_file_free(file) }
        var error: UnsafeMutablePointer<GError>?
        guard g_key_file_load_from_data(file, text, gsize(text.utf8.count), GKeyFileFlags(rawValue: 0), &error) != 0
        else {
            defer { g_error_free(error) }
            throw Self.syntaxError(in: text, path: path, error)
        }
        var entries: [SettingsEntry] = []
        let lines = KeyFileLines(text)
        for group in Self.strings(g_key_file_get_groups(file, nil)) {
            for key in Self.strings(g_key_file_get_keys(file, group, nil, nil)) {
                guard let value = g_key_file_get_value(file, group, key, nil) else { continue }
                defer { g_free(value) }
                let origin = SettingsEntry.Origin(file: path, line: lines.line(ofKey: key, inGroup: group))
                entries.append(
                    SettingsEntry(origin: origin, group: group, key: key, value: Self.withoutTrailingSpace(value)))
            }
        }
        self.entries = entries
    }

    /// GLib keeps the white space behind a value, where nobody means it.
    private static func withoutTrailingSpace(_ value: UnsafePointer<CChar>) -> String {
        var text = String(cString: value)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        defer { g_strfreev(list) }
        var strings: [String] = []
        var next = list
        while let string = next?.pointee {
            strings.append(String(cString: string))
            next = next.map { $0 + 1 }
        }
        return strings
    }

    /// GLib quotes a line that it cannot read but does not count it, so the line is looked for by the same rules.
    private static func syntaxError(in text: String, path: String, _ error: UnsafeMutablePointer<GError>?)
        -> SettingsError
    {
        let line = KeyFileLines(text).firstMistake
        let problem = error.map { String(cString: $0.pointee.message) } ?? "it is no key file"
        return SettingsError(
            origin: SettingsEntry.Origin(file: path, line: line?.number ?? 0), subject: line?.text ?? "the file",
            problem: line?.problem ?? problem,
            remedy: "a line is empty, a # comment, a [Group], or Key=value below a group")
    }
}
