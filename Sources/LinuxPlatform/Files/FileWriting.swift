// SPDX-License-Identifier: MIT
package import CLinux
import Glibc
package import Systemd

/// Creates the directory and its parents, with mode 0700, if they are missing.
package func makeFolders(_ path: String) throws(SystemError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
        made += "/" + part
        guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
        let number = errno
        // Some file systems report an error other than EEXIST for an existing directory.
        var status = stat()
        guard stat(made, &status) == 0 else { throw SystemError("mkdir \(made)", number: number) }
    }
}

package func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Replaces a file's contents so that, whatever happens, the file has either the old contents or the new: writes a
/// temporary file in the same directory, then calls fsync, rename, and fsync for the directory.
///
/// - Parameters:
///   - temporary: the path of the temporary file; nil for `PATH.new`.
///   - mode: the file's permission bits; nil for all that the umask allows.
package func writeAtomically(
    _ text: String, to path: String, through temporary: String? = nil, mode: mode_t? = 0o600
) throws(SystemError) {
    let temporary = temporary ?? path + ".new"
    // Remove what a crash may have left, and anything else that is not a regular file: open(2) on a named pipe would
    // wait for a reader.
    var status = stat()
    guard lstat(temporary, &status) != 0 || unlink(temporary) == 0 else {
        throw SystemError("unlink \(temporary)", number: errno)
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY
    let descriptor = suntracker_open(temporary, flags, mode == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else { throw SystemError("open \(temporary)", number: errno) }
    defer { unlink(temporary) }
    do {
        defer { close(descriptor) }
        if let mode, fchmod(descriptor, mode) != 0 { throw SystemError("fchmod \(temporary)", number: errno) }
        try writeAll(Array(text.utf8), to: descriptor, named: temporary)
        guard fsync(descriptor) == 0 else { throw SystemError("fsync \(temporary)", number: errno) }
    }
    guard rename(temporary, path) == 0 else {
        throw SystemError("rename \(temporary) to \(path)", number: errno)
    }
    let folder = suntracker_open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
}

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

package func writeLineToStandardOutput(_ line: String) throws(SystemError) {
    try writeAll(Array((line + "\n").utf8), to: STDOUT_FILENO, named: "standard output")
}
