import Dispatch
import Glibc
import LinuxPlatform
import Tracker

/// The output of `today --watch`.
@MainActor
protocol TodayDisplay: AnyObject {
    /// The width in columns; nil if the display has no width.
    var columns: Int? { get }
    /// Starts. The handler is called when the text must be drawn again.
    func start(onChange handler: @escaping @MainActor () -> Void)
    /// Replaces the text.
    func show(_ text: String) throws(CommandError)
    /// Shows a warning.
    func warn(_ text: String)
    /// Ends before the process exits.
    func close()
}

/// Standard output, with a new block or line for each update. The process exits when the reader closes its end.
@MainActor
final class TodayStream: TodayDisplay {
    private let isInBlocks: Bool
    private var isFirst = true
    private var reader: ReaderMonitor?

    /// A stream of lines, or of blocks with an empty line between them.
    init(inBlocks: Bool) { isInBlocks = inBlocks }

    var columns: Int? { nil }

    func start(onChange handler: @escaping @MainActor () -> Void) {
        // The reader may also close its end during a write.
        signal(SIGPIPE, SIG_IGN)
        reader = ReaderMonitor(of: STDOUT_FILENO) { exit(EX_OK) }
    }

    func show(_ text: String) throws(CommandError) {
        try writeOutput(isInBlocks && !isFirst ? "\n" + text : text)
        isFirst = false
    }

    func warn(_ text: String) { writeMessage(text) }

    func close() {}
}

/// The alternate screen of a terminal, until q is pressed or a signal ends the process. The terminal is restored then.
@MainActor
final class TodayScreen: TodayDisplay {
    private var screen: TerminalScreen
    private var keys: (any DispatchSourceRead)?
    private var signals: SignalMonitor?
    private var text = ""
    private var warning: String?
    private let words: Localizer

    /// Switches to the alternate screen.
    init(in words: Localizer) throws(CommandError) {
        self.words = words
        do {
            screen = try TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO)
        } catch {
            throw .terminal(error)
        }
    }

    var columns: Int? { screen.size?.columns }

    func start(onChange handler: @escaping @MainActor () -> Void) {
        signals = SignalMonitor(TerminalEvents.handled) { [weak self] in self?.take($0, then: handler) }
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

    func close() { screen.leave() }

    private func draw() {
        let below = warning.map { ["", $0] } ?? []
        // TRANSLATORS: {key} is the key to press
        let keys = words("{key} quit", ["key": "q"])
        let lines =
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + below + ["", keys]
        screen.write(TextFrame(lines: lines, rows: screen.size?.rows ?? lines.count).text)
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
        // At the end of the input the terminal is gone.
        if count <= 0 || bytes.prefix(count).contains(where: { "qQ".utf8.contains($0) }) {
            screen.leave()
            exit(EX_OK)
        }
    }
}
