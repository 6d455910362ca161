/// Where in the text of a key file things stand: GLib reads it, but does not tell.
///
/// It refuses all that GLib refuses (Desktop Entry Specification, "Basic format of the file"), and more: key names that
/// GLib passes over, since it takes them for translations, characters that nobody means and a terminal would obey, and
/// a backslash at the end of a line, which continues it in systemd's files. It takes comments after `;`, as those do, and
/// the byte order mark that some editors put at the beginning.
struct KeyFileLines {
    private var lines: [(number: Int, group: String?, kind: Kind)] = []
    /// The lines of each key.
    private var numbers: [Key: [Int]] = [:]

    private struct Key: Hashable {
        let group: String?
        let name: String
    }

    private enum Kind {
        case nothing
        case group(String)
        case key(String)
        /// A key that is commented out, to show it.
        case shownKey(String)
        case mistake(String)
    }

    /// The lines of a key file's text.
    init(_ text: String) {
        var group: String?
        let text = Self.withoutMark(text)
        // Split at the byte: Swift takes "\r\n" for one character, and "=" with an accent for another one.
        for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
            let kind = Self.kind(of: Substring(line).withoutSpaceAround.utf8, isInGroup: group != nil)
            if case .group(let name) = kind { group = name }
            lines.append((index + 1, group, kind))
            if case .key(let name) = kind { numbers[Key(group: group, name: name), default: []].append(index + 1) }
        }
    }

    private static func kind(of line: Substring.UTF8View, isInGroup: Bool) -> Kind {
        guard !line.contains(0) else { return .mistake("it has a NUL") }
        let equals = line.firstIndex(of: UInt8(ascii: "="))
        if isComment(line) {
            guard let equals else { return .nothing }
            return .shownKey(String(Substring(line[..<equals].dropFirst()).withoutSpaceAround))
        }
        if line.isEmpty { return .nothing }
        guard Substring(line).unicodeScalars.allSatisfy({ $0 == "\t" || $0.properties.generalCategory != .control })
        else { return .mistake("it has a control character") }
        guard !Substring(line).unicodeScalars.contains("\u{FFFD}") else { return .mistake("it is no text in UTF-8") }
        if line.first == UInt8(ascii: "[") {
            let name = line.dropFirst().dropLast()
            let isName = !name.isEmpty && !name.contains { "[]\t".utf8.contains($0) }
            return line.last == UInt8(ascii: "]") && isName
                ? .group(String(Substring(name))) : .mistake("this is not understood")
        }
        guard let equals else { return .mistake("this is not understood") }
        guard isInGroup else { return .mistake("it stands before the first [Group]") }
        let key = Substring(line[..<equals]).withoutSpaceAround
        let value = Substring(line[line.index(after: equals)...]).withoutSpaceAround
        guard !key.isEmpty, !key.utf8.contains(where: { "[]\t".utf8.contains($0) }) else {
            return .mistake("this is not understood")
        }
        guard !value.utf8.contains(UInt8(ascii: "\t")) else { return .mistake("it has a control character") }
        guard value.utf8.last != UInt8(ascii: "\\") else {
            return .mistake("it ends with a backslash, and a value ends with its line")
        }
        return .key(String(key))
    }

    private static func isComment(_ line: Substring.UTF8View) -> Bool {
        line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: ";")
    }

    /// The text without a byte order mark.
    private static func withoutMark(_ text: String) -> Substring {
        text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : Substring(text)
    }

    /// The text, line by line, as GLib reads it: it knows neither the mark nor the other sign of a comment.
    static func textForGLib(_ text: String) -> String {
        withoutMark(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { isComment(Substring($0).withoutSpaceAround.utf8) ? "#" : String(Substring($0)) }
            .joined(separator: "\n")
    }

    /// The line, from 1, whose value of the key counts: the last one. 0 if there is none.
    func line(ofKey key: String, inGroup group: String) -> Int {
        lines(ofKey: key, inGroup: group).last ?? 0
    }

    /// The lines, from 1, that have the key.
    func lines(ofKey key: String, inGroup group: String) -> [Int] {
        numbers[Key(group: group, name: key)] ?? []
    }

    /// The first line, from 1, that has the key in any group.
    func firstLine(ofKey key: String) -> Int? {
        numbers.filter { $0.key.name == key }.compactMap(\.value.first).min()
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

    /// The number, from 1, of the first line that is nothing a key file may hold, and why.
    var firstMistake: (number: Int, problem: String)? {
        for line in lines {
            if case .mistake(let problem) = line.kind { return (line.number, problem) }
        }
        return nil
    }
}

extension StringProtocol {
    /// The text without what a key file takes for white space before and behind keys and values. By the byte, since a
    /// space with an accent is one character to Swift.
    var withoutSpaceAround: Substring {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = Substring(self).utf8
        while let first = rest.first, isSpace(first) { rest.removeFirst() }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return Substring(rest)
    }
}
