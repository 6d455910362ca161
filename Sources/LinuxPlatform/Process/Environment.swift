// SPDX-License-Identifier: MIT
import Glibc

/// Environment variables, and the directories that they name (XDG Base Directory Specification).
package struct Environment: Sendable {
    package let variables: [String: String]

    package init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// The environment of this process. If `HOME` is not set, it is taken from the user database.
    package static var ofProcess: Environment {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            // Split by bytes, because "=" with a combining accent is not "=" for Swift.
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

    /// The value of a variable; nil if it is unset or empty, which the specification treats alike.
    package subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    package var configurationHome: String { folder("XDG_CONFIG_HOME", default: "/.config") }
    package var stateHome: String { folder("XDG_STATE_HOME", default: "/.local/state") }
    /// The service's state directory, which the command shares: `suntracker` in `stateHome`.
    package var stateFolder: String { stateHome + "/suntracker" }
    package var dataHome: String { folder("XDG_DATA_HOME", default: "/.local/share") }
    /// `$XDG_DATA_DIRS` in order of precedence; by default `/usr/local/share` and `/usr/share`.
    package var dataFolders: [String] { folders("XDG_DATA_DIRS", default: ["/usr/local/share", "/usr/share"]) }
    /// The data directory next to a program: `prefix/share` of `prefix/bin/suntracker`.
    static func dataFolder(beside program: String) -> String {
        program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/share"
    }
    /// The data directory that contains the other files of a program: the directory next to the program, the user's, or
    /// else the system's.
    package func dataFolder(of program: String?) -> String {
        [program.map(Self.dataFolder), dataHome].lazy.compactMap { $0 }.first { access("\($0)/suntracker", F_OK) == 0 }
            ?? "/usr/share"
    }
    /// `$XDG_CONFIG_DIRS` in order of precedence; by default `/etc/xdg`.
    package var configurationFolders: [String] { folders("XDG_CONFIG_DIRS", default: ["/etc/xdg"]) }

    /// Whether the session bus can be found: through `$DBUS_SESSION_BUS_ADDRESS`, or by its usual socket in
    /// `$XDG_RUNTIME_DIR`.
    package var hasSessionBus: Bool {
        if self["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
        return self["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false
    }

    /// Relative paths are ignored, as the specification requires.
    private func folder(_ name: String, default path: String) -> String {
        if let folder = self[name], folder.hasPrefix("/") { return folder }
        return (self["HOME"] ?? "") + path
    }

    private func folders(_ name: String, default paths: [String]) -> [String] {
        let folders = (self[name] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return folders.isEmpty ? paths : folders
    }
}
