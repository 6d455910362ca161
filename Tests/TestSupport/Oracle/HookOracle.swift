import Solar
import Tracker

/// The expected calls of hooks.
///
/// - Each announcement of an event with hooks, or of an alert with a hook, calls them: after the ledger and the entry
///   are written, before a popup is requested, and in the same look. Nothing else calls hooks, in particular no missed
///   occurrence.
/// - Calls are never lost. If the run ends before the ledger contains the call, the next run calls the hooks, or
///   reports that it is too late. The journal entry is not repeated if the ledger on the disk contains it.
/// - Hooks are called twice only if the run ended between the call and the write of a ledger that contains it; the
///   environment of the second call says so. The ledger contains the call as soon as all hooks of the group are called.
/// - The environment has the values of the journal entry.
/// - A failure of a hook is logged each time. One that only the user can fix is logged once, until the settings are
///   read again.
struct HookOracle {
    typealias Key = AnnouncementOracle.Key

    /// An announcement with hooks.
    private struct Announced {
        let key: Key
        let isRecovered: Bool
        /// The hooks to call; nil for none.
        let program: HookCall.Program?
        /// The fields of the entry.
        let fields: [String: String]
    }

    /// The progress of the hooks of an announcement.
    private enum Progress { case owed, called, reported }

    let sun: SunTable
    var violations: [Oracle.Violation] = []
    private var clock = Instant.earliest
    private var situation: Chronicle.Situation?
    private var change: Chronicle.Situation?
    private var isRunning = false
    private var diskWorks = true
    /// Hooks that the ledger on the disk does not contain as called.
    private var unknown: [Key: Progress] = [:]
    /// What `unknown` was at a request to write the ledger that the disk has not completed, by the number of the request.
    private var requested: [Int: [Key: Progress]] = [:]
    /// Announcements that the ledger on the disk contains.
    private var onDisk: Set<Key> = []
    /// Hooks that the ledger on the disk contains as called, of the last days.
    private var known: [Key] = []
    /// Hooks that an earlier run did not complete.
    private var left: Set<Key> = []
    /// Announcements that need no entry any more.
    private var written = WrittenEntries()
    /// Permanent failures that were logged.
    private var lasting: Set<HookFailure> = []

    private var look = Look()

    private struct Look {
        var isStart = false
        var views: [Chronicle.Situation] = []
        /// The number of the first request to write the ledger.
        var firstRequest: Int?
        var hasKept = false
        /// Whether the input was the report that hooks are called.
        var isReport = false
        /// Announcements in the look whose hooks are not called yet.
        var announced: [Announced] = []
        var failuresToTell = 0
    }

    // The inputs of the next look.
    private var failures: [HookFailure] = []
    private var isStart = false
    private var reports: [Key] = []

    init(sun: SunTable) { self.sun = sun }

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        written.take(record)
        switch record.what {
        case .started(let situation):
            (self.situation, change, isRunning, isStart) = (situation, nil, true, true)
            (lasting, failures, reports) = ([], [], [])
        case .ended(let end): finish(end)
        case .changed(let situation, _): change = situation
        case .looked: begin()
        case .diskWorks(let works): diskWorks = works
        case .ledgerLost: (unknown, onDisk, left) = ([:], [], [])
        case .keepRequested(let number, _, _):
            if look.firstRequest == nil { look.firstRequest = number }
            requested[number] = unknown
        case .kept(let number): noteKept(number)
        case .wrote(let entry): hear(entry)
        case .called(let call): hear(call)
        case .hooksCalled(let subject):
            if let occurrence = subject.occurrence { reports.append(Key(occurrence)) }
        case .hookFailed(let failure): failures.append(failure)
        case .asked(let popup):
            for late in look.announced where late.program != nil && tag(of: late.key.rule) == popup.tag {
                complain(.popupBeforeHooks, "the popup for \(late.key.rule) is requested before its hooks are called")
            }
        default: break
        }
    }

    private mutating func complain(_ rule: Oracle.Rule, _ text: String) {
        violations.append(Oracle.Violation(rule: rule, clock: clock, text: text))
    }

    private mutating func begin() {
        settle()
        look = Look(isStart: isStart, views: [situation, change].compactMap { $0 }, isReport: !reports.isEmpty)
        for failure in failures {
            let isLasting = failure.problem == .missing || failure.problem == .notExecutable
            if !isLasting || lasting.insert(failure).inserted { look.failuresToTell += 1 }
        }
        if isStart {
            left.formUnion(onDisk.intersection(unknown.keys))
            unknown = [:]
        }
        situation = change ?? situation
        for key in reports where unknown[key] != nil { unknown[key] = .reported }
        (change, isStart, reports, failures) = (nil, false, [], [])
        // The ledger need not contain announcements this far from the clock.
        let clock = clock
        left = left.filter { ($0.instant - clock).magnitude < .day }
        onDisk = onDisk.filter { ($0.instant - clock).magnitude < .day }
        // Once the clock is set back from there, they may be announced and called again (`AnnouncementOracle`, exception 1),
        // as they are after an announcement that does not count, because the clock was ahead.
        known = known.filter { ($0.instant - clock).magnitude < .day && !written.isEarly($0) }
    }

    private mutating func noteKept(_ number: Int) {
        guard let request = requested[number] else { return }
        requested = requested.filter { $0.key > number }
        if let first = look.firstRequest, number >= first { look.hasKept = true }
        onDisk.formUnion(request.keys)
        for (key, progress) in request where progress == .reported && unknown[key] == .reported {
            unknown[key] = nil
            // It is open there only if it is announced again, after the clock was set back.
            onDisk.remove(key)
            known.append(key)
        }
    }

    private mutating func finish(_ end: Chronicle.End) {
        guard isRunning else { return }
        if end != .killed(midway: true) { settle() }
        (isRunning, look, requested) = (false, Look(), [:])
    }

    mutating func settle() {
        for late in look.announced where late.program != nil {
            complain(
                .hooksNotCalled, "the hooks of \(late.key.rule) of \(late.key.instant) were not called")
        }
        if look.failuresToTell > 0 {
            complain(.hookFailureNotLogged, "the failure of a hook has no entry")
        }
        let isOver = !unknown.values.contains(.called) && unknown.values.contains(.reported)
        if diskWorks, isOver, look.isReport {
            complain(.hookCallNotKept, "the ledger does not contain the called hooks")
        }
        if look.isStart {
            // Hooks are not required if no rule in force has them, or possibly has them. Those of an announcement by a
            // clock that was wrong are called when the occurrence is due.
            let left = left.filter {
                !written.isEarly($0)
            }.filter {
                !written.onDisk.contains($0) || !$0.rule.contains("dst-change") && program(of: $0) != nil
            }
            self.left = []
            for key in left { complain(.hooksLost, "the hooks of \(key.rule) of \(key.instant) are lost") }
        }
        look = Look()
    }

    // MARK: Announcements

    private mutating func hear(_ entry: JournalEntry) {
        if entry.kind == .hookFailed {
            if !entry.fields.contains(where: { $0.name == "SUNTRACKER_HOOK" }),
                let told = EventEntry(entry, of: .hookFailed)
            {
                let key = Key(rule: told.rule, instant: told.instant)
                let isLate = (clock - key.instant).magnitude > situation?.notifications.grace ?? .zero
                let isRight = look.isStart && (isLate || situation?.observer == nil)
                left.remove(key)
                if !written.onDisk.contains(key) || !isRight {
                    complain(.needlessHookDrop, "the hooks of \(key.rule) are dropped without a reason")
                }
                return
            }
            look.failuresToTell -= 1
            if look.failuresToTell < 0 {
                complain(
                    .needlessHookFailure,
                    "an entry about the failure of a hook is repeated, or no hook has failed")
            }
            return
        }
        // The user may have fixed them.
        if entry.kind == .settingsReloaded { lasting = [] }
        guard let told = EventEntry(entry) else { return }
        let key = Key(rule: told.rule, instant: told.instant)
        // An announcement that is begun again calls its hooks again, also if it is not marked as recovered.
        if told.isRecovered || !told.isMissed { left.remove(key) }
        guard !told.isMissed else {
            unknown[key] = nil
            return
        }
        // Only its popup was missing.
        let isKnown = told.isRecovered && known.contains(key)
        let program = isKnown ? nil : program(of: key)
        if program != nil {
            unknown[key] = .owed
            if look.hasKept { onDisk.insert(key) }
        }
        if !told.isRecovered { known.removeAll { $0 == key } }
        look.announced.append(
            Announced(
                key: key, isRecovered: told.isRecovered, program: program,
                fields: Dictionary(entry.fields.map { ($0.name, $0.value) }) { first, _ in first }))
    }

    /// The hooks to start, by the settings under which the occurrence is due.
    private func program(of key: Key) -> HookCall.Program? {
        let isOne = look.views.count == 1
        let view = look.views.first { isOne || sun.contains(key.rule, at: key.instant, in: $0) } ?? situation
        guard let view else { return nil }
        guard key.rule.hasPrefix("alert:") else {
            return view.hooks.events.first { $0.name == key.rule }.map(HookCall.Program.folder)
        }
        let alert = view.alerts.first { EventEntry.rule($0.name, $0.event.name, $0.offset) == key.rule }
        return alert?.hook.map(HookCall.Program.command)
    }

    // MARK: Calls

    /// The text begins with the time of the event; that of a change of the clocks, with its date.
    private mutating func checkText(of key: Key, _ environment: [String: String]) {
        guard !key.rule.contains("dst-change"), let localTime = situation?.localTime,
            let second = environment["SUNTRACKER_EVENT_TIME"].flatMap(Instant.init(rfc3339:))
        else { return }
        // The clocks can change within the second.
        let times = [second, second + .microseconds(999_999)].map(localTime.timeOfDay)
        let text = environment["SUNTRACKER_BODY"] ?? ""
        if !times.contains(where: text.hasPrefix) {
            complain(.wrongHookTime, "hooks of \(key.rule) have the text \(text)")
        }
    }

    private mutating func hear(_ call: HookCall) {
        guard let key = Key(call) else { return }
        guard let index = look.announced.firstIndex(where: { $0.key == key }) else {
            if look.isStart, written.onDisk.contains(key), left.remove(key) != nil {
                if call.environment["SUNTRACKER_RECOVERED"] != "1" {
                    complain(
                        .recoveryHiddenFromHooks,
                        "the hooks of \(key.rule) are not informed that they may have been called before")
                }
                unknown[key] = .called
                return
            }
            return complain(
                .hooksWithoutAnnouncement, "hooks of \(key.rule) of \(key.instant) are called without an announcement")
        }
        let announced = look.announced.remove(at: index)
        if announced.program != call.program {
            complain(
                .wrongHookProgram,
                "for \(key.rule), \(call.program) is called instead of \(String(describing: announced.program))"
            )
        }
        if diskWorks, !look.hasKept {
            complain(.hooksBeforeLedger, "hooks of \(key.rule) are called before the ledger is written")
        }
        if known.contains(key) {
            complain(.hooksCalledTwice, "hooks of \(key.rule) of \(key.instant) are called again")
        }
        unknown[key] = .called
        check(call, by: announced)
    }

    private mutating func check(_ call: HookCall, by announced: Announced) {
        let (environment, key) = (call.environment, announced.key)
        for name in ["EVENT", "ALERT", "SOURCE", "LATITUDE", "LONGITUDE", "RECOVERED"].map({ "SUNTRACKER_\($0)" })
        where environment[name] != announced.fields[name] {
            complain(
                .wrongHookFields, "hooks of \(key.rule) have \(name)=\(environment[name] ?? "")")
        }
        if call.timeLimit != situation?.settings.hooks.timeLimit {
            complain(.wrongHookTimeLimit, "hooks of \(key.rule) have the wrong time limit")
        }
        let due = environment["SUNTRACKER_DUE_TIME"] ?? environment["SUNTRACKER_EVENT_TIME"] ?? ""
        if Instant(rfc3339: due).map({ (key.instant - $0).magnitude < .seconds(1) }) != true {
            complain(.wrongHookTime, "hooks of \(key.rule) have the time \(due)")
        }
        checkText(of: key, environment)
        let lateness = environment["SUNTRACKER_LATENESS_SEC"].flatMap { Int64($0) }
        if lateness != max(0, (clock - key.instant).components.seconds) {
            complain(.wrongHookLateness, "hooks of \(key.rule) have the wrong lateness")
        }
    }
}
