/// A text on a terminal, and how it looks.
public struct StyledText: Hashable, Sendable {
    /// The text, without control characters.
    public let text: String
    /// How it looks.
    public let style: Style

    /// How a text looks.
    public struct Style: Hashable, Sendable {
        var ink: Colour?
        var paper: Colour?
        var isBold = false
        var isFaint = false
        var isReversed = false

        /// As the terminal writes by itself.
        public static let plain = Style()
        static let bold = Style(isBold: true)
        static let faint = Style(isFaint: true)
        static let reversed = Style(isReversed: true)
    }

    /// A text that looks so.
    public init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// A colour, 8 bits a part.
struct Colour: Hashable, Sendable {
    let red: Int
    let green: Int
    let blue: Int
    /// Its number on a terminal of 256 colours.
    let indexOf256: Int

    /// `#RRGGBB`, and what stands for it on a terminal of 256 colours; if not given, the nearest of the 6 x 6 x 6 colours
    /// that it has from number 16 on.
    init(_ rgb: Int, indexOf256: Int? = nil) {
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

/// How many colours a terminal shows.
public enum ColourDepth: Sendable {
    /// None, or none are wanted.
    case none
    /// 256.
    case indexed
    /// 8 bits a part.
    case direct
}

extension StyledText {
    /// The text with the control sequences (ECMA-48, SGR) that make it look so, and end it.
    func escaped(_ depth: ColourDepth) -> String {
        var parameters: [String] = []
        if style.isBold { parameters.append("1") }
        if style.isFaint { parameters.append("2") }
        if style.isReversed { parameters.append("7") }
        for (colour, selector) in [(style.ink, "38"), (style.paper, "48")] {
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
