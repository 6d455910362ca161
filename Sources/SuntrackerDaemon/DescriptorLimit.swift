import Glibc

/// How many files the process may have open (RLIMIT_NOFILE). libdispatch ends a process that has too few with SIGILL.
public enum DescriptorLimit {
    /// What the service needs: its timers, sockets and files, two connections to buses, and some to spare for hooks.
    static let needed: rlim_t = 64

    /// What is wrong with the limit; nil for nothing. One that may be raised far enough is raised.
    public static func shortage() -> String? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return nil }
        var raised = limit
        raised.rlim_cur = needed
        if limit.rlim_max >= needed, setrlimit(resource, &raised) == 0 { return nil }
        return "only \(limit.rlim_cur) files may be open at once, and \(needed) are needed; "
            + "raise LimitNOFILE= or ulimit -n"
    }
}
