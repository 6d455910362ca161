import Glibc

/// The environment variables, and the folders that they name (XDG Base Directory Specification).
public struct Environment: Sendable {
    /// The variables by their names.
    public let variables: [String: String]

    /// An environment of these variables.
    public init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// The environment of this process, with the home of its user where `HOME` is not set.
    public static var ofProcess: Environment {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            // By the byte: "=" with an accent behind it is another character to Swift.
            let text = String(cString: entry).utf8
            if let equals = text.firstIndex(of: UInt8(ascii: "=")) {
                variables[String(Substring(text[..<equals]))] = String(Substring(text[text.index(after: equals)...]))
            }
            next += 1
        }
        if variables["HOME"]?.hasPrefix("/") != true, let user = getpwuid(getuid()), let home = user.pointee.pw_dir {
            variables["HOME"] = String(cString: home)
        }
        return Environment(variables)
    }

    /// The value of a variable; nil if it is not set or empty, which the specification takes for the same.
    public subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `$XDG_CONFIG_HOME`, by default `~/.config`.
    public var configurationHome: String { folder("XDG_CONFIG_HOME", default: "/.config") }
    /// `$XDG_STATE_HOME`, by default `~/.local/state`.
    public var stateHome: String { folder("XDG_STATE_HOME", default: "/.local/state") }
    /// `$XDG_DATA_HOME`, by default `~/.local/share`.
    public var dataHome: String { folder("XDG_DATA_HOME", default: "/.local/share") }
    /// `$XDG_DATA_DIRS`, the most important first; by default `/usr/local/share` and `/usr/share`.
    public var dataFolders: [String] {
        let folders = (self["XDG_DATA_DIRS"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return folders.isEmpty ? ["/usr/local/share", "/usr/share"] : folders
    }
    /// `$XDG_CONFIG_DIRS`, the most important first; by default `/etc/xdg`.
    public var configurationFolders: [String] {
        let folders = (self["XDG_CONFIG_DIRS"] ?? "").split(separator: ":").map(String.init).filter {
            $0.hasPrefix("/")
        }
        return folders.isEmpty ? ["/etc/xdg"] : folders
    }

    /// Whether there is a session bus to be found: `$DBUS_SESSION_BUS_ADDRESS` names one, or it has its usual socket in
    /// `$XDG_RUNTIME_DIR`.
    public var hasSessionBus: Bool {
        if self["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
        return self["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false
    }

    /// The specification has relative paths ignored.
    private func folder(_ name: String, default path: String) -> String {
        if let folder = self[name], folder.hasPrefix("/") { return folder }
        return (self["HOME"] ?? "") + path
    }
}
