// SPDX-License-Identifier: MIT
/// The first line of a state file: what the file is, and the version of its format.
package struct StateHeader: Equatable, Sendable {
    private let name: String
    let version: Int

    /// A header such as `suntracker-ledger 1`.
    package init(_ name: String, version: Int) { (self.name, self.version) = (name, version) }

    package var line: String { "\(name) \(version)" }

    package func check(_ line: Substring?) throws(StateTextError) {
        guard line != self.line[...] else { return }
        let words = (line ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, words[0] == name, let version = Int(words[1]), version >= 0,
            "\(version)" == words[1]
        else {
            throw .damaged(line: 1, expected: "\"\(self.line)\"")
        }
        throw .otherVersion(version, supported: self.version)
    }

    /// Throws the first line in which a text differs from the text that would be written. For example, the line states no
    /// fact, or two lines have merged into one.
    package func check(_ text: String, isWrittenAs written: String) throws(StateTextError) {
        guard !written.utf8.elementsEqual(text.utf8) else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = written.split(separator: "\n", omittingEmptySubsequences: false)
        let difference = zip(lines, expected).enumerated().first { !$0.element.0.utf8.elementsEqual($0.element.1.utf8) }
        guard let difference else {
            throw .damaged(line: min(lines.count, expected.count), expected: "the end of the file")
        }
        throw .damaged(line: difference.offset + 1, expected: "\"\(difference.element.1)\"")
    }
}

/// The reason why the text of a state file cannot be used.
package enum StateTextError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another version of the program wrote the text, in a format that this version cannot read.
    case otherVersion(Int, supported: Int)
    /// A line, counted from 1, differs from the expected text.
    case damaged(line: Int, expected: String)

    /// The error, and the version or the text that was expected.
    package var description: String {
        switch self {
        case .otherVersion(let version, let supported):
            "its format is version \(version), and this suntrackerd reads version \(supported)"
        case .damaged(let line, let expected):
            "line \(line) is damaged; expected \(expected)"
        }
    }
}
