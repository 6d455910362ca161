import CLinux
import Glibc
import Systemd
public import Tracker

/// The ledger in a file of the state folder.
@MainActor
public final class LedgerFile: LedgerStore {
    /// The most bytes that the file can have. Ten thousand alerts of three days take half of it.
    nonisolated static let sizeLimit = 16 << 20

    private let folder: String
    private var path: String { folder + "/ledger" }
    private let lock: Int32
    private let writer: StateWriter

    /// Why the state folder cannot be this process's.
    public enum OpeningError: Error, CustomStringConvertible {
        /// Another instance has it.
        case inUse(folder: String)

        /// What is wrong, and what to do.
        public var description: String {
            switch self {
            case .inUse(let folder):
                "another suntrackerd runs with the state folder \(folder); stop it first: systemctl --user stop suntrackerd"
            }
        }
    }

    /// Opens the state folder, for this process alone; makes it, with mode 0700, if it is not there.
    ///
    /// A folder that cannot be made or written to is no error here: the ledger then lives as long as the process, and
    /// `keep` says why.
    ///
    /// - Parameters:
    ///   - writer: writes the file.
    ///   - fresh: forgets an earlier ledger.
    public init(folder: String, writer: StateWriter, fresh: Bool = false) throws(OpeningError) {
        self.folder = folder
        self.writer = writer
        try? makeFolders(folder)
        lock = Self.openLock(folder + "/lock")
        if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(lock)
            throw .inUse(folder: folder)
        }
        if fresh { unlink(path) }
    }

    /// A descriptor to lock by. For writing where that is possible, as network file systems want it; on a disk that has
    /// become read-only the file of an earlier run will do.
    private static func openLock(_ path: String) -> Int32 {
        let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let writable = suntracker_open(path, O_RDWR | O_CREAT | flags, 0o600)
        return writable >= 0 ? writable : suntracker_open(path, O_RDONLY | flags, 0)
    }

    isolated deinit {
        guard lock >= 0 else { return }
        // To close it is not enough: a child that another thread has forked just now has the descriptor too, until it
        // becomes a program of its own.
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// The ledger of the last run, nil if there is none; and what is wrong with a file that cannot be used. Such a file
    /// is not lost: it gets another name.
    public func load() -> (ledger: Ledger?, trouble: String?) {
        do {
            return (try readText(path, atMost: Self.sizeLimit).map { try Ledger(text: $0) }, nil)
        } catch FileReadError.failed(let error) {
            return (nil, "The ledger \(path) cannot be read (\(error)); what was announced before is not known")
        } catch {
            let aside = path + ".damaged"
            let renamed = rename(path, aside) == 0
            return (
                nil,
                "The ledger \(path) cannot be used: \(error). "
                    + (renamed ? "It is set aside as \(aside), and a new one begins" : "A new one takes its place")
            )
        }
    }

    /// Replaces the file, off the main queue; says what could not be done where that fails, and then the earlier file stays.
    public func keep(_ ledger: Ledger, then report: @escaping @MainActor (KeepReport) -> Void) {
        writer.keep(ledger.text, at: path, then: report)
    }
}
