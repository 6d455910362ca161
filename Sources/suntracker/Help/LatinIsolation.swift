import Tracker

extension Words {
    /// A line of a text for a terminal. In a language that is written from right to left it is isolated with that direction,
    /// and in it options, command lines, coordinates and the like with theirs (Unicode Standard Annex 9, "Explicit
    /// Directional Isolates"). Without isolates `--at` would be displayed as `at--`.
    ///
    /// - Parameter text: the whole text, of which the line is a part; if it is in English, nothing changes.
    func line(_ line: String, of text: String) -> String {
        guard isRightToLeft, !line.isEmpty, text.contains(where: { !$0.isASCII }) else { return line }
        var result = ""
        var rest = line[...]
        while let character = rest.first {
            if character == Self.leftToRight {
                // What has its isolates already, such as a command line with translated placeholders.
                let end = rest.firstIndex(of: Self.endOfIsolate).map { rest.index(after: $0) } ?? rest.endIndex
                result += rest[..<end]
                rest = rest[end...]
            } else if character.isASCII {
                // Neighbouring words stay together, as those of a command line do.
                let run = rest.prefix(while: \.isASCII)
                result += isolatingWords(run)
                rest = rest[run.endIndex...]
            } else {
                result.append(rest.removeFirst())
            }
        }
        return "\u{2067}\(result)\(Self.endOfIsolate)"
    }

    /// A command line, or a part of one, whose parts stay in their order; its placeholders may be translated.
    func isolatedCommand(_ text: String) -> String {
        isRightToLeft ? "\(Self.leftToRight)\(text)\(Self.endOfIsolate)" : text
    }

    /// The lines of a broken text, with an isolate that goes on over several lines ended and begun again in each: a terminal
    /// takes each line for itself.
    func endingIsolates(in lines: [String]) -> [String] {
        var isOpen = false
        return lines.map { line in
            let text = isOpen ? "\(Self.leftToRight)\(line)" : line
            let starts = text.count { $0 == Self.leftToRight }
            isOpen = starts > text.count { $0 == Self.endOfIsolate }
            return isOpen ? text + String(Self.endOfIsolate) : text
        }
    }

    private static let (leftToRight, endOfIsolate): (Character, Character) = ("\u{2066}", "\u{2069}")

    /// A run of ASCII characters in isolates, except for the spaces and the punctuation around it.
    private func isolatingWords(_ run: Substring) -> String {
        let start = run.prefix { " (,:;".contains($0) }
        var inner = run.dropFirst(start.count)
        var end = ""
        while let last = inner.last, " (.,:;".contains(last) || last == ")" && inner.endsWithForeignParenthesis {
            end = String(inner.removeLast()) + end
        }
        // A number alone keeps its order.
        guard inner.contains(where: { $0.isLetter || "-+=/<{".contains($0) }) else { return String(run) }
        return "\(start)\(Self.leftToRight)\(inner)\(Self.endOfIsolate)\(end)"
    }
}

extension Substring {
    /// Whether the last parenthesis closes one that is before the text.
    fileprivate var endsWithForeignParenthesis: Bool { count { $0 == ")" } > count { $0 == "(" } }
}
