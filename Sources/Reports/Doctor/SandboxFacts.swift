import Tracker

/// The restrictions that the kernel enforces on the service's process, and what the machine lets systemd set up.
///
/// The unit requests more than some machines support. The effective restrictions can be seen only in the process.
package struct SandboxFacts: Hashable, Sendable {
    /// The process as shown in /proc.
    package var process: Process
    /// The version of the user's service manager, such as 252, if known.
    package var systemd: Int?
    /// Whether the machine forbids unprivileged user namespaces (user_namespaces(7)).
    package var refusesUserNamespaces: Bool

    package init(process: Process, systemd: Int?, refusesUserNamespaces: Bool) {
        self.process = process
        self.systemd = systemd
        self.refusesUserNamespaces = refusesUserNamespaces
    }

    /// The facts of proc(5) about a process.
    package struct Process: Hashable, Sendable {
        /// Whether neither it nor its children can gain privileges (`NoNewPrivs`; PR_SET_NO_NEW_PRIVS(2const)).
        package var hasNoNewPrivileges: Bool
        /// Whether a filter restricts its system calls (`Seccomp` is 2; seccomp(2)).
        package var filtersSystemCalls: Bool
        /// Its view of the file system; nil if it cannot be read.
        package var fileSystem: FileSystem?

        package init(hasNoNewPrivileges: Bool, filtersSystemCalls: Bool, fileSystem: FileSystem?) {
            self.hasNoNewPrivileges = hasNoNewPrivileges
            self.filtersSystemCalls = filtersSystemCalls
            self.fileSystem = fileSystem
        }

        /// - Parameters:
        ///   - status: The text of /proc/PID/status.
        ///   - mountinfo: The text of /proc/PID/mountinfo; nil if it cannot be read.
        ///   - mountNamespaces: The targets of /proc/PID/ns/mnt of the process and of this one.
        package init(status: String, mountinfo: String?, mountNamespaces: (itsOwn: String?, ours: String?)) {
            let fields = Dictionary(
                status.split(separator: "\n").compactMap { line -> (Substring, Substring)? in
                    let words = line.split(whereSeparator: \.isWhitespace)
                    return words.count == 2 ? (words[0], words[1]) : nil
                }, uniquingKeysWith: { first, _ in first })
            self.init(
                hasNoNewPrivileges: fields["NoNewPrivs:"] == "1", filtersSystemCalls: fields["Seccomp:"] == "2",
                fileSystem: FileSystem(mountinfo: mountinfo, mountNamespaces: mountNamespaces))
        }
    }

    /// A process's view of the file system.
    package enum FileSystem: Hashable, Sendable {
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
            let root = mountinfo.split(separator: "\n").map { $0.split(separator: " ") }
                .last { $0.count > 5 && $0[4] == "/" }
            guard let root else { return nil }
            self = root[5].split(separator: ",").contains("ro") ? .readOnly : .writable
        }
    }
}

extension MachineFacts {
    /// The effective part of the sandbox. Restrictions that the machine does not support are not a failure.
    func sandboxCheck(in words: Words) -> Check {
        let subject = words.inContext("label", "Sandbox")
        guard let sandbox else { return .notApplicable(subject, words("the unit is not running")) }
        let process = sandbox.process
        let restrictions = words.list([
            process.filtersSystemCalls ? words("system call filter") : words("no system call filter"),
            process.hasNoNewPrivileges ? words("no new privileges") : words("new privileges can be gained"),
        ])
        let isThere = process.filtersSystemCalls || process.hasNoNewPrivileges || process.fileSystem == .readOnly
        let text = words.clauses([restrictions, sandbox.fileSystemText(in: words)])
        return isThere ? .sound(subject, text) : .notApplicable(subject, text)
    }
}

extension SandboxFacts {
    /// The first version of systemd that creates the user namespace which a user service needs for a mount namespace.
    private static let firstWithNamespaces = 254

    fileprivate func fileSystemText(in words: Words) -> String {
        switch process.fileSystem {
        case .readOnly: words("the file system is read-only except for the home directory")
        case nil: words("its view of the file system cannot be read")
        case .shared, .writable: unprotected(in: words)
        }
    }

    private func unprotected(in words: Words) -> String {
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
