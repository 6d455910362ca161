package import CLinux
import Glibc
package import Systemd

/// Makes the folder and its parents, with mode 0700, where they are missing.
package func makeFolders(_ path: String) throws(SystemError) {
    var made = ""
    for part in path.split(separator: "/") {
        made += "/" + part
        guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
        let number = errno
        // Some file systems report another error than EEXIST for a folder that exists.
        var status = stat()
        guard stat(made, &status) == 0 else { throw SystemError("mkdir \(made)", number: number) }
    }
}

/// Replaces a file's contents so that, whatever happens, it has either the old or the new ones: through a temporary file
/// beside it (`PATH.new`), fsync, rename, fsync of the folder. By default the file is readable for its owner alone.
package func writeAtomically(_ text: String, to path: String, mode: mode_t = 0o600) throws(SystemError) {
    try writeAtomically(text, to: path, through: try freeName(path + ".new"), mode: mode)
}

/// The path, after removing what a crash has left there. That also removes anything but a regular file, such as a named
/// pipe, whose open(2) would wait for a reader.
package func freeName(_ path: String) throws(SystemError) -> String {
    var status = stat()
    guard lstat(path, &status) != 0 || unlink(path) == 0 else { throw SystemError("unlink \(path)", number: errno) }
    return path
}

/// - Parameter mode: the file's permission bits; nil for those that the umask allows.
package func writeAtomically(
    _ text: String, to path: String, through temporary: String, mode: mode_t?
) throws(SystemError) {
    try writeSynced(text, to: temporary, mode: mode)
    guard rename(temporary, path) == 0 else {
        let error = SystemError("rename \(temporary) to \(path)", number: errno)
        unlink(temporary)
        throw error
    }
    syncFolder(of: path)
}

/// Creates a file, and returns when it is on disk. A file that could not be written completely is removed.
package func writeSynced(_ text: String, to path: String, mode: mode_t?) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY
    let descriptor = suntracker_open(path, flags, mode == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else { throw SystemError("open \(path)", number: errno) }
    do throws(SystemError) {
        defer { close(descriptor) }
        if let mode {
            guard fchmod(descriptor, mode) == 0 else { throw SystemError("fchmod \(path)", number: errno) }
        }
        try writeAll(Array(text.utf8), to: descriptor, named: path)
        guard fsync(descriptor) == 0 else { throw SystemError("fsync \(path)", number: errno) }
    } catch {
        unlink(path)
        throw error
    }
}

/// Writes the entries of the file's folder to disk.
package func syncFolder(of path: String) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let descriptor = suntracker_open(
        folder.isEmpty ? path.hasPrefix("/") ? "/" : "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
}

/// Writes all of the bytes to a descriptor.
///
/// - Parameter name: what errors call the descriptor.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw SystemError("write \(name)", number: errno) }
        rest = rest.dropFirst(count)
    }
}

/// Writes a line to standard error, in one call so that the lines of several processes do not mix.
package func writeToStandardError(_ line: String) {
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    // There is nowhere to report that standard error cannot be written to.
    _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// Writes a line to standard output.
package func writeLineToStandardOutput(_ line: String) throws(SystemError) {
    try writeAll(Array((line + "\n").utf8), to: STDOUT_FILENO, named: "standard output")
}
