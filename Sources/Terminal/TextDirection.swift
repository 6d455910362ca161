extension String {
    /// The text as a cell of its own in a line: isolated with the direction of its first letter if it has letters that are
    /// written from right to left (Unicode Standard Annex 9, "Explicit Directional Isolates").
    ///
    /// Cells are laid out from left to right in every language, as their columns are counted. Without isolates a terminal
    /// that reorders texts would put the cells of a row together, and a number on the other side of a name.
    package var isolatedCell: String { isolatedCell(like: self) }

    /// The text as a cell with the direction of another, of which it is a line.
    package func isolatedCell(like text: String) -> String {
        let letters = text.scalarsOutsideOfIsolates
        guard letters.contains(where: \.isFromRightToLeft) else { return self }
        let first = letters.first { $0.isFromRightToLeft || $0.properties.isAlphabetic }
        return (first?.isFromRightToLeft == true ? "\u{2067}" : "\u{2066}") + self + "\u{2069}"
    }

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

    private var scalarsOutsideOfIsolates: [Unicode.Scalar] {
        var depth = 0
        return unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x2066...0x2068: depth += 1
            case 0x2069: depth = Swift.max(0, depth - 1)
            default: return depth == 0
            }
            return false
        }
    }
}

extension String {
    /// The line with each key, and what it does, isolated from the others: at least two spaces are between them. Each has the
    /// key on the left, so that arrows and digits keep their order.
    package var isolatedKeys: String {
        var (line, key, spaces) = ("", "", 0)
        for character in self {
            guard character != " " else {
                spaces += 1
                continue
            }
            if spaces == 1, !key.isEmpty {
                key.append(" ")
            } else if spaces > 0 {
                line += key.isolatedFromLeftToRight + .spaces(spaces)
                key = ""
            }
            key.append(character)
            spaces = 0
        }
        return line + key.isolatedFromLeftToRight + .spaces(spaces)
    }

    /// With a mark of direction at its start: VTE reverses digits there that follow letters from right to left, although those
    /// are outside of the isolate.
    private var isolatedFromLeftToRight: String {
        let marked = "\u{200E}" + self
        return scalarsOutsideOfIsolates.contains(where: \.isFromRightToLeft) ? "\u{2066}\(marked)\u{2069}" : self
    }
}

extension [String] {
    /// The lines, in each of which the isolates end that it begins, and those of the line before begin again.
    var withIsolatesContinued: [String] {
        var open = ""
        return map { line in
            let line = open + line
            open = String(String.UnicodeScalarView(line.openIsolates))
            return line + line.endOfOpenIsolates
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is written from right to left, by the blocks of such scripts (Unicode Standard Annex 9, table 4).
    fileprivate var isFromRightToLeft: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
