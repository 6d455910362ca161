import ArgumentParser
import Glibc
import LinuxPlatform
import Terminal
import Tracker

standInForClosedDescriptors()
// The language of the texts, and nothing else: numbers stay as the settings and scripts have them.
setlocale(LC_MESSAGES, "")
exit(run())

/// From the arguments to the exit status. The answer goes to standard output, an error in one line to standard error.
func run() -> Int32 {
    do {
        let arguments = Array(CommandLine.arguments.dropFirst())
        try Suntracker.refuseUnknownHelp(arguments)
        var command = try Suntracker.parseAsRoot(Suntracker.withSubcommandFirst(arguments))
        guard let subcommand = command as? any Subcommand else {
            // ArgumentParser's own subcommand help.
            try command.run()
            return EX_OK
        }
        let words = Words.ofProcess
        if let warning = subcommand.timeZoneWarning(in: words) { writeMessage(warning, in: words) }
        let answer = try subcommand.run(in: .ofProcess(for: subcommand.placeOptions))
        if let text = answer.text { try writeOutput(text) }
        return answer.exitStatus
    } catch let error as CommandError {
        return report(error)
    } catch {
        // ArgumentParser throws help, the version and completion scripts, as well as errors about arguments.
        let words = Words.ofProcess
        guard Suntracker.exitCode(for: error) == .success else {
            let problem = ArgumentFailure(error)?.description(in: words) ?? error.usageText(in: words)
            writeMessage(
                words("{problem} (see {command})", ["problem": problem, "command": "suntracker --help"]), in: words)
            return EX_USAGE
        }
        do {
            try writeOutput(message(for: error, in: words).withoutTrailingLineEnds)
            return EX_OK
        } catch {
            return report(error)
        }
    }
}

/// Writes the error, and returns its exit status.
private func report(_ error: CommandError) -> Int32 {
    let words = Words.ofProcess
    writeMessage(error.description(in: words), in: words)
    return error.exitStatus
}

/// Help, the version, or what else ArgumentParser throws in place of an answer. Help is in the language of the words.
private func message(for error: any Error, in words: Words) -> String {
    guard !words.areEnglish, let page = HelpPage(Suntracker.fullMessage(for: error, columns: HelpPage.anyLength)) else {
        return Suntracker.fullMessage(for: error)
    }
    return page.text(in: words, columns: TerminalCapabilities(environment: Environment.ofProcess.variables).columns)
}

extension Error {
    /// The error of an argument that is found before ArgumentParser reads it, or one of ArgumentParser in English.
    fileprivate func usageText(in words: Words) -> String {
        (self as? any TranslatedError)?.description(in: words) ?? Suntracker.message(for: self)
    }
}

extension String {
    fileprivate var withoutTrailingLineEnds: String {
        var text = self
        while text.last == "\n" { text.removeLast() }
        return text
    }
}

/// Opens /dev/null for each standard descriptor that is closed, so that no file or bus gets its number. It is opened in the
/// wrong direction, so that reading or writing fails as it would have.
private func standInForClosedDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
        // open(2) returns the lowest free number, which is this one.
        _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
}
