import CLinux
import Dispatch
import Glibc
import Systemd

/// Keeps other processes of this program from editing files in a folder, until the value goes (flock(2) on the folder, which
/// leaves no file behind).
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock; waits for it no longer than this.
    ///
    /// - Throws: ETIMEDOUT where another process still has it then; or the error of open(2) or flock(2).
    init(_ folder: String, patience: Duration) throws(SystemError) {
        let descriptor = suntracker_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemError("open \(folder)", number: errno) }
        var problem = Self.tryLock(descriptor)
        if problem == EWOULDBLOCK {
            problem = Self.wait(for: descriptor, atMost: patience) ? Self.tryLock(descriptor) : ETIMEDOUT
        }
        guard problem == 0 else {
            close(descriptor)
            throw SystemError("flock \(folder)", number: problem)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// - Returns: 0, or the error number.
    private static func tryLock(_ descriptor: Int32) -> Int32 {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
    }

    /// Waits on another thread, since flock(2) knows no time limit; whether it has ended. The lock belongs to both descriptors.
    private static func wait(for descriptor: Int32, atMost patience: Duration) -> Bool {
        // Its own descriptor: the thread may outlive the other one, and then gives the lock back as soon as it has it.
        let copy = dup(descriptor)
        guard copy >= 0 else { return true }
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { @Sendable in
            while flock(copy, LOCK_EX) != 0, errno == EINTR {}
            close(copy)
            ended.signal()
        }
        let (seconds, attoseconds) = patience.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        return ended.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
    }
}
