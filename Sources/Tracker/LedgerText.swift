import Solar

/// Why a ledger's text cannot be used.
public enum LedgerTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A later version of the program wrote it.
    case newerVersion(Int)
    /// A line, counted from 1, is not what it should be.
    case damaged(line: Int, expected: String)

    /// What is wrong and what would be right.
    public var description: String {
        switch self {
        case .newerVersion(let version):
            "it is of version \(version), made by a newer suntrackerd; this one reads version \(Ledger.version)"
        case .damaged(let line, let expected):
            "line \(line) is damaged; expected \(expected)"
        }
    }
}

extension Ledger {
    static let version = 1
    private static let name = "suntracker-ledger"

    /// The ledger as it is kept in a file: a line for the version, one for how far all is settled, one an entry, and a
    /// last one that counts the entries, by which a file is known that was cut short or has lost one.
    public var text: String {
        var text = "\(Self.name) \(Self.version)\nsettled-through \(settledThrough)\n"
        for entry in entries {
            text += "\(entry.state.rawValue) \(entry.instant) \(entry.rule)\n"
        }
        return text + "end \(entries.count)\n"
    }

    /// The ledger that a text written by `text` holds.
    public init(text: String) throws(LedgerTextError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let header = (lines.first ?? "").split(separator: " ")
        guard header.count == 2, header[0] == Self.name, let version = Int(header[1]), version > 0 else {
            throw .damaged(line: 1, expected: "\"\(Self.name) \(Self.version)\"")
        }
        guard version <= Self.version else { throw .newerVersion(version) }
        let lineCount = lines.count
        guard lines.count >= 4, lines.removeLast().isEmpty, lines.removeLast().hasPrefix("end") else {
            throw .damaged(line: lineCount, expected: "\"end\" and how many entries, as the last line")
        }
        let settled = lines[1].split(separator: " ")
        guard settled.count == 2, settled[0] == "settled-through", let instant = Instant(rfc3339: settled[1]) else {
            throw .damaged(line: 2, expected: "\"settled-through\" and a time such as 2026-11-21T13:46:12Z")
        }
        var entries: [Entry] = []
        for (number, line) in lines.enumerated().dropFirst(2) {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, let state = State(rawValue: String(words[0])),
                let instant = Instant(rfc3339: words[1])
            else {
                throw .damaged(line: number + 1, expected: "a state, a time and a rule: \"announced 2026-…Z sunset\"")
            }
            entries.append(Entry(rule: String(words[2]), instant: instant, state: state))
        }
        self.init(settledThrough: instant, entries: entries)
        // What would not have been written so was not: two entries that have run into one, for one.
        let written = self.text.split(separator: "\n", omittingEmptySubsequences: false)
        let difference = zip(text.split(separator: "\n", omittingEmptySubsequences: false), written).enumerated()
            .first { !$0.element.0.utf8.elementsEqual($0.element.1.utf8) }
        if let difference {
            throw .damaged(line: difference.offset + 1, expected: "\"\(difference.element.1)\"")
        }
    }
}
