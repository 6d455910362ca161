import ArgumentParser
import Glibc
import LinuxPlatform

standInForClosedDescriptors()
exit(run())

/// From the arguments to the exit status: an answer goes to standard output, a mistake in one line to standard error.
func run() -> Int32 {
    do {
        let arguments = Array(CommandLine.arguments.dropFirst())
        try Suntracker.refuseUnknownHelp(arguments)
        var command = try Suntracker.parseAsRoot(Suntracker.withSubcommandFirst(arguments))
        guard let subcommand = command as? any Subcommand else {
            // The help of ArgumentParser.
            try command.run()
            return EX_OK
        }
        if let warning = subcommand.timeZoneWarning { writeToStandardError("suntracker: \(warning)") }
        let answer = try subcommand.run(in: .ofProcess(for: subcommand.placeOptions))
        if let text = answer.text { try writeToStandardOutput(text) }
        return answer.exitStatus
    } catch let error as CommandError {
        writeToStandardError("suntracker: \(error)")
        return error.exitStatus
    } catch {
        // Help, the version and a shell's completions are errors to ArgumentParser, as are arguments it cannot read.
        guard Suntracker.exitCode(for: error) == .success else {
            writeToStandardError("suntracker: \(Suntracker.message(for: error)) (see suntracker --help)")
            return EX_USAGE
        }
        do {
            try writeToStandardOutput(Suntracker.fullMessage(for: error).withoutTrailingLineEnds)
            return EX_OK
        } catch {
            writeToStandardError("suntracker: \(error)")
            return error.exitStatus
        }
    }
}

extension String {
    fileprivate var withoutTrailingLineEnds: String {
        var text = self
        while text.last == "\n" { text.removeLast() }
        return text
    }
}

/// Opens something harmless in the place of each standard descriptor that is closed, lest a file or a bus gets its number and
/// is written to. It is opened the wrong way around, so that writing to it fails as it would have.
private func standInForClosedDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
        // The lowest number that is free, which is this one.
        _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
}
