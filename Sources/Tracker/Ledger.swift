public import Solar

/// What was announced: the memory that makes "exactly once" survive anything.
///
/// An occurrence is the same as one in the ledger if its rule is the same and its instant less than 45 minutes away: a
/// refined location moves a sunset, but does not make it another one. Two occurrences of one rule are always further
/// apart than that, since the Sun comes back to an altitude, in the same direction, after a day.
public struct Ledger: Hashable, Sendable {
    /// How far an announcement has come.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Begun: its journal entry or its notification may or may not have appeared.
        case announcing
        /// Done.
        case announced
        /// Too late when the service learnt of it: only the journal has it.
        case missed
    }

    /// One announcement.
    public struct Entry: Hashable, Sendable {
        /// The rule's id.
        public var rule: String
        /// When the event happened, as planned when it was announced.
        public var instant: Instant
        /// How far the announcement has come.
        public var state: State

        /// An entry of that state.
        public init(rule: String, instant: Instant, state: State) {
            self.rule = rule
            self.instant = instant
            self.state = state
        }
    }

    /// Up to here everything is settled: announced, or known to be missed.
    public private(set) var settledThrough: Instant
    /// The announcements around that instant, in the order of their making.
    public private(set) var entries: [Entry]

    /// A ledger with these entries.
    public init(settledThrough: Instant, entries: [Entry] = []) {
        self.settledThrough = settledThrough
        self.entries = entries
    }

    /// Less than this apart, two instants of one rule are the same occurrence.
    static let sameOccurrence = Duration.seconds(45 * 60)
    /// How far from the present an entry is still of use: the clock may be set back, but not by so much that people
    /// would take yesterday's sunset for today's.
    static let memory = Duration.seconds(2 * 86_400)

    /// The entry of this occurrence; nil if there is none.
    public func entry(for occurrence: Occurrence) -> Entry? {
        index(of: occurrence).map { entries[$0] }
    }

    /// Sets how far the announcement of an occurrence has come.
    public mutating func mark(_ occurrence: Occurrence, _ state: State) {
        if let index = index(of: occurrence) {
            entries[index].state = state
            entries[index].instant = occurrence.instant
        } else {
            entries.append(Entry(rule: occurrence.rule.id, instant: occurrence.instant, state: state))
            forgetWhatIsFarFrom(occurrence.instant)
        }
    }

    /// Says that an announcement is done. One that is forgotten by now stays so: it is no evidence for the clock.
    mutating func close(_ occurrence: Occurrence) {
        guard let index = index(of: occurrence) else { return }
        entries[index].state = .announced
    }

    /// Sets how far an announcement has come whose rule may be gone by now.
    mutating func mark(_ entry: Entry, _ state: State) {
        guard let index = entries.firstIndex(of: entry) else { return }
        entries[index].state = state
    }

    /// Says that everything up to here is settled. Going back is ignored: the clock may have been wrong for a while.
    mutating func settle(through instant: Instant) {
        settledThrough = max(settledThrough, instant)
    }

    /// Forgets what was missed only because the clock ran ahead: it comes again.
    mutating func clockWentBack(to now: Instant) {
        entries.removeAll { $0.state == .missed && $0.instant > now }
    }

    /// An announcement is evidence for the clock of its day. What is days before it is history, and what is days after it
    /// was written under a clock that ran ahead and must not silence those days when they come.
    private mutating func forgetWhatIsFarFrom(_ instant: Instant) {
        entries.removeAll { abs(instant - $0.instant) > Self.memory }
        if settledThrough - instant > Self.memory { settledThrough = instant }
    }

    private func index(of occurrence: Occurrence) -> Int? {
        entries.firstIndex {
            $0.rule == occurrence.rule.id && abs(occurrence.instant - $0.instant) < Self.sameOccurrence
        }
    }
}

func abs(_ duration: Duration) -> Duration {
    duration < .zero ? .zero - duration : duration
}
