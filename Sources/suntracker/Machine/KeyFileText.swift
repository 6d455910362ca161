import LinuxPlatform

/// The text of a key file that is edited line by line. Every other line stays as it is, to the byte.
///
/// GLib can write key files too, but changes the spacing of every line, and puts a new key at the end of its group, away
/// from the comment that explains it.
struct KeyFileText {
    /// The text, whose last line ends with a line feed.
    private(set) var text: String
    /// The number, from 1, that each line had before the edits; nil for a line that the edits have written.
    private var originalLines: [Int?]

    init(_ text: String) {
        self.text = text
        originalLines = []
        originalLines = lines.indices.map { $0 + 1 }
    }

    /// The number, from 1, that a line had before the edits; nil for a line that the edits have written.
    func originalLine(of line: Int) -> Int? {
        originalLines.indices.contains(line - 1) ? originalLines[line - 1] : nil
    }

    /// Sets the key: in the line that has it; else below the last comment that shows it (`#Key=`), else at the end of its
    /// group, else in a new group at the end.
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

    /// Removes every line that has the key.
    mutating func remove(_ key: String, fromGroup group: String) {
        remove(Set(KeyFileLines(text).lines(ofKey: key, inGroup: group)))
    }

    /// Removes the group with its keys, the comments above the last of them, and the empty line above the group.
    mutating func remove(group: String) {
        remove(KeyFileLines(text).lines(ofGroup: group))
    }

    private mutating func remove(_ numbers: Set<Int>) {
        guard !numbers.isEmpty else { return }
        let kept = lines.indices.filter { !numbers.contains($0 + 1) }
        originalLines = kept.map { originalLines[$0] }
        lines = kept.map { lines[$0] }
    }

    /// The lines without their line feeds.
    private var lines: [String] {
        get {
            var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return lines.map { String(decoding: $0, as: UTF8.self) }
        }
        set { text = newValue.map { $0 + "\n" }.joined() }
    }

    /// A new line, with a carriage return before its line feed if the first line has one.
    private func line(_ content: String) -> String {
        content + (lines.first?.utf8.last == UInt8(ascii: "\r") ? "\r" : "")
    }
}
