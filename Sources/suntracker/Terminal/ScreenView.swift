import Glibc
import LinuxPlatform
import Systemd

/// A view that fills the alternate screen of a terminal, and is changed with the keys.
protocol ScreenView {
    /// What the terminal reports besides keys.
    static var extras: TerminalExtras { get }

    /// Handles a key.
    mutating func handle(_ key: TerminalKeys.Key) -> ScreenReaction
    /// Fits the view to a new size of the window.
    mutating func resize(to window: WindowSize)
    /// The text and control sequences that draw the view.
    mutating func frame(_ depth: ColourDepth) -> String
}

/// The effect of a key on a view.
enum ScreenReaction: Hashable, Sendable {
    /// Nothing visible has changed.
    case none
    /// The window must be drawn again.
    case redraw
    /// The view must close.
    case leave
}

/// The size of a terminal window in cells.
struct WindowSize: Hashable, Sendable {
    /// The columns, at least 1.
    let columns: Int
    /// The rows, at least 1.
    let rows: Int

    /// A window size. Values below 1 are raised to 1.
    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }

    /// A size that every terminal has.
    static let usual = WindowSize(columns: 80, rows: 24)
}

extension ScreenView {
    /// Shows the view on the terminal of standard input and output until it closes. A signal that ends the process also
    /// closes it.
    mutating func run(_ depth: ColourDepth) throws(CommandError) {
        do {
            let events = try TerminalEvents(input: STDIN_FILENO, signals: TerminalEvents.handled)
            var screen = try TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO, Self.extras)
            var keys = TerminalKeys()
            draw(on: screen, depth)
            while true {
                switch events.next(within: keys.isWaiting ? TerminalKeys.escapeDelay : nil) {
                case .input(let bytes):
                    // Keys that come faster than they are drawn are handled together.
                    guard handle(keys.read(bytes), on: screen, depth) else { return }
                case .timeout:
                    guard handle(keys.flush(), on: screen, depth) else { return }
                case .signal(let signal) where TerminalEvents.ending.contains(signal):
                    screen.leave()
                    return surrender(to: signal)
                case .signal(let signal):
                    if signal == SIGTSTP {
                        screen.leave()
                        surrender(to: signal)
                    }
                    if signal != SIGWINCH { screen.enter() }
                    draw(on: screen, depth)
                case .end:
                    return
                }
            }
        } catch {
            throw .terminal(error)
        }
    }

    /// - Returns: Whether the view stays.
    private mutating func handle(
        _ keys: [TerminalKeys.Key], on screen: borrowing TerminalScreen, _ depth: ColourDepth
    ) -> Bool {
        var isChanged = false
        for key in keys {
            switch handle(key) {
            case .none: break
            case .redraw: isChanged = true
            case .leave: return false
            }
        }
        if isChanged { screen.write(frame(depth)) }
        return true
    }

    private mutating func draw(on screen: borrowing TerminalScreen, _ depth: ColourDepth) {
        if let size = screen.size { resize(to: size) }
        screen.write(frame(depth))
    }
}
