import CLinux
import Glibc
package import Tracker

/// A program that is run at an event, with its arguments, or a unit that is started like one.
package struct Hook: Hashable, Sendable {
    /// The path of the program, or the command in the settings if it leads to no program; the name of a unit.
    package let path: String
    let arguments: [String]
    let isUnit: Bool
    /// Why it cannot be started; nil if it can.
    package let fault: HookProblem?

    /// The name of the program's file, or of the unit.
    package var name: String { String(path[(path.lastIndex(of: "/") ?? path.startIndex)...].drop { $0 == "/" }) }

    init(path: String, arguments: [String] = [], isUnit: Bool = false, fault: HookProblem? = nil) {
        (self.path, self.arguments, self.isUnit) = (path, arguments, isUnit)
        // D-Bus cannot carry every name that a file can have.
        let canBeSent = ([path] + arguments).allSatisfy { text in
            text.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint }
        }
        self.fault = fault ?? (canBeSent ? nil : .noCommand("it contains a Unicode noncharacter"))
    }

    /// What a path in a folder of hooks can be.
    enum Found {
        /// A program, or a file that should be one.
        case hook(Hook)
        /// A link to `/dev/null`, or another device, which masks the hooks of this name.
        case mask
        /// A folder, a socket or a pipe.
        case other
    }

    /// What exists at that path.
    static func at(_ path: String, with arguments: [String] = []) -> Found {
        var status = stat()
        guard stat(path, &status) == 0 else {
            // Names in a folder are read with U+FFFD for what is not UTF-8, which D-Bus cannot carry, either.
            let isRepaired = path.unicodeScalars.contains("\u{FFFD}")
            let fault: HookProblem = isRepaired ? .noCommand("its name is not UTF-8; rename it") : .missing
            return .hook(Hook(path: path, arguments: arguments, fault: fault))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            let isExecutable = access(path, X_OK) == 0
            return .hook(Hook(path: path, arguments: arguments, fault: isExecutable ? nil : .notExecutable))
        case S_IFCHR: return .mask
        default: return .other
        }
    }
}
