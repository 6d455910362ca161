import Glibc
import Systemd

/// A file in `Sound=`, which the notification server reads, as the same user.
enum SoundFile {
    /// Why the file cannot be read; nil if it can.
    static func trouble(_ path: String) -> String? {
        access(path, R_OK) == 0 ? nil : errorText(errno)
    }
}
