import CLinux
import Glibc
import Systemd

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

/// Makes the folder and those it is in, with mode 0700, where they are not there.
func makeFolders(_ path: String) throws(SystemError) {
    var made = ""
    for part in path.split(separator: "/") {
        made += "/" + part
        guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
        let number = errno
        // Some file systems say why it could not be made before they say that it is there.
        var status = stat()
        guard stat(made, &status) == 0 else { throw SystemError("mkdir \(made)", number: number) }
    }
}

/// Replaces a file's contents so that, whatever happens, either the old or the new ones are there: a temporary file
/// beside it (`PATH.new`), fsync, rename, fsync of the folder. By default the file is readable for its owner alone.
func writeAtomically(_ text: String, to path: String, mode: mode_t = 0o600) throws(SystemError) {
    try writeAtomically(text, to: path, through: try freeName(path + ".new"), mode: mode)
}

/// The name, for a file that is made anew: what a crash has left there is taken away, and so is what is no regular file,
/// such as a named pipe, which to open would wait for a reader.
func freeName(_ path: String) throws(SystemError) -> String {
    var status = stat()
    guard lstat(path, &status) != 0 || unlink(path) == 0 else { throw SystemError("unlink \(path)", number: errno) }
    return path
}

/// - Parameter mode: who may read the file; nil for what the umask leaves of everybody.
func writeAtomically(
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

/// Makes a file where there is none, and has it on the disk on return. A file that could not be written whole is taken
/// away.
func writeSynced(_ text: String, to path: String, mode: mode_t?) throws(SystemError) {
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
