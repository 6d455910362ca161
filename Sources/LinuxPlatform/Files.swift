import CLinux
import Glibc
import Systemd

/// The text of a file; nil if there is no such file. Bytes that are not UTF-8 come out as U+FFFD.
func readText(_ path: String) throws(SystemError) -> String? {
    try readBytes(path).map { String(decoding: $0, as: UTF8.self) }
}

/// The bytes of a file; nil if there is no such file.
func readBytes(_ path: String) throws(SystemError) -> [UInt8]? {
    let descriptor = suntracker_open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else {
        if errno == ENOENT { return nil }
        throw SystemError("open \(path)", number: errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { break }
        guard count > 0 else {
            if errno == EINTR { continue }
            throw SystemError("read \(path)", number: errno)
        }
        bytes += chunk[..<count]
    }
    return bytes
}

/// The names in a folder, in their order; none if there is no such folder, or it may not be read.
func namesInFolder(_ path: String) -> [String] {
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

/// What a symbolic link leads to, as it says it; nil if this is none.
func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        guard let start = buffer.baseAddress else { return nil }
        let count = readlink(path, start, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Makes the folder and those it is in, with mode 0700. One that cannot be made shows when it is written to.
func makeFolders(_ path: String) {
    var made = ""
    for part in path.split(separator: "/") {
        made += "/" + part
        mkdir(made, 0o700)
    }
}

/// Replaces a file's contents so that, whatever happens, either the old or the new ones are there: a temporary file
/// beside it, fsync, rename, fsync of the folder. By default the file is readable for its owner alone.
func writeAtomically(_ text: String, to path: String, mode: mode_t = 0o600) throws(SystemError) {
    try writeAtomically(text, to: path, through: path + ".new", flags: O_TRUNC | O_NOFOLLOW, mode: mode)
}

/// - Parameter mode: who may read the file; nil for what the umask leaves of everybody.
func writeAtomically(
    _ text: String, to path: String, through temporary: String, flags: Int32, mode: mode_t?
) throws(SystemError) {
    try writeSynced(text, to: temporary, flags: flags, mode: mode)
    guard rename(temporary, path) == 0 else {
        let error = SystemError("rename \(temporary) to \(path)", number: errno)
        unlink(temporary)
        throw error
    }
    syncFolder(of: path)
}

/// Writes a file, and has it on the disk on return. A file that could not be written whole is taken away.
func writeSynced(_ text: String, to path: String, flags: Int32, mode: mode_t?) throws(SystemError) {
    let descriptor = suntracker_open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode == nil ? 0o666 : 0o600)
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

/// Has the names in the file's folder on the disk.
func syncFolder(of path: String) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let descriptor = suntracker_open(
        folder.isEmpty ? path.hasPrefix("/") ? "/" : "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
}

/// Writes all of the bytes to a descriptor, whose name is for the error.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw SystemError("write \(name)", number: errno) }
        rest = rest.dropFirst(count)
    }
}
