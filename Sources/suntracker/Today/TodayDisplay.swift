import Dispatch
import Glibc
import LinuxPlatform
import Reports

/// Where the day is shown for as long as somebody watches.
@MainActor
protocol TodayDisplay: AnyObject {
    /// Its columns, where these are its own.
    var columns: Int? { get }
    /// Begins to listen; the handler is called when what is shown has to be shown anew.
    func start(onChange handler: @escaping @MainActor () -> Void)
    /// Shows this in the place of what it showed before.
    func show(_ text: String) throws(CommandError)
    /// Says what is wrong, and goes on.
    func warn(_ text: String)
    /// Ends the process, which cannot go on.
    func end(with error: CommandError) -> Never
}

/// Standard output, to which one block or line after the other goes, until nobody reads it any more.
@MainActor
final class TodayStream: TodayDisplay {
    private let isInBlocks: Bool
    private var isFirst = true
    private var reader: ReaderMonitor?

    /// A stream of lines; or of blocks, with an empty line between them.
    init(inBlocks: Bool) { isInBlocks = inBlocks }

    var columns: Int? { nil }

    func start(onChange handler: @escaping @MainActor () -> Void) {
        // A reader that goes at the very moment of a line is no error either.
        signal(SIGPIPE, SIG_IGN)
        reader = ReaderMonitor(of: STDOUT_FILENO) { exit(EX_OK) }
    }

    func show(_ text: String) throws(CommandError) {
        try writeToStandardOutput(isInBlocks && !isFirst ? "\n" + text : text)
        isFirst = false
    }

    func warn(_ text: String) { writeToStandardError("suntracker: \(text)") }

    func end(with error: CommandError) -> Never {
        warn("\(error)")
        exit(error.exitStatus)
    }
}
