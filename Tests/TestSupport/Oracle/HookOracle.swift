import Solar
import Tracker

/// When hooks should be called.
///
/// - Each announcement of an event that has hooks, or of an alert that has one, has them called: after the ledger was kept
///   and the entry written, before any popup is asked for, and in the same handling. Nothing else has any called, what was
///   missed least of all.
/// - Never lost: where the run ends before the ledger knows that they are called, the next one has them called, or says that it is
///   too late.
///   Where the ledger on the disk knows of the journal entry, that is not written again.
/// - Called twice only where the run has ended between the call and the moment at which the disk had a ledger that knows of
///   it; the second call says that it is one. The ledger knows of it as soon as all hooks that are called together are.
/// - What they are told is what the journal tells.
/// - A hook that has failed is told of each time, or once until the settings are read again where only a person can mend it.
struct HookOracle {
    typealias Key = AnnouncementOracle.Key

    /// An announcement with hooks.
    private struct Announced {
        let key: Key
        let isRecovered: Bool
        /// What is to be called, with what; nil for nothing.
        let program: HookCall.Program?
        /// The entry's fields.
        let fields: [String: String]
    }

    /// How far the hooks of an announcement have come.
    private enum Progress { case owed, called, reported }

    let sun: SunTable
    var violations: [Oracle.Violation] = []
    private var clock = Instant.earliest
    private var situation: Chronicle.Situation?
    private var change: Chronicle.Situation?
    private var isRunning = false
    private var diskWorks = true
    /// What the ledger on the disk does not know to be called.
    private var unknown: [Key: Progress] = [:]
    /// What the ledger on the disk knows to be announced.
    private var onDisk: Set<Key> = []
    /// What the ledger on the disk knows to be called, of the last days.
    private var known: [Key] = []
    /// What an earlier run has left.
    private var left: Set<Key> = []
    /// What needs no entry any more.
    private var written = WrittenEntries()
    /// The failures that were told and last.
    private var lasting: Set<HookFailure> = []

    private var look = Look()

    private struct Look {
        var isStart = false
        var views: [Chronicle.Situation] = []
        var hasKept = false
        /// The news was that hooks are called.
        var isReport = false
        /// Announced in it, and not called yet.
        var announced: [Announced] = []
        var failuresToTell = 0
    }

    // What the next look is about.
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
        case .kept: noteKept()
        case .wrote(let entry): hear(entry)
        case .called(let call): hear(call)
        case .hooksCalled(let occurrence):
            reports.append(Key(occurrence))
        case .hookFailed(let failure): failures.append(failure)
        case .asked(let popup):
            for late in look.announced where late.program != nil && tag(of: late.key.rule) == popup.tag {
                complain("the popup for \(late.key.rule) is asked for before its hooks are called")
            }
        default: break
        }
    }

    private mutating func complain(_ text: String) { violations.append(Oracle.Violation(clock: clock, text: text)) }

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
        // What is that far from the clock is history, which the ledger need not keep.
        let clock = clock
        left = left.filter { ($0.instant - clock).magnitude < .day }
        onDisk = onDisk.filter { ($0.instant - clock).magnitude < .day }
        if known.count > 100 { known.removeFirst(known.count - 100) }
    }

    private mutating func noteKept() {
        look.hasKept = true
        onDisk.formUnion(unknown.keys)
        for (key, progress) in unknown where progress == .reported {
            unknown[key] = nil
            known.append(key)
        }
    }

    private mutating func finish(_ end: Chronicle.End) {
        guard isRunning else { return }
        if end != .killed(midway: true) { settle() }
        (isRunning, look) = (false, Look())
    }

    mutating func settle() {
        for late in look.announced where late.program != nil {
            complain("the hooks of \(late.key.rule) of \(late.key.instant) were not called")
        }
        if look.failuresToTell > 0 { complain("nothing is said of a hook that failed") }
        let isOver = !unknown.values.contains(.called) && unknown.values.contains(.reported)
        if diskWorks, isOver, look.isReport { complain("the ledger does not know that hooks were called") }
        if look.isStart {
            // Nobody wants those any more that nothing is in force for, or perhaps is.
            // Those of an announcement by a clock that was wrong are called when its instant comes.
            let left = left.filter {
                !written.isEarly($0)
            }.filter {
                !written.onDisk.contains($0) || !$0.rule.contains("dst-change") && program(of: $0) != nil
            }
            self.left = []
            for key in left { complain("the hooks of \(key.rule) of \(key.instant) are lost") }
        }
        look = Look()
    }

    // MARK: What is announced

    private mutating func hear(_ entry: JournalEntry) {
        if entry.kind == .hookFailed {
            if !entry.fields.contains(where: { $0.name == "SUNTRACKER_HOOK" }), let told = Told(entry, of: .hookFailed)
            {
                let key = Key(rule: told.rule, instant: told.instant)
                let isLate = (clock - key.instant).magnitude > situation?.notifications.grace ?? .zero
                let isRight = look.isStart && (isLate || situation?.observer == nil)
                left.remove(key)
                if !written.onDisk.contains(key) || !isRight {
                    complain("hooks of \(key.rule) are given up for nothing")
                }
                return
            }
            look.failuresToTell -= 1
            if look.failuresToTell < 0 { complain("a failure of a hook is told that did not happen, or again") }
            return
        }
        // From now on somebody may have mended them.
        if entry.kind == .settingsReloaded { lasting = [] }
        guard let told = Told(entry) else { return }
        let key = Key(rule: told.rule, instant: told.instant)
        if told.isRecovered { left.remove(key) }
        guard !told.isMissed else {
            unknown[key] = nil
            return
        }
        // Its popup alone was missing.
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

    /// What is started, by the settings under which it is due.
    private func program(of key: Key) -> HookCall.Program? {
        let isOne = look.views.count == 1
        let view = look.views.first { isOne || sun.contains(key.rule, at: key.instant, in: $0) } ?? situation
        guard let view else { return nil }
        guard key.rule.hasPrefix("alert:") else {
            return view.hooks.events.first { $0.name == key.rule }.map(HookCall.Program.folder)
        }
        let alert = view.alerts.first { Told.rule($0.name, $0.event.name, $0.offset) == key.rule }
        return alert?.hook.map(HookCall.Program.command)
    }

    // MARK: What is called

    private mutating func hear(_ call: HookCall) {
        let key = Key(call)
        guard let index = look.announced.firstIndex(where: { $0.key == key }) else {
            if look.isStart, written.onDisk.contains(key), left.remove(key) != nil {
                if call.environment["SUNTRACKER_RECOVERED"] != "1" { complain("hooks of \(key.rule) do not know") }
                unknown[key] = .called
                return
            }
            return complain("hooks of \(key.rule) of \(key.instant) are called, which is not announced")
        }
        let announced = look.announced.remove(at: index)
        if announced.program != call.program {
            complain(
                "of the hooks of \(key.rule), \(call.program) is called in the place of \(String(describing: announced.program))"
            )
        }
        if diskWorks, !look.hasKept { complain("hooks of \(key.rule) are called before the ledger is kept") }
        if known.contains(key) { complain("hooks of \(key.rule) of \(key.instant) are called again") }
        unknown[key] = .called
        check(call, by: announced)
    }

    private mutating func check(_ call: HookCall, by announced: Announced) {
        let (environment, key) = (call.environment, announced.key)
        for name in ["EVENT", "ALERT", "SOURCE", "LATITUDE", "LONGITUDE", "RECOVERED"].map({ "SUNTRACKER_\($0)" })
        where environment[name] != announced.fields[name] {
            complain("hooks of \(key.rule) are told \(name)=\(environment[name] ?? "")")
        }
        if call.timeLimit != situation?.settings.hooks.timeLimit {
            complain("hooks of \(key.rule) get another time limit")
        }
        let due = environment["SUNTRACKER_DUE_TIME"] ?? environment["SUNTRACKER_EVENT_TIME"] ?? ""
        if Instant(rfc3339: due).map({ (key.instant - $0).magnitude < .seconds(1) }) != true {
            complain("hooks of \(key.rule) are told the time \(due)")
        }
        let lateness = environment["SUNTRACKER_LATENESS_SEC"].flatMap { Int64($0) }
        if lateness != max(0, (clock - key.instant).components.seconds) {
            complain("hooks of \(key.rule) are told another lateness")
        }
    }
}
