import CLinux
import Glibc
import Systemd

/// An inotify instance (inotify(7)): inodes that are watched, and what happened to them.
final class Inotify: Sendable {
    /// The descriptor, readable when something has happened.
    let descriptor: Int32

    /// Which inode is watched; the same number whatever the path it was reached by.
    typealias Watch = Int32

    /// Something that happened.
    struct Event {
        /// To which inode; -1 where the queue has run over, so that events are missing.
        let watch: Watch
        /// What happened.
        let mask: UInt32
        /// Of a folder, to which entry in it; nil for the inode itself.
        let name: String?
    }

    /// An instance that watches nothing.
    init() throws(SystemError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError("inotify_init1", number: errno) }
    }

    deinit { close(descriptor) }

    /// What became of the wish to watch a path.
    enum Outcome {
        /// It is watched.
        case watching(Watch)
        /// There is no such file.
        case missing
        /// The process may not read it.
        case forbidden
    }

    /// Watches what the path names, a symbolic link itself, for these events on top of earlier ones.
    func watch(_ path: String, for mask: Int32) throws(SystemError) -> Outcome {
        let watch = inotify_add_watch(descriptor, path, UInt32(mask | IN_DONT_FOLLOW | IN_MASK_ADD))
        guard watch < 0 else { return .watching(watch) }
        switch errno {
        case ENOENT, ENOTDIR, ENAMETOOLONG: return .missing
        case EACCES: return .forbidden
        case let number: throw SystemError("inotify_add_watch \(path)", number: number)
        }
    }

    /// Takes what has happened out of the queue.
    func read() -> [Event] {
        var events: [Event] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                while rest.count >= MemoryLayout<inotify_event>.size {
                    let head = rest.loadUnaligned(as: inotify_event.self)
                    let end = MemoryLayout<inotify_event>.size + Int(head.len)
                    let name = rest[MemoryLayout<inotify_event>.size..<end].prefix { $0 != 0 }
                    events.append(
                        Event(
                            watch: head.wd, mask: head.mask,
                            name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
                    rest = UnsafeRawBufferPointer(rebasing: rest[end...])
                }
            }
        }
        return events
    }
}
