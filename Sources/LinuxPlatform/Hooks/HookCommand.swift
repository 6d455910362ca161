import CLibnotify
import Tracker

/// A program and its arguments, as a command of the settings has them.
struct HookCommand: Hashable {
    let hook: Hook
    let arguments: [String]

    /// A hook that is run without arguments.
    init(_ hook: Hook) {
        self.hook = hook
        arguments = []
    }

    /// The command in the quoting of a shell (g_shell_parse_argv(3)): words, quotes and backslashes, and nothing that a
    /// shell would put in their place. Its program is an absolute path, or the name of one in the folders.
    init(_ text: String, in folders: HookFolders) throws(HookFailure) {
        var count: gint = 0
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var error: UnsafeMutablePointer<GError>?
        guard g_shell_parse_argv(text, &count, &words, &error) != 0, let words, let program = words[0] else {
            let reason = error.map { String(cString: $0.pointee.message) } ?? "it is empty"
            g_error_free(error)
            throw HookFailure(hook: text, unit: nil, .noCommand(reason))
        }
        defer { g_strfreev(words) }
        arguments = (1..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
        hook = try Self.program(String(cString: program), in: folders)
    }

    /// What keeps it from being run; nil for nothing. The user manager cannot be told of every name that a file can have.
    var fault: HookFailure.Problem? {
        let isTold = ([hook.path] + arguments).allSatisfy { word in
            word.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint }
        }
        return hook.fault ?? (isTold ? nil : .noCommand("there is a noncharacter of Unicode in it"))
    }

    private static func program(_ name: String, in folders: HookFolders) throws(HookFailure) -> Hook {
        if name.hasPrefix("/") {
            guard case .hook(let hook) = Hook.at(name) else {
                throw HookFailure(hook: name, unit: nil, .noCommand("it is no file"))
            }
            return hook
        }
        guard !name.contains("/") else {
            throw HookFailure(
                hook: name, unit: nil, .noCommand("it is neither a whole path, which begins with /, nor a plain name"))
        }
        guard let hook = folders.hook(named: name) else {
            throw HookFailure(hook: name, unit: nil, .unknown(in: folders.paths))
        }
        return hook
    }
}

extension HookFolders {
    /// What a call of these leads to: the commands that can be started, in their order, and what is wrong with the others.
    func commands(of program: HookCall.Program) -> (commands: [HookCommand], failures: [HookFailure]) {
        var commands: [HookCommand] = []
        var failures: [HookFailure] = []
        switch program {
        case .folder(let event): commands = hooks(of: event).map(HookCommand.init)
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
