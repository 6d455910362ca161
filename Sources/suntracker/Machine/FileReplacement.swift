import CLinux
import Dispatch
import Glibc
import LinuxPlatform
import Solar
import Systemd

/// Replaces a file's text, as `writeAtomically` does, unless another program has changed it: then the file stays as it
/// is.
///
/// The caller holds the folder's lock (`FolderLock`), so only an editor that does not know the lock can write between
/// the caller's read and this call.
///
/// - Parameter old: the text that the caller has read; nil for no file.
/// - Returns: whether the file had that text, and now has the new one.
func replaceText(_ old: String?, with new: String, in path: String, mode: mode_t) throws(SystemError) -> Bool {
    try writeAtomically(new, to: path, mode: mode) { temporary throws(SystemError) in
        do throws(SystemError) {
            return old == nil
                ? try rename(temporary, to: path, suntracker_rename_noreplace)
                : try exchange(temporary, with: path, whoseTextsAre: new, old)
        } catch {
            // Some file systems do not support these flags (NFS, FUSE). There, another program can still write between the
            // comparison and the rename.
            guard [EINVAL, ENOSYS].contains(error.number) else { throw error }
            return try currentText(of: path) == old && Glibc.rename(temporary, path) == 0
        }
    }
}

/// Exchanges the two files, then checks whether the replaced one has the expected text, and exchanges them back if not.
private func exchange(_ temporary: String, with path: String, whoseTextsAre new: String, _ old: String?)
    throws(SystemError) -> Bool
{
    guard try rename(temporary, to: path, suntracker_rename_exchange) else { return false }
    if try currentText(of: temporary) == old { return true }
    guard try rename(temporary, to: path, suntracker_rename_exchange), try currentText(of: temporary) == new else {
        // Another program has saved the file twice within microseconds. Its text must not be discarded.
        let aside = "\(path).\(getpid()).saved"
        guard Glibc.rename(temporary, aside) == 0 else { throw SystemError("rename \(temporary)", number: errno) }
        throw SystemError("\(path) was saved while it was edited; what it was last is in \(aside)", number: EBUSY)
    }
    return false
}

/// - Returns: whether it is done; if not, there was a file where none should be, or none where one should be.
private func rename(_ from: String, to path: String, _ flags: UInt32) throws(SystemError) -> Bool {
    if renameat2(AT_FDCWD, from, AT_FDCWD, path, flags) == 0 { return true }
    guard errno == EEXIST || errno == ENOENT else {
        throw SystemError("rename \(from) to \(path)", number: errno)
    }
    return false
}

/// The file's text now; nil if there is no file.
private func currentText(of path: String) throws(SystemError) -> String? {
    do { return try readText(path, atMost: SettingsFile.sizeLimit) } catch {
        guard case .failed(let error) = error else { throw SystemError("read \(path): \(error)", number: EBUSY) }
        throw error
    }
}

/// Keeps other processes of this program from editing files in a folder, until the value is destroyed. The lock is
/// flock(2) on the folder itself, so it leaves no file behind.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock; waits for it at most this long.
    ///
    /// - Throws: ETIMEDOUT if another process still holds it then; or the error of open(2) or flock(2).
    init(_ folder: String, timeout: Duration) throws(SystemError) {
        let descriptor = suntracker_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemError("open \(folder)", number: errno) }
        var problem = Self.tryLock(descriptor)
        if problem == EWOULDBLOCK {
            problem = Self.wait(for: descriptor, atMost: timeout) ? Self.tryLock(descriptor) : ETIMEDOUT
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

    /// Waits on another thread, since flock(2) has no timeout. The lock belongs to both descriptors.
    ///
    /// - Returns: whether the wait has ended in time.
    private static func wait(for descriptor: Int32, atMost timeout: Duration) -> Bool {
        // A separate descriptor: the thread may outlive the other one, and then releases the lock when it gets it.
        let copy = dup(descriptor)
        guard copy >= 0 else { return true }
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { @Sendable in
            while flock(copy, LOCK_EX) != 0, errno == EINTR {}
            close(copy)
            ended.signal()
        }
        return ended.wait(timeout: .now() + .microseconds(Int(timeout.microseconds))) == .success
    }
}
