import ArgumentParser
import Glibc
import LinuxPlatform
import Reports

/// `suntracker doctor`.
struct DoctorCommand: JudgingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look at every part that the service needs, and tell what is broken and what mends it.",
        usage: "suntracker doctor [<options>]",
        discussion: """
            Looking changes nothing, and starts nothing but the notification server where it does not run, to see whether \
            it comes up. The exit status is 0 where nothing is broken, and 1 where \
            something is.
            """)

    @Option(help: "The form of the answer.")
    var format: MomentOptions.Format = .text

    @Flag(help: "Words in place of ticks and crosses.")
    var plain = false

    func judge(in context: CommandContext) throws(CommandError) -> (answer: String, exitStatus: Int32) {
        let diagnosis = Diagnosis(
            MachineFacts(foundIn: context), marks: plain || !context.hasSymbols ? .text : .symbols)
        return (try format.render(diagnosis), diagnosis.isSound ? EX_OK : 1)
    }
}

extension CommandContext {
    /// Whether what is written can be seen with symbols beyond ASCII: the locale's characters are UTF-8, and the terminal
    /// is not the kernel's own, whose fonts have few.
    fileprivate var hasSymbols: Bool {
        // The first that is set and not empty decides (locale(7)).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first ?? "C"
        let characters = locale.uppercased()
        return (characters.contains("UTF-8") || characters.contains("UTF8")) && environment["TERM"] != "linux"
    }
}
