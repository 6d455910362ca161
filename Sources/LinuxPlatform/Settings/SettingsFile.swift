import CLibnotify
import CLinux
import Glibc
public import Systemd
public import Tracker

/// `suntracker.conf`, in the XDG configuration folders, and `suntracker.conf.d/*.conf` beside each.
public struct SettingsFile: Sendable {
    /// The most bytes that a file can have: enough for ten thousand alerts.
    static let sizeLimit = 4 << 20

    /// The person's own file, which is read, and written by those who edit the settings.
    public let path: String
    /// The folders of the files, the least important first; nil where `path` is all that is read.
    private let folders: [String]?
    /// What `Place=` is looked up in.
    let places: any PlaceDirectory

    /// The one file that `--config` names.
    public init(path: String, places: any PlaceDirectory = ProgramPlaces()) {
        self.path = path
        self.places = places
        folders = nil
    }

    /// The files of the XDG Base Directory Specification: those of `$XDG_CONFIG_DIRS`, and after them, with more weight,
    /// those of `$XDG_CONFIG_HOME`.
    public init(environment: Environment, places: any PlaceDirectory = ProgramPlaces()) {
        self.places = places
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
        paths.map { .file($0.hasPrefix("/") ? $0 : Self.workingFolder + "/" + $0) }
            + (folders ?? []).map { .folder("\($0)/suntracker.conf.d") }
    }

    private static var workingFolder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    /// Reads the files, and after them, with the most weight, what the command line says.
    public func load(over commandLine: [SettingsEntry] = []) throws(SettingsError) -> Settings {
        try settings(of: try entries() + commandLine)
    }

    /// The settings that entries make, such as those of the files.
    public func settings(of entries: [SettingsEntry]) throws(SettingsError) -> Settings {
        try Settings(entries: entries, places: places)
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
        if let text = try Self.text(of: path) { return try KeyFile(text: text, path: path).entries }
        guard folders == nil else { return [] }
        throw SettingsError(
            origin: nil, subject: path, problem: "there is no such file", remedy: "name one that exists")
    }

    /// Makes the folder of the person's own file, with mode 0700, if it is not there.
    public func makeFolder() throws(SystemError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try makeFolders(folder)
        var status = stat()
        guard stat(folder, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemError("mkdir \(folder)", number: ENOTDIR)
        }
    }

    /// The text of a settings file; nil if there is none.
    static func text(of path: String) throws(SettingsError) -> String? {
        do {
            return try readText(path, atMost: sizeLimit)
        } catch {
            throw SettingsError(
                origin: nil, subject: path, problem: "it cannot be read (\(error))", remedy: error.remedy)
        }
    }

    /// The files `*.conf` of a folder, in the order of their names.
    private static func parts(_ folder: String) -> [String] {
        namesInFolder(folder).filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
    }
}

/// A key file (Desktop Entry Specification, "Basic format of the file"), read by GLib.
struct KeyFile {
    /// Every key of every group, in the file's order.
    let entries: [SettingsEntry]

    /// The key file that a text holds. The path is for what the errors say.
    init(text: String, path: String) throws(SettingsError) {
        let lines = KeyFileLines(text)
        if let mistake = lines.firstMistake {
            throw Self.syntaxError(in: text, path: path, line: mistake.number, mistake.problem)
        }
        let file = g_key_file_new()
        defer { g_key_file_free(file) }
        var error: UnsafeMutablePointer<GError>?
        // GLib takes a carriage return for white space before a line feed alone.
        let complete = KeyFileLines.textForGLib(text) + "\n"
        let count = gsize(complete.utf8.count)
        guard g_key_file_load_from_data(file, complete, count, GKeyFileFlags(rawValue: 0), &error) != 0 else {
            defer { g_error_free(error) }
            // The one key that GLib reads itself, to refuse what is not UTF-8.
            throw Self.syntaxError(
                in: text, path: path, line: lines.firstLine(ofKey: "Encoding") ?? 0,
                error.map { String(cString: $0.pointee.message) } ?? "it is no key file")
        }
        var entries: [SettingsEntry] = []
        for group in Self.strings(g_key_file_get_groups(file, nil)) {
            for key in Self.strings(g_key_file_get_keys(file, group, nil, nil)) {
                guard let value = g_key_file_get_value(file, group, key, nil) else { continue }
                defer { g_free(value) }
                let origin = SettingsEntry.Origin(file: path, line: lines.line(ofKey: key, inGroup: group))
                // GLib keeps the white space behind a value, where nobody means it.
                let text = String(String(cString: value).withoutSpaceAround)
                entries.append(SettingsEntry(origin: origin, group: group, key: key, value: text))
            }
        }
        self.entries = entries
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

    /// What is wrong with a line, which it quotes.
    private static func syntaxError(in text: String, path: String, line: Int, _ problem: String) -> SettingsError {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let quoted =
            lines.indices.contains(line - 1) ? "\"\(Substring(lines[line - 1]).withoutSpaceAround)\"" : "the file"
        return SettingsError(
            origin: SettingsEntry.Origin(file: path, line: line), subject: quoted.printable,
            problem: problem, remedy: "a line is empty, a comment after # or ;, a [Group], or Key=value below a group")
    }
}
