// SPDX-License-Identifier: MIT
import CLinux
import Configuration
import Glibc
import Systemd

/// The lock of the state directory, which a process holds until this object is released.
///
/// Use it on one thread at a time.
package final class StateLock: @unchecked Sendable {
    private let folder: String
    /// The descriptor of the locked file; negative if there is none.
    private var lock: Int32

    /// The reason why this process cannot use the state directory.
    package enum OpeningError: Error, CustomStringConvertible {
        /// Another instance is using it.
        case inUse(folder: String)
        /// An instance on another machine is using it: the home directory is on a network file system.
        case inUseElsewhere(folder: String, machine: String)

        /// The problem, and the remedy.
        package var description: String {
            switch self {
            case .inUse(let folder):
                "another suntrackerd is using the state directory \(folder); stop it first: systemctl --user stop suntrackerd"
            case .inUseElsewhere(let folder, let machine):
                "suntrackerd on \(machine) uses the state directory \(folder), which this machine shares. To give each machine its "
                    + "own, run: systemctl --user edit suntrackerd, and add the lines [Service] and "
                    + "Environment=XDG_STATE_HOME=%h/.local/state/%H"
            }
        }
    }

    /// Locks the state directory for this process. Creates the directory, with mode 0700, if it is missing.
    ///
    /// A directory that cannot be created or written to is not an error here. The ledger then exists only in memory,
    /// and `StateFiles.keep` reports the reason.
    ///
    /// - Parameter onWait: called with the reason before waiting, without a time limit, until another process releases
    ///   the lock; nil to throw the reason instead.
    package init(
        folder: String, onWait: ((OpeningError) -> Void)? = nil
    ) throws(OpeningError) {
        self.folder = folder
        lock = try Self.lock(folder, onWait: onWait)
    }

    /// Locks the directory again if the locked file was removed, because another instance would not notice that lock.
    ///
    /// - Returns: whether the directory was locked again.
    package func renew() throws(OpeningError) -> Bool {
        guard !Self.isLock(lock, at: Self.path(in: folder)) else { return false }
        let new = try Self.lock(folder)
        Self.release(lock)
        lock = new
        return new >= 0
    }

    package static func path(in folder: String) -> String { folder + "/lock" }

    private static func lock(
        _ folder: String, onWait: ((OpeningError) -> Void)? = nil
    ) throws(OpeningError) -> Int32 {
        try? makeFolders(folder)
        let path = path(in: folder)
        let lock = openLock(path)
        if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            let reason = reason(inUse: folder)
            guard let onWait else {
                close(lock)
                throw reason
            }
            onWait(reason)
            while flock(lock, LOCK_EX) != 0, errno == EINTR {}
            guard isLock(lock, at: path) else {
                // The other instance has released a removed file, and may have locked another one.
                release(lock)
                return try Self.lock(folder, onWait: onWait)
            }
        }
        sign(lock, path)
        return lock
    }

    /// Whether the path leads to the open file.
    private static func isLock(_ lock: Int32, at path: String) -> Bool {
        var (locked, current) = (stat(), stat())
        return fstat(lock, &locked) == 0 && lstat(path, &current) == 0
            && (locked.st_dev, locked.st_ino) == (current.st_dev, current.st_ino)
    }

    private static func reason(inUse folder: String) -> OpeningError {
        let signature = (try? readText(path(in: folder), atMost: lockSizeLimit)) ?? ""
        let holder = signature.split(separator: "\n").map(String.init)
        // The name of a machine can change while the lock is held, and two machines can have the same name.
        let isHere = holder.count < 2 ? [nil, machine].contains(holder.first) : holder[1] == bootIdentifier()
        guard !isHere, let name = holder.first else { return .inUse(folder: folder) }
        return .inUseElsewhere(folder: folder, machine: name.printable)
    }

    /// Opens a descriptor to lock. Network file systems require that it is opened for writing. On a disk that has
    /// become read-only, the file of an earlier run is opened for reading.
    private static func openLock(_ path: String) -> Int32 {
        // Writing to a link would change another file.
        if linkTarget(path) != nil { unlink(path) }
        let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
        let writable = suntracker_open(path, O_RDWR | O_CREAT | flags, 0o600)
        return writable >= 0 ? writable : suntracker_open(path, O_RDONLY | flags, 0)
    }

    /// Writes the name of this machine and the ID of its boot to the file, for other instances, unless the file has further
    /// names (hard links). If this fails, their messages are less precise.
    private static func sign(_ lock: Int32, _ path: String) {
        var status = stat()
        guard lock >= 0, fstat(lock, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
            let machine
        else { return }
        let signature = ([machine] + [bootIdentifier()].compactMap(\.self)).map { $0 + "\n" }.joined()
        guard (try? readText(path, atMost: lockSizeLimit)) != signature, ftruncate(lock, 0) == 0 else { return }
        try? writeAll(Array(signature.utf8), to: lock, named: path)
    }

    /// The maximum size of the lock file, in bytes. HOST_NAME_MAX is 64.
    private static let lockSizeLimit = 256

    /// The name of this machine; nil if it has none.
    private static var machine: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: lockSizeLimit) { buffer in
            guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0, start.pointee != 0
            else { return nil }
            buffer[buffer.count - 1] = 0
            return String(cString: start)
        }
    }

    private static func release(_ lock: Int32) {
        guard lock >= 0 else { return }
        // Closing the descriptor is not enough: a child that another thread has just forked also has the descriptor,
        // until it calls exec(3).
        flock(lock, LOCK_UN)
        close(lock)
    }

    deinit { Self.release(lock) }
}
