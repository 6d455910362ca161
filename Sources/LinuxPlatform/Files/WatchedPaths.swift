// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import Systemd

/// inotify watches of paths, and of every inode on the way to each of them. Any change of the file that a path leads to
/// causes an event, and few other changes do.
///
/// A watched directory reports everything that happens in it: a process that watches `/etc` wakes up whenever any
/// program renames a file there. A watched inode reports only that it is unlinked, renamed or replaced. So each step of
/// a path is watched separately, including symbolic links and their targets. The contents of a directory are watched
/// only if the next step is missing, or if any file in the directory matters. Each step is watched before the next one
/// is looked up, so a change in between is in the queue.
package struct WatchedPaths: Sendable {
    let inotify: Inotify
    /// For each watched directory, the entries that are missing or cannot be read.
    private var missing: [Inotify.Watch: Set<String>] = [:]
    /// The directories in which every file matters.
    private var whole: Set<Inotify.Watch> = []

    /// The events that mean that the path no longer leads to the inode.
    private static let replaced = IN_MOVE_SELF | IN_DELETE_SELF
    /// A path with more symbolic links than this does not resolve (path_resolution(7)).
    private static let mostLinks = 40

    /// Watches the targets, which can take as long as the disk takes.
    package init(_ targets: [FileWatcher.Target]) throws(SystemError) {
        inotify = try Inotify()
        for target in targets {
            switch target {
            case .file(let path):
                guard let file = try watchSteps(of: path) else { continue }
                _ = try inotify.watch(file, for: IN_ATTRIB | IN_CLOSE_WRITE)
            case .folder(let path):
                guard let folder = try watchSteps(of: path) else { continue }
                // A hook becomes executable with chmod(1).
                let contents = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB
                if case .watching(let watch) = try inotify.watch(folder, for: contents) { whole.insert(watch) }
            }
        }
    }

    /// Whether a path may lead to another file after the event.
    func concerns(_ event: Inotify.Event) -> Bool {
        guard let name = event.name else { return true }
        return whole.contains(event.watch) || missing[event.watch]?.contains(name) == true
    }

    /// Watches each step of the path, in the order of path_resolution(7), and returns the resolved path, without symbolic
    /// links. If a step is missing or forbidden, watches for it and returns nil.
    private mutating func watchSteps(of path: String) throws(SystemError) -> String? {
        var resolved = ""
        var rest = path.split(separator: "/").map(String.init)[...]
        var linksLeft = Self.mostLinks
        while let name = rest.popFirst() {
            let step = resolved + "/" + name
            if let events = try obstacle(at: step, isLast: rest.isEmpty) {
                try wait(for: name, in: resolved.isEmpty ? "/" : resolved, events)
                // The step may have been created, or become readable, before its directory was watched.
                guard try obstacle(at: step, isLast: rest.isEmpty) == nil else { return nil }
                rest.insert(name, at: rest.startIndex)
                continue
            }
            guard let target = linkTarget(step) else {
                resolved = step
                continue
            }
            // A link that is replaced first loses a name. While another program keeps the link open, only IN_ATTRIB
            // reports this.
            _ = try inotify.watch(step, for: IN_ATTRIB)
            linksLeft -= 1
            guard linksLeft > 0 else { return nil }
            if target.hasPrefix("/") { resolved = "" }
            rest = target.split(separator: "/").map(String.init) + rest
        }
        return resolved
    }

    /// Watches the inode for its replacement. If it does not exist, or if it cannot be read and the path leads no further,
    /// returns the events of its directory to wait for. Otherwise, an inode that cannot be read, and so not be watched, is
    /// skipped: a directory that can be searched, such as another user's home.
    private func obstacle(at step: String, isLast: Bool) throws(SystemError) -> Int32? {
        var status = stat()
        return switch try inotify.watch(step, for: Self.replaced) {
        case .missing: IN_CREATE | IN_MOVED_TO
        // The lookup in a directory needs the permission to search it.
        case .forbidden where isLast || stat(step + "/.", &status) != 0:
            IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM
        case .forbidden, .watching: nil
        }
    }

    private mutating func wait(for name: String, in folder: String, _ events: Int32) throws(SystemError) {
        guard case .watching(let watch) = try inotify.watch(folder, for: events) else { return }
        missing[watch, default: []].insert(name)
    }
}

final class Inotify: Sendable {
    /// Readable when there are events.
    let descriptor: Int32

    /// The identifier of a watched inode, whatever path led to it.
    typealias Watch = Int32

    struct Event {
        /// The inode; -1 if the queue has overflowed and events are lost.
        let watch: Watch
        /// The entry of a watched directory; nil for the inode itself.
        let name: String?
    }

    /// The call that fails if there are too many instances.
    static let start = "inotify_init1"

    init() throws(SystemError) {
        // With too many open files, the next call would fail in the same way.
        try checkDescriptors(1)
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(Self.start, number: errno) }
    }

    deinit { close(descriptor) }

    enum Outcome {
        case watching(Watch)
        case missing
        case forbidden
    }

    /// Watches the inode at the path, without following a symbolic link, for these events in addition to earlier ones.
    func watch(_ path: String, for mask: Int32) throws(SystemError) -> Outcome {
        let watch = inotify_add_watch(descriptor, path, UInt32(mask | IN_DONT_FOLLOW | IN_MASK_ADD))
        guard watch < 0 else { return .watching(watch) }
        switch errno {
        case ENOENT, ENOTDIR, ENAMETOOLONG: return .missing
        case EACCES: return .forbidden
        case let number: throw SystemError("inotify_add_watch \(path)", number: number)
        }
    }

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
                        Event(watch: head.wd, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
                    rest = UnsafeRawBufferPointer(rebasing: rest[end...])
                }
            }
        }
        return events
    }
}
