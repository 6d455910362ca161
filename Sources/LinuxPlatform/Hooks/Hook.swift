import CLinux
import Glibc
package import Tracker

/// A program that is run at an event, with its arguments, or a unit that is started like one.
package struct Hook: Hashable, Sendable {
    /// The path of the program; the name of a unit.
    package let path: String
    let arguments: [String]
    /// Whether it is a unit.
    package let isUnit: Bool
    /// Why it cannot be started; nil if it can.
    package let fault: HookFailure.Problem?

    /// The name of the program's file, or of the unit.
    package var name: String { String(path[(path.lastIndex(of: "/") ?? path.startIndex)...].drop { $0 == "/" }) }

    init(path: String, arguments: [String] = [], isUnit: Bool = false, fault: HookFailure.Problem? = nil) {
        (self.path, self.arguments, self.isUnit) = (path, arguments, isUnit)
        // D-Bus cannot carry every name that a file can have.
        let canBeSent = ([path] + arguments).allSatisfy { text in
            text.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint }
        }
        // TRANSLATORS: the command of a hook
        self.fault = fault ?? (canBeSent ? nil : .noCommand(.words("it contains a Unicode noncharacter")))
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
            return .hook(Hook(path: path, arguments: arguments, fault: .missing))
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

extension HookFolders {
    /// Looks up what a call starts, in its order, and what is wrong with the hooks that cannot be started. The target of a
    /// phase comes first: it does not wait for the hooks to end, nor do they wait for its units.
    func hooks(of call: HookCall) -> (hooks: [Hook], failures: [HookFailure]) {
        let (hooks, failures) = hooks(of: call.program)
        return (
            (call.target.map { [Hook(path: $0, isUnit: true)] } ?? []) + hooks.filter { call.includes($0.path) },
            failures.filter { call.includes($0.hook) }
        )
    }

    /// Looks up the hooks of a call: those that can be started, in their order, and what is wrong with the others.
    package func hooks(of program: HookCall.Program) -> (hooks: [Hook], failures: [HookFailure]) {
        var found: [Hook] = []
        var failures: [HookFailure] = []
        switch program {
        case .folder(let event): found = hooks(of: event)
        case .phaseFolder(let phase): found = hooks(of: phase)
        case .alert(let command, let unit):
            do {
                if let command { found = [try hook(of: command)] }
            } catch {
                failures = [error]
            }
            if let unit { found.append(Hook(path: unit, isUnit: true)) }
        }
        for hook in found {
            if let fault = hook.fault { failures.append(HookFailure(hook: hook.path, unit: nil, fault)) }
        }
        return (found.filter { $0.fault == nil }, failures)
    }

    /// The program of an alert, with its arguments.
    func hook(of command: AlertHook) throws(HookFailure) -> Hook {
        let name = command.program
        let path = name.hasPrefix("/") ? name : name.hasPrefix("~/") ? home + name.dropFirst() : hook(named: name)?.path
        guard let path else { throw HookFailure(hook: name, unit: nil, .unknown(in: paths)) }
        guard case .hook(let hook) = Hook.at(path, with: command.arguments) else {
            throw HookFailure(hook: path, unit: nil, .noCommand(.words("no program has this path")))
        }
        return hook
    }
}
