package import Solar

/// What was announced: the memory behind "on time and never twice".
///
/// An occurrence equals one in the ledger if its rule is the same and the two are due close together: less than 45
/// minutes apart for daily events. A refined location moves a sunset, but does not make it another one. Two occurrences
/// of one rule are always further apart than that: the Sun returns to an altitude, in the same direction, after a day,
/// and between the morning's golden hour and the evening's it climbs ten degrees.
package struct Ledger: Hashable, Sendable {
    /// The steps of an announcement or of a call for a phase. Each is open from before it is made until it is known to be done;
    /// after a crash, what is open is made again.
    package struct Steps: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        /// The journal entry, and the D-Bus signal of an announcement. Until it is written, all other steps are open: the settings
        /// decide which of them there are when they are made.
        static let entry = Steps(rawValue: 1)
        /// The start of a phase's target.
        static let target = Steps(rawValue: 2)
        /// The start of the hooks.
        static let hooks = Steps(rawValue: 4)
        /// The notification: shown, or reported as not shown.
        static let popup = Steps(rawValue: 8)

        static let announcement: Steps = [.entry, .hooks, .popup]
        static let call: Steps = [.entry, .target, .hooks]

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    /// What became of an occurrence.
    package enum State: Hashable, Sendable {
        /// It is announced, but for the open steps.
        case announced(open: Steps = [])
        /// Too late when the service learned of it: only in the journal. It has no steps, so no answer can make it announced.
        case missed

        var open: Steps { if case .announced(let open) = self { open } else { [] } }
    }

    /// One announcement.
    package struct Entry: Hashable, Sendable {
        /// The rule's `ledgerName`.
        package var rule: String
        /// When the occurrence was due, as planned when it was announced.
        package var due: Instant
        /// What became of it.
        package var state: State
        /// When it was announced or listed as missed, by the current clock; nil if that was in an earlier boot.
        package internal(set) var made: Instant?
    }

    /// A fact that holds until it is removed: the state of a notice that is shown once, or that the ledger is new.
    package enum Note: String, Equatable, Sendable, CaseIterable {
        /// The service has started for the first time, and its notice is still to be shown.
        case firstStart = "first-start"
        /// The notice that the location is refused was shown, and the location was not granted since.
        case refusedLocation = "location-refused"
        /// Nothing has been announced or missed since the ledger was created.
        case new
    }

    /// How far a clock that was ahead of the current one had settled events.
    package struct Ahead: Hashable, Sendable {
        /// On that clock, everything up to here was announced or missed.
        var through: Instant
        /// The time on the current clock at which this was reached; nil if that was in an earlier boot.
        var made: Instant?
    }

    /// On the current clock, everything up to here is settled: announced or missed.
    package internal(set) var settledThrough: Instant
    /// The clocks that were ahead of the current one, the farthest first.
    package internal(set) var ahead: [Ahead]
    package internal(set) var notes: Set<Note>
    /// The last call of a phase's hooks; nil for none.
    package internal(set) var phase: PhaseRecord?
    /// The phase that is set by hand; nil for none.
    package internal(set) var override: PhaseOverride?
    /// The boot that `Entry.made` refers to; nil if it is not known: then every entry counts.
    package internal(set) var boot: Boot?
    /// The entries around that instant, in the order of time.
    package internal(set) var entries: [Entry] = []

    /// A ledger with these entries and notes, that call of a phase's hooks, and that override.
    package init(
        settledThrough: Instant, ahead: [Ahead] = [], boot: Boot? = nil, entries: [Entry] = [],
        notes: Set<Note> = [], phase: PhaseRecord? = nil, override: PhaseOverride? = nil
    ) {
        self.settledThrough = settledThrough
        self.ahead = ahead
        self.notes = notes
        self.phase = phase
        self.override = override
        self.boot = boot
        for entry in entries { insert(entry) }
    }

    /// How long an entry is kept. The clock may be set back, but not by so much that people would mistake yesterday's
    /// sunset for today's. After a journey, an occurrence within the grace period (at most 24 h) can equal one
    /// announced up to 36 h before it.
    static let memory = Duration.seconds(3 * 86_400)

    /// The entry of this occurrence; nil if there is none that counts by the current clock.
    package func entry(for occurrence: Occurrence) -> Entry? {
        let isSame = isEntry(of: occurrence)
        return entries.first { isSame($0) && !isTooEarly($0) }
    }

    /// Whether there is an entry of this occurrence, even if it was announced too early by a clock that was ahead.
    func hasEntry(for occurrence: Occurrence) -> Bool {
        entries.contains(where: isEntry(of: occurrence))
    }

    /// Whether the ledger has an occurrence of the rule due at exactly that instant.
    func hasEntry(of rule: Rule, at instant: Instant) -> Bool {
        let name = rule.ledgerName
        return entries.contains { $0.due == instant && $0.rule == name }
    }

    /// Sets the state of an occurrence that is announced now.
    package mutating func mark(_ occurrence: Occurrence, _ state: State, at now: Instant? = nil) {
        mark([occurrence], state, at: now)
    }

    /// Sets the state of occurrences, in the order of time, that are announced now.
    mutating func mark(_ occurrences: some Collection<Occurrence>, _ state: State, at now: Instant?) {
        var lastNew: Instant?
        for occurrence in occurrences {
            let index = entries.firstIndex(where: isEntry(of: occurrence))
            if let index { entries.remove(at: index) } else { lastNew = occurrence.due }
            insert(
                Entry(
                    rule: occurrence.rule.ledgerName, due: occurrence.due, state: state,
                    made: boot == nil ? nil : now))
        }
        guard let lastNew else { return }
        notes.remove(.new)
        // An announcement shows that the clock was right on its day. Entries days before it are history. Entries days after
        // it were written while the clock was ahead, and must not suppress the events of those days when they come.
        entries.removeAll { abs(lastNew - $0.due) > Self.memory }
    }

    /// Closes the other steps of an announcement. Nothing opens a step again, and what was missed meanwhile, or dropped, stays so.
    mutating func leaveOpen(_ steps: Steps, of occurrence: Occurrence) {
        leaveOpen(steps, where: isEntry(of: occurrence))
    }

    mutating func leaveOpen(_ steps: Steps, where isIt: (Entry) -> Bool) {
        guard let index = entries.firstIndex(where: isIt), case .announced(let open) = entries[index].state else {
            return
        }
        entries[index].state = .announced(open: open.intersection(steps))
    }

    /// The announcements that were begun and are not complete.
    var open: [Entry] { entries.filter { !$0.state.open.isEmpty } }

    /// The incomplete announcements of an earlier boot that do not count on the current clock, but will if it is set forward.
    var leftOpen: [Entry] { open.filter { $0.made == nil && isTooEarly($0) } }

    /// Records that everything that is due by now is announced or missed.
    mutating func finishLook(at now: Instant) {
        settledThrough = now
        ahead.removeAll { $0.through <= now }
    }

    /// Makes the last grace period due again, because the clock went back. Drops what was missed only because the clock was
    /// ahead: it will be due again, or is in time again.
    mutating func clockWentBack(to now: Instant, grace: Duration) {
        // An event as old as the grace period is still in time.
        settledThrough = min(settledThrough, now - grace - .microseconds(1))
        entries.removeAll { $0.state == .missed && $0.due + grace >= now }
    }

    /// The last announcement under these rules; nil if there is none.
    func lastAnnouncement(under rules: [Rule]) -> Outlook.Announcement? {
        for entry in entries.reversed() where entry.state == .announced() {
            guard let rule = rules.first(where: { $0.ledgerName == entry.rule }) else { continue }
            return Outlook.Announcement(event: rule.id, due: entry.due, announced: nil)
        }
        return nil
    }

    mutating func insert(_ entry: Entry) {
        let before = entries.lastIndex { ($0.due, $0.rule) <= (entry.due, entry.rule) }
        entries.insert(entry, at: before.map { $0 + 1 } ?? entries.startIndex)
    }

    private func isEntry(of occurrence: Occurrence) -> (Entry) -> Bool {
        let (name, distance) = (occurrence.rule.ledgerName, occurrence.rule.sameOccurrence)
        return { $0.rule == name && abs(occurrence.due - $0.due) < distance }
    }
}

func abs(_ duration: Duration) -> Duration {
    duration < .zero ? .zero - duration : duration
}
