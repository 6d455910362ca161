import CLinux
import Glibc
public import Tracker

/// A program that is run at an event.
public struct Hook: Hashable, Sendable {
    /// Its path.
    public let path: String
    /// What keeps it from being run; nil for nothing.
    public let fault: HookFailure.Problem?

    /// The file's name.
    public var name: String { String(path[(path.lastIndex(of: "/") ?? path.startIndex)...].drop { $0 == "/" }) }

    /// What can be at a path in a folder of hooks.
    enum Found {
        /// A program, or a file that should be one.
        case hook(Hook)
        /// A device: /dev/null, by a link that takes a hook of this name away.
        case mask
        /// A folder, a socket or a pipe.
        case other
    }

    /// What is at that path.
    static func at(_ path: String) -> Found {
        var status = stat()
        guard stat(path, &status) == 0 else { return .hook(Hook(path: path, fault: .missing)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            return .hook(Hook(path: path, fault: access(path, X_OK) == 0 ? nil : .notExecutable))
        case S_IFCHR: return .mask
        default: return .other
        }
    }
}
