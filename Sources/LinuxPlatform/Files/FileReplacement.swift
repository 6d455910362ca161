import CLinux
import Glibc
import Systemd

/// Replaces a file's text, as `writeAtomically` does, unless somebody else has changed it: then the file stays as it is.
///
/// The caller has the folder's lock (`FolderLock`), so that it is an editor that knows nothing of the lock who may come
/// between the reading and this.
///
/// - Parameter old: the text that the file is believed to have; nil for no file.
/// - Returns: whether the file was as believed, and now has the new text.
func replaceText(_ old: String?, with new: String, in path: String, mode: mode_t) throws(SystemError) -> Bool {
    let temporary = try freeName(path + ".new")
    try writeSynced(new, to: temporary, mode: mode)
    let isReplaced: Bool
    do throws(SystemError) {
        isReplaced =
            old == nil
            ? try rename(temporary, to: path, suntracker_rename_noreplace)
            : try exchange(temporary, with: path, whoseTextsAre: new, old)
    } catch  where error.number == EINVAL || error.number == ENOSYS {
        // Not every file system can do these (NFS, FUSE): there, a moment remains between the look and the change.
        isReplaced = try textNow(of: path) == old && Glibc.rename(temporary, path) == 0
    } catch {
        unlink(temporary)
        throw error
    }
    unlink(temporary)
    syncFolder(of: path)
    return isReplaced
}

/// Puts the new text in the place of the old one, which is at the temporary name then, looks whether that is what was read,
/// and takes it all back if not.
private func exchange(_ temporary: String, with path: String, whoseTextsAre new: String, _ old: String?)
    throws(SystemError) -> Bool
{
    guard try rename(temporary, to: path, suntracker_rename_exchange) else { return false }
    if try textNow(of: temporary) == old { return true }
    guard try rename(temporary, to: path, suntracker_rename_exchange), try textNow(of: temporary) == new else {
        // Somebody has saved the file twice within microseconds. What is thrown away could be theirs.
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

/// What the file holds at this moment; nil if there is none.
private func textNow(of path: String) throws(SystemError) -> String? {
    do { return try readText(path, atMost: SettingsFile.sizeLimit) } catch {
        guard case .failed(let error) = error else { throw SystemError("read \(path): \(error)", number: EBUSY) }
        throw error
    }
}
