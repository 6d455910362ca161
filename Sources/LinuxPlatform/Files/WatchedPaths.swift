import CLinux
import Glibc
import Systemd

/// Paths, and every inode on the way to each of them, watched from now on: whatever changes what one of them leads to
/// is an event, and little else is.
///
/// A folder tells of all that goes on in it, so that a process that watches `/etc` is woken by every program that renames
/// a file there. But an inode that is unlinked, renamed or replaced tells that too, and nothing else. So each step of a
/// path is watched by itself, symbolic links and what they lead to included; a folder is only watched where the next step
/// is missing, or where any file in it counts. Every step is watched before the next one is looked up: what changes in
/// between is in the queue.
struct WatchedPaths {
    let inotify: Inotify
    /// The entries that are missing, or may not be read, by the folder that tells when that changes.
    private var missing: [Inotify.Watch: Set<String>] = [:]
    /// The folders in which every file counts.
    private var whole: Set<Inotify.Watch> = []

    /// The inode is no longer what the path leads to.
    private static let replaced = IN_MOVE_SELF | IN_DELETE_SELF
    /// A path that leads through more links than this leads nowhere (path_resolution(7)).
    private static let mostLinks = 40

    /// Watches these.
    init(_ targets: [FileWatcher.Target]) throws(SystemError) {
        inotify = try Inotify()
        for target in targets {
            switch target {
            case .file(let path):
                guard let file = try watchSteps(of: path) else { continue }
                if case .forbidden = try inotify.watch(file, for: IN_ATTRIB | IN_CLOSE_WRITE) {
                    // Only its folder tells when it may be read.
                    let slash = file.lastIndex(of: "/") ?? file.startIndex
                    try wait(for: String(file[slash...].dropFirst()), in: String(file[...slash]), IN_ATTRIB)
                }
            case .folder(let path):
                guard let folder = try watchSteps(of: path) else { continue }
                let contents = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE
                if case .watching(let watch) = try inotify.watch(folder, for: contents) { whole.insert(watch) }
            }
        }
    }

    /// Whether a path may now lead to something else than before.
    func concerns(_ event: Inotify.Event) -> Bool {
        guard let name = event.name else { return true }
        return whole.contains(event.watch) || missing[event.watch]?.contains(name) == true
    }

    /// Watches what the path leads through, one name after the other as path_resolution(7) has it, and ends with the path
    /// of what it leads to, free of links; nil where a step is missing, which is then waited for.
    private mutating func watchSteps(of path: String) throws(SystemError) -> String? {
        var resolved = ""
        var rest = path.split(separator: "/").map(String.init)[...]
        var linksLeft = Self.mostLinks
        while let name = rest.popFirst() {
            let step = resolved + "/" + name
            guard try isWatched(step) else {
                try wait(for: name, in: resolved.isEmpty ? "/" : resolved)
                // It may have come before it was waited for.
                guard try isWatched(step) else { return nil }
                rest.insert(name, at: rest.startIndex)
                continue
            }
            guard let target = linkTarget(step) else {
                resolved = step
                continue
            }
            // One that is replaced loses a name first, which only its attributes show while another program holds it.
            _ = try inotify.watch(step, for: IN_ATTRIB)
            linksLeft -= 1
            guard linksLeft > 0 else { return nil }
            if target.hasPrefix("/") { resolved = "" }
            rest = target.split(separator: "/").map(String.init) + rest
        }
        return resolved
    }

    /// Watches the inode for its replacement; false if there is none. One that may not be read may not be watched either,
    /// and is passed through.
    private func isWatched(_ step: String) throws(SystemError) -> Bool {
        switch try inotify.watch(step, for: Self.replaced) {
        case .watching, .forbidden: true
        case .missing: false
        }
    }

    private mutating func wait(for name: String, in folder: String, _ more: Int32 = 0) throws(SystemError) {
        guard case .watching(let watch) = try inotify.watch(folder, for: IN_CREATE | IN_MOVED_TO | more) else { return }
        missing[watch, default: []].insert(name)
    }
}
