// SPDX-License-Identifier: MIT
package import Configuration

/// A key file (Desktop Entry Specification, "Basic format of the file"), line by line. An edit preserves every other
/// line, byte by byte.
///
/// Rejects key names that other readers would treat as translations, control characters, and a backslash at the end of
/// a line, which in systemd's files means that the line continues. Accepts comments that begin with `;`, as systemd
/// does, and a byte order mark.
package struct KeyFile {
    private var lines: [Line] = []

    private struct Line {
        /// The text without the line feed.
        let text: String
        /// The line number, from 1; 0 for a line that an edit wrote.
        let number: Int
        let group: String?
        let kind: Kind
    }

    private enum Kind {
        case empty
        case comment
        case group(String)
        case key(String, value: String)
        /// A key in a comment, as in the sample file.
        case commentedKey(String)
        case invalid(String)

        var isGroupOrKey: Bool {
            switch self {
            case .group, .key: true
            case .empty, .comment, .commentedKey, .invalid: false
            }
        }
    }

    package init(_ text: String) {
        // Split by bytes, because for Swift, "\r\n" is one character, and "=" with a combining accent is not "=".
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        parse(lines.enumerated().map { (String(Substring($1)), $0 + 1) })
    }

    /// The text of the file. After a change, the last line ends with a line feed.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    private mutating func parse(_ texts: [(text: String, number: Int)]) {
        var group: String?
        lines = texts.enumerated().map { index, line in
            let mark = index == 0 && line.text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
            let bytes = Substring(line.text.unicodeScalars.dropFirst(mark)).utf8
            let content = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
            let kind = Self.kind(of: Substring(content).trimmed.utf8, isInGroup: group != nil)
            if case .group(let name) = kind { group = name }
            return Line(text: line.text, number: line.number, group: group, kind: kind)
        }
    }

    /// The limit of a line that is not a comment, in bytes: names and texts are shown and logged, and a path has at most
    /// 4096 bytes (PATH_MAX).
    private static let longestLine = 4200

    private static func kind(of line: Substring.UTF8View, isInGroup: Bool) -> Kind {
        guard !line.contains(0) else { return .invalid("it contains a NUL") }
        let equals = line.firstIndex(of: UInt8(ascii: "="))
        if line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: ";") {
            guard let equals else { return .comment }
            return .commentedKey(String(Substring(line[..<equals].dropFirst()).trimmed))
        }
        if line.isEmpty { return .empty }
        guard Substring(line).unicodeScalars.allSatisfy({ $0 == "\t" || !$0.isInvisibleControl })
        else { return .invalid("it contains a control character") }
        guard !Substring(line).unicodeScalars.contains("\u{FFFD}") else {
            return .invalid("it is not UTF-8 text")
        }
        guard line.count <= longestLine else { return .invalid("it is longer than \(longestLine) bytes") }
        if line.first == UInt8(ascii: "[") {
            let name = line.dropFirst().dropLast()
            let isName = !name.isEmpty && !name.contains { "[]\t".utf8.contains($0) }
            return line.last == UInt8(ascii: "]") && isName
                ? .group(String(Substring(name))) : .invalid("invalid line")
        }
        guard let equals else { return .invalid("invalid line") }
        guard isInGroup else {
            return .invalid("it precedes the first [Section]")
        }
        let key = Substring(line[..<equals]).trimmed
        let value = Substring(line[line.index(after: equals)...]).trimmed
        guard !key.isEmpty, !key.utf8.contains(where: { "[]\t".utf8.contains($0) }) else {
            return .invalid("invalid line")
        }
        guard !value.utf8.contains(UInt8(ascii: "\t")) else { return .invalid("it contains a control character") }
        guard value.utf8.last != UInt8(ascii: "\\") else {
            return .invalid("it ends with a backslash, but continuation lines are not supported")
        }
        return .key(String(key), value: String(value))
    }

    /// Returns the line of every section, and every key with its effective value, which is the last one, in the order of
    /// the file.
    ///
    /// - Parameter path: the file's path for origins. A line that an edit wrote has the number 0.
    package func entries(at path: String) throws(SettingsError) -> [SettingsEntry] {
        var keys: Set<[String]> = []
        var entries: [SettingsEntry] = []
        for line in lines.reversed() {
            let origin = SettingsEntry.Origin(file: path, line: line.number)
            switch line.kind {
            case .group(let group): entries.append(.section(group, at: origin))
            case .key(let key, let value):
                guard let group = line.group, keys.insert([group, key]).inserted else { continue }
                entries.append(SettingsEntry(origin: origin, group: group, key: key, value: value))
            case .empty, .comment, .commentedKey, .invalid: break
            }
        }
        for line in lines {
            guard case .invalid(let problem) = line.kind else { continue }
            let remedy =
                "each line must be empty, a comment starting with # or ;, a [Section], or a Key=value in a section"
            throw SettingsError(
                origin: SettingsEntry.Origin(file: path, line: line.number),
                subject: "\"\(Substring(line.text).trimmed)\"".printable, problem: problem, remedy: remedy,
                publicSentence: "invalid line: \(problem); \(remedy)")
        }
        return entries.reversed()
    }
}

extension KeyFile {
    /// Sets the key: in its effective line; or else below the last comment that contains it (`#Key=`); or else at the
    /// end of its section; or else in a new section at the end.
    package mutating func set(_ key: String, inGroup group: String, to value: String) {
        // The value as it will be read back.
        let setting = "\(key)=\(value.trimmed)"
        if let old = lines(of: key, in: group).last { return replace(old..<old + 1, by: [setting]) }
        let members = lines.indices.filter { lines[$0].group == group }
        let comment = members.last {
            if case .commentedKey(key) = lines[$0].kind { true } else { false }
        }
        let end = members.last {
            switch lines[$0].kind {
            case .group, .key: true
            case .empty, .comment, .commentedKey, .invalid: false
            }
        }
        if let above = comment ?? end { return replace(above + 1..<above + 1, by: [setting]) }
        endLastLine()
        let last = lines.count - 1
        let isSeparate = last == 0 || lines[last - 1].text == lineEnd
        replace(last..<last, by: (isSeparate ? [] : [""]) + ["[\(group)]", setting])
    }

    /// Removes the key; also the section of an alert that has no keys then, because an alert needs an event.
    package mutating func remove(_ key: String, fromGroup group: String) {
        remove(lines(of: key, in: group))
        let hasKeys = lines.contains { if $0.group == group, case .key = $0.kind { true } else { false } }
        if SettingName.isAlert(group), !hasKeys { _ = remove(group: group) }
    }

    /// Removes the section with its keys, the comments above its last key or heading, and the empty lines above the
    /// section. Comments below are kept, because they may belong to the next section.
    package mutating func remove(group: String) -> Bool {
        var removed: [Int] = []
        for part in lines.indices.split(whereSeparator: { lines[$0].group != group }) {
            let end = part.last { lines[$0].kind.isGroupOrKey } ?? part.lowerBound
            let above = (0..<part.lowerBound).reversed().prefix {
                if case .empty = lines[$0].kind { true } else { false }
            }
            removed += Array(part.lowerBound...end) + above
        }
        remove(removed)
        return !removed.isEmpty
    }

    private func lines(of key: String, in group: String) -> [Int] {
        lines.indices.filter {
            if lines[$0].group == group, case .key(key, _) = lines[$0].kind { true } else { false }
        }
    }

    private mutating func remove(_ removed: [Int]) {
        guard !removed.isEmpty else { return }
        endLastLine()
        let removed = Set(removed)
        parse(lines.indices.filter { !removed.contains($0) }.map { (lines[$0].text, lines[$0].number) })
    }

    private mutating func replace(_ range: Range<Int>, by new: [String]) {
        endLastLine()
        var texts = lines.map { ($0.text, $0.number) }
        texts.replaceSubrange(range, with: new.map { ($0 + lineEnd, 0) })
        parse(texts)
    }

    /// The characters before the line feed of new lines: a carriage return, if the first line has one.
    private var lineEnd: String { lines.first?.text.utf8.last == UInt8(ascii: "\r") ? "\r" : "" }

    private mutating func endLastLine() {
        if lines.last?.text.isEmpty != true { lines.append(Line(text: "", number: 0, group: nil, kind: .empty)) }
    }
}

extension Unicode.Scalar {
    /// Whether it would change other texts: a control character, a line or paragraph separator, or a character that
    /// changes the direction of the text around it (Unicode Standard Annex #9, "Explicit Directional Formatting").
    fileprivate var isInvisibleControl: Bool {
        switch value {
        case 0x2028...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends. Works on bytes, because for Swift, a space with a combining
    /// accent is one character.
    package var trimmed: Substring {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = Substring(self).utf8
        while let first = rest.first, isSpace(first) { rest.removeFirst() }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return Substring(rest)
    }
}
