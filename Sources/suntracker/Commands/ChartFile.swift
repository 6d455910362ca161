// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import LinuxPlatform
import Systemd

/// The page that `suntracker chart --open` writes: in the state directory, or in the snap's directory if the browser is
/// a snap.
///
/// snapd denies snaps access to hidden directories in the home directory. A browser from a flatpak needs no exception,
/// because its desktop entry forwards the file (flatpak-run(1), `--file-forwarding`).
struct PageFile {
    private let folder: String
    let path: String

    /// - Parameter browser: the command line of the browser; nil for none.
    init(openedBy browser: String?, environment: Environment) {
        let name: String
        if let snap = browser.flatMap(Self.snap), let home = environment["HOME"] {
            (folder, name) = ("\(home)/snap/\(snap)/common", "suntracker-chart.html")
        } else {
            (folder, name) = (environment.stateFolder, "chart.html")
        }
        path = folder + "/" + name
    }

    /// Replaces the page, which only its owner can read; creates the directory if it is missing.
    func write(_ page: String) throws(SystemError) {
        try makeFolders(folder)
        try writeAtomically(page, to: path)
    }

    /// The snap that a command line starts: `firefox` for `env A=b /snap/bin/firefox %u`, and `chromium` for
    /// `/var/lib/snapd/snap/bin/chromium.beta`.
    private static func snap(startedBy command: String) -> Substring? {
        command.split(separator: " ").lazy.compactMap { word in
            let parts = word.split(separator: "/").suffix(3)
            guard word.hasPrefix("/"), parts.count == 3, parts.dropLast().elementsEqual(["snap", "bin"]) else {
                return nil
            }
            return parts.last?.prefix { $0 != "." }
        }.first
    }
}

/// Whether a path is standard output, by any name. If it is redirected to a file, replacing the file would leave it open
/// at the old one.
func isStandardOutput(_ path: String) -> Bool {
    var (file, output) = (stat(), stat())
    return stat(path, &file) == 0 && fstat(STDOUT_FILENO, &output) == 0
        && (file.st_dev, file.st_ino) == (output.st_dev, output.st_ino)
}

/// Writes a file for the user so that an incomplete file never exists. Follows a symbolic link, and keeps the mode of
/// an existing file. Anything else, such as a device or a pipe, is written in place.
func writeDocument(_ text: String, to path: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    switch FileTarget(path) {
    case .special: try write(bytes, into: path)
    case .regular(let target, let mode):
        // Other programs use the directory, too, so the process ID makes the name of the temporary file unique.
        try writeAtomically(text, to: target, through: "\(target).\(getpid()).new", mode: mode.map { $0 & 0o777 })
    }
}

private func write(_ bytes: [UInt8], into path: String) throws(SystemError) {
    let descriptor = suntracker_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw SystemError("open \(path)", number: errno) }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, named: path)
}

enum OpenerError: Error, Hashable, Sendable {
    /// xdg-open could not be started. The error of posix_spawnp(3) is ENOENT if it is not installed.
    case notStarted(SystemError)
    case failed(status: Int32)
}

/// Opens a page in the browser, and does not wait for it. Without a browser that can be started, opens the page with the
/// desktop's program for it, through xdg-open (xdg-utils).
///
/// - Parameter browser: the command line in the browser's desktop entry; nil for none.
func openPage(_ path: String, in browser: String?) throws(OpenerError) {
    if let browser = browser?.commandForShell, (try? start(["sh", "-c", "exec \(browser)", "sh", path])) != nil {
        return
    }
    try start(["xdg-open", path])
}

extension String {
    /// The command line of a desktop entry (Desktop Entry Specification, "The Exec key") as a command for the shell, whose
    /// rules of quoting contain the specification's; nil if it accepts no file. The first argument is the file.
    fileprivate var commandForShell: String? {
        let command = replacing(/%[uUfF]/, with: "\"$1\"")
        return command == self ? nil : command.replacing(/%[a-zA-Z]/, with: "").replacing("%%", with: "%")
    }
}

private func start(_ command: [String]) throws(OpenerError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // No other descriptor is inherited: the caller of this process may wait for one of them to be closed.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A new session, because the browser outlives the terminal.
    posix_spawnattr_setflags(&attributes, Int16(suntracker_spawn_setsid))

    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let result = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, environ)
    guard result == 0 else { throw .notStarted(SystemError("xdg-open", number: result)) }
    if let status = exitStatus(of: process, within: openerTimeout), status != 0 { throw .failed(status: status) }
}

/// How long to wait for a failure, in milliseconds. A browser that is not running yet runs until it is closed.
private let openerTimeout: Int32 = 2000

/// Returns the exit status of a child process, or 128 plus the number of the signal that ended it; nil if it is still
/// running after this many milliseconds.
private func exitStatus(of process: pid_t, within timeout: Int32) -> Int32? {
    let descriptor = suntracker_pidfd_open(process)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, timeout) == 1 else { return nil }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
}

enum FileTarget: Hashable {
    /// A regular file with its permission bits, or no file yet. The last component of the path is not a symbolic link.
    case regular(path: String, mode: mode_t?)
    /// Anything else, such as a device or a link that this process may not follow.
    case special

    init(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG, let resolved = realpath(path, nil) else {
                self = .special
                return
            }
            defer { free(resolved) }
            self = .regular(path: String(cString: resolved), mode: status.st_mode & 0o7777)
            return
        }
        // The kernel does not follow the link of another user in a directory such as /tmp (proc_sys_fs(5),
        // protected_symlinks).
        guard errno == ENOENT || errno == ENOTDIR else {
            self = .special
            return
        }
        // realpath(3) fails for a link to a file that does not exist. The limit is the kernel's.
        var path = path
        for _ in 0..<40 {
            guard let target = linkTarget(path) else { break }
            path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
        }
        self = .regular(path: path, mode: nil)
    }
}

/// The command line of the desktop's browser, found with xdg-mime (xdg-utils); nil if there is none. The browser is the
/// program for https: an editor or a chat program may be the program for files with HTML.
func defaultBrowserCommand() -> String? {
    guard let entry = defaultBrowserEntry() else { return nil }
    let environment = Environment.ofProcess
    for folder in [environment.dataHome] + environment.dataFolders {
        // An entry that cannot be read counts as missing.
        let text = try? readText("\(folder)/applications/\(entry)", atMost: 1 << 20)
        let lines = text?.split(separator: "\n") ?? []
        guard !lines.contains("Terminal=true"), let command = lines.first(where: { $0.hasPrefix("Exec=") })
        else { continue }
        return String(command.dropFirst("Exec=".count))
    }
    return nil
}

/// The file name of its desktop entry: `firefox.desktop`.
private func defaultBrowserEntry() -> String? {
    guard let output = popen("xdg-mime query default x-scheme-handler/https 2>/dev/null", "r") else { return nil }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), output) != nil else { return nil }
    let name = line.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: "\n")) }
    return String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
