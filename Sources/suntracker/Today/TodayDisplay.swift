import CommandPlatform
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

/// A terminal on whose alternate screen the day is shown, until q is pressed or a signal comes; then it is as it was.
@MainActor
final class TodayScreen: TodayDisplay {
    private var screen: TerminalScreen
    private var keys: (any DispatchSourceRead)?
    private var signals: SignalMonitor?
    private var text = ""
    private var warning: String?

    /// Takes the terminal over.
    init() throws(CommandError) {
        do {
            screen = try TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO, mouse: false)
        } catch {
            throw .terminal(error)
        }
    }

    var columns: Int? { screen.size?.columns }

    func start(onChange handler: @escaping @MainActor () -> Void) {
        signals = SignalMonitor(ChartSession.signals) { [weak self] in self?.take($0, then: handler) }
        let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        keys.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeKeys() } }
        keys.activate()
        self.keys = keys
    }

    func show(_ text: String) {
        self.text = text
        warning = nil
        draw()
    }

    func warn(_ text: String) {
        warning = text
        draw()
    }

    func end(with error: CommandError) -> Never {
        screen.leave()
        writeToStandardError("suntracker: \(error)")
        exit(error.exitStatus)
    }

    /// From the first cell on and without clearing before, which would flicker.
    private func draw() {
        let below = warning.map { ["", $0] } ?? []
        var lines =
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + below + ["", "q quit"]
        if let rows = screen.size?.rows { lines = Array(lines.prefix(rows)) }
        screen.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    private func take(_ signal: Int32, then handler: @MainActor () -> Void) {
        switch signal {
        case SIGTSTP:
            screen.leave()
            signals?.surrender(to: signal)
            screen.enter()
        case SIGCONT:
            screen.enter()
        case SIGWINCH:
            break
        default:
            screen.leave()
            signals?.surrender(to: signal)
        }
        handler()
    }

    private func takeKeys() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR { return }
        // Without a terminal there is nobody left.
        if count <= 0 || bytes.prefix(count).contains(where: { "qQ".utf8.contains($0) }) { leave() }
    }

    private func leave() -> Never {
        screen.leave()
        exit(EX_OK)
    }
}
