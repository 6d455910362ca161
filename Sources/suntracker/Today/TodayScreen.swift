import Dispatch
import Glibc
import LinuxPlatform
import Tracker

/// The alternate screen of a terminal, until q is pressed or a signal ends the process. The terminal is restored then.
@MainActor
final class TodayScreen {
    private var screen: TerminalScreen
    private var keys: (any DispatchSourceRead)?
    private var signals: SignalMonitor?
    private var text = ""
    private var warning: String?
    private let words: Localizer

    /// Switches to the alternate screen. The handler is called when the text must be drawn again.
    init(in words: Localizer, onChange handler: @escaping @MainActor () -> Void) throws(CommandError) {
        self.words = words
        do {
            screen = try TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO)
        } catch {
            throw .terminal(error)
        }
        signals = SignalMonitor(TerminalEvents.handled) { [weak self] in self?.take($0, then: handler) }
        let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        keys.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeKeys() } }
        keys.activate()
        self.keys = keys
    }

    /// The width of the window; nil if the terminal does not report it.
    var columns: Int? { screen.size?.columns }

    /// Replaces the text, and takes away the warning.
    func show(_ text: String) {
        self.text = text
        warning = nil
        draw()
    }

    /// Shows a warning below the text.
    func warn(_ text: String) {
        warning = text
        draw()
    }

    /// Restores the terminal, before the process exits.
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
