import ArgumentParser
import Glibc
import LinuxPlatform

exit(run())

/// From the arguments to the exit status: an answer goes to standard output, a mistake in one line to standard error.
func run() -> Int32 {
    do {
        var command = try Suntracker.parseAsRoot()
        if let acting = command as? any ActingCommand {
            try acting.act(in: .ofProcess(for: (command as? any ObservingCommand)?.place))
            return EX_OK
        }
        if let judging = command as? any JudgingCommand {
            let (answer, exitStatus) = try judging.judge(in: .ofProcess(for: nil))
            try writeToStandardOutput(answer)
            return exitStatus
        }
        guard let asking = command as? any AskingCommand else {
            try command.run()
            return EX_OK
        }
        let context = try CommandContext.ofProcess(for: (command as? any ObservingCommand)?.place)
        let answer = try asking.answer(in: context)
        try writeToStandardOutput(answer)
        return asking.exitStatus(for: answer)
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
