import Glibc

/// The limit of open files (RLIMIT_NOFILE). If it is too low, libdispatch crashes with SIGILL.
package enum DescriptorLimit {
    /// How many descriptors the service needs: timers, sockets, files, two bus connections, and a reserve for hooks.
    static let needed: Int32 = 64

    /// Raises the limit if it is too low and may be raised; otherwise, returns what is wrong with it.
    package static func shortage() -> String? {
        if isEnough { return nil }
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        if getrlimit(resource, &limit) == 0, limit.rlim_max >= needed {
            limit.rlim_cur = rlim_t(needed)
            if setrlimit(resource, &limit) == 0 { return nil }
        }
        return "the open-file limit is below \(needed); raise LimitNOFILE= or ulimit -n"
    }

    /// Uses fcntl(2), since the unit's sandbox refuses getrlimit(2).
    private static var isEnough: Bool {
        let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, needed - 1)
        guard copy >= 0 else { return errno != EINVAL && errno != EMFILE }
        close(copy)
        return true
    }
}
