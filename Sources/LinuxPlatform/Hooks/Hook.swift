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

/// A hook and the arguments that it is run with, or a unit that is started like a hook.
package struct HookCommand: Hashable, Sendable {
    /// The hook. The path of a unit is its name.
    package let hook: Hook
    let arguments: [String]
    /// Whether it is a unit.
    package let isUnit: Bool

    /// A hook without arguments.
    init(_ hook: Hook) {
        self.hook = hook
        (arguments, isUnit) = ([], false)
    }

    /// A unit of that name.
    init(unit name: String) {
        hook = Hook(path: name, fault: nil)
        (arguments, isUnit) = ([], true)
    }

    /// The command of an alert.
    init(_ command: AlertHook, in folders: HookFolders) throws(HookFailure) {
        (arguments, isUnit) = (command.arguments, false)
        hook = try Self.program(command.program, in: folders)
    }

    /// Why it cannot be run; nil if it can. D-Bus cannot carry every name that a file can have.
    var fault: HookFailure.Problem? {
        let canBeSent = ([hook.path] + arguments).allSatisfy { text in
            text.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint }
        }
        // TRANSLATORS: the command of a hook
        return hook.fault ?? (canBeSent ? nil : .noCommand(.words("it contains a Unicode noncharacter")))
    }

    private static func program(_ name: String, in folders: HookFolders) throws(HookFailure) -> Hook {
        if name.hasPrefix("/") || name.hasPrefix("~/") {
            let path = name.hasPrefix("/") ? name : folders.home + name.dropFirst()
            guard case .hook(let hook) = Hook.at(path) else {
                throw HookFailure(hook: path, unit: nil, .noCommand(.words("no program has this path")))
            }
            return hook
        }
        guard let hook = folders.hook(named: name) else {
            throw HookFailure(hook: name, unit: nil, .unknown(in: folders.paths))
        }
        return hook
    }
}

extension HookFolders {
    /// Looks up what a call starts, in its order, and what is wrong with the hooks that cannot be started. The target of a
    /// phase comes first: it does not wait for the hooks to end, nor do they wait for its units.
    func commands(of call: HookCall) -> (commands: [HookCommand], failures: [HookFailure]) {
        let (commands, failures) = commands(of: call.program)
        return (
            (call.target.map { [HookCommand(unit: $0)] } ?? []) + commands.filter { call.includes($0.hook.path) },
            failures.filter { call.includes($0.hook) }
        )
    }

    /// Looks up the hooks of a call: the commands that can be started, in their order, and what is wrong with the others.
    package func commands(of program: HookCall.Program) -> (commands: [HookCommand], failures: [HookFailure]) {
        var commands: [HookCommand] = []
        var failures: [HookFailure] = []
        switch program {
        case .folder(let event): commands = hooks(of: event).map(HookCommand.init)
        case .phaseFolder(let phase): commands = hooks(of: phase).map(HookCommand.init)
        case .alert(let hook, let unit):
            do {
                if let hook { commands = [try HookCommand(hook, in: self)] }
            } catch {
                failures = [error]
            }
            if let unit { commands.append(HookCommand(unit: unit)) }
        }
        for command in commands {
            if let fault = command.fault { failures.append(HookFailure(hook: command.hook.path, unit: nil, fault)) }
        }
        return (commands.filter { $0.fault == nil }, failures)
    }
}
