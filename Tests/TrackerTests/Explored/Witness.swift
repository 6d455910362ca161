import Solar
import TestSupport

@testable import Tracker

/// Observes what the user and the journal see, and checks the promises about it:
///
/// - An event is announced once: in the journal, with one popup and one call of its hooks.
/// - It is never announced before its instant. If it is later than the grace, it is listed in the journal as missed.
/// - A crash in the middle repeats what may not have happened, marked as recovered, and without a sound. Nothing is
///   repeated that the ledger on the disk marks as done.
/// - No popup is sent while the reply to an earlier one is pending, nor after its time.
/// - The hooks of a phase are run once per login; a phase that was set manually takes precedence over the settings.
/// - No popup is left out.
/// - Once the faults end, every due event is announced or missed, and shown, or the journal says why not.
/// - An event is announced again only if a disk lost the ledger, or a clock was ahead by more than the tolerance.
struct Witness: Hashable {
    private(set) var seen: [Seen] = []
    private var phase: Phased?
    private var phaseEntry: Phased?
    private var hasFirstNotice = false
    private var clockSteps = 0
    /// Whether the clock was set, and the service has received no input since.
    private var isClockNew = false
    /// Nothing is promised about events due before this time, at which the first ledger was created or lost.
    private var from = Instant.earliest
    /// The possible requests to the service: several if it is unknown what was on the disk at its start.
    private var wishes: Set<Wish>
    /// The possible requests in the ledger on the disk.
    private var keptWishes: Set<Wish>
    /// The first broken promise.
    private(set) var complaint: String?

    init(of start: StartingPoint) {
        wishes = [start.wish]
        keptWishes = wishes
    }

    mutating func complain(_ text: String) { complaint = complaint ?? text }

    // MARK: The service

    mutating func started(_ world: World) {
        for index in seen.indices where seen[index].boot != world.boots {
            if world.booted + .seconds(45 * 60) < seen[index].due { seen[index].wasEarlyForBoot = true }
        }
        if world.ledger == nil { begin(world) }
        if world.boots > 0 || clockSteps > 0 { beginAnew(world) }
    }

    /// A new ledger is created.
    private mutating func begin(_ world: World) { from = max(from, world.clock - world.settings.notifications.grace) }

    /// Until the first announcement is on the disk, a boot or a clock step counts as the first start.
    private mutating func beginAnew(_ world: World) {
        if world.start.ledger == nil, seen.allSatisfy(\.isLost) { begin(world) }
    }

    mutating func ended(isKill: Bool, hasLost: Bool, _ world: World) {
        for index in seen.indices {
            if hasLost { seen[index].isLost = true }
            // A clean stop waits neither for the hooks nor for the server's reply.
            seen[index].mayRepeat = isKill && !seen[index].isEntryDone
            seen[index].mayShow = !seen[index].isPopupDone
            seen[index].isPending = !seen[index].isPopupDone && world.start.shows(seen[index].key)
            seen[index].mayCall = !seen[index].areHooksDone
            (seen[index].isAsked, seen[index].age) = (false, .older)
        }
        keptWishes.formUnion(wishes)
        wishes = keptWishes
        phase?.isOpen = true
        if isKill { phaseEntry?.isOpen = true }
        for path in [\Witness.phase, \.phaseEntry] where hasLost { self[keyPath: path]?.isLost = true }
    }

    /// Handles a kill before these outputs. Missed events are written to the ledger before the journal, so no line is
    /// written twice; a kill in between loses the line.
    mutating func killed(before outputs: some Sequence<Output>, _ world: World) {
        for case .journal(let fact) in outputs.prefix(while: { !$0.isLedger }) {
            switch fact {
            case .missed, .interrupted: wrote(fact, world)
            default: break
            }
        }
    }

    mutating func clockSet(_ world: World) {
        clockSteps += 1
        isClockNew = true
        for index in seen.indices {
            seen[index].wasClockSet = true
            let isOfBoot = seen[index].boot == world.boots
            let moment = isOfBoot ? seen[index].moment + world.ahead : world.booted
            let isEarly = moment + .seconds(45 * 60) < seen[index].due
            if isOfBoot { seen[index].wasEarly = isEarly }
            if isEarly { seen[index].hasBeenEarly = true }
        }
        // The other phase may have begun without being called.
        phase?.wasClockSet = true
        phaseEntry?.wasClockSet = true
    }

    /// The service handles its next input, so the outputs of the last one have been carried out.
    mutating func handled(before next: World.Report, _ world: World) {
        if isClockNew { beginAnew(world) }
        isClockNew = false
        wishes = Set(wishes.map { $0.left(world).after(next, world) })
        for index in seen.indices where seen[index].age == .ofInput { seen[index].age = .ofRun }
    }

    /// The ledger is on the disk, and the service knows this. It marks the entries of earlier inputs as written.
    mutating func kept() {
        keptWishes = wishes
        for index in seen.indices where seen[index].age == .ofRun { seen[index].isEntryDone = true }
    }

    /// The service is idle.
    mutating func rested(_ world: World) {
        guard let run = world.run, world.store == .prompt, !run.hasLostLedger, run.writes.isEmpty else { return }
        let isAnswered = !run.questions.contains(where: \.isHeard)
        keptWishes = wishes
        for index in seen.indices {
            let one = seen[index]
            if isAnswered, one.isShown, !one.isPending { seen[index].isPopupDone = true }
            guard run.calls.isEmpty else { continue }
            if one.isCalled { seen[index].areHooksDone = true }
            let isShown = one.isShown || one.isReported || !world.start.shows(one.key)
            let isCalled = one.isCalled || !world.start.calls(one.key)
            if isAnswered, isShown, isCalled, !one.isPending { seen[index].isEntryDone = true }
        }
        if run.calls.isEmpty {
            phase?.isDone = true
            phaseEntry?.isDone = true
        }
    }

    // MARK: The journal

    mutating func wrote(_ fact: JournalFact, _ world: World) {
        let now = world.run?.last?.clock ?? world.clock
        let grace = world.settings.notifications.grace
        switch fact {
        case .phase(let call, _):
            self.call(\.phaseEntry, call.phase.rawValue, call.isRecovered, "the entry about the phase", world)
        case .event(let occurrence, _, _, let isRecovered, let isQuiet):
            let key = Key(occurrence)
            if occurrence.due > now, !isRecovered { complain("\(key.id) is announced early") }
            if now - occurrence.due > grace { complain("\(key.id) is announced although it is too late") }
            announce(key, occurrence.due, isRecovered: isRecovered, isQuiet: isQuiet, world)
        case .missed(let occurrence, _, _):
            let key = Key(occurrence)
            if now - occurrence.due <= grace { complain("\(key.id) is missed although it is in time") }
            miss(key, occurrence.due, isRecovered: false, world)
        case .interrupted(let entry, let occurrence, _, _):
            miss(occurrence.map(Key.init) ?? Key(id: entry.rule), entry.due, isRecovered: true, world)
        case .notShown(let occurrence, _, _, _, _):
            update(Key(occurrence), occurrence.due) { ($0.isReported, $0.isPending) = (true, false) }
        case .hooksUnknown(let occurrence, _, _), .hookFailed(_, .occurrence(let occurrence)):
            update(Key(occurrence), occurrence.due) { $0.areHooksReported = true }
        default: break
        }
    }

    private mutating func announce(
        _ key: Key, _ due: Instant, isRecovered: Bool, isQuiet: Bool, _ world: World
    ) {
        if isQuiet { complain("\(key.id) is announced without a popup") }
        var next = Seen(key, due, world)
        if let index = index(key, due), seen[index].isAnnounced || seen[index].isMissed {
            let last = seen[index]
            let isRepeated = isRecovered && last.mayRepeat
            let isAgain =
                last.isMissed && !last.isAnnounced
                && (last.wasClockSet || last.boot != world.boots)
                || wasEarly(last, isRecovered: isRecovered, world)
            if !isRepeated, !isAgain, !(last.isLost && !last.isEntryDone) { complain("\(key.id) is announced twice") }
            if isRepeated, !isAgain {
                let (moment, boot) = (next.moment, next.boot)
                next = last
                (next.moment, next.boot) = (moment, boot)
                (next.age, next.mayRepeat) = (.ofInput, false)
            }
        }
        (next.isAnnounced, next.isPending) = (true, world.start.shows(key))
        replace(next)
    }

    private mutating func miss(_ key: Key, _ due: Instant, isRecovered: Bool, _ world: World) {
        if let index = index(key, due) {
            let last = seen[index]
            let isPerhaps = isRecovered && last.mayRepeat && !last.isMissed
            let wasEarly = wasEarly(last, isRecovered: isRecovered, world)
            // A boot with a clock that is behind reaches the event again.
            let isAgain = wasEarly && last.boot != world.boots || last.wasClockSet && (last.isMissed || wasEarly)
            if !isPerhaps, !isAgain, !last.isLost { complain("\(key.id) is missed after it was announced or missed") }
        }
        var next = index(key, due).map { seen[$0] } ?? Seen(key, due, world)
        next.isMissed = true
        // The clock was set while the service waited for the disk.
        if let last = world.run?.last, last.booted != world.booted { next.wasClockSet = true }
        replace(next)
    }

    /// Whether, by the current clock, the announcement was so early that the event comes again.
    private func wasEarly(_ one: Seen, isRecovered: Bool, _ world: World) -> Bool {
        // Two boots in a row that began before the event outweigh the boot that announced it, until the clock is past
        // it.
        one.wasEarly || isRecovered && (one.hasBeenEarly || one.wasEarlyForBoot)
            || one.boot != world.boots && one.wasEarlyForBoot && world.booted < one.due
            || one.boot != world.boots && (one.hasBeenEarly || world.booted + .seconds(45 * 60) < one.due)
    }

    // MARK: Popups and hooks

    mutating func asked(_ question: World.Question, _ world: World) {
        let popup = question.popup
        if popup.deadline < world.run?.last?.clock ?? world.clock {
            complain("the popup of \(popup.tag) is sent after its time")
        }
        guard case .announcement(let occurrence, _) = popup.content else {
            if popup.tag == Popup.firstStartTag, hasFirstNotice { complain("the first start is shown twice") }
            return
        }
        guard let index = index(Key(occurrence), occurrence.due) else {
            return complain("a popup of \(popup.tag) without an entry")
        }
        let one = seen[index]
        if popup.tag != one.key.id { complain("the popup of \(one.key.id) has the tag \(popup.tag)") }
        if one.isAsked { complain("\(popup.tag) is sent again while its answer is open") }
        if one.isShown, !one.mayShow, !one.isLost { complain("\(popup.tag) is shown twice") }
        if one.mayHaveSounded, popup.emphasis.sound != .silent { complain("the sound of \(popup.tag) is heard twice") }
        seen[index].isPending = true
        if world.server == .late || world.server == .prompt { seen[index].isAsked = true }
        seen[index].mayHaveSounded = seen[index].isAsked
    }

    /// The popup is on the screen.
    mutating func appeared(_ question: World.Question, _ world: World) {
        guard case .announcement(let occurrence, _) = question.popup.content else {
            if question.popup.tag == Popup.firstStartTag { hasFirstNotice = true }
            return
        }
        let key = Key(occurrence)
        update(key, occurrence.due) { ($0.isShown, $0.mayShow) = (true, false) }
        let others = seen.filter { $0.isShown && abs($0.due - occurrence.due) < .seconds(1) && $0.key != key }
        if others.contains(where: { $0.key.id.hasPrefix("polar") != key.id.hasPrefix("polar") }) {
            complain("two popups for one moment")
        }
    }

    mutating func answered(_ question: World.Question) {
        guard case .announcement(let occurrence, _) = question.popup.content else { return }
        update(Key(occurrence), occurrence.due) { ($0.isAsked, $0.isPending) = (false, false) }
    }

    /// The server has left: it no longer shows the popups that it was sent, and its numbers now mean other popups.
    mutating func serverLeft() {
        for index in seen.indices where seen[index].isAsked {
            (seen[index].isAsked, seen[index].isShown, seen[index].mayHaveSounded) = (false, false, false)
        }
    }

    mutating func called(_ call: HookCall, _ world: World) {
        let isRecovered = call.isRecovered
        switch call.subject {
        case .phase(let phase):
            // A call for a target alone, or for failed hooks, is not checked.
            if phase.reason == .session || phase.scope == .target { return }
            if !wishes.contains(where: { $0.phase(world) == phase.phase }) {
                complain("the hooks of the wrong phase are called")
            }
            self.call(\.phase, phase.phase.rawValue, isRecovered, "the phase", world)
        case .occurrence(let occurrence):
            let key = Key(occurrence)
            guard let index = index(key, occurrence.due) else { return complain("hooks of \(key.id) without an entry") }
            let one = seen[index]
            if one.isCalled, !(one.mayCall && isRecovered || one.isLost) {
                complain("the hooks of \(key.id) are called twice")
            }
            (seen[index].isCalled, seen[index].mayCall) = (true, false)
        }
    }

    private mutating func call(
        _ path: WritableKeyPath<Witness, Phased?>, _ name: String, _ isRecovered: Bool, _ what: String, _ world: World
    ) {
        if let last = self[keyPath: path], last.phase == name, last.boot == world.boots,
            last.isDone || !(last.isOpen && isRecovered), !last.isLost, !last.wasClockSet
        {
            complain("\(what) \(name) is called for twice")
        }
        self[keyPath: path] = Phased(phase: name, boot: world.boots)
    }

    // MARK: The end

    /// Checks what must have happened once the faults have ended and everything could be completed.
    mutating func settle(_ world: World) {
        for (key, due) in world.start.promised where due > from && due <= world.clock {
            guard let one = index(key, due).map({ seen[$0] }), one.isAnnounced || one.isMissed else {
                return complain("\(key.id) is never announced")
            }
            if one.isMissed { continue }
            // A clock that is wrong for the second time may happen to be right.
            if one.boot == world.boots, clockSteps < 3, one.moment + .seconds(45 * 60) < one.due {
                complain("\(key.id) is not announced again although the clock was ahead")
            }
            if !one.isShown, !one.isReported, world.start.shows(key) {
                complain("\(key.id) is neither shown nor reported")
            }
            if !one.isCalled, !one.areHooksReported, world.start.calls(key) {
                complain("the hooks of \(key.id) are neither called nor reported")
            }
        }
        if !world.start.hooks.phases.isEmpty, phase?.isLost != true,
            !wishes.contains(where: { $0.phase(world)?.rawValue == phase?.phase })
        {
            complain("the current phase is not called for")
        }
        if world.run?.hasLostLedger == true { return }
        let open = world.ledger?.entries.first { !$0.state.open.isEmpty }
        if let open { complain("the ledger has \(open.rule) as \(open.state) in the end") }
    }

    // MARK: The list

    private func index(_ key: Key, _ due: Instant) -> Int? {
        seen.firstIndex { $0.key == key && abs($0.due - due) < key.distance }
    }

    private mutating func update(_ key: Key, _ due: Instant, _ change: (inout Seen) -> Void) {
        if let index = index(key, due) { change(&seen[index]) }
    }

    private mutating func replace(_ one: Seen) {
        if let index = index(one.key, one.due) { seen[index] = one } else { seen.append(one) }
        seen.sort { ($0.due, $0.key.id) < ($1.due, $1.key.id) }
    }
}
