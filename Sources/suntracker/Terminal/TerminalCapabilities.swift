import Glibc

/// The capabilities of this process's terminal, according to its descriptors and the environment variables.
struct TerminalCapabilities: Sendable {
    private let variables: [String: String]

    /// - Parameter variables: The environment variables; an empty one counts as unset.
    init(environment variables: [String: String]) {
        self.variables = variables
    }

    /// Whether standard input and output are a terminal that can move its cursor.
    var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && hasOutput }

    /// Whether standard output is a terminal that understands control sequences.
    var hasOutput: Bool { isTerminal && (self["TERM"] ?? "dumb") != "dumb" }

    /// Whether standard output is a terminal of any kind.
    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The colours of lines on standard output; none in a pipe.
    var colours: ColourDepth { hasOutput ? colourDepth : .none }

    /// The width of the terminal in columns; elsewhere the value of `COLUMNS`, or 80.
    var columns: Int { windowColumns ?? 80 }

    /// The width of the terminal in columns; elsewhere the value of `COLUMNS`; nil without both, as in a pipe.
    var windowColumns: Int? {
        WindowSize(of: STDOUT_FILENO)?.columns
            ?? self["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? max(WindowSize.narrowest, $0) : nil }
    }

    /// The colours of the terminal: none with `NO_COLOR` (no-color.org), 24 bits according to `COLORTERM`, or 256.
    var colourDepth: ColourDepth {
        if self["NO_COLOR"] != nil { return .none }
        if ["truecolor", "24bit"].contains(self["COLORTERM"] ?? "") { return .direct }
        let terminal = self["TERM"] ?? ""
        // With 16 or fewer colours, the shades depend on the user's theme, so the light is drawn with characters
        // instead.
        let hasFew = terminal.hasPrefix("vt") || ["linux", "ansi", "cygwin"].contains(terminal)
        return hasFew || ["-mono", "-16color", "-8color"].contains(where: terminal.hasSuffix) ? .none : .indexed
    }

    /// Whether standard output is a terminal that cannot show block characters, or that reads them out one by one: the
    /// encoding of its locale is not UTF-8, or it cannot move the cursor, as in a screen reader or an editor.
    var lacksBlocks: Bool { isTerminal && (!isUTF8 || (self["TERM"] ?? "dumb") == "dumb") }

    private var isUTF8: Bool {
        // The first variable that is set applies (locale(7)).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { self[$0] }.first ?? "C"
        let encoding = locale.uppercased()
        return encoding.contains("UTF-8") || encoding.contains("UTF8")
    }

    private subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
