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
    /// wait either. For a file, and for a pipe of another user, standard error itself. -1 for a terminal of another user:
    /// a write could wait, because poll(2) calls a terminal writable that has less room than a line needs.
    private let descriptor: Int32

    init() {
        var status = stat()
        let kind = fstat(STDERR_FILENO, &status) == 0 ? status.st_mode & S_IFMT : 0
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let waits = [S_IFIFO, S_IFCHR].contains(kind)
        let opened = waits ? suntracker_open("/proc/self/fd/\(STDERR_FILENO)", flags, 0) : STDERR_FILENO
        descriptor = opened < 0 && kind == S_IFIFO ? STDERR_FILENO : opened
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Writes a line, in one call unless it is long, so that the lines of several processes do not mix.
    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // A socket cannot be opened again, but each call can say that it does not wait.
        let options = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        guard send(descriptor, bytes, bytes.count, options) < 0, errno == ENOTSOCK else { return }
        // A pipe that could not be opened again would wait. If poll(2) calls it writable, it has room for this many bytes.
        for start in stride(from: 0, to: bytes.count, by: Int(PIPE_BUF)) {
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&room, 1, 0) == 1 else { return }
            let piece = bytes[start...].prefix(Int(PIPE_BUF))
            guard piece.withUnsafeBytes({ Glibc.write(descriptor, $0.baseAddress, $0.count) }) == piece.count else {
                return
            }
        }
    }
}
