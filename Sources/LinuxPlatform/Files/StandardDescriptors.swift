// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Opens /dev/null for each closed standard descriptor, so that no file or bus gets its number. The direction is wrong
/// on purpose: reading or writing fails, as it would on a closed descriptor.
package func standInForClosedDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
        // open(2) returns the lowest free number, which is this one.
        _ = suntracker_open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY, 0)
    }
}

/// Standard error for a program that must not wait for its reader: a pipe that nobody reads, or a terminal that is
/// paused with Ctrl-S. Lines for which there is no room are lost.
final class UnwaitingStandardError: Sendable {
    /// A pipe or a terminal, opened a second time: with O_NONBLOCK on the first, the programs that share it would not
    /// wait either. For a file, standard error itself.
    private let descriptor: Int32

    init() {
        var status = stat()
        let waits = fstat(STDERR_FILENO, &status) == 0 && [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        descriptor = waits ? suntracker_open("/proc/self/fd/\(STDERR_FILENO)", flags, 0) : STDERR_FILENO
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Writes a line, in one call so that the lines of several processes do not mix.
    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // A socket cannot be opened again, but each call can say that it does not wait.
        let options = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        guard send(descriptor, bytes, bytes.count, options) < 0, errno == ENOTSOCK else { return }
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}
