import Systemd

/// What the kernel shows of a process of the same user (proc(5)).
public struct ProcessFolder: Sendable {
    private let path: String
    /// Far more than thousands of mounts take.
    private static let sizeLimit = 4 << 20

    /// The process of that number.
    public init(_ process: Int) {
        path = "/proc/\(process)"
    }

    /// This process.
    public static let own = ProcessFolder(path: "/proc/self")

    private init(path: String) {
        self.path = path
    }

    /// The text of `status`; nil where there is no such process.
    public var status: String? { (try? readText(path + "/status", atMost: Self.sizeLimit)).flatMap(\.self) }

    /// The text of `mountinfo`; nil where it cannot be read.
    public var mountinfo: String? { (try? readText(path + "/mountinfo", atMost: Self.sizeLimit)).flatMap(\.self) }

    /// Names the mount namespace (namespaces(7)); nil where it cannot be read.
    public var mountNamespace: String? { linkTarget(path + "/ns/mnt") }
}

/// What the kernel's settings say of user namespaces (user_namespaces(7)).
public enum UserNamespaces {
    /// Whether no ordinary user may make one: of none at all, by Debian's patch, or by Ubuntu's.
    public static var areRefused: Bool {
        setting("user/max_user_namespaces") == "0" || setting("kernel/unprivileged_userns_clone") == "0"
            || setting("kernel/apparmor_restrict_unprivileged_userns") == "1"
    }

    private static func setting(_ name: String) -> Substring? {
        (try? readText("/proc/sys/" + name, atMost: 4096)).flatMap(\.self)?.split(separator: "\n").first
    }
}
