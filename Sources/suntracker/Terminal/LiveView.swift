// SPDX-License-Identifier: MIT
import Dispatch
import Glibc
import LinuxPlatform

/// A view on the terminal of standard input and output. The terminal is restored when the user leaves the view, or when a
/// signal ends the process. Keys and signals arrive on the main queue, so the process sleeps until the next one.
@MainActor
final class LiveView {
    private let lines: (WindowSize) -> [String]
    private let handle: (TerminalKeys.Key) -> Bool
    private var screen: TerminalScreen
    private var keys = TerminalKeys()
    private var input: (any DispatchSourceRead)?
    private var signals: SignalMonitor?

    /// Switches to the alternate screen.
    ///
    /// - Parameters:
    ///   - lines: Returns the lines to draw in a window, with their control sequences.
    ///   - handle: Handles a key, and returns false if it leaves the view.
    init(
        lines: @escaping (WindowSize) -> [String], handle: @escaping (TerminalKeys.Key) -> Bool
    ) throws(CommandError) {
        (self.lines, self.handle) = (lines, handle)
        do { screen = try TerminalScreen() } catch {
            throw CommandError(EX_IOERR, "cannot use the terminal: \(error); try --plain")
        }
        signals = SignalMonitor([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]) { [weak self] signal in
            self?.react(to: signal)
        }
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readKeys() } }
        input.activate()
        self.input = input
    }

    func draw() {
        let window = WindowSize(of: STDOUT_FILENO) ?? .usual
        screen.write(TerminalScreen.frame(lines(window), rows: window.rows))
    }

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR { return }
        let keys = count > 0 ? keys.read(Array(bytes[..<count])) : []
        // The end of the input means that the terminal was closed.
        guard count > 0, keys.allSatisfy(handle) else {
            screen.leave()
            exit(EX_OK)
        }
        // Keys that arrive faster than the view can be drawn are handled together.
        if !keys.isEmpty { draw() }
    }

    private func react(to signal: Int32) {
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
