/// A text for a terminal, with its colours and weight.
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

        /// The terminal's default.
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

    static let black = Colour(rgb: 0x000000, indexOf256: 16)
    static let white = Colour(rgb: 0xFFFFFF, indexOf256: 231)
}

/// The colours that a terminal can show.
enum ColourDepth: Sendable {
    /// None, because of the terminal or the user's preference.
    case none
    /// A palette of 256.
    case indexed
    /// 8 bits per component.
    case direct
}

extension StyledText {
    /// The text between the control sequences (ECMA-48, SGR) that start and end its style.
    func escaped(_ depth: ColourDepth) -> String {
        var parameters: [String] = []
        if style.isBold { parameters.append("1") }
        if style.isFaint { parameters.append("2") }
        if style.isReversed { parameters.append("7") }
        for (colour, selector) in [(style.foreground, "38"), (style.background, "48")] {
            guard let colour else { continue }
            switch depth {
            case .none: break
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
