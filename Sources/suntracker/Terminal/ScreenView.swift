import Dispatch
import Glibc
import LinuxPlatform

/// A view that fills the alternate screen of a terminal, and is changed with the keys.
protocol ScreenView {
    /// What the terminal reports besides keys.
    static var extras: TerminalExtras { get }

    /// Handles a key, and returns whether the view stays.
    mutating func handle(_ key: TerminalKeys.Key) -> Bool
    /// Fits the view to a new size of the window.
    mutating func resize(to window: WindowSize)
    /// The text and control sequences that draw the view.
    mutating func frame(_ depth: ColourDepth) -> String
}

extension ScreenView {
    /// Shows the view until it closes, and then ends the process with an answer.
    @MainActor
    func run(
        _ depth: ColourDepth, then answer: @escaping @MainActor (Self) throws(CommandError) -> Answer
    ) throws(CommandError) -> Never {
        let session = try ScreenSession(self, depth) { view in
            exit(exitStatus { () throws(CommandError) in try answer(view) })
        }
        session.fit()
        withExtendedLifetime(session) { dispatchMain() }
    }
}

/// A view on the terminal of standard input and output, until it closes or a signal ends the process: the terminal is
/// restored then. Keys and signals come on the main queue, so that the process sleeps until the next one.
@MainActor
final class ScreenSession<View: ScreenView> {
    private var view: View
    private let depth: ColourDepth
    private var screen: TerminalScreen
    private let end: @MainActor (View) -> Never
    private var keys = TerminalKeys()
    private let escape = OneShotTimer()
    private var input: (any DispatchSourceRead)?
    private var signals: SignalMonitor?

    /// Switches to the alternate screen, which is empty until `fit` or `draw`.
    ///
    /// - Parameter end: Is called when the view has closed, and ends the process.
    init(
        _ view: View, _ depth: ColourDepth, onLeave end: @escaping @MainActor (View) -> Never
    ) throws(CommandError) {
        (self.view, self.depth, self.end) = (view, depth, end)
        do { screen = try TerminalScreen(View.extras) } catch { throw .terminal(error) }
        signals = SignalMonitor([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]) { [weak self] signal in
            self?.take(signal)
        }
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeInput() } }
        input.activate()
        self.input = input
    }

    /// Fits the view to the window, and draws it.
    func fit() {
        if let size = WindowSize(of: STDOUT_FILENO) { view.resize(to: size) }
        draw()
    }

    /// Draws the view.
    func draw() { screen.write(view.frame(depth)) }

    /// Restores the terminal, before the process ends otherwise.
    func leave() { screen.leave() }

    private func close() -> Never {
        screen.leave()
        end(view)
    }

    private func takeInput() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR { return }
        // At the end of the input the terminal is gone.
        guard count > 0 else { close() }
        take(keys.read(Array(bytes[..<count])))
        guard keys.isWaiting else { return escape.stop() }
        escape.start(TerminalKeys.escapeDelay) { [weak self] in
            guard let self else { return }
            take(keys.flush())
        }
    }

    /// Keys that come faster than they are drawn are handled together.
    private func take(_ keys: [TerminalKeys.Key]) {
        for key in keys where !view.handle(key) { close() }
        if !keys.isEmpty { draw() }
    }

    private func take(_ signal: Int32) {
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
        fit()
    }
}
