import CLinux
import Glibc
public import Systemd

/// Why a file is not read.
public enum FileReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system refuses.
    case failed(SystemError)
    /// It is no regular file. Reading it may never end, or take what is meant for another reader.
    case notRegular(FileKind)
    /// It is larger than a file of its kind can be, in bytes.
    case tooLarge(limit: Int)

    /// What is wrong: `it is a named pipe, not a regular file`.
    public var description: String {
        switch self {
        case .failed(let error): error.description
        case .notRegular(let kind): "it is \(kind.rawValue), not a regular file"
        case .tooLarge(let limit):
            limit >= 1 << 20 ? "it is larger than \(limit >> 20) MiB" : "it is larger than \(limit >> 10) KiB"
        }
    }

    /// What would be right.
    public var remedy: String {
        switch self {
        case .failed: "make it readable for you"
        case .notRegular: "put a regular file in its place, or remove it"
        case .tooLarge: "make it smaller"
        }
    }
}

/// The kinds of files besides regular ones (inode(7)).
public enum FileKind: String, Hashable, Sendable {
    /// S_IFDIR.
    case directory = "a directory"
    /// S_IFIFO.
    case namedPipe = "a named pipe"
    /// S_IFSOCK.
    case socket = "a socket"
    /// S_IFCHR and S_IFBLK.
    case device = "a device"

    /// The kind in the mode of stat(2); nil for a regular file.
    init?(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: self = .directory
        case S_IFIFO: self = .namedPipe
        case S_IFSOCK: self = .socket
        default: self = .device
        }
    }
}

/// The text of a regular file; nil if there is no such file. Bytes that are not UTF-8 come out as U+FFFD.
///
/// - Parameter limit: the most bytes that such a file can have.
func readText(_ path: String, atMost limit: Int) throws(FileReadError) -> String? {
    try readBytes(path, atMost: limit).map { String(decoding: $0, as: UTF8.self) }
}

/// The bytes of a regular file; nil if there is no such file. `/dev/null`, by which people mask a file, is empty.
///
/// - Parameter limit: the most bytes that such a file can have.
func readBytes(_ path: String, atMost limit: Int) throws(FileReadError) -> [UInt8]? {
    // O_NONBLOCK: to open a named pipe would wait for a writer. A regular file does not know it.
    let descriptor = suntracker_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else { return try whyNotOpened(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed(SystemError("fstat \(path)", number: errno)) }
    if let kind = FileKind(mode: status.st_mode) {
        guard isNullDevice(status) else { throw .notRegular(kind) }
        return []
    }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }

    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        guard count > 0 else {
            if errno == EINTR { continue }
            throw .failed(SystemError("read \(path)", number: errno))
        }
        bytes += chunk[..<count]
        // It may grow, and the size of what the kernel makes up (proc(5)) is 0.
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    }
}

/// Nil where there is no such file.
private func whyNotOpened(_ path: String, _ number: Int32) throws(FileReadError) -> [UInt8]? {
    if number == ENOENT || number == ENOTDIR { return nil }
    // A socket cannot be opened at all.
    var status = stat()
    if number == ENXIO, stat(path, &status) == 0, let kind = FileKind(mode: status.st_mode) { throw .notRegular(kind) }
    throw .failed(SystemError("open \(path)", number: number))
}

private func isNullDevice(_ status: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_mode & S_IFMT == S_IFCHR && status.st_mode & S_IFMT == S_IFCHR
        && status.st_rdev == null.st_rdev
}
