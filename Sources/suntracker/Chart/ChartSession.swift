import Dispatch
import Glibc
import LinuxPlatform

/// The chart on the terminal of standard input and output. The terminal is restored when the user leaves the chart, or
/// when a signal ends the process. Keys and signals arrive on the main queue, so the process sleeps until the next one.
@MainActor
final class ChartSession {
    private var browser: ChartBrowser
    private let depth: ColourDepth
    private var screen: TerminalScreen
    private var keys = TerminalKeys()
    private var input: (any DispatchSourceRead)?
    private var signals: SignalMonitor?

    /// Shows the chart of a year, and ends the process when the user leaves it.
    static func run(_ browser: ChartBrowser, _ depth: ColourDepth) throws(CommandError) -> Never {
        let session = try ChartSession(browser, depth)
        session.draw()
        withExtendedLifetime(session) { dispatchMain() }
    }

    private init(_ browser: ChartBrowser, _ depth: ColourDepth) throws(CommandError) {
        (self.browser, self.depth) = (browser, depth)
        do { screen = try TerminalScreen() } catch { throw .terminal(error) }
        signals = SignalMonitor([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]) { [weak self] signal in
            self?.handle(signal)
        }
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readKeys() } }
        input.activate()
        self.input = input
    }

    /// Draws the chart in the current size of the window.
    private func draw() {
        if let size = WindowSize(of: STDOUT_FILENO) { browser.resize(to: size) }
        let lines = browser.lines(depth).map { $0.escaped(depth) }
        screen.write(TerminalScreen.frame(lines, rows: browser.window.rows))
    }

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR { return }
        let keys = count > 0 ? keys.read(Array(bytes[..<count])) : []
        // The end of the input means that the terminal was closed.
        guard count > 0, keys.allSatisfy({ browser.handle($0) }) else {
            screen.leave()
            exit(EX_OK)
        }
        // Keys that arrive faster than the chart can be drawn are handled together.
        if !keys.isEmpty { draw() }
    }

    private func handle(_ signal: Int32) {
        switch signal {
        case SIGWINCH: break
        case SIGCONT: screen.enter()
        case SIGTSTP:
            screen.leave()
            surrender(to: signal)
            screen.enter()
        default:
            screen.leave()
            surrender(to: signal)
        }
        draw()
    }
}
