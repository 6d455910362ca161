extension String {
    /// The text as a cell of its own in a line: isolated if it has letters that are written from right to left (Unicode
    /// Standard Annex 9, "Explicit Directional Isolates").
    ///
    /// Cells are laid out from left to right in every language, as their columns are counted. Without isolates a terminal
    /// that reorders texts would put the cells of a row together, and a number on the other side of a name.
    package var isolatedCell: String { hasTextFromRightToLeft ? "\u{2068}\(self)\u{2069}" : self }

    /// The ends of the isolates that the text begins and does not end.
    var endOfOpenIsolates: String { String(repeating: "\u{2069}", count: openIsolates.count) }

    /// The starts of the isolates that the text begins and does not end, the outermost first.
    var openIsolates: [Unicode.Scalar] {
        unicodeScalars.reduce(into: []) { open, scalar in
            switch scalar.value {
            case 0x2066...0x2068: open.append(scalar)
            case 0x2069: _ = open.popLast()
            default: break
            }
        }
    }

    /// Whether it has letters that are written from right to left and are not isolated already.
    private var hasTextFromRightToLeft: Bool {
        var depth = 0
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x2066...0x2068: depth += 1
            case 0x2069: depth -= 1
            // The blocks of such scripts (Unicode Standard Annex 9, table 4).
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                if depth <= 0 { return true }
            default: break
            }
        }
        return false
    }
}
