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
    static let version = 2
    private static let name = "suntracker-ledger"

    /// The text of the ledger's file: a line with the version, one with the instant up to which everything is settled,
    /// one with the boot if it is known, one per entry, and a last one with the number of entries, which detects a file
    /// that is truncated or has lost a line. An entry has its state, when it is due, when it was announced (`-` in an
    /// earlier boot), and its rule.
    ///
    /// A note is written as an entry of the rule `notice:NAME`, so that a program that reads this version without knowing
    /// notes reads the file. It ignores them, and drops them after three days. The last call of a phase's hooks is written in
    /// the same way, as an announced entry of the rule `phase:PHASE STEP LOGIN`; the step is followed by the hooks that failed
    /// before the graphical session, each with a colon before it. So is an override, of the rule `override:PHASE END LOGIN`: the
    /// end is a time, `-` for none, with `boundary:` before it if it is that of the boundary. One of an unknown login does not
    /// outlive the run, and is not written.
    package var text: String { text(ofVersion: Self.version) }

    /// Version 1 has no boots.
    private func text(ofVersion version: Int) -> String {
        var text = "\(Self.name) \(version)\nsettled-through \(ahead.first?.through ?? settledThrough)\n"
        if let boot { text += "boot \(boot.id) \(boot.instant)\n" }
        let others =
            notes.map { Entry($0, made: $1) } + [phase.map(Entry.init), override.flatMap(Entry.init)].compactMap { $0 }
        let lines = (entries + others + clocks).sorted { ($0.due, $0.rule) < ($1.due, $1.rule) }
        for entry in lines {
            let announced = version == 1 ? "" : "\(entry.announced.map(\.description) ?? "-") "
            text += "\(entry.state.rawValue) \(entry.due) \(announced)\(entry.rule)\n"
        }
        return text + "end \(lines.count)\n"
    }

    /// The entries that record `ahead`: one with the `settledThrough` of the current clock, and one for each clock that was
    /// ahead. The farthest clock is in the line `settled-through` instead, unless it was ahead in this boot.
    private var clocks: [Entry] {
        guard let farthest = ahead.first else { return [] }
        let others = farthest.made == nil ? ahead.dropFirst() : ahead[...]
        return [Entry(rule: Entry.clockSetBack, due: settledThrough, state: .missed)]
            + others.map { Entry(rule: Entry.ahead, due: $0.through, state: .missed, announced: $0.made) }
    }

    /// The ledger of a text that `text` wrote.
    package init(text: String) throws(StateTextError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let header = (lines.first ?? "").split(separator: " ")
        guard header.count == 2, header[0] == Self.name, let version = Int(header[1]), version > 0 else {
            throw .damaged(line: 1, expected: "\"\(Self.name) \(Self.version)\"")
        }
        guard version <= Self.version else { throw .newerVersion(version, supported: Self.version) }
        let lineCount = lines.count
        guard lines.count >= 4, lines.removeLast().isEmpty, lines.removeLast().hasPrefix("end") else {
            throw .damaged(line: lineCount, expected: "\"end\" and how many entries, as the last line")
        }
        let settled = lines[1].split(separator: " ")
        guard settled.count == 2, settled[0] == "settled-through", let instant = Instant(rfc3339: settled[1]) else {
            throw .damaged(line: 2, expected: "\"settled-through\" and a time such as 2026-11-21T13:46:12Z")
        }
        let boot = version > 1 && lines.count > 2 ? Boot(line: lines[2]) : nil
        var entries: [Entry] = []
        for (number, line) in lines.enumerated().dropFirst(boot == nil ? 2 : 3) {
            guard let entry = Entry(line: line, ofVersion: version) else {
                throw .damaged(line: number + 1, expected: Entry.example(ofVersion: version))
            }
            entries.append(entry)
        }
        let notes = entries.compactMap { entry in entry.note.map { ($0, entry.due) } }
        let setBack = entries.first { $0.rule == Entry.clockSetBack }
        var ahead = entries.filter { $0.rule == Entry.ahead }.reversed().map {
            Ahead(through: $0.due, made: $0.announced)
        }
        if setBack != nil, ahead.first?.through != instant { ahead.insert(Ahead(through: instant), at: 0) }
        let clocks = [Entry.clockSetBack, Entry.ahead]
        self.init(
            settledThrough: setBack?.due ?? instant, ahead: ahead, boot: boot,
            entries: entries.filter {
                $0.note == nil && $0.phase == nil && $0.override == nil && !clocks.contains($0.rule)
            },
            notes: Dictionary(notes) { first, _ in first }, phase: entries.lazy.compactMap(\.phase).first,
            override: entries.lazy.compactMap(\.override).first)
        // A text that would be written differently is damaged, for example two entries that have merged into one.
        let written = self.text(ofVersion: version).split(separator: "\n", omittingEmptySubsequences: false)
        let difference = zip(text.split(separator: "\n", omittingEmptySubsequences: false), written).enumerated()
            .first { !$0.element.0.utf8.elementsEqual($0.element.1.utf8) }
        if let difference {
            throw .damaged(line: difference.offset + 1, expected: "\"\(difference.element.1)\"")
        }
        // Programs that could pause notifications wrote the end of the pause like this, which can be in the future.
        self.entries.removeAll { $0.rule == "notice:paused" }
    }
}

extension Boot {
    /// The boot of a line `boot ID TIME`; nil for another line.
    fileprivate init?(line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "boot", !words[1].isEmpty, let instant = Instant(rfc3339: words[2]) else {
            return nil
        }
        self.init(id: String(words[1]), instant: instant)
    }
}

extension Ledger.Note {
    /// The state of the entry as which it is written: one that no version takes for an interrupted announcement.
    fileprivate var state: Ledger.State {
        switch self {
        case .firstStart, .new: .missed
        case .refusedLocation: .announced
        }
    }

    fileprivate var rule: String { "notice:\(rawValue)" }
}

extension Ledger.Entry {
    fileprivate static let clockSetBack = "notice:clock-set-back"
    fileprivate static let ahead = "notice:ahead"

    /// The entry as which a note is written.
    fileprivate init(_ note: Ledger.Note, made instant: Instant) {
        self.init(rule: note.rule, due: instant, state: note.state)
    }

    /// The note that is written like this; nil for an announcement, and for a note of a later version.
    fileprivate var note: Ledger.Note? {
        Ledger.Note.allCases.first { $0.rule == rule && $0.state == state && announced == nil }
    }

    /// The entry as which the last call of a phase's hooks is written.
    fileprivate init(_ record: PhaseRecord) {
        let step = ([record.step.rawValue] + record.failed.map(\.escaped)).joined(separator: ":")
        let words = ["phase:\(record.phase.rawValue)", step] + (record.login.map { [$0.id] } ?? [])
        self.init(rule: words.joined(separator: " "), due: record.made, state: .announced)
    }

    /// The call of a phase's hooks that is written like this; nil for another entry.
    fileprivate var phase: PhaseRecord? {
        let words = rule.split(separator: " ", omittingEmptySubsequences: false)
        guard rule.hasPrefix("phase:"), state == .announced, announced == nil, (2...3).contains(words.count),
            let phase = Phase(rawValue: String(words[0].dropFirst("phase:".count))),
            case let parts = words[1].split(separator: ":", omittingEmptySubsequences: false),
            let step = PhaseRecord.Step(rawValue: String(parts[0]))
        else { return nil }
        let failed = parts.dropFirst().compactMap { String(escaped: $0) }
        guard failed.count == parts.count - 1 else { return nil }
        let login = words.count == 3 ? Login(id: String(words[2])) : nil
        guard words.count == 2 || login != nil else { return nil }
        return PhaseRecord(phase, step, made: due, login: login, failed: failed)
    }

    /// The entry as which an override is written; nil for one of an unknown login.
    fileprivate init?(_ override: PhaseOverride) {
        guard let login = override.login else { return nil }
        let end = (override.endsAtBoundary ? Self.boundary : "") + (override.until?.description ?? "-")
        self.init(
            rule: "override:\(override.phase.rawValue) \(end) \(login.id)", due: override.made, state: .announced)
    }

    private static let boundary = "boundary:"

    /// The override that is written like this; nil for another entry.
    fileprivate var override: PhaseOverride? {
        let words = rule.split(separator: " ", omittingEmptySubsequences: false)
        guard rule.hasPrefix("override:"), state == .announced, announced == nil, words.count == 3,
            let phase = Phase(rawValue: String(words[0].dropFirst("override:".count))),
            let login = Login(id: String(words[2]))
        else { return nil }
        let endsAtBoundary = words[1].hasPrefix(Self.boundary)
        let end = endsAtBoundary ? words[1].dropFirst(Self.boundary.count) : words[1]
        let until = Instant(rfc3339: end)
        guard until?.description ?? "-" == end else { return nil }
        return PhaseOverride(phase, made: due, until: until, endsAtBoundary: endsAtBoundary, login: login)
    }

    /// The entry of a line; nil for another line.
    fileprivate init?(line: Substring, ofVersion version: Int) {
        let count = version == 1 ? 3 : 4
        let words = line.split(separator: " ", maxSplits: count - 1)
        // No rule has control characters. "\r\n" is one character, at which `split` does not end a line.
        guard words.count == count, !line.utf8.contains(where: { $0 < 0x20 }),
            let state = Ledger.State(rawValue: String(words[0])),
            let due = Instant(rfc3339: words[1])
        else { return nil }
        let announced = version == 1 || words[2] == "-" ? nil : Instant(rfc3339: words[2])
        guard version == 1 || words[2] == "-" || announced != nil else { return nil }
        self.init(rule: String(words[count - 1]), due: due, state: state, announced: announced)
    }

    fileprivate static func example(ofVersion version: Int) -> String {
        version == 1
            ? "a state, a time and a rule: \"announced 2026-…Z sunset\""
            : "a state, two times and a rule: \"announced 2026-…Z 2026-…Z sunset\""
    }
}

extension String {
    /// The text with each byte but letters, digits and `/._-` as `%` and two hexadecimal digits, so that it has neither
    /// spaces nor colons.
    fileprivate var escaped: String {
        utf8.map { byte in
            switch UnicodeScalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-": String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }

    /// The text that `escaped` has written; nil if it has not written this.
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
        guard let text = String(validating: bytes, as: UTF8.self), text.escaped == escaped else { return nil }
        self = text
    }
}
