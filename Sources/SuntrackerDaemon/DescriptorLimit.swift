import Glibc

/// How many files the process may have open (RLIMIT_NOFILE). libdispatch ends a process that has too few with SIGILL.
public enum DescriptorLimit {
    /// What the service needs: its timers, sockets and files, two connections to buses, and some to spare for hooks.
    static let needed: Int32 = 64

    /// What is wrong with the limit; nil for nothing. One that may be raised far enough is raised.
    public static func shortage() -> String? {
        if isEnough { return nil }
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        if getrlimit(resource, &limit) == 0, limit.rlim_max >= needed {
            limit.rlim_cur = rlim_t(needed)
            if setrlimit(resource, &limit) == 0 { return nil }
        }
        return "fewer than the \(needed) files that are needed may be open at once; raise LimitNOFILE= or ulimit -n"
    }

    /// Asked of fcntl(2), since the sandbox of the unit has getrlimit(2) refused.
    private static var isEnough: Bool {
        let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, needed - 1)
        guard copy >= 0 else { return errno != EINVAL && errno != EMFILE }
        close(copy)
        return true
    }
}
