import Glibc
import LinuxPlatform
import Reports
import Terminal

extension CommandContext {
    /// Whether standard input and output are a terminal that can move its cursor.
    var hasTerminal: Bool {
        isatty(STDIN_FILENO) == 1 && hasTerminalOutput
    }

    /// Whether standard output is a terminal that understands control sequences.
    var hasTerminalOutput: Bool { isatty(STDOUT_FILENO) == 1 && (environment["TERM"] ?? "dumb") != "dumb" }

    /// The width of the terminal; elsewhere the value of COLUMNS, or 80.
    var outputColumns: Int {
        TerminalScreen.size(of: STDOUT_FILENO)?.columns
            ?? environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// How many colours to use: none with NO_COLOR (no-color.org), 24 bits if COLORTERM says so, or 256.
    var colourDepth: ColourDepth {
        if environment["NO_COLOR"] != nil { return .none }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .direct }
        let terminal = environment["TERM"] ?? ""
        // The shades of 16 or fewer colours are up to the user's theme, so characters show the light instead.
        let hasFew = terminal.hasPrefix("vt") || ["linux", "ansi", "cygwin"].contains(terminal)
        return hasFew || ["-mono", "-16color", "-8color"].contains(where: terminal.hasSuffix) ? .none : .indexed
    }
}
