// SPDX-License-Identifier: MIT
import Glibc

/// The limit of open files (RLIMIT_NOFILE). If it is too low, libdispatch crashes with SIGILL.
enum DescriptorLimit {
    /// The number of descriptors that the service needs: for timers, sockets, files, two bus connections, and a reserve
    /// for hooks.
    static let needed: Int32 = 64

    /// Raises the limit if it is too low. Returns the problem if it cannot be raised.
    static func shortage() -> String? {
        if isEnough { return nil }
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        if getrlimit(resource, &limit) == 0, limit.rlim_max >= needed {
            limit.rlim_cur = rlim_t(needed)
            if setrlimit(resource, &limit) == 0 { return nil }
        }
        return "the open-file limit is below \(needed); raise LimitNOFILE= or ulimit -n"
    }

    /// Whether the limit is sufficient. Uses fcntl(2), because the unit's sandbox refuses getrlimit(2).
    private static var isEnough: Bool {
        let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, needed - 1)
        guard copy >= 0 else { return errno != EINVAL && errno != EMFILE }
        close(copy)
        return true
    }
}
