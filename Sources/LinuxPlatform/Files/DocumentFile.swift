import CLinux
import Glibc
public import Systemd

/// Writes a file that a person asks for, so that it is never there in part. A symbolic link is followed; the mode of a file
/// that is there stays.
///
/// What is no regular file is written to, and so is a descriptor by its name in `/dev` or `/proc`: whoever redirects
/// `/dev/stdout` to a file has that file open, and would lose sight of one that is renamed into its place.
public func writeDocument(_ text: String, to path: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    let target: String
    switch FileTarget(path) {
    case .descriptor(let descriptor): return try writeAll(bytes, to: descriptor, named: path)
    case .foreignDescriptor(let path): return try write(bytes, into: path, flags: O_TRUNC)
    case .file(let path): target = path
    }
    var status = stat()
    let isThere = stat(target, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else { return try write(bytes, into: target, flags: 0) }
    // A name that nobody else has, for a file that is not this program's own.
    try writeAtomically(
        text, to: target, through: "\(target).\(getpid()).new",
        mode: isThere ? status.st_mode & 0o777 : nil)
}

private func write(_ bytes: [UInt8], into path: String, flags: Int32) throws(SystemError) {
    let descriptor = suntracker_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, 0)
    guard descriptor >= 0 else { throw SystemError("open \(path)", number: errno) }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, named: path)
}
