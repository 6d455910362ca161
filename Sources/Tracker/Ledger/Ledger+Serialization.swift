// SPDX-License-Identifier: MIT
import Configuration
import Solar

extension Ledger {
    static let header = StateHeader("suntracker-ledger", version: 1)

    /// The text of the ledger's file: a line with the version, a line for each fact, and a line with the number of
    /// facts. The number reveals a file that is truncated or lacks a line. A missing value is written as `-`.
    ///
    /// An override of an unknown login is not written, because it does not outlive the run of the service.
    package var text: String {
        var facts = ["settled-through \(settledThrough)", "since \(since)"]
        facts += ahead.map { "ahead \($0.through) \(word($0.made))" }
        if let boot { facts.append("boot \(boot.id) \(boot.instant)") }
        facts += Note.allCases.filter(notes.contains).map { "note \($0.rawValue)" }
        if let phase {
            let words = [phase.phase.rawValue, phase.open.text, "\(phase.made)", phase.login?.id ?? "-"]
            facts.append(
                (["phase"] + words + phase.failed.map { $0.escaped(by: "%", except: "/._-") }).joined(separator: " "))
        }
        if let override, let login = override.login {
            let kind = (override.endsAtBoundary ? "boundary" : "time") + (override.isOver ? ",over" : "")
            let end = "\(word(override.until)) \(kind)"
            facts.append("override \(override.phase.rawValue) \(override.made) \(end) \(login.id)")
        }
        facts += entries.map { "\($0.state.text) \($0.event) \($0.due) \(word($0.made)) \($0.rule)" }
        return "\(Self.header.line)\n" + facts.map { $0 + "\n" }.joined() + "end \(facts.count)\n"
    }

    private func word(_ instant: Instant?) -> String { instant?.description ?? "-" }

    /// The ledger in a text that was written with `text`.
    package init(text: String) throws(StateTextError) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        try Self.header.check(lines.first)
        self.init(settledThrough: .earliest)
        for line in lines.dropFirst() { add(line) }
        sortEntries()
        try Self.header.check(text, isWrittenAs: self.text)
    }

    /// Adds the fact in a line. Values that cannot be read are left out, so `init(text:)` finds a difference.
    private mutating func add(_ line: Substring) {
        var words = LedgerWords(line)
        switch words.next() {
        case "settled-through": settledThrough = words.time() ?? settledThrough
        case "since": since = words.time() ?? since
        case "ahead": if let through = words.time() { ahead.append(Ahead(through: through, made: words.time())) }
        case "boot": boot = words.boot()
        case "note": if let note = Note(rawValue: words.rest) { notes.insert(note) }
        case "phase":
            guard let phase = Phase(rawValue: String(words.next())), let open = Steps(text: words.next()),
                let made = words.time()
            else { return }
            let login = words.login()
            self.phase = PhaseRecord(
                phase: phase, open: open, made: made, login: login, failed: words.all.compactMap { String(escaped: $0) }
            )
        case "override":
            guard let phase = Phase(rawValue: String(words.next())), let made = words.time() else { return }
            let (until, end) = (words.time(), words.next().split(separator: ","))
            override = PhaseOverride(
                phase: phase, made: made, until: until, endsAtBoundary: end.first == "boundary",
                isOver: end.contains("over"), login: words.login())
        case let word:
            guard let state = State(text: word == "open" ? words.next() : word), let event = words.time(),
                let due = words.time()
            else { return }
            let made = words.time()
            let rule = words.rest
            if !rule.isEmpty { entries.append(Entry(rule: rule, event: event, due: due, state: state, made: made)) }
        }
    }
}

/// The words of a line of the ledger that have not been read yet.
private struct LedgerWords {
    private(set) var all: ArraySlice<Substring>

    /// The words of a line; none if the line contains control characters. Among them is "\r\n", which is a single
    /// character in Swift, so `split` does not end a line there.
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

    /// The state with this name, or the announced state with these open steps; nil if the text is neither.
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

    /// The names of the steps, such as `entry,hooks`; `-` for no steps.
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
    /// The text that `escaped(by: "%", …)` has turned into this word; nil if the word is damaged.
    fileprivate init?(escaped: Substring) {
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
