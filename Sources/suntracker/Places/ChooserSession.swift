import Gazetteer
import Glibc
import LinuxPlatform
import Reports
import Terminal

/// The interactive choice of a place on the alternate screen of a terminal.
struct ChooserSession {
    var chooser: PlaceChooser
    let depth: ColourDepth
    let daylight: DaylightInZones

    /// How long the bytes after an Escape may take if they belong to it, in milliseconds.
    private static let escapeDelay: Int32 = 50

    /// Runs until a place is chosen, or none; then it returns nil.
    mutating func run() throws -> GazetteerPlace? {
        let events = try TerminalEvents(input: STDIN_FILENO, signals: ChartSession.signals)
        var screen = try TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO, .paste)
        var keys = TerminalKeys()
        try draw(on: screen)
        while true {
            switch events.next() {
            case .input(let bytes):
                var read = keys.read(bytes)
                if keys.isWaiting, events.isQuiet(forMilliseconds: Self.escapeDelay) { read += keys.flush() }
                var isChanged = false
                // Keys that come faster than they are drawn are handled together.
                for key in read {
                    switch try chooser.handle(key) {
                    case .none: break
                    case .redraw: isChanged = true
                    case .choose(let place): return place
                    case .cancel: return nil
                    }
                }
                if isChanged { screen.write(try chooser.frame(depth, daylight.daylight)) }
            case .signal(let signal) where ChartSession.ending.contains(signal):
                screen.leave()
                surrender(to: signal)
                return nil
            case .signal(SIGTSTP):
                screen.leave()
                surrender(to: SIGTSTP)
                screen.enter()
                try draw(on: screen)
            case .signal(let signal):
                if signal == SIGCONT { screen.enter() }
                try draw(on: screen)
            case .end:
                return nil
            }
        }
    }

    private mutating func draw(on screen: borrowing TerminalScreen) throws {
        if let size = screen.size { chooser.resize(to: WindowSize(columns: size.columns, rows: size.rows)) }
        screen.write(try chooser.frame(depth, daylight.daylight))
    }
}
