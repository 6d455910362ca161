package import CLinux
import Glibc
package import Systemd
import Tracker

/// Why a file was not read.
package enum FileReadError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A system call has failed.
    case failed(SystemError)
    /// It is not a regular file. Reading it could block, or consume what is meant for another reader.
    ///
    /// - Parameter type: S_IFDIR, S_IFIFO, S_IFSOCK, or that of a device (inode(7)).
    case notRegular(type: mode_t)
    /// It is larger than its limit, in bytes.
    case tooLarge(limit: Int)

    /// What is wrong: `it is a named pipe, not a regular file`.
    package var problem: String {
        switch self {
        case .failed(let error): error.description
        case .notRegular(S_IFDIR): "it is a directory, not a regular file"
        case .notRegular(S_IFIFO): "it is a named pipe, not a regular file"
        case .notRegular(S_IFSOCK): "it is a socket, not a regular file"
        case .notRegular: "it is a device, not a regular file"
        case .tooLarge(let limit):
            limit >= 1 << 20
                ? "it is larger than \(limit >> 20) MiB"
                : "it is larger than \(limit >> 10) KiB"
        }
    }

    /// What is wrong, in English.
    package var description: String { problem.description }

    /// What to do about it.
    package var remedy: String {
        switch self {
        case .failed(let error) where error.number == ELOOP: "remove one of the symbolic links"
        // A network file system, or one in user space, whose server has gone.
        case .failed(let error) where [ENOTCONN, ESTALE, ETIMEDOUT, EHOSTDOWN, EIO].contains(error.number):
            "mount its file system again"
        case .failed: "make it readable"
        case .notRegular: "put a regular file in its place, or remove it"
        case .tooLarge: "make it smaller"
        }
    }
}

extension FileReadError {
    /// The error for the file of that status; nil for a regular file.
    init?(typeOf status: stat) {
        guard status.st_mode & S_IFMT != S_IFREG else { return nil }
        self = .notRegular(type: status.st_mode & S_IFMT)
    }
}

/// The text of a regular file; nil if the file does not exist. Bytes that are not UTF-8 are replaced with U+FFFD.
///
/// - Parameter limit: the most bytes that such a file can have.
package func readText(_ path: String, atMost limit: Int) throws(FileReadError) -> String? {
    try readBytes(path, atMost: limit).map { String(decoding: $0, as: UTF8.self) }
}

/// The bytes of a regular file; nil if the file does not exist. `/dev/null`, which people link to in order to mask a file,
/// is empty.
///
/// - Parameter limit: the most bytes that such a file can have.
func readBytes(_ path: String, atMost limit: Int) throws(FileReadError) -> [UInt8]? {
    // O_NONBLOCK: otherwise, opening a named pipe would wait for a writer. It has no effect on a regular file.
    let descriptor = suntracker_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else { return try whyNotOpened(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed(SystemError("fstat \(path)", number: errno)) }
    if let error = FileReadError(typeOf: status) {
        guard isNullDevice(status) else { throw error }
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
        // The file may grow, and those that the kernel generates (proc(5)) have the size 0.
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    }
}

/// Nil if the file does not exist.
private func whyNotOpened(_ path: String, _ number: Int32) throws(FileReadError) -> [UInt8]? {
    if number == ENOENT || number == ENOTDIR { return nil }
    // A socket cannot be opened at all.
    var status = stat()
    if number == ENXIO, stat(path, &status) == 0, let error = FileReadError(typeOf: status) { throw error }
    throw .failed(SystemError("open \(path)", number: number))
}

private func isNullDevice(_ status: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_mode & S_IFMT == S_IFCHR && status.st_mode & S_IFMT == S_IFCHR
        && status.st_rdev == null.st_rdev
}

/// The names in a folder, sorted; none if the folder does not exist or may not be read.
package func namesInFolder(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// The target of a symbolic link, as readlink(2) returns it; nil if the path is not a symbolic link.
package func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        guard let start = buffer.baseAddress else { return nil }
        let count = readlink(path, start, buffer.count)
        guard count > 0 else { return nil }
        // Of bytes in memory: of a lazy collection, it takes as long as computing an event.
        return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
