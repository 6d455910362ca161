import Glibc
import LinuxPlatform
import Reports
import Terminal

extension CommandContext {
    /// Whether a person sits at both ends, at a terminal that can move its cursor.
    var hasTerminal: Bool {
        isatty(STDIN_FILENO) == 1 && hasTerminalOutput
    }

    /// Whether what is written goes to a terminal that knows control sequences.
    var hasTerminalOutput: Bool { isatty(STDOUT_FILENO) == 1 && (environment["TERM"] ?? "dumb") != "dumb" }

    /// How many columns the window has that is written to; elsewhere what COLUMNS says, or 80.
    var outputColumns: Int {
        TerminalScreen.size(of: STDOUT_FILENO)?.columns
            ?? environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// How many colours to use: none with NO_COLOR (no-color.org), all that COLORTERM promises, or 256.
    var colourDepth: ColourDepth {
        if environment["NO_COLOR"] != nil { return .none }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .direct }
        let terminal = environment["TERM"] ?? ""
        // With 16 colours or fewer, whose shades are the reader's choice, characters show the light.
        let hasFew = terminal.hasPrefix("vt") || ["linux", "ansi", "cygwin"].contains(terminal)
        return hasFew || ["-mono", "-16color", "-8color"].contains(where: terminal.hasSuffix) ? .none : .indexed
    }
}
