// SPDX-License-Identifier: MIT
package import Solar

/// The record of announcements, on which the promise "on time and never twice" depends.
///
/// An occurrence equals an entry of the ledger if both belong to the same rule and to the same event, whenever they are
/// due: bounds, days, quiet times and another time zone move an announcement, and do not make it another one. Two instants
/// are the same event if they are close together, less than 45 minutes apart for daily events: a refined location moves a
/// sunset, but does not make it another sunset. The Sun returns to an altitude, in the same direction, after a day.
package struct Ledger: Hashable, Sendable {
    /// The steps of an announcement, or of a call for a phase. A step is open from before it is taken until it is known
    /// to be done. After a crash, the open steps are taken again.
    package struct Steps: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        /// The journal entry and, for an announcement, the D-Bus signal. If it is open after a crash, the settings decide
        /// again which other steps are taken.
        static let entry = Steps(rawValue: 1)
        /// The start of a phase's target.
        static let target = Steps(rawValue: 2)
        static let hooks = Steps(rawValue: 4)
        /// The notification, which is shown or reported as not shown.
        static let popup = Steps(rawValue: 8)

        static let announcement: Steps = [.entry, .hooks, .popup]
        static let call: Steps = [.entry, .target, .hooks]

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    /// The outcome of an occurrence.
    package enum State: Hashable, Sendable {
        /// The occurrence is announced, except for the open steps.
        case announced(open: Steps = [])
        /// The service learned of the occurrence too late, and only listed it in the journal. Because the occurrence
        /// has no steps, no report of a port can turn it into an announced one.
        case missed

        var open: Steps { if case .announced(let open) = self { open } else { [] } }
    }

    /// One announcement.
    package struct Entry: Hashable, Sendable {
        package var rule: String
        /// When the event happens, as planned when it was announced.
        package var event: Instant
        /// When the occurrence was due, as planned when it was announced.
        package var due: Instant
        package var state: State
        /// When the occurrence was announced or listed as missed, according to the current clock; nil if this was in an
        /// earlier boot, or if the boot is not known.
        package internal(set) var made: Instant?

        /// An entry of an event; by default, at the time at which it is due.
        package init(rule: String, event: Instant? = nil, due: Instant, state: State, made: Instant? = nil) {
            (self.rule, self.event, self.due) = (rule, event ?? due, due)
            (self.state, self.made) = (state, made)
        }
    }

    /// A fact that holds until it is removed: about a notice that is shown once, or about a new ledger.
    package enum Note: String, Equatable, Sendable, CaseIterable {
        /// The service has started for the first time, and the notice about this has not been shown yet.
        case firstStart = "first-start"
        /// A notice has said that access to the location is denied, and access has not been granted since.
        case deniedLocation = "location-denied"
        /// Nothing has been announced or missed since the ledger was created.
        case new
    }

    /// A clock that was ahead of the current clock, and how far it had settled events.
    package struct Ahead: Hashable, Sendable {
        /// The time on this clock up to which everything was announced or missed.
        var through: Instant
        /// The time on the current clock at which `through` was reached; nil if this was in an earlier boot.
        var made: Instant?
    }

    /// The time on the current clock up to which everything is settled: announced or missed.
    package internal(set) var settledThrough: Instant
    /// The time on the current clock before which nothing is looked for, however the clock is set: the rules did not exist,
    /// or the observer was elsewhere. Only what a forward step of the clock skips is looked for from `settledThrough` on.
    package internal(set) var since: Instant
    /// The clocks that were ahead of the current clock, the farthest first.
    package internal(set) var ahead: [Ahead]
    package internal(set) var notes: Set<Note>
    /// The last call for a phase; nil if there was none.
    package internal(set) var phase: PhaseRecord?
    /// The phase that was set manually; nil if the settings decide the phase.
    package internal(set) var override: PhaseOverride?
    /// The boot to which `Entry.made` refers; nil if it is not known. Without a boot, every entry counts.
    package internal(set) var boot: Boot?
    /// The entries within `memory` of the last announcement, ordered by when they were due.
    package internal(set) var entries: [Entry] = []

    package init(
        settledThrough: Instant, since: Instant = .earliest, ahead: [Ahead] = [], boot: Boot? = nil,
        entries: [Entry] = [],
        notes: Set<Note> = [], phase: PhaseRecord? = nil, override: PhaseOverride? = nil
    ) {
        self.settledThrough = settledThrough
        self.since = since
        self.ahead = ahead
        self.notes = notes
        self.phase = phase
        self.override = override
        self.boot = boot
        self.entries = entries
        sortEntries()
    }

    /// How long an entry is kept after its event and after it was due. The clock may be set back, but not so far that
    /// people would take yesterday's sunset for today's. After a journey, an occurrence within the grace period (at most
    /// 24 h) can equal an occurrence whose event was up to 36 h before it.
    static let memory = Duration.seconds(3 * 86_400)

    /// The entry of this occurrence; nil if no entry of it counts according to the current clock.
    package func entry(for occurrence: Occurrence) -> Entry? {
        let isSame = isEntry(of: occurrence)
        return entries.first { isSame($0) && !isTooEarly($0) }
    }

    /// Whether the ledger contains an entry of this occurrence, even if the entry was announced too early by a clock
    /// that was ahead.
    func hasEntry(for occurrence: Occurrence) -> Bool {
        entries.contains(where: isEntry(of: occurrence))
    }

    /// Whether the ledger contains an entry of the rule whose event is at exactly this instant.
    func hasEntry(of rule: Rule, at instant: Instant) -> Bool {
        let name = rule.ledgerName
        return entries.contains { $0.event == instant && $0.rule == name }
    }

    /// Sets the state of occurrences, ordered by time, that are announced, or found to be missed, now.
    mutating func mark(_ occurrences: [(Occurrence, State)], at now: Instant) {
        var lastNew: Instant?
        for (occurrence, state) in occurrences {
            let index = entries.firstIndex(where: isEntry(of: occurrence))
            if let index { entries.remove(at: index) } else { lastNew = max(occurrence.due, now) }
            insert(
                Entry(
                    rule: occurrence.rule.ledgerName, event: occurrence.eventInstant, due: occurrence.due,
                    state: state, made: boot == nil ? nil : now))
        }
        guard let lastNew else { return }
        notes.remove(.new)
        // An announcement shows that the clock was right on its day. Entries days before it are history. Entries days
        // after it were written while the clock was ahead, and must not suppress the events of those days later.
        entries.removeAll { lastNew - max($0.event, $0.due) > Self.memory || $0.due - lastNew > Self.memory }
    }

    /// Closes these steps of an announcement. Nothing opens a step again, and an occurrence that was missed or dropped
    /// meanwhile stays missed or dropped.
    mutating func close(_ steps: Steps, of occurrence: Occurrence) {
        close(steps, where: isEntry(of: occurrence))
    }

    mutating func close(_ steps: Steps, where isIt: (Entry) -> Bool) {
        guard let index = entries.firstIndex(where: isIt), case .announced(let open) = entries[index].state else {
            return
        }
        entries[index].state = .announced(open: open.subtracting(steps))
    }

    var open: [Entry] { entries.filter { !$0.state.open.isEmpty } }

    /// The incomplete announcements of earlier boots that do not count according to the current clock, but will count
    /// if the clock is set forward.
    var leftOpen: [Entry] { open.filter { $0.made == nil && isTooEarly($0) } }

    /// Whether the hooks of an announcement of this run are being started.
    var startsHooks: Bool {
        let left = leftOpen
        return open.contains { $0.state.open.contains(.hooks) && !left.contains($0) }
    }

    mutating func finishLook(at now: Instant) {
        settledThrough = now
        ahead.removeAll { $0.through <= now }
    }

    /// Makes the events of the last grace period due again, because the clock went back. Removes these entries, which
    /// were missed only because the clock was ahead: their occurrences will be due again, or are in time again.
    mutating func clockWentBack(to now: Instant, grace: Duration, missed: [Entry]) {
        // An event that is exactly as old as the grace period is still in time.
        settledThrough = min(settledThrough, max(since, now - grace - .microseconds(1)))
        entries.removeAll(where: missed.contains)
    }

    /// The last occurrence of these rules in a state, such as announced or missed; nil if there is none.
    func last(_ state: State, under rules: [Rule]) -> PublishedState.Announcement? {
        for entry in entries.reversed() where entry.state == state {
            guard let rule = rules.first(where: { $0.ledgerName == entry.rule }) else { continue }
            return PublishedState.Announcement(event: rule.id, due: entry.due, announced: nil)
        }
        return nil
    }

    /// Orders the entries once for all of them: a ledger on the disk may be in any order.
    mutating func sortEntries() { entries.sort { ($0.due, $0.rule) < ($1.due, $1.rule) } }

    private mutating func insert(_ entry: Entry) {
        let before = entries.lastIndex { ($0.due, $0.rule) <= (entry.due, entry.rule) }
        entries.insert(entry, at: before.map { $0 + 1 } ?? entries.startIndex)
    }

    private func isEntry(of occurrence: Occurrence) -> (Entry) -> Bool {
        let (name, distance) = (occurrence.rule.ledgerName, occurrence.rule.sameOccurrence)
        return { $0.rule == name && abs(occurrence.eventInstant - $0.event) < distance }
    }
}
