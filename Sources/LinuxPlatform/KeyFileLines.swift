/// Where in the text of a key file things stand: GLib reads it, but does not tell.
struct KeyFileLines {
    private var lines: [(number: Int, group: String?, kind: Kind)] = []

    private enum Kind {
        case nothing
        case group
        case key(String)
        /// A key that is commented out, to show it.
        case shownKey(String)
        case mistake(String)
    }

    /// The lines of a key file's text.
    init(_ text: String) {
        var group: String?
        // Split at the byte: Swift takes "\r\n" for one character.
        for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = Self.trimmed(String(decoding: bytes, as: UTF8.self))
            let kind: Kind
            if line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                kind = .shownKey(Self.trimmed(String(line[..<equals].dropFirst())))
            } else if line.isEmpty || line.hasPrefix("#") {
                kind = .nothing
            } else if line.hasPrefix("["), line.hasSuffix("]"), line.count > 2 {
                group = String(line.dropFirst().dropLast())
                kind = .group
            } else if let equals = line.firstIndex(of: "="), equals > line.startIndex, group != nil {
                kind = .key(Self.trimmed(String(line[..<equals])))
            } else {
                kind = .mistake(line)
            }
            lines.append((index + 1, group, kind))
        }
    }

    /// The line, from 1, whose value of the key counts: the last one. 0 if there is none.
    func line(ofKey key: String, inGroup group: String) -> Int {
        lines(ofKey: key, inGroup: group).last ?? 0
    }

    /// The lines, from 1, that have the key.
    func lines(ofKey key: String, inGroup group: String) -> [Int] {
        lines.compactMap {
            if case .key(key) = $0.kind, $0.group == group { return $0.number }
            return nil
        }
    }

    /// The line, from 1, below which a key that is not there yet would be looked for; nil if there is no such group.
    func lineAbove(newKey key: String, inGroup group: String) -> Int? {
        let members = lines.filter { $0.group == group }
        let shown = members.last {
            if case .shownKey(key) = $0.kind { return true }
            return false
        }
        let end = members.last {
            switch $0.kind {
            case .group, .key: true
            case .nothing, .shownKey, .mistake: false
            }
        }
        return (shown ?? end)?.number
    }

    /// The first line that is nothing a key file may hold.
    var firstMistake: (number: Int, text: String, problem: String)? {
        for line in lines {
            guard case .mistake(let text) = line.kind else { continue }
            let problem =
                line.group == nil && text.contains("=")
                ? "it stands before the first [Group]" : "this is not understood"
            return (line.number, "\"\(text)\"", problem)
        }
        return nil
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
