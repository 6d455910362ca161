/// The text of a key file that is edited line by line: what nobody touched stays as it is, to the byte.
///
/// GLib could write a key file too, but sets every line in its own spacing, and puts a new key at the end of its group,
/// away from the comment that explains it.
struct KeyFileText {
    /// The text, with a line's end behind its last line.
    private(set) var text: String
    /// Which line of the text, from 1, each line was before the edits; nil for one that they have written.
    private var originalLines: [Int?]

    /// A text that nobody has edited yet.
    init(_ text: String) {
        self.text = text
        originalLines = []
        originalLines = lines.indices.map { $0 + 1 }
    }

    /// The line, from 1, that a line was before the edits; nil for one that they have written.
    func originalLine(of line: Int) -> Int? {
        originalLines.indices.contains(line - 1) ? originalLines[line - 1] : nil
    }

    /// The line of the key that counts, from 1; 0 if there is none.
    func line(ofKey key: String, inGroup group: String) -> Int {
        KeyFileLines(text).line(ofKey: key, inGroup: group)
    }

    /// Gives the key that value: in the line that has it; else below the last comment that shows it (`#Key=`), else at the
    /// end of its group, else in a new group at the end.
    mutating func set(_ key: String, inGroup group: String, to value: String) {
        let parsed = KeyFileLines(text)
        var lines = self.lines
        let existing = parsed.line(ofKey: key, inGroup: group)
        if existing > 0 {
            lines[existing - 1] = line("\(key)=\(value)")
            originalLines[existing - 1] = nil
        } else if let above = parsed.lineAbove(newKey: key, inGroup: group) {
            lines.insert(line("\(key)=\(value)"), at: above)
            originalLines.insert(nil, at: above)
        } else {
            if let last = lines.last, last != line("") { lines.append(line("")) }
            lines += [line("[\(group)]"), line("\(key)=\(value)")]
            originalLines += Array(repeating: nil, count: lines.count - originalLines.count)
        }
        self.lines = lines
    }

    /// Takes the key out, however often it is there.
    mutating func remove(_ key: String, fromGroup group: String) {
        let numbers = KeyFileLines(text).lines(ofKey: key, inGroup: group)
        guard !numbers.isEmpty else { return }
        let kept = lines.indices.filter { !numbers.contains($0 + 1) }
        originalLines = kept.map { originalLines[$0] }
        lines = kept.map { lines[$0] }
    }

    /// The lines without the line feeds at their ends.
    private var lines: [String] {
        get {
            var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return lines.map { String(decoding: $0, as: UTF8.self) }
        }
        set { text = newValue.map { $0 + "\n" }.joined() }
    }

    /// A new line that ends as the first one does: some systems put a carriage return before the line feed.
    private func line(_ content: String) -> String {
        content + (lines.first?.utf8.last == UInt8(ascii: "\r") ? "\r" : "")
    }
}
