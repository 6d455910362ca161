import Tracker

/// The restrictions that the kernel enforces on the service's process, and what the machine lets systemd set up.
///
/// The unit requests more than some machines support. The effective restrictions can be seen only in the process.
struct SandboxFacts: Hashable, Sendable {
    /// Whether neither the process nor its children can gain privileges (`NoNewPrivs`; PR_SET_NO_NEW_PRIVS(2const)).
    var hasNoNewPrivileges: Bool
    /// Whether a filter restricts its system calls (`Seccomp` is 2; seccomp(2)).
    var filtersSystemCalls: Bool
    /// Its view of the file system; nil if it cannot be read.
    var fileSystem: FileSystem?
    /// The version of the user's service manager, such as 252, if known.
    var systemd: Int?
    /// Whether the machine forbids unprivileged user namespaces (user_namespaces(7)).
    var refusesUserNamespaces: Bool

    /// A process's view of the file system.
    enum FileSystem: Hashable, Sendable {
        /// The same as its user.
        case shared
        /// Its own mount namespace with a read-only root. Writable folders of the unit are mounted above it.
        case readOnly
        /// Its own mount namespace with a writable root.
        case writable

        init?(mountinfo: String?, mountNamespaces: (itsOwn: String?, ours: String?)) {
            guard let mountinfo, let itsOwn = mountNamespaces.itsOwn, let ours = mountNamespaces.ours else {
                return nil
            }
            guard itsOwn != ours else {
                self = .shared
                return
            }
            // "ID PARENT DEVICE ROOT MOUNT-POINT OPTIONS …"; of several mounts at one point the last one is visible.
            let root = mountinfo.split(separator: "\n").map { $0.split(separator: " ") }.last {
                $0.count > 5 && $0[4] == "/"
            }
            guard let root else { return nil }
            self = root[5].split(separator: ",").contains("ro") ? .readOnly : .writable
        }
    }
}

extension MachineFacts {
    /// The effective part of the sandbox. Restrictions that the machine does not support are not a failure.
    func sandboxCheck(in words: Localizer) -> Check {
        guard let sandbox else { return .notApplicable(words("the unit is not running")) }
        let restrictions = words.list([
            // TRANSLATORS: after the label Sandbox
            sandbox.filtersSystemCalls ? words("system call filter") : words("no system call filter"),
            // TRANSLATORS: after the label Sandbox: a process cannot gain any
            sandbox.hasNoNewPrivileges ? words("no new privileges") : words("new privileges can be gained"),
        ])
        let isThere = sandbox.filtersSystemCalls || sandbox.hasNoNewPrivileges || sandbox.fileSystem == .readOnly
        let text = words.clauses([restrictions, sandbox.fileSystemText(in: words)])
        return isThere ? .sound(text) : .notApplicable(text)
    }
}

extension SandboxFacts {
    /// The facts of proc(5) about a process.
    ///
    /// - Parameters:
    ///   - status: The text of /proc/PID/status.
    ///   - mountinfo: The text of /proc/PID/mountinfo; nil if it cannot be read.
    ///   - mountNamespaces: The targets of /proc/PID/ns/mnt of the process and of this one.
    init(
        status: String, mountinfo: String?, mountNamespaces: (itsOwn: String?, ours: String?), systemd: Int?,
        refusesUserNamespaces: Bool
    ) {
        func has(_ field: String, _ value: Substring) -> Bool {
            status.split(separator: "\n").contains { $0.split(whereSeparator: \.isWhitespace) == [field[...], value] }
        }
        self.init(
            hasNoNewPrivileges: has("NoNewPrivs:", "1"), filtersSystemCalls: has("Seccomp:", "2"),
            fileSystem: FileSystem(mountinfo: mountinfo, mountNamespaces: mountNamespaces), systemd: systemd,
            refusesUserNamespaces: refusesUserNamespaces)
    }

    /// The first version of systemd that creates the user namespace which a user service needs for a mount namespace.
    private static let firstWithNamespaces = 254

    fileprivate func fileSystemText(in words: Localizer) -> String {
        switch fileSystem {
        case .readOnly: return words("the file system is read-only except for the home directory")
        // TRANSLATORS: the process of the service
        case nil: return words("its view of the file system cannot be read")
        case .shared, .writable: break
        }
        if let systemd, systemd < Self.firstWithNamespaces {
            return words(
                "the file system is not protected, because {program} {version} does not support that for user services ({first} and later do)",
                ["program": "systemd", "version": "\(systemd)", "first": "\(Self.firstWithNamespaces)"])
        }
        if refusesUserNamespaces {
            return words("the file system is not protected, because this machine forbids user namespaces")
        }
        return words(
            "the file system is not protected, because the unit does not request it, or {program} could not create a user namespace",
            ["program": "systemd"])
    }
}
