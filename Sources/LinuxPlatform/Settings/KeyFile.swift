import CLibnotify
package import Tracker

/// A key file (Desktop Entry Specification, "Basic format of the file"), parsed by GLib.
///
/// GLib does not report where in the file a key is, and accepts some lines that are most likely mistakes. So the text
/// is read twice: `KeyFileLines` finds the lines and the mistakes, GLib the values. Neither can replace the other.
/// Without GLib, this program would have its own dialect of escapes and encodings. Without `KeyFileLines`, errors could
/// not name a line, and an edit could not keep the rest of the file as it is.
package struct KeyFile {
    /// Every key of every group, in the file's order.
    package let entries: [SettingsEntry]

    /// - Parameter path: the file's path in errors.
    package init(text: String, path: String) throws(SettingsError) {
        let lines = KeyFileLines(text)
        if let invalid = lines.firstInvalid {
            throw Self.syntaxError(in: text, path: path, line: invalid.number, invalid.problem)
        }
        let file = g_key_file_new()
        defer { g_key_file_free(file) }
        var error: UnsafeMutablePointer<GError>?
        // GLib treats a carriage return as white space only before a line feed.
        let complete = KeyFileLines.textForGLib(text) + "\n"
        let count = gsize(complete.utf8.count)
        guard g_key_file_load_from_data(file, complete, count, GKeyFileFlags(rawValue: 0), &error) != 0 else {
            defer { g_error_free(error) }
            // The only key that GLib evaluates itself: it rejects encodings other than UTF-8.
            throw Self.syntaxError(
                in: text, path: path, line: lines.firstLine(ofKey: "Encoding") ?? 0,
                error.map { .quoted(String(cString: $0.pointee.message)) } ?? .words("it is not a key file"))
        }
        var entries: [SettingsEntry] = []
        for group in Self.strings(g_key_file_get_groups(file, nil)) {
            for key in Self.strings(g_key_file_get_keys(file, group, nil, nil)) {
                guard let value = g_key_file_get_value(file, group, key, nil) else { continue }
                defer { g_free(value) }
                let origin = SettingsEntry.Origin(file: path, line: lines.line(ofKey: key, inGroup: group))
                // GLib keeps white space at the end of a value.
                let text = String(String(cString: value).withoutSpaceAround)
                entries.append(SettingsEntry(origin: origin, group: group, key: key, value: text))
            }
        }
        self.entries = entries
    }

    private static func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        defer { g_strfreev(list) }
        var strings: [String] = []
        var next = list
        while let string = next?.pointee {
            strings.append(String(cString: string))
            next = next.map { $0 + 1 }
        }
        return strings
    }

    /// An error that quotes the line.
    private static func syntaxError(in text: String, path: String, line: Int, _ problem: TranslatableText)
        -> SettingsError
    {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let subject: TranslatableText =
            lines.indices.contains(line - 1)
            ? .quoted("\"\(Substring(lines[line - 1]).withoutSpaceAround)\"".printable) : .words("the file")
        return SettingsError(
            origin: SettingsEntry.Origin(file: path, line: line), subject: subject, problem: problem,
            remedy: .words(
                "a line is empty, a comment after {hash} or {semicolon}, a {group}, or {key} below a group",
                [
                    "hash": .quoted("#"), "semicolon": .quoted(";"), "group": .quoted("[Group]"),
                    "key": .quoted("Key=value"),
                ]))
    }
}

/// The lines of a key file's text: where its groups and keys are, and which lines are mistakes.
///
/// Rejects every line that GLib rejects, and also: key names that GLib ignores because it takes them for translations,
/// control characters, and a backslash at the end of a line, which would continue it in systemd's files. Accepts comments
/// that begin with `;`, as systemd does, and a byte order mark.
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
        case group(String)
        case key(String)
        /// A key in a comment, as in the sample file.
        case commentedKey(String)
        case invalid(TranslatableText)
    }

    package init(_ text: String) {
        var group: String?
        let text = Self.withoutMark(text)
        // Split by bytes: in Swift, "\r\n" is one character, and "=" with a combining accent is not "=".
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
        guard !line.contains(0) else { return .invalid(.words("it has a {name}", ["name": .quoted("NUL")])) }
        let equals = line.firstIndex(of: UInt8(ascii: "="))
        if isComment(line) {
            guard let equals else { return .empty }
            return .commentedKey(String(Substring(line[..<equals].dropFirst()).withoutSpaceAround))
        }
        if line.isEmpty { return .empty }
        guard Substring(line).unicodeScalars.allSatisfy({ $0 == "\t" || $0.properties.generalCategory != .control })
        else { return .invalid(.words("it has a control character")) }
        guard !Substring(line).unicodeScalars.contains("\u{FFFD}") else {
            return .invalid(.words("it is not UTF-8 text"))
        }
        if line.first == UInt8(ascii: "[") {
            let name = line.dropFirst().dropLast()
            let isName = !name.isEmpty && !name.contains { "[]\t".utf8.contains($0) }
            return line.last == UInt8(ascii: "]") && isName
                ? .group(String(Substring(name))) : .invalid(.words("this is not valid"))
        }
        guard let equals else { return .invalid(.words("this is not valid")) }
        guard isInGroup else {
            return .invalid(.words("it is before the first {group}", ["group": .quoted("[Group]")]))
        }
        let key = Substring(line[..<equals]).withoutSpaceAround
        let value = Substring(line[line.index(after: equals)...]).withoutSpaceAround
        guard !key.isEmpty, !key.utf8.contains(where: { "[]\t".utf8.contains($0) }) else {
            return .invalid(.words("this is not valid"))
        }
        guard !value.utf8.contains(UInt8(ascii: "\t")) else { return .invalid(.words("it has a control character")) }
        guard value.utf8.last != UInt8(ascii: "\\") else {
            return .invalid(.words("it ends with a backslash, and a value ends with its line"))
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

    /// The text for GLib, which accepts neither the byte order mark nor `;` comments, with the same line numbers.
    static func textForGLib(_ text: String) -> String {
        withoutMark(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { isComment(Substring($0).withoutSpaceAround.utf8) ? "#" : String(Substring($0)) }
            .joined(separator: "\n")
    }

    /// The number, from 1, of the line whose value of the key applies: the last one. 0 if there is none.
    package func line(ofKey key: String, inGroup group: String) -> Int {
        lines(ofKey: key, inGroup: group).last ?? 0
    }

    /// The numbers, from 1, of the lines that have the key.
    package func lines(ofKey key: String, inGroup group: String) -> [Int] {
        numbers[Key(group: group, name: key)] ?? []
    }

    /// The number, from 1, of the first line that has the key in any group.
    func firstLine(ofKey key: String) -> Int? {
        numbers.filter { $0.key.name == key }.compactMap(\.value.first).min()
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
            case .empty, .commentedKey, .invalid: false
            }
        }
        return (comment ?? end)?.number
    }

    /// The number, from 1, of the first line that is not valid, and why.
    var firstInvalid: (number: Int, problem: TranslatableText)? {
        for line in lines {
            if case .invalid(let problem) = line.kind { return (line.number, problem) }
        }
        return nil
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends. Works on bytes, since in Swift a space with a combining accent is one
    /// character.
    package var withoutSpaceAround: Substring {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = Substring(self).utf8
        while let first = rest.first, isSpace(first) { rest.removeFirst() }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return Substring(rest)
    }
}
