/// A text for a terminal, with its colours and weight.
package struct StyledText: Hashable, Sendable {
    /// The text, without control characters.
    package let text: String
    package let style: Style

    package struct Style: Hashable, Sendable {
        package var foreground: Colour?
        package var background: Colour?
        package var isBold = false
        package var isFaint = false
        package var isReversed = false

        /// The terminal's default.
        package static let plain = Style()
        package static let bold = Style(isBold: true)
        package static let faint = Style(isFaint: true)
        package static let reversed = Style(isReversed: true)

        package init(
            foreground: Colour? = nil, background: Colour? = nil, isBold: Bool = false, isFaint: Bool = false,
            isReversed: Bool = false
        ) {
            (self.foreground, self.background) = (foreground, background)
            (self.isBold, self.isFaint, self.isReversed) = (isBold, isFaint, isReversed)
        }
    }

    package init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// A colour with 8 bits per component.
package struct Colour: Hashable, Sendable {
    package let red: Int
    package let green: Int
    package let blue: Int
    /// The index of the colour that replaces it on a terminal with 256 colours.
    package let indexOf256: Int

    /// A colour from `0xRRGGBB`. Without an index, the nearest colour of the 6 x 6 x 6 cube, which starts at index 16,
    /// replaces it on a terminal with 256 colours.
    package init(_ rgb: Int, indexOf256: Int? = nil) {
        let (red, green, blue) = (rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255)
        (self.red, self.green, self.blue) = (red, green, blue)
        self.indexOf256 = indexOf256 ?? Self.nearest(red, green, blue)
    }

    private static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func nearest(_ value: Int) -> Int {
            levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
        }
        return 16 + 36 * nearest(red) + 6 * nearest(green) + nearest(blue)
    }
}

/// The colours that a terminal can show.
package enum ColourDepth: Sendable {
    /// None, or the user wants none.
    case none
    /// A palette of 256.
    case indexed
    /// 8 bits per component.
    case direct
}

extension StyledText {
    /// The text between the control sequences (ECMA-48, SGR) that start and end its style.
    package func escaped(_ depth: ColourDepth) -> String {
        var parameters: [String] = []
        if style.isBold { parameters.append("1") }
        if style.isFaint { parameters.append("2") }
        if style.isReversed { parameters.append("7") }
        for (colour, selector) in [(style.foreground, "38"), (style.background, "48")] {
            guard let colour else { continue }
            switch depth {
            case .none: break
            case .indexed: parameters.append("\(selector);5;\(colour.indexOf256)")
            case .direct: parameters.append("\(selector);2;\(colour.red);\(colour.green);\(colour.blue)")
            }
        }
        return parameters.isEmpty ? text : "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[m"
    }
}

extension [StyledText] {
    /// The line with its control sequences, and with the one that erases the rest of the row in a window of this width.
    ///
    /// A line that fills the row has none: the cursor is still at the last character then, which xterm would erase.
    package func escaped(_ depth: ColourDepth, inWindowOf columns: Int) -> String {
        let width = reduce(0) { $0 + $1.text.columns }
        return map { $0.escaped(depth) }.joined() + (width < columns ? "\u{1B}[K" : "")
    }
}
