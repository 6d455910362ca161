import CLinux
import Glibc
import LinuxPlatform
import Systemd

/// Writes a file for the user, so that it never exists in part. Follows a symbolic link; the mode of an
/// existing file stays.
///
/// Anything but a regular file is written to in place, and so is a descriptor of this process by its name in `/dev` or
/// `/proc`: a redirection of standard output to a file keeps that file open, and a new file renamed over it would not
/// receive the output.
func writeDocument(_ text: String, to path: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    switch FileTarget(path) {
    case .descriptor(let descriptor): try writeAll(bytes, to: descriptor, named: path)
    case .special(let target): try write(bytes, into: target)
    case .regular(let target, let mode):
        // The folder is not this program's own: the process ID keeps the name of the temporary file unique.
        try writeAtomically(text, to: target, through: "\(target).\(getpid()).new", mode: mode.map { $0 & 0o777 })
    }
}

private func write(_ bytes: [UInt8], into path: String) throws(SystemError) {
    let descriptor = suntracker_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw SystemError("open \(path)", number: errno) }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, named: path)
}

/// Why a file is not opened on the desktop.
enum OpenerError: Error, Hashable, Sendable {
    /// xdg-open cannot be started, with the error of posix_spawnp(3), which is ENOENT where it is not installed.
    case notStarted(SystemError)
    /// xdg-open has ended with that exit status (xdg-open(1)).
    case failed(status: Int32)
}

/// Opens a file with the desktop's program for it, through xdg-open (xdg-utils), and does not wait for that program.
func openOnDesktop(_ path: String) throws(OpenerError) {
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
    // In a new session, since the browser outlives the terminal.
    posix_spawnattr_setflags(&attributes, Int16(suntracker_spawn_setsid))

    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(path), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let result = posix_spawnp(&process, "xdg-open", &actions, &attributes, &arguments, environ)
    guard result == 0 else { throw .notStarted(SystemError("xdg-open", number: result)) }
    if let status = exitStatus(of: process, within: openerPatience), status != 0 { throw .failed(status: status) }
}

/// How long xdg-open may take to fail, in milliseconds. Where it does not pass the file on to the desktop, it runs until the
/// browser ends.
private let openerPatience: Int32 = 2000

/// The exit status of a child process, or 128 and the number of the signal that ended it; nil if it is still running after
/// that many milliseconds.
private func exitStatus(of process: pid_t, within patience: Int32) -> Int32? {
    let descriptor = suntracker_pidfd_open(process)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, patience) == 1 else { return nil }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
}

/// What a path to be written leads to, whether or not it exists.
enum FileTarget: Hashable {
    /// A descriptor that this process has open: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`.
    case descriptor(Int32)
    /// A regular file, or none yet, by a path whose last component is not a symbolic link, and its permission bits.
    case regular(path: String, mode: mode_t?)
    /// Anything else, such as a device.
    case special(path: String)

    /// Follows the symbolic links at the end of the path, one at a time: realpath(3) and open(2) would skip the
    /// descriptor and return the file behind it.
    init(_ path: String) {
        var path = path
        // As many links as the kernel follows.
        for _ in 0..<40 {
            let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
            let (folder, name) = (String(path[..<nameStart]), path[nameStart...])
            if let number = Int32(name), Self.hasOwnDescriptors(folder) {
                self = .descriptor(number)
                return
            }
            guard let target = linkTarget(path) else { break }
            path = target.hasPrefix("/") ? target : folder + target
        }
        var status = stat()
        let exists = stat(path, &status) == 0
        self =
            exists && status.st_mode & S_IFMT != S_IFREG
            ? .special(path: path) : .regular(path: path, mode: exists ? status.st_mode & 0o7777 : nil)
    }

    /// Whether a folder holds the descriptors of this process (proc(5), `/proc/PID/fd`).
    private static func hasOwnDescriptors(_ folder: String) -> Bool {
        guard let resolved = realpath(folder.isEmpty ? "." : folder, nil) else { return false }
        defer { free(resolved) }
        let parts = String(cString: resolved).split(separator: "/")
        // /proc/PID/fd or, through /proc/thread-self, /proc/PID/task/TID/fd.
        return (parts.count == 3 || parts.count == 5 && parts[2] == "task")
            && parts.starts(with: ["proc", "\(getpid())"]) && parts.last == "fd"
    }
}
