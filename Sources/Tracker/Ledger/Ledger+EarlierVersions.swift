import Solar

/// Reads the ledgers that earlier versions of the program wrote.
extension Ledger {
    /// The ledger in these lines: version 1, written by release 0.1.0, or version 2, written by release 0.2.0.
    ///
    /// The first line is the header, the second line says up to which time everything is settled, and the last line
    /// contains the number of announcements. In version 2, the third line can be the boot. Every other line is an
    /// announcement: a state, when it was due, when it was made (only in version 2; `-` for an earlier boot), and a
    /// rule. Other facts are written as announcements of a rule with a prefix: `notice:NAME`, `phase:PHASE STEP LOGIN`,
    /// `override:PHASE END LOGIN`.
    init(lines: [Substring], ofVersion version: Int) throws(StateTextError) {
        var first = LedgerWords(lines[1])
        guard first.next() == "settled-through", let through = first.time() else {
            throw .damaged(line: 2, expected: "\"settled-through\" and a time such as 2026-11-21T13:46:12Z")
        }
        self.init(settledThrough: through)
        var setBack: Instant?
        var count = 0
        for (index, line) in lines.enumerated().dropFirst(2).dropLast() {
            var words = LedgerWords(line)
            let word = words.next()
            if version > 1, index == 2, word == "boot" {
                boot = words.boot()
                continue
            }
            let (state, due, made) = (Self.states[String(word)], words.time(), version > 1 ? words.time() : nil)
            let rule = words.rest
            guard let state, let due, !rule.isEmpty else {
                throw .damaged(line: index + 1, expected: "a line such as \"announced 2026-…Z sunset\"")
            }
            count += 1
            switch rule.split(separator: ":").first {
            case "notice":
                switch String(rule.dropFirst("notice:".count)) {
                case "clock-set-back": setBack = due
                // The lines are ordered by time, so the farthest clock comes last.
                case "ahead": ahead.insert(Ahead(through: due, made: made), at: 0)
                case let name: if let note = Note(rawValue: name) { notes.insert(note) }
                }
            case "phase": phase = PhaseRecord(rule: rule, made: due) ?? phase
            case "override": override = PhaseOverride(rule: rule, made: due) ?? override
            default: insert(Entry(rule: rule, due: due, state: state, made: made))
            }
        }
        guard lines.last == "end \(count)" else { throw .damaged(line: lines.count, expected: "\"end \(count)\"") }
        if let setBack {
            if ahead.first?.through != through { ahead.insert(Ahead(through: through), at: 0) }
            settledThrough = setBack
        }
    }

    private static let states: [String: State] = [
        "announcing": .announced(open: .announcement), "calling": .announced(open: [.hooks, .popup]),
        "shown": .announced(open: .hooks), "showing": .announced(open: .popup), "announced": .announced(),
        "missed": .missed,
    ]
}

extension PhaseRecord {
    private static let steps: [String: Ledger.Steps] = [
        "begun": .call, "calling": [.target, .hooks], "called": [], "reached": .hooks,
    ]

    /// The call that is written as this rule; nil if the rule is not a call. The step is followed by the hooks that
    /// failed before the graphical session, each after a colon.
    fileprivate init?(rule: String, made: Instant) {
        var words = LedgerWords(rule.dropFirst("phase:".count))
        let phase = Phase(rawValue: String(words.next()))
        let parts = words.next().split(separator: ":")
        guard let phase, let open = Self.steps[String(parts.first ?? "")] else { return nil }
        self.init(
            phase, open: open, made: made, login: Login(id: words.rest),
            failed: parts.dropFirst().compactMap { String(escaped: $0) })
    }
}

extension PhaseOverride {
    /// The override that is written as this rule; nil if the rule is not an override. The end is a time, or `-` if
    /// there is none. If the override ends at the next boundary, the end begins with `boundary:`.
    fileprivate init?(rule: String, made: Instant) {
        var words = LedgerWords(rule.dropFirst("override:".count))
        guard let phase = Phase(rawValue: String(words.next())) else { return nil }
        let (boundary, word) = ("boundary:", words.next())
        let endsAtBoundary = word.hasPrefix(boundary)
        let end = endsAtBoundary ? word.dropFirst(boundary.count) : word
        let until = Instant(rfc3339: end)
        // An override lasts for a login at most, so each belongs to a login.
        guard until != nil || end == "-", let login = Login(id: words.rest) else { return nil }
        self.init(phase, made: made, until: until, endsAtBoundary: endsAtBoundary, login: login)
    }
}
