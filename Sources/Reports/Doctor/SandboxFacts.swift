/// What the kernel enforces on the service's process, and what the machine allows systemd to set up.
///
/// The unit asks for more than every machine can do: what is in force shows in the process alone.
package struct SandboxFacts: Hashable, Sendable {
    /// The process as /proc shows it.
    package var process: Process
    /// The version of the user's service manager, such as 252; nil where it does not say.
    package var systemd: Int?
    /// Whether the machine lets no ordinary user make user namespaces (user_namespaces(7)).
    package var refusesUserNamespaces: Bool

    /// A process under a manager of that version.
    package init(process: Process, systemd: Int?, refusesUserNamespaces: Bool) {
        self.process = process
        self.systemd = systemd
        self.refusesUserNamespaces = refusesUserNamespaces
    }

    /// What proc(5) has of a process.
    package struct Process: Hashable, Sendable {
        /// Whether neither it nor what it starts can gain privileges (`NoNewPrivs`; PR_SET_NO_NEW_PRIVS(2const)).
        package var hasNoNewPrivileges: Bool
        /// Whether a filter decides which system calls it may use (`Seccomp` is 2; seccomp(2)).
        package var filtersSystemCalls: Bool
        /// The file system that it sees; nil where that cannot be read.
        package var fileSystem: FileSystem?

        /// A process like that.
        package init(hasNoNewPrivileges: Bool, filtersSystemCalls: Bool, fileSystem: FileSystem?) {
            self.hasNoNewPrivileges = hasNoNewPrivileges
            self.filtersSystemCalls = filtersSystemCalls
            self.fileSystem = fileSystem
        }

        /// - Parameters:
        ///   - status: the text of /proc/PID/status.
        ///   - mountinfo: the text of /proc/PID/mountinfo; nil where it cannot be read.
        ///   - mountNamespaces: what the process's /proc/PID/ns/mnt leads to, and what this one's does.
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

    /// How a process sees the file system.
    package enum FileSystem: Hashable, Sendable {
        /// As its user does.
        case shared
        /// In a mount namespace of its own, read-only at the root: what the unit has writable is mounted above.
        case readOnly
        /// In a mount namespace of its own, writable at the root.
        case writable

        init?(mountinfo: String?, mountNamespaces: (itsOwn: String?, ours: String?)) {
            guard let mountinfo, let itsOwn = mountNamespaces.itsOwn, let ours = mountNamespaces.ours else {
                return nil
            }
            guard itsOwn != ours else {
                self = .shared
                return
            }
            // "ID PARENT DEVICE ROOT MOUNT-POINT OPTIONS …"; of several mounts at one point the last one is seen.
            let root = mountinfo.split(separator: "\n").map { $0.split(separator: " ") }
                .last { $0.count > 5 && $0[4] == "/" }
            guard let root else { return nil }
            self = root[5].split(separator: ",").contains("ro") ? .readOnly : .writable
        }
    }
}

extension MachineFacts {
    /// Which part of the sandbox is in force. What this machine cannot do is no fault of it.
    var sandboxCheck: Check {
        let subject = "Sandbox"
        guard let sandbox else { return .notApplicable(subject, "the unit does not run") }
        let process = sandbox.process
        let finding = [
            process.filtersSystemCalls ? "system call filter" : "no system call filter",
            process.hasNoNewPrivileges ? "no new privileges" : "new privileges can be gained",
        ].joined(separator: ", ")
        let isThere = process.filtersSystemCalls || process.hasNoNewPrivileges || process.fileSystem == .readOnly
        let text = "\(finding); \(sandbox.fileSystemText)"
        return isThere ? .sound(subject, text) : .notApplicable(subject, text)
    }
}

extension SandboxFacts {
    /// From this version on systemd makes the user namespace that a user's service needs for a mount namespace.
    private static let firstWithNamespaces = 254

    fileprivate var fileSystemText: String {
        switch process.fileSystem {
        case .readOnly: "the file system is read-only but for the home"
        case nil: "how it sees the file system cannot be read"
        case .shared, .writable: "the file system is not protected, \(cause)"
        }
    }

    private var cause: String {
        if let systemd, systemd < Self.firstWithNamespaces {
            return "since systemd \(systemd) does not do that for a user's services "
                + "(\(Self.firstWithNamespaces) and later do)"
        }
        if refusesUserNamespaces { return "since this machine refuses user namespaces" }
        return "since the unit does not ask for it, or systemd could not make a user namespace"
    }
}
