/// A line of text that is edited with the keys of Emacs, as in a shell.
package struct LineEditor: Hashable, Sendable {
    package private(set) var text: String
    /// The position of the cursor, in characters.
    package private(set) var cursor: Int

    /// The most characters. Further ones are ignored, so that a long paste does no harm.
    private static let longest = 200

    package init(_ text: String = "") {
        self.text = String(text.prefix(Self.longest))
        cursor = self.text.count
    }

    /// Handles a key. Returns false for a key that does not edit a line.
    package mutating func handle(_ key: TerminalKeys.Key) -> Bool {
        switch key {
        case .text(let typed): insert(typed)
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .control("a"): cursor = 0
        case .control("e"): cursor = text.count
        case .alt("b"): cursor = startOfWord
        case .alt("f"): cursor = endOfWord
        case .backspace: remove(cursor - 1..<cursor)
        case .delete, .control("d"): remove(cursor..<cursor + 1)
        case .control("w"): remove(startOfWord..<cursor)
        case .alt("d"): remove(cursor..<endOfWord)
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<text.count)
        default: return false
        }
        return true
    }

    /// The part of the line that a field of `width` columns shows, and the column of the cursor in it.
    package func window(_ width: Int) -> (text: String, cursor: Int) {
        guard width > 0 else { return ("", 0) }
        let characters = Array(text)
        var start = cursor
        // The cursor itself needs a column at the end.
        var used = 1
        while start > 0, used + characters[start - 1].columns <= width {
            used += characters[start - 1].columns
            start -= 1
        }
        let before = String(characters[start..<cursor])
        var visible = before
        for character in characters[cursor...] {
            guard visible.columns + character.columns <= width else { break }
            visible.append(character)
        }
        return (visible, before.columns)
    }

    private mutating func insert(_ typed: String) {
        let characters = Array(text)
        // A combining character joins the one before the cursor.
        let before = String(characters[..<cursor]) + typed.prefix(max(0, Self.longest - characters.count))
        text = before + String(characters[cursor...])
        cursor = min(before.count, text.count)
    }

    private mutating func remove(_ range: Range<Int>) {
        var characters = Array(text)
        let range = range.clamped(to: 0..<characters.count)
        characters.removeSubrange(range)
        text = String(characters)
        cursor = min(range.lowerBound, text.count)
    }

    private var startOfWord: Int {
        let characters = Array(text)
        var position = cursor
        while position > 0, characters[position - 1].isWhitespace { position -= 1 }
        while position > 0, !characters[position - 1].isWhitespace { position -= 1 }
        return position
    }

    private var endOfWord: Int {
        let characters = Array(text)
        var position = cursor
        while position < characters.count, characters[position].isWhitespace { position += 1 }
        while position < characters.count, !characters[position].isWhitespace { position += 1 }
        return position
    }
}
