package import Tracker

/// A key file (Desktop Entry Specification, "Basic format of the file").
package struct KeyFile {
    /// Every key of every group with the value that applies, in the file's order.
    package let entries: [SettingsEntry]

    /// - Parameter path: the file's path in errors.
    package init(text: String, path: String) throws(SettingsError) {
        let lines = KeyFileLines(text)
        if let invalid = lines.firstInvalid {
            throw Self.syntaxError(in: text, path: path, line: invalid.number, invalid.problem)
        }
        entries = lines.values.map { line, group, key, value in
            SettingsEntry(origin: SettingsEntry.Origin(file: path, line: line), group: group, key: key, value: value)
        }
    }

    /// An error that quotes the line.
    private static func syntaxError(
        in text: String, path: String, line: Int, _ problem: TranslatableText
    ) -> SettingsError {
        let quoted = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[line - 1]
        return SettingsError(
            origin: SettingsEntry.Origin(file: path, line: line),
            subject: "\"\(Substring(quoted).trimmed)\"".printable, problem: problem,
            remedy: .words(
                "a line is empty, a comment after {hash} or {semicolon}, a {group}, or {key} below a group",
                ["hash": "#", "semicolon": ";", "group": "[Group]", "key": "Key=value"]))
    }
}

/// The lines of a key file's text: where its groups and keys are, and which lines are mistakes.
///
/// Rejects key names that other readers take for translations, control characters, and a backslash at the end of a line,
/// which would continue it in systemd's files. Accepts comments that begin with `;`, as systemd does, and a byte order mark.
package struct KeyFileLines {
    private var lines: [(number: Int, group: String?, kind: Kind)] = []
    /// The lines of each key.
    private var numbers: [Key: [Int]] = [:]

    private struct Key: Hashable {
        let group: String?
        let name: String
    }

    private enum Kind {
        case empty
        case comment
        case group(String)
        case key(String, value: String)
        /// A key in a comment, as in the sample file.
        case commentedKey(String)
        case invalid(TranslatableText)
    }

    package init(_ text: String) {
        var group: String?
        let mark = text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
        let text = Substring(text.unicodeScalars.dropFirst(mark))
        // Split by bytes: in Swift, "\r\n" is one character, and "=" with a combining accent is not "=".
        for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
            let kind = Self.kind(of: Substring(line).trimmed.utf8, isInGroup: group != nil)
            if case .group(let name) = kind { group = name }
            lines.append((index + 1, group, kind))
            if case .key(let name, _) = kind { numbers[Key(group: group, name: name), default: []].append(index + 1) }
        }
    }

    private static func kind(of line: Substring.UTF8View, isInGroup: Bool) -> Kind {
        // TRANSLATORS: what is wrong with a line of the settings
        guard !line.contains(0) else { return .invalid(.words("it has a {name}", ["name": "NUL"])) }
        let equals = line.firstIndex(of: UInt8(ascii: "="))
        if line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: ";") {
            guard let equals else { return .comment }
            return .commentedKey(String(Substring(line[..<equals].dropFirst()).trimmed))
        }
        if line.isEmpty { return .empty }
        guard Substring(line).unicodeScalars.allSatisfy({ $0 == "\t" || $0.properties.generalCategory != .control })
        // TRANSLATORS: what is wrong with a line of the settings
        else { return .invalid(.words("it has a control character")) }
        guard !Substring(line).unicodeScalars.contains("\u{FFFD}") else {
            // TRANSLATORS: what is wrong with a line or a file of settings
            return .invalid(.words("it is not UTF-8 text"))
        }
        if line.first == UInt8(ascii: "[") {
            let name = line.dropFirst().dropLast()
            let isName = !name.isEmpty && !name.contains { "[]\t".utf8.contains($0) }
            return line.last == UInt8(ascii: "]") && isName
                // TRANSLATORS: what is wrong with a line of the settings, which is quoted before it
                ? .group(String(Substring(name))) : .invalid(.words("this is not valid"))
        }
        guard let equals else { return .invalid(.words("this is not valid")) }
        guard isInGroup else {
            // TRANSLATORS: what is wrong with a line of the settings
            return .invalid(.words("it is before the first {group}", ["group": "[Group]"]))
        }
        let key = Substring(line[..<equals]).trimmed
        let value = Substring(line[line.index(after: equals)...]).trimmed
        guard !key.isEmpty, !key.utf8.contains(where: { "[]\t".utf8.contains($0) }) else {
            return .invalid(.words("this is not valid"))
        }
        guard !value.utf8.contains(UInt8(ascii: "\t")) else { return .invalid(.words("it has a control character")) }
        guard value.utf8.last != UInt8(ascii: "\\") else {
            // TRANSLATORS: what is wrong with a line of the settings
            return .invalid(.words("it ends with a backslash, but continuation lines are not supported"))
        }
        return .key(String(key), value: String(value))
    }

    /// The values that apply, with the numbers of their lines, from 1: of several lines of one key, the last.
    fileprivate var values: [(line: Int, group: String, key: String, value: String)] {
        lines.compactMap { line in
            guard case .key(let key, let value) = line.kind, let group = line.group,
                self.line(ofKey: key, inGroup: group) == line.number
            else { return nil }
            return (line.number, group, key, value)
        }
    }

    /// The number, from 1, of the line whose value of the key applies: the last one. 0 if there is none.
    package func line(ofKey key: String, inGroup group: String) -> Int {
        lines(ofKey: key, inGroup: group).last ?? 0
    }

    /// The numbers, from 1, of the lines that have the key.
    package func lines(ofKey key: String, inGroup group: String) -> [Int] {
        numbers[Key(group: group, name: key)] ?? []
    }

    /// The numbers, from 1, of the lines of a group, from its name to its last key, and of the empty lines above it. What is
    /// below its last key may be a comment on the next group.
    package func lines(ofGroup group: String) -> Set<Int> {
        var found: Set<Int> = []
        for part in lines.split(whereSeparator: { $0.group != group }) {
            let end = part.last { if case .key = $0.kind { true } else { false } } ?? part[part.startIndex]
            let above = lines[..<part.startIndex].reversed().prefix { if case .empty = $0.kind { true } else { false } }
            found.formUnion(part.map(\.number).filter { $0 <= end.number } + above.map(\.number))
        }
        return found
    }

    /// The number, from 1, of the line below which to insert a new key: the last comment that shows it, else the last line
    /// of the group. Nil if there is no such group.
    package func lineAbove(newKey key: String, inGroup group: String) -> Int? {
        let members = lines.filter { $0.group == group }
        let comment = members.last {
            if case .commentedKey(key) = $0.kind { return true }
            return false
        }
        let end = members.last {
            switch $0.kind {
            case .group, .key: true
            case .empty, .comment, .commentedKey, .invalid: false
            }
        }
        return (comment ?? end)?.number
    }

    /// The number, from 1, of the first line that is not valid, and why.
    fileprivate var firstInvalid: (number: Int, problem: TranslatableText)? {
        for line in lines {
            if case .invalid(let problem) = line.kind { return (line.number, problem) }
        }
        return nil
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends. Works on bytes, since in Swift a space with a combining accent is one
    /// character.
    package var trimmed: Substring {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = Substring(self).utf8
        while let first = rest.first, isSpace(first) { rest.removeFirst() }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return Substring(rest)
    }
}
