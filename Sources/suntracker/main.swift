// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc
import LinuxPlatform
import Tracker

standInForClosedDescriptors()
// Only the language of messages: numbers keep the format used in settings and scripts.
setlocale(LC_MESSAGES, "")
exit(run())

@MainActor
func run() -> Int32 {
    var arguments = CommandLine.arguments.dropFirst().withLongHelp
    if let answer = Completion.answer(arguments) { return exitStatus { () throws(CommandError) in try answer.get() } }
    do {
        let given = arguments
        arguments = try Suntracker.withSubcommandFirst(given)
        try Suntracker.refuseUnknownSubcommand(arguments)
        var command = try Suntracker.parseAsRoot(arguments)
        guard let subcommand = command as? any Subcommand else {
            // The subcommand `help`, which is ArgumentParser's own.
            try command.run()
            return EX_OK
        }
        return exitStatus { () throws(CommandError) in
            let isFirst = Suntracker.subcommandPath(in: given[Suntracker.firstWord(in: given)...]).words.isEmpty
            let context = try CommandContext.ofProcess(for: subcommand, isWordFirst: isFirst)
            if subcommand.usesLocalTime, let problem = context.zoneProblem { writeMessage("\(problem)") }
            return try subcommand.run(in: context)
        }
    } catch {
        // ArgumentParser throws help and the version, as well as errors about arguments.
        guard Suntracker.exitCode(for: error) == .success else {
            let (page, command) = Suntracker.subcommand(in: arguments)
            let problem = ArgumentProblem(Suntracker.message(for: error), in: arguments, of: command)
            writeMessage(problem.line(page: page))
            return EX_USAGE
        }
        var text = Suntracker.fullMessage(for: error)
        while text.last == "\n" { text.removeLast() }
        return exitStatus { Answer(text) }
    }
}

extension ArraySlice<String> {
    /// The arguments with `--help` for `-h`. ArgumentParser knows only `--help`, because it would read `-1h` as `-1 -h`,
    /// and print the help.
    fileprivate var withLongHelp: [String] {
        let end = firstIndex(of: "--") ?? endIndex
        return self[..<end].map { $0 == "-h" ? "--help" : $0 } + self[end...]
    }
}
