// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import Tracker

/// A program to run at an event, with its arguments, or a unit to start.
package struct Hook: Hashable, Sendable {
    /// The path of the program, or the command in the settings if no program was found, or the name of the unit.
    package let path: String
    let arguments: [String]
    let isUnit: Bool
    /// The reason why it cannot be started; nil if it can.
    package let problem: HookProblem?

    /// The file name of the program, or the name of the unit.
    package var name: String { String(path[(path.lastIndex(of: "/") ?? path.startIndex)...].drop { $0 == "/" }) }

    init(path: String, arguments: [String] = [], isUnit: Bool = false, problem: HookProblem? = nil) {
        (self.path, self.arguments, self.isUnit) = (path, arguments, isUnit)
        // Not every file name can be sent over D-Bus.
        let canBeSent = ([path] + arguments).allSatisfy { text in
            text.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint }
        }
        self.problem = problem ?? (canBeSent ? nil : .noCommand("it contains a Unicode noncharacter"))
    }

    /// The kind of a file in a hook directory.
    enum Found {
        /// A program, or a file that should be one.
        case hook(Hook)
        /// A link to `/dev/null`, or another device, which masks the hooks of this name.
        case mask
        /// A directory, a socket or a pipe.
        case other
    }

    static func at(_ path: String, with arguments: [String] = []) -> Found {
        var status = stat()
        guard stat(path, &status) == 0 else {
            // Names in a directory that are not UTF-8, which D-Bus cannot send, either, are read with U+FFFD.
            let isRepaired = path.unicodeScalars.contains("\u{FFFD}")
            let problem: HookProblem = isRepaired ? .noCommand("its name is not UTF-8; rename it") : .missing
            return .hook(Hook(path: path, arguments: arguments, problem: problem))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            let isExecutable = access(path, X_OK) == 0
            return .hook(Hook(path: path, arguments: arguments, problem: isExecutable ? nil : .notExecutable))
        case S_IFCHR: return .mask
        default: return .other
        }
    }
}
