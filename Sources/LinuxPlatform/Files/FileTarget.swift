import Glibc

/// What a path that somebody writes to leads to, whether or not it is there.
enum FileTarget: Hashable {
    /// A descriptor that this process has open: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`. What it leads to belongs to
    /// whoever opened it.
    case descriptor(Int32)
    /// A descriptor of another process.
    case foreignDescriptor(path: String)
    /// A file, by a path that does not end in a symbolic link.
    case file(path: String)

    /// Follows the symbolic links at the end of the path, one at a time: realpath(3) and open(2) would go past the
    /// descriptor, to the file behind it.
    init(_ path: String) {
        var path = path
        // As many as the kernel follows.
        for _ in 0..<40 {
            let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
            let (folder, name) = (String(path[..<nameStart]), path[nameStart...])
            if let descriptors = Self.process(ofDescriptorsIn: folder), let number = Int32(name) {
                self = descriptors == getpid() ? .descriptor(number) : .foreignDescriptor(path: path)
                return
            }
            guard let target = linkTarget(path) else { break }
            path = target.hasPrefix("/") ? target : folder + target
        }
        self = .file(path: path)
    }

    /// The process whose descriptors a folder holds (proc(5), `/proc/PID/fd`); nil for any other folder.
    private static func process(ofDescriptorsIn folder: String) -> pid_t? {
        guard let resolved = realpath(folder.isEmpty ? "." : folder, nil) else { return nil }
        defer { free(resolved) }
        let parts = String(cString: resolved).split(separator: "/")
        // /proc/PID/fd or, by way of /proc/thread-self, /proc/PID/task/TID/fd.
        guard parts.count == 3 || parts.count == 5 && parts[2] == "task", parts.first == "proc", parts.last == "fd"
        else { return nil }
        return pid_t(parts[1])
    }
}
