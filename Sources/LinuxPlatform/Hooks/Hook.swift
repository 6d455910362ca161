import CLibnotify
import CLinux
import Glibc
package import Tracker

/// A program that is run at an event.
package struct Hook: Hashable, Sendable {
    /// Its path.
    package let path: String
    /// Why it cannot be run; nil if it can.
    package let fault: HookFailure.Problem?

    /// The file's name.
    package var name: String { String(path[(path.lastIndex(of: "/") ?? path.startIndex)...].drop { $0 == "/" }) }

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
    static func at(_ path: String) -> Found {
        var status = stat()
        guard stat(path, &status) == 0 else { return .hook(Hook(path: path, fault: .missing)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            return .hook(Hook(path: path, fault: access(path, X_OK) == 0 ? nil : .notExecutable))
        case S_IFCHR: return .mask
        default: return .other
        }
    }
}

/// A hook and the arguments that it is run with.
package struct HookCommand: Hashable, Sendable {
    package let hook: Hook
    let arguments: [String]

    /// A hook without arguments.
    init(_ hook: Hook) {
        self.hook = hook
        arguments = []
    }

    /// Parses a command of the settings with the quoting of a shell (g_shell_parse_argv(3)), but without a shell's
    /// expansions. The program is an absolute path, or the name of a hook in the folders.
    init(_ text: String, in folders: HookFolders) throws(HookFailure) {
        var count: gint = 0
        var parts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var error: UnsafeMutablePointer<GError>?
        guard g_shell_parse_argv(text, &count, &parts, &error) != 0, let parts, let program = parts[0] else {
            let reason: TranslatableText =
                error.map { .quoted(String(cString: $0.pointee.message)) } ?? .words("it is empty")
            g_error_free(error)
            throw HookFailure(hook: text, unit: nil, .noCommand(reason))
        }
        defer { g_strfreev(parts) }
        arguments = (1..<Int(count)).compactMap { parts[$0].map { String(cString: $0) } }
        hook = try Self.program(String(cString: program), in: folders)
    }

    /// Why it cannot be run; nil if it can. D-Bus cannot carry every name that a file can have.
    var fault: HookFailure.Problem? {
        let canBeSent = ([hook.path] + arguments).allSatisfy { text in
            text.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint }
        }
        return hook.fault ?? (canBeSent ? nil : .noCommand(.words("there is a noncharacter of Unicode in it")))
    }

    private static func program(_ name: String, in folders: HookFolders) throws(HookFailure) -> Hook {
        if name.hasPrefix("/") {
            guard case .hook(let hook) = Hook.at(name) else {
                throw HookFailure(hook: name, unit: nil, .noCommand(.words("it is not a file")))
            }
            return hook
        }
        guard !name.contains("/") else {
            throw HookFailure(
                hook: name, unit: nil,
                .noCommand(
                    .words(
                        "it is neither an absolute path, which begins with {slash}, nor a plain name",
                        ["slash": .quoted("/")])))
        }
        guard let hook = folders.hook(named: name) else {
            throw HookFailure(hook: name, unit: nil, .unknown(in: folders.paths))
        }
        return hook
    }
}

extension HookFolders {
    /// Looks up the hooks of a call: the commands that can be started, in their order, and what is wrong with the others.
    package func commands(of program: HookCall.Program) -> (commands: [HookCommand], failures: [HookFailure]) {
        var commands: [HookCommand] = []
        var failures: [HookFailure] = []
        switch program {
        case .folder(let event): commands = hooks(of: event).map(HookCommand.init)
        case .phaseFolder(let phase): commands = hooks(of: phase).map(HookCommand.init)
        case .command(let text):
            do {
                commands = [try HookCommand(text, in: self)]
            } catch {
                failures = [error]
            }
        }
        for command in commands {
            if let fault = command.fault { failures.append(HookFailure(hook: command.hook.path, unit: nil, fault)) }
        }
        return (commands.filter { $0.fault == nil }, failures)
    }
}
