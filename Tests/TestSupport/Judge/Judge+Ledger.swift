// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// The promises about the ledger.
///
/// - It can be read, and stays small. It is written only if something has changed, and at the start and end of a run.
/// - It contains an announcement before the journal entry is written, with this step open, and the hooks if there are any.
/// - Every occurrence up to the time to which it is settled is in it.
/// - From the next look on, the journal entry is no longer open. The popup is open until it is shown or reported as not
///   shown; several results may be written together.
/// - There is an entry when the ledger is first reported as not on the disk, and an entry when it is next reported as
///   written.
extension Judge {
    /// A ledger, with what happened before the request to write it.
    struct Snapshot: Hashable {
        let ledger: Ledger
        let said: [Said]
        let place: Observer?
        let rules: [String: Weekdays]
        let inForceSince: [String: Since]
        let floor: Instant
        /// The number of the boot, and its time according to the clock.
        let boot: Int
        let booted: Instant
    }

    struct Disk: Hashable {
        /// Whether writes succeed.
        var works = true
        /// The last requested ledger of this run.
        var last: Ledger?
        /// The requested ledgers that the disk has not completed, and the ledger on the disk.
        var requested: [Snapshot] = []
        var kept: Snapshot?
        /// Whether the last ledger was reported as not on the disk.
        private var fails = false
        /// Whether the next look, and the current one, must write an entry that the disk works again, or that it fails.
        private var news: Bool?
        var owed: Bool?

        /// Whether nothing has been announced since the ledger was created.
        var isNew: Bool {
            (last ?? kept?.ledger).map { $0.notes.contains(.new) && $0.entries.isEmpty } ?? true
        }

        mutating func keep(_ ledger: Ledger) {
            guard let index = requested.lastIndex(where: { $0.ledger == ledger }) else { return }
            kept = requested[index]
            requested.removeSubrange(...index)
        }

        mutating func noteAnswer(_ isKept: Bool) {
            news = fails == isKept ? isKept : nil
            fails = !isKept
        }

        mutating func beginLook() { (owed, news) = (news, nil) }

        mutating func endRun() { (last, requested, fails, news, owed) = (nil, [], false, nil, nil) }
    }

    mutating func noteRequest(_ ledger: Ledger?, size: Int) {
        guard let ledger else { return complain(.ledgerUnreadable, about: size) }
        if size > 8192 { complain(.ledgerTooLarge, about: size) }
        let isRoutine = look.clockRan && !look.isStart && !look.isStop && !look.isOfChange && !look.isOfReport
        if isRoutine, let last = disk.last, ledger.saysSame(as: last), disk.kept?.ledger == last {
            if !popups.mayBeWrittenAgain { complain(.needlessLedger, about: clock) }
            popups.mayBeWrittenAgain = false
        }
        // A change of the place comes after what is due at the old place is written.
        // What is due before an event that is ahead is looked for after the ledger says that the clock was set back.
        for key in look.due.keys
        where !look.isOfChange && key.instant <= ledger.settledThrough && !(look.looksBack && clock < key.event) {
            if clock - key.instant < .day, ledger[key] == nil { complain(.notInLedger, about: key) }
        }
        var begun: [Said] = []
        for entry in ledger.entries {
            let key = Key(entry)
            guard let one = said.last(where: { $0.key == key }), !isAgain(entry, one) else {
                if entry.state != .missed, !entry.open.contains(.journal) || !hasRightHooks(entry) {
                    complain(.notOpenInLedger, about: key)
                }
                begun.append(Said(key: key, isMissed: entry.state == .missed, uptime: uptime, boot: boot))
                continue
            }
            check(entry, one)
        }
        let known = said.filter { one in !begun.contains { $0.key == one.key } }
        disk.requested.append(
            Snapshot(
                ledger: ledger, said: known + begun, place: situation?.observer, rules: situation?.schedules ?? [:],
                inForceSince: inForceSince, floor: floor, boot: boot, booted: booted))
        disk.last = ledger
    }

    /// Whether the announcement of the entry begins again.
    private func isAgain(_ entry: Ledger.Entry, _ one: Said) -> Bool {
        one.age != .ofLook && entry.made == clock && (entry.open.contains(.journal) || entry.state == .missed)
            && disk.last?[one.key] != entry
    }

    private mutating func check(_ entry: Ledger.Entry, _ one: Said) {
        guard one.age == .ofRun else { return }
        if entry.open.contains(.journal) { complain(.doneNotInLedger, about: one.key) }
        let isWanted = popups.wanted.contains { $0.key == one.key }
        if isWanted, !entry.open.contains(.notification) { complain(.notOpenInLedger, about: one.key) }
        let isRunning = hooks.running.contains(one.key)
        if isRunning, !entry.open.contains(.hooks) { complain(.notOpenInLedger, about: one.key) }
    }

    /// The entry is about to be written, so the ledger on the disk must contain it, or the last request if the disk
    /// fails. If it says that the announcement was interrupted, the ledger must have it as completed.
    mutating func checkLedger(before told: EventEntry) {
        let entry = (disk.works ? disk.kept?.ledger : disk.last)?[told.due]
        if told.isMissed && told.isRecovered {
            if entry?.open.contains(.journal) == true { complain(.doneNotInLedger, about: told.due) }
        } else if entry == nil, clock - told.due.instant < .day {
            complain(.announcedBeforeLedger, about: told.due)
        }
    }

    mutating func settleDisk() {
        if let owed = disk.owed { complain(.diskFailureNotLogged, about: "works: \(owed)") }
        disk.owed = nil
        // The next look, which is about to begin, takes account of the reply.
        let hasReply = popups.hasAnswer || pending.areHooksStarted
        guard isRunning, !hasReply, !popups.isAsking, let ledger = disk.last else { return }
        for entry in ledger.entries where !entry.open.isEmpty && !entry.open.contains(.journal) {
            let key = Key(entry)
            guard let one = said.last(where: { $0.key == key }), one.age != .older else { continue }
            let isPending = (popups.wanted + popups.superseded + popups.free).contains { $0.key == key }
            let isDone = entry.open.contains(.notification) && !isPending
            if isDone || entry.open.contains(.hooks) && hooks.running.isEmpty {
                complain(.doneNotInLedger, about: key)
            }
        }
    }
}

extension Ledger {
    subscript(key: Judge.Key) -> Entry? { entries.first { $0.due == key.instant && $0.rule == key.rule } }

    /// Whether the ledgers differ at most in the time to which they are settled.
    fileprivate func saysSame(as other: Ledger) -> Bool {
        entries == other.entries && notes == other.notes && phase == other.phase && override == other.override
            && ahead == other.ahead
    }
}

extension Ledger.Entry {
    /// The open steps.
    var open: Ledger.Steps { if case .announced(let open) = state { open } else { [] } }
}

extension Ledger.Steps {
    static let journal = Ledger.Steps(rawValue: 1)
    static let hooks = Ledger.Steps(rawValue: 4)
    static let notification = Ledger.Steps(rawValue: 8)
}

extension SunTable.Due {
    init(_ entry: Ledger.Entry) { self.init(rule: entry.rule, event: entry.event, instant: entry.due) }
}
