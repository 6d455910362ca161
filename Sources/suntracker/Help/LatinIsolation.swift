import Tracker

extension Words {
    /// A line for a terminal in which options, command lines, coordinates and the like keep their order between words that
    /// are written from right to left (Unicode Standard Annex 9, "Explicit Directional Isolates"). Without isolates `--at`
    /// would be displayed as `at--`.
    func withIsolatedLatin(_ line: String) -> String {
        guard isRightToLeft, line.contains(where: { !$0.isASCII }) else { return line }
        var result = ""
        var rest = line[...]
        while let character = rest.first {
            if character == Self.isolate {
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
        return result
    }

    /// A command line, or a part of one, whose parts stay in their order; its placeholders may be translated.
    func isolatedCommand(_ text: String) -> String {
        isRightToLeft ? "\(Self.isolate)\(text)\(Self.endOfIsolate)" : text
    }

    /// The command or label that begins a line.
    func isolatedStart(_ text: String) -> String { isRightToLeft ? String(Self.mark) + isolatedCommand(text) : text }

    /// A line of a text. A mark gives it the direction of the lines around it if it has none of their letters.
    func directed(_ line: String) -> String {
        isRightToLeft && !line.isEmpty && line.allSatisfy(\.isASCII) ? String(Self.mark) + line : line
    }

    /// The lines of a wrapped text, with an isolate that goes on over several lines ended and begun again in each: a terminal
    /// takes each line for itself.
    func endingIsolates(in lines: [String]) -> [String] {
        var isOpen = false
        return lines.map { line in
            let text = isOpen ? "\(Self.mark)\(Self.isolate)\(line)" : line
            let starts = text.count { $0 == Self.isolate }
            isOpen = starts > text.count { $0 == Self.endOfIsolate }
            return isOpen ? text + String(Self.endOfIsolate) : text
        }
    }

    private static let (isolate, endOfIsolate): (Character, Character) = ("\u{2066}", "\u{2069}")
    /// The right-to-left mark.
    private static let mark: Character = "\u{200F}"

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
        return "\(start)\(Self.isolate)\(inner)\(Self.endOfIsolate)\(end)"
    }
}

extension Substring {
    /// Whether the last parenthesis closes one that is before the text.
    fileprivate var endsWithForeignParenthesis: Bool { count { $0 == ")" } > count { $0 == "(" } }
}
