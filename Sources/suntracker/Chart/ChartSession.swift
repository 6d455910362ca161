import Glibc
import LinuxPlatform
import Reports
import Terminal

/// The interactive chart on the alternate screen of a terminal.
struct ChartSession {
    var browser: ChartBrowser
    let depth: ColourDepth

    /// The signals that end the session; with SIGTSTP, SIGCONT and SIGWINCH, all that it handles.
    static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    static let signals = ending + [SIGTSTP, SIGCONT, SIGWINCH]

    /// Runs until the user quits. Returns the period shown last.
    mutating func run() throws(CommandError) -> ChartPeriod {
        do {
            let events = try TerminalEvents(input: STDIN_FILENO, signals: Self.signals)
            var screen = try TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO, .mouse)
            var keys = TerminalKeys()
            draw(on: screen)
            while true {
                switch events.next() {
                case .input(let bytes):
                    // Keys that come faster than they are drawn are read together.
                    let inputs = keys.read(bytes).flatMap(ChartBrowser.Key.keys)
                    let reactions = inputs.map { browser.handle($0) }
                    if reactions.contains(.leave) { return browser.period }
                    if reactions.contains(.redraw) { screen.write(browser.frame(depth)) }
                case .signal(let signal) where Self.ending.contains(signal):
                    screen.leave()
                    surrender(to: signal)
                    return browser.period
                case .signal(SIGTSTP):
                    screen.leave()
                    surrender(to: SIGTSTP)
                    screen.enter()
                    draw(on: screen)
                case .signal(let signal):
                    if signal == SIGCONT { screen.enter() }
                    draw(on: screen)
                case .end:
                    return browser.period
                }
            }
        } catch {
            throw .terminal(error)
        }
    }

    private mutating func draw(on screen: borrowing TerminalScreen) {
        if let size = screen.size {
            _ = browser.handle(.resize(WindowSize(columns: size.columns, rows: size.rows)))
        }
        screen.write(browser.frame(depth))
    }
}
