public import Solar

/// What was announced: the memory that makes "exactly once" survive anything.
///
/// An occurrence is the same as one in the ledger if its rule is the same and its instant close: less than 45 minutes away
/// for what the Sun does every day. A refined location moves a sunset, but does not make it another one. Two occurrences
/// of one rule are always further apart than that: the Sun comes back to an altitude, in the same direction, after a day,
/// and from the morning's golden hour to the evening's it has to climb ten degrees.
public struct Ledger: Hashable, Sendable {
    /// How far an announcement has come.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Begun: its journal entry or its notification may or may not have appeared, its hooks may or may not be called.
        case announcing
        /// Its journal entry is written: its hooks may or may not be called, and its notification may be missing.
        case calling
        /// Its journal entry is written and no notification is missing: its hooks may or may not be called.
        case shown
        /// Its journal entry is written and its hooks are called: only its notification may be missing.
        case showing
        /// Done.
        case announced
        /// Too late when the service learnt of it: only the journal has it.
        case missed
    }

    /// One announcement.
    public struct Entry: Hashable, Sendable {
        /// The rule's id.
        public var rule: String
        /// When the occurrence was due, as planned when it was announced.
        public var due: Instant
        /// How far the announcement has come.
        public var state: State
        /// When it was announced, by the clock in force; nil for an announcement of an earlier boot.
        public internal(set) var announced: Instant?

        /// An entry of that state.
        public init(rule: String, due: Instant, state: State, announced: Instant? = nil) {
            self.rule = rule
            self.due = due
            self.state = state
            self.announced = announced
        }
    }

    /// Up to here everything is settled: announced, or known to be missed.
    public private(set) var settledThrough: Instant
    /// The boot of the machine that `Entry.told` goes by; nil where none is known, and then every clock is believed.
    public internal(set) var boot: Boot?
    /// The announcements around that instant, by their rules, those of each in the order of time.
    private var entriesByRule: [String: [Entry]] = [:]

    /// A ledger with these entries.
    public init(settledThrough: Instant, boot: Boot? = nil, entries: [Entry] = []) {
        self.settledThrough = settledThrough
        self.boot = boot
        for entry in entries { insert(entry) }
    }

    /// The announcements around that instant, in the order of time.
    public var entries: [Entry] {
        entriesByRule.values.joined().sorted { ($0.due, $0.rule) < ($1.due, $1.rule) }
    }

    /// How far from the present an entry is still of use: the clock may be set back, but not by so much that people
    /// would take yesterday's sunset for today's. After a journey what happened there within the grace, at most 24 h ago,
    /// may be the same as what was told up to 36 h before it.
    static let memory = Duration.seconds(3 * 86_400)

    /// The entry of this occurrence; nil if there is none, or none that holds by the clock in force.
    public func entry(for occurrence: Occurrence) -> Entry? {
        entriesByRule[occurrence.rule.ledgerName]?.first { Self.isSame($0, occurrence) && !isOfWrongClock($0) }
    }

    /// Whether the rule has told of something at that very instant.
    func hasEntry(of rule: Rule, at instant: Instant) -> Bool {
        entriesByRule[rule.ledgerName]?.contains { $0.due == instant } ?? false
    }

    /// Sets how far the announcement of an occurrence has come that is made now.
    public mutating func mark(_ occurrence: Occurrence, _ state: State, at now: Instant? = nil) {
        mark([occurrence], state, at: now)
    }

    /// Sets how far the announcements of occurrences, in the order of time, have come that are made now.
    mutating func mark(_ occurrences: some Collection<Occurrence>, _ state: State, at now: Instant?) {
        var lastNew: Instant?
        for occurrence in occurrences {
            let rule = occurrence.rule.ledgerName
            if let index = entriesByRule[rule]?.firstIndex(where: { Self.isSame($0, occurrence) }) {
                entriesByRule[rule]?.remove(at: index)
            } else {
                lastNew = occurrence.due
            }
            insert(Entry(rule: rule, due: occurrence.due, state: state, announced: boot == nil ? nil : now))
        }
        if let lastNew { forgetWhatIsFarFrom(lastNew) }
    }

    /// Says how far an announcement has come that was begun. One that is forgotten by now stays so: it is no evidence for
    /// the clock.
    mutating func advance(_ occurrence: Occurrence, to state: State) {
        let rule = occurrence.rule.ledgerName
        guard let index = entriesByRule[rule]?.firstIndex(where: { Self.isSame($0, occurrence) }) else { return }
        entriesByRule[rule]?[index].state = state
    }

    /// Says that an announcement is done whose rule may be gone by now.
    mutating func close(_ entry: Entry) {
        guard let index = entriesByRule[entry.rule]?.firstIndex(of: entry) else { return }
        entriesByRule[entry.rule]?[index].state = .announced
    }

    /// Says that everything up to here is settled. Going back is ignored: the clock may have been wrong for a while.
    mutating func settle(through instant: Instant) {
        settledThrough = max(settledThrough, instant)
    }

    /// Forgets what was missed only because the clock ran ahead: it comes again, or it is not too late for it yet. Whether
    /// there was any.
    mutating func clockWentBack(to now: Instant, grace: Duration) -> Bool {
        forget { $0.state == .missed && $0.due + grace >= now }
    }

    /// An announcement is evidence for the clock of its day. What is days before it is history, and what is days after it
    /// was written under a clock that ran ahead and must not silence those days when they come.
    private mutating func forgetWhatIsFarFrom(_ instant: Instant) {
        forget { abs(instant - $0.due) > Self.memory }
        if settledThrough - instant > Self.memory { settledThrough = instant }
    }

    /// The last of what was announced under these rules; nil if there is none.
    func lastAnnouncement(under rules: [Rule]) -> Outlook.Announcement? {
        rules.compactMap { rule in
            entriesByRule[rule.ledgerName]?.last { $0.state == .announced }.map {
                Outlook.Announcement(event: rule.event.name, due: $0.due, announced: nil)
            }
        }.max { $0.due < $1.due }
    }

    private mutating func insert(_ entry: Entry) {
        let entries = entriesByRule[entry.rule] ?? []
        let index = entries.firstIndex { $0.due > entry.due } ?? entries.endIndex
        entriesByRule[entry.rule, default: []].insert(entry, at: index)
    }

    /// Gives the moments at which entries were made other times.
    mutating func move(_ time: (Instant) -> Instant?) {
        entriesByRule = entriesByRule.mapValues { entries in
            entries.map { entry in
                var moved = entry
                moved.announced = entry.announced.flatMap(time)
                return moved
            }
        }
    }

    @discardableResult
    mutating func forget(_ isOfNoUse: (Entry) -> Bool) -> Bool {
        guard entriesByRule.values.contains(where: { $0.contains(where: isOfNoUse) }) else { return false }
        entriesByRule = entriesByRule.compactMapValues { entries in
            let left = entries.filter { !isOfNoUse($0) }
            return left.isEmpty ? nil : left
        }
        return true
    }

    private static func isSame(_ entry: Entry, _ occurrence: Occurrence) -> Bool {
        abs(occurrence.due - entry.due) < occurrence.rule.sameOccurrence
    }
}

func abs(_ duration: Duration) -> Duration {
    duration < .zero ? .zero - duration : duration
}
