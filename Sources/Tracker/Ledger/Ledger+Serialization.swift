import Solar

/// Why the text of a state file, the ledger's or the last fix's, cannot be used.
package enum StateTextError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A later version of the program wrote it, in a format that this one does not read.
    case newerVersion(Int, supported: Int)
    /// A line, counted from 1, is not as expected.
    case damaged(line: Int, expected: String)

    /// What is wrong, and what was expected.
    package var description: String {
        switch self {
        case .newerVersion(let version, let supported):
            "it is of version \(version), made by a newer suntrackerd; this one reads version \(supported)"
        case .damaged(let line, let expected):
            "line \(line) is damaged; expected \(expected)"
        }
    }
}

extension Ledger {
    static let version = 3
    private static let name = "suntracker-ledger"

    /// The text of the ledger's file: a line with the version, one for each fact, and a last one with the number of facts,
    /// which detects a file that is truncated or has lost a line. Where there is none, a fact has `-`.
    ///
    /// An override of an unknown login does not outlive the run, and is not written.
    package var text: String {
        var facts = ["settled-through \(settledThrough)"]
        facts += ahead.map { "ahead \($0.through) \(word($0.made))" }
        if let boot { facts.append("boot \(boot.id) \(boot.instant)") }
        facts += Note.allCases.filter(notes.contains).map { "note \($0.rawValue)" }
        if let phase {
            let words = [phase.phase.rawValue, phase.open.text, "\(phase.made)", phase.login?.id ?? "-"]
            facts.append((["phase"] + words + phase.failed.map(\.escaped)).joined(separator: " "))
        }
        if let override, let login = override.login {
            let end = "\(word(override.until)) \(override.endsAtBoundary ? "boundary" : "time")"
            facts.append("override \(override.phase.rawValue) \(override.made) \(end) \(login.id)")
        }
        facts += entries.map { "\($0.state.text) \($0.due) \(word($0.made)) \($0.rule)" }
        return "\(Self.name) \(Self.version)\n" + facts.map { $0 + "\n" }.joined() + "end \(facts.count)\n"
    }

    private func word(_ instant: Instant?) -> String { instant?.description ?? "-" }

    /// The ledger of a text that `text` wrote, in this version of the program or an earlier one.
    package init(text: String) throws(StateTextError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let header = (lines.first ?? "").split(separator: " ")
        guard header.count == 2, header[0] == Self.name, let version = Int(header[1]), version > 0 else {
            throw .damaged(line: 1, expected: "\"\(Self.name) \(Self.version)\"")
        }
        guard version <= Self.version else { throw .newerVersion(version, supported: Self.version) }
        let lineCount = lines.count
        guard lines.count >= 4, lines.removeLast().isEmpty, lines.last?.hasPrefix("end") == true else {
            throw .damaged(line: lineCount, expected: "\"end\" and how many facts, as the last line")
        }
        guard version == Self.version else {
            try self.init(lines: lines, ofVersion: version)
            return
        }
        self.init(settledThrough: .earliest)
        for line in lines.dropFirst().dropLast() { add(line) }
        // A text that would be written differently is damaged: a line that says nothing, or two that have merged into one.
        let written = self.text.split(separator: "\n", omittingEmptySubsequences: false)
        let difference = zip(text.split(separator: "\n", omittingEmptySubsequences: false), written).enumerated()
            .first { !$0.element.0.utf8.elementsEqual($0.element.1.utf8) }
        if let difference {
            throw .damaged(line: difference.offset + 1, expected: "\"\(difference.element.1)\"")
        }
    }

    /// Adds the fact of a line, as far as it can be read.
    private mutating func add(_ line: Substring) {
        var words = LedgerWords(line)
        switch words.next() {
        case "settled-through": settledThrough = words.time() ?? settledThrough
        case "ahead": if let through = words.time() { ahead.append(Ahead(through: through, made: words.time())) }
        case "boot": boot = words.boot()
        case "note": if let note = Note(rawValue: words.rest) { notes.insert(note) }
        case "phase":
            guard let phase = Phase(rawValue: String(words.next())), let open = Steps(text: words.next()),
                let made = words.time()
            else { return }
            let login = words.login()
            self.phase = PhaseRecord(
                phase, open: open, made: made, login: login, failed: words.all.compactMap { String(escaped: $0) })
        case "override":
            guard let phase = Phase(rawValue: String(words.next())), let made = words.time() else { return }
            let (until, end) = (words.time(), words.next())
            override = PhaseOverride(
                phase, made: made, until: until, endsAtBoundary: end == "boundary", login: words.login())
        case let word:
            guard let state = State(text: word == "open" ? words.next() : word), let due = words.time() else { return }
            let made = words.time()
            let rule = words.rest
            if !rule.isEmpty { insert(Entry(rule: rule, due: due, state: state, made: made)) }
        }
    }
}

/// The words of a line of the ledger that are still to be read.
struct LedgerWords {
    private(set) var all: ArraySlice<Substring>

    /// The words of a line; none if it has control characters. "\r\n" is one character, at which `split` does not end a line.
    init(_ line: Substring) {
        let isPlain = !line.utf8.contains { $0 < 0x20 }
        all = isPlain ? line.split(separator: " ", omittingEmptySubsequences: false)[...] : []
    }

    var rest: String { all.joined(separator: " ") }

    mutating func next() -> Substring { all.popFirst() ?? "" }

    mutating func time() -> Instant? { Instant(rfc3339: next()) }

    mutating func boot() -> Boot? {
        let id = String(next())
        return time().map { Boot(id: id, instant: $0) }
    }

    mutating func login() -> Login? {
        let word = next()
        return word == "-" ? nil : Login(id: String(word))
    }
}

extension Ledger.State {
    var text: String {
        switch self {
        case .announced(open: []): "announced"
        case .announced(let open): "open \(open.text)"
        case .missed: "missed"
        }
    }

    /// The state of a word, or of the steps after `open`; nil if it is none.
    fileprivate init?(text: Substring) {
        switch text {
        case "announced": self = .announced()
        case "missed": self = .missed
        default:
            guard let open = Ledger.Steps(text: text) else { return nil }
            self = .announced(open: open)
        }
    }
}

extension Ledger.Steps {
    private static let names: [(name: String, step: Self)] = [
        ("entry", .entry), ("target", .target), ("hooks", .hooks), ("popup", .popup),
    ]

    /// `entry,hooks`; `-` for none.
    fileprivate var text: String {
        isEmpty ? "-" : Self.names.filter { contains($0.step) }.map(\.name).joined(separator: ",")
    }

    fileprivate init?(text: Substring) {
        self = []
        for word in text.split(separator: ",") where word != "-" {
            guard let step = Self.names.first(where: { $0.name == word })?.step else { return nil }
            insert(step)
        }
    }
}

extension String {
    /// The text with each byte but letters, digits and `/._-` as `%` and two hexadecimal digits, so that it is one word.
    fileprivate var escaped: String {
        utf8.map { byte in
            switch UnicodeScalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-": String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }

    /// The text that `escaped` has written; nil if it has not written this.
    init?(escaped: Substring) {
        var bytes: [UInt8] = []
        var rest = escaped.utf8[...]
        while let first = rest.popFirst() {
            guard first == UInt8(ascii: "%") else {
                bytes.append(first)
                continue
            }
            guard let byte = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self.init(validating: bytes, as: UTF8.self)
    }
}
