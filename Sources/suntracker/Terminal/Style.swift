// SPDX-License-Identifier: MIT
import CLinux
import Glibc

struct StyledText: Hashable, Sendable {
    /// The text, without control characters.
    let text: String
    let style: Style

    struct Style: Hashable, Sendable {
        var foreground: Colour?
        var background: Colour?
        var isBold = false
        var isFaint = false
        var isReversed = false

        static let plain = Style()
        static let bold = Style(isBold: true)
        static let faint = Style(isFaint: true)
        static let reversed = Style(isReversed: true)
    }

    init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// A colour with 8 bits per component.
struct Colour: Hashable, Sendable {
    /// `0xRRGGBB`.
    let rgb: Int
    /// The index of the replacement on a terminal with 256 colours.
    let indexOf256: Int
    /// The index of the replacement on a terminal with 8 or 16 colours.
    var indexOf8 = 0

    static let black = Colour(rgb: 0x000000, indexOf256: 16)
    static let white = Colour(rgb: 0xFFFFFF, indexOf256: 231, indexOf8: 7)
}

/// The colours that a terminal can show.
enum ColourDepth: Sendable {
    /// None, because of the terminal or the user's preference.
    case none
    /// The 8 of ECMA-48, whose shades depend on the user's theme.
    case few
    case indexed
    case direct
}

extension StyledText {
    /// The text between the control sequences (ECMA-48, SGR) that start and end its style.
    func escaped(_ depth: ColourDepth) -> String {
        var parameters: [String] = []
        if style.isBold { parameters.append("1") }
        if style.isFaint { parameters.append("2") }
        if style.isReversed { parameters.append("7") }
        for (colour, selector) in [(style.foreground, 38), (style.background, 48)] {
            guard let colour else { continue }
            switch depth {
            case .none: break
            case .few: parameters.append("\(selector - 8 + colour.indexOf8)")
            case .indexed: parameters.append("\(selector);5;\(colour.indexOf256)")
            case .direct:
                parameters.append("\(selector);2;\(colour.rgb >> 16);\(colour.rgb >> 8 & 255);\(colour.rgb & 255)")
            }
        }
        return parameters.isEmpty ? text : "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[m"
    }
}

extension [String] {
    /// The lines, in grey on a terminal with colours.
    func inGrey(_ colours: ColourDepth) -> String {
        map { colours == .none ? $0 : StyledText($0, .faint).escaped(colours) }.joined(separator: "\n")
    }
}

extension [StyledText] {
    /// The line with the control sequences of its styles. Neighbours with the same style share them, because a chart has
    /// a text for each cell.
    func escaped(_ depth: ColourDepth) -> String {
        reduce(into: [StyledText]()) { runs, text in
            guard let last = runs.last, last.style == text.style else { return runs.append(text) }
            runs[runs.count - 1] = StyledText(last.text + text.text, text.style)
        }
        .map { $0.escaped(depth) }.joined()
    }
}

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

    /// The colours of the terminal: none with `NO_COLOR` (no-color.org), 24 bits according to `COLORTERM`, few according to
    /// `TERM`, or 256.
    var colourDepth: ColourDepth {
        if self["NO_COLOR"] != nil { return .none }
        if ["truecolor", "24bit"].contains(self["COLORTERM"] ?? "") { return .direct }
        let terminal = self["TERM"] ?? ""
        if terminal.hasPrefix("vt") || terminal.hasSuffix("-mono") { return .none }
        let hasFew = ["linux", "ansi", "cygwin"].contains(terminal)
        return hasFew || ["-16color", "-8color"].contains(where: terminal.hasSuffix) ? .few : .indexed
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

struct WindowSize: Hashable, Sendable {
    /// The columns, at least `narrowest`.
    let columns: Int
    let rows: Int

    /// A size that every terminal has.
    static let usual = WindowSize(columns: 80, rows: 24)
    /// The number of columns for which texts are laid out if the window has fewer.
    static let narrowest = 40
}

extension WindowSize {
    /// Reads the size of the terminal of a descriptor; nil if it is not a terminal, or does not report its size.
    init?(of descriptor: Int32) {
        var size = winsize()
        guard suntracker_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: max(Self.narrowest, Int(size.ws_col)), rows: Int(size.ws_row))
    }
}
