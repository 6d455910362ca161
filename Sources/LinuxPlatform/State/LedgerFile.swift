import CLinux
import Glibc
import Systemd
package import Tracker

/// The ledger in a file of the state folder.
@MainActor
package final class LedgerFile: @MainActor LedgerStore {
    /// The most bytes that the file can have, twice what ten thousand alerts of three days take.
    package nonisolated static let sizeLimit = 16 << 20

    private let folder: String
    private var path: String { folder + "/ledger" }
    private let lock: Int32
    private let writer: StateWriter

    /// Why this process cannot use the state folder.
    package enum OpeningError: Error, CustomStringConvertible {
        /// Another instance uses it.
        case inUse(folder: String)
        /// An instance on another machine uses it: the home is on a network file system.
        case inUseElsewhere(folder: String, machine: String)

        /// What is wrong, and how to fix it.
        package var description: String {
            switch self {
            case .inUse(let folder):
                "another suntrackerd runs with the state folder \(folder); stop it first: systemctl --user stop suntrackerd"
            case .inUseElsewhere(let folder, let machine):
                "suntrackerd on \(machine) uses the state folder \(folder), which this machine shares. To give each machine its "
                    + "own, run: systemctl --user edit suntrackerd, and add the lines [Service] and "
                    + "Environment=XDG_STATE_HOME=%h/.local/state/%H"
            }
        }
    }

    /// Locks the state folder for this process; makes it, with mode 0700, if it is missing.
    ///
    /// A folder that cannot be made or written to is not an error here: the ledger then exists only in memory, and `keep`
    /// reports why.
    ///
    /// - Parameters:
    ///   - fresh: deletes an earlier ledger.
    package init(folder: String, writer: StateWriter, fresh: Bool = false) throws(OpeningError) {
        self.folder = folder
        self.writer = writer
        try? makeFolders(folder)
        lock = Self.openLock(folder + "/lock")
        if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(lock)
            let holder = try? readText(folder + "/lock", atMost: Self.lockSizeLimit)
            guard let machine = holder?.split(separator: "\n").first.map(String.init), machine != Self.machine else {
                throw .inUse(folder: folder)
            }
            throw .inUseElsewhere(folder: folder, machine: machine.printable)
        }
        signLock()
        if fresh { unlink(path) }
    }

    /// A descriptor to lock: opened for writing if possible, which network file systems require; on a disk that has become
    /// read-only, the file of an earlier run suffices.
    private static func openLock(_ path: String) -> Int32 {
        let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let writable = suntracker_open(path, O_RDWR | O_CREAT | flags, 0o600)
        return writable >= 0 ? writable : suntracker_open(path, O_RDONLY | flags, 0)
    }

    /// Writes which machine has the lock, for an instance on another one. If that fails, the message there says less.
    private func signLock() {
        guard lock >= 0, let machine = Self.machine,
            (try? readText(folder + "/lock", atMost: Self.lockSizeLimit)) != machine + "\n", ftruncate(lock, 0) == 0
        else { return }
        try? writeAll(Array((machine + "\n").utf8), to: lock, named: folder + "/lock")
    }

    /// The most bytes of the lock file: HOST_NAME_MAX is 64.
    private nonisolated static let lockSizeLimit = 256

    /// The name of this machine; nil if it has none.
    private nonisolated static var machine: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: lockSizeLimit) { buffer in
            guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0, start.pointee != 0
            else { return nil }
            buffer[buffer.count - 1] = 0
            return String(cString: start)
        }
    }

    isolated deinit {
        guard lock >= 0 else { return }
        // Closing it is not enough: a child that another thread has just forked has the descriptor too, until it calls
        // exec(3).
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// The ledger of the last run, nil if there is none; and what is wrong with a file that cannot be used. Such a file is
    /// renamed, not lost.
    package func load() -> (ledger: Ledger?, trouble: String?) {
        do {
            return (try readText(path, atMost: Self.sizeLimit).map { try Ledger(text: $0) }, nil)
        } catch FileReadError.failed(let error) {
            return (nil, "The ledger \(path) cannot be read (\(error)); earlier announcements are unknown")
        } catch {
            let aside = path + ".damaged"
            let renamed = rename(path, aside) == 0
            return (
                nil,
                "The ledger \(path) cannot be used: \(error). "
                    + (renamed ? "It is renamed to \(aside), and a new one begins" : "A new one replaces it")
            )
        }
    }

    /// Replaces the file, off the main queue. If that fails, the earlier file stays, and the report says why.
    package func keep(_ ledger: Ledger, then report: @escaping (KeepReport) -> Void) {
        writer.keep(ledger.text, at: path) { report($0) }
    }
}
