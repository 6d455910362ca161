import Solar
import Tracker

extension Scenario {
    /// Generates a scenario from a seed.
    ///
    /// One in fifteen is long: years in which the machine sleeps or is off, or is at a pole, where events are rare,
    /// with an occasional fault. The others are short and dense: faults of all kinds, most of them close to an event.
    /// Half of them use GeoClue, half of them have hooks, and half of them hooks of phases.
    public init(seed: UInt64) {
        let isQuiet = seed % 15 == 0
        var dice = ScenarioDice(seed: seed, isQuiet: isQuiet)
        var edits = dice.edits(isQuiet: isQuiet)
        var groups = [dice.beginning()]
        for _ in 0..<dice.number(isQuiet ? 40...60 : 10...40) {
            groups.append(isQuiet ? dice.quietSteps() : dice.denseSteps())
        }
        let isNew = dice.one(in: 2)
        var phases = PhaseSteps(seed: seed)
        if phases.isWanted {
            edits += phases.edits(isQuiet: isQuiet)
            groups = phases.woven(into: groups, isQuiet: isQuiet)
        }
        var steps = groups.flatMap { $0 }
        // Pending popups, hooks and writes have time to complete.
        steps += [.disk(.prompt), .killAfter(actions: 10_000), .start, .pass(.seconds(3 * 86_400))]
        self.init(isNew: isNew, start: dice.start, edits: edits, steps: steps)
        if !isQuiet, seed % 2 == 0 { self = addingBoundedAlerts(seed: seed) }
    }
}

/// Generates the steps of a scenario.
extension ScenarioDice {
    fileprivate mutating func edits(isQuiet: Bool) -> [Scenario.Edit] {
        var edits: [Scenario.Edit] = [follows ? pick([.auto(nil), .geoclue(nil)]) : .place(home)]
        if follows, one(in: 2) { edits.append(watch()) }
        if hasHooks { edits.append(.hooks(isQuiet ? ["sunrise", "june-solstice", "polar-night-start"] : hooks())) }
        // A quiet scenario has no popups; it would take minutes with them.
        if isQuiet {
            edits.append(.switches(sunrise: false, sunset: false))
            edits.append(.rareSwitches(seasons: false, polar: false, clocks: false))
        }
        while !isQuiet, one(in: 2) { edits.append(.alert(alert())) }
        if one(in: 2) { edits.append(.grace(seconds: grace())) }
        if one(in: 3) { edits.append(.late(.notify)) }
        if one(in: 3) { edits.append(emphasis()) }
        if one(in: 2) { edits.append(quiet()) }
        return edits
    }

    fileprivate mutating func beginning() -> [Scenario.Step] {
        var steps: [Scenario.Step] = []
        if one(in: 2) { steps.append(.changeZone(zone(), one(in: 3) ? nil : home)) }
        steps.append(.start)
        if follows { steps.append(.fix(fix())) }
        return steps
    }

    // MARK: Steps

    fileprivate mutating func quietSteps() -> [Scenario.Step] {
        let time = Duration.seconds(number(200...800) * 86_400)
        if abs(home.latitude) >= 89 {
            switch number(0...5) {
            case 0: return [.passToEvent(offset()), .kill, .start, .pass(time)]
            case 1: return [.sleepOverEvent(offset(), first: []), .pass(time)]
            case 2: return [.off(span(), clockIsLost: false), .start, .pass(time)]
            case 3: return [.killAfter(actions: Int(number(0...12))), .pass(time), .start]
            default: return [.pass(time)]
            }
        }
        switch number(0...3) {
        case 0: return [.passToEvent(offset()), .kill, .off(time, clockIsLost: false), .start]
        case 1: return [.passToEvent(offset()), .sleep(time, first: one(in: 2) ? [.timer] : [])]
        case 2:
            return [
                .pass(span()), .stop, .off(time, clockIsLost: false), .killAfter(actions: Int(number(0...40))), .start,
            ]
        default: return [.pass(span()), .off(time, clockIsLost: false), .start]
        }
    }

    fileprivate mutating func denseSteps() -> [Scenario.Step] {
        if follows, one(in: 3) { return locationSteps() }
        if follows, one(in: 6) { return occasionSteps() }
        if one(in: 10) { return orderlyRestarts() }
        if one(in: 12) { return clockAhead() }
        if hasHooks, one(in: 4) { return hookSteps() }
        if one(in: 12) { return clockSteps() }
        if one(in: 10) { return slowDisk() }
        switch number(0...24) {
        case 0...3: return [.passToEvent(offset())]
        case 4...5: return [.pass(span())]
        case 6: return [.sleep(span(), first: news())]
        case 7: return [.sleepOverEvent(offset(), first: news())]
        case 8...10: return crash()
        case 11: return [.passToEvent(offset()), .stop, .pass(span()), .start]
        case 12: return [.stepClock(clockStep())]
        case 13: return [.stepClock(clockStep()), .pass(span()), .setClockRight]
        case 14: return [.off(span(), clockIsLost: true), .start, .pass(span()), .setClockRight]
        case 15: return [.off(.seconds(number(0...900) * 86_400), clockIsLost: false), .start]
        case 16: return follows ? [.fix(fix())] : [.reload(.place(travel()))]
        case 17: return [.changeZone(zone(), one(in: 4) ? nil : travel())]
        case 18: return [one(in: 2) ? .reload(settings()) : .edit(settings())]
        case 19...21: return serverTrouble()
        case 22: return [.diskIsFull(true), .pass(span()), .passToEvent(offset()), .diskIsFull(false)]
        case 23: return diskTrouble()
        default: return [.refuseReload, .pass(span())]
        }
    }

    /// Stops in an orderly way and starts again, at any moment around an event, with popups and hooks pending.
    private mutating func orderlyRestarts() -> [Scenario.Step] {
        var steps: [Scenario.Step] = [.server(pick(SimulatedMachine.Server.allCases))]
        if one(in: 3) { steps.append(.hookStarter(pick(SimulatedMachine.HookStarter.allCases))) }
        if one(in: 3) { steps.append(.edit(.grace(seconds: grace()))) }
        steps.append(.passToEvent(one(in: 2) ? .zero : .milliseconds(number(0...30_000))))
        for _ in 0..<number(1...6) {
            steps += [.stop, .pass(one(in: 3) ? span() : .milliseconds(number(0...2000)))]
            if one(in: 8) { steps.append(one(in: 2) ? .edit(settings()) : .changeZone(zone(), home)) }
            if one(in: 8) { steps.append(.killAfter(actions: Int(number(0...6)))) }
            steps += [.start, one(in: 3) ? .passToEvent(.zero) : .pass(.milliseconds(number(0...9000)))]
            if one(in: 6) { steps += [.kill, .start] }
        }
        return steps + [pick([.restartServer, .resumeServer, .server(.running)]), .pass(span())]
    }

    /// A clock that is hours or days ahead, for example because the hardware clock is in local time, and is corrected:
    /// while the service runs, between two runs, or at the next boot.
    private mutating func clockAhead() -> [Scenario.Step] {
        let ahead = Duration.seconds(number(1...80) * 1800)
        var steps: [Scenario.Step] = [one(in: 3) ? .passToEvent(.zero - ahead) : .pass(span()), .stepClock(ahead)]
        for _ in 0..<number(1...3) { steps.append(.passToEvent(offset())) }
        switch number(0...5) {
        case 0: steps += [.stop, .setClockRight, .start]
        case 1: steps += [.kill, .setClockRight, .start]
        case 2: steps += [.off(span(), clockIsLost: false), .setClockRight, .start]
        case 3: steps += [.off(span(), clockIsLost: false), .start, .pass(span()), .setClockRight]
        default: steps.append(.setClockRight)
        }
        for _ in 0..<number(1...4) {
            steps.append(one(in: 3) ? .sleepOverEvent(offset(), first: []) : .passToEvent(offset()))
        }
        return steps
    }

    /// A flight without a network: only the time zone indicates the journey, until GeoClue reports a fix again.
    private mutating func flightWithoutNetwork() -> [Scenario.Step] {
        var steps: [Scenario.Step] = [
            .fix(fix()), .pass(span()), .changeZone(zone(), flight()), .passToEvent(offset()),
        ]
        if one(in: 3) { steps += [pick([.kill, .stop]), .start, .passToEvent(offset())] }
        if one(in: 3) { steps.append(.changeZone(zone(), one(in: 3) ? nil : flight())) }
        return one(in: 2) ? steps + [.fix(fix()), .passToEvent(offset())] : steps
    }

    /// A less accurate fix than the one in use, until that one is stale.
    private mutating func coarserFix() -> [Scenario.Step] {
        let (held, wide) = (Scenario.TableFix(home, within: 1000), Scenario.TableFix(fix().place, within: 300_000))
        return [
            .fix(held), .pass(span()), .fix(wide), .pass(.seconds(number(0...8 * 3600))), .passToEvent(offset()),
            .passToEvent(offset()),
        ]
    }

    mutating func settings() -> Scenario.Edit {
        switch number(0...10) {
        case 9: emphasis()
        case 10: quiet()
        case 0: .switches(sunrise: one(in: 2), sunset: one(in: 2))
        case 6: .rareSwitches(seasons: one(in: 2), polar: one(in: 2), clocks: one(in: 2))
        case 7: .alert(alert())
        case 8: .withoutAlert(pick(["lamps", "tea", "gate"]))
        case 1: .grace(seconds: grace())
        case 2: .late(pick([.journal, .notify]))
        case 3: .followZone
        case 4: .place(nil)
        default: follows ? pick([.auto(nil), .geoclue(nil), .auto(home)]) : .place(home)
        }
    }

    private mutating func emphasis() -> Scenario.Edit {
        .emphasis(
            pick([.silent, .standard, .named("bell")]), sunset: pick([nil, .silent, .file("/gong.oga")]),
            pick(Popup.Urgency.allCases))
    }

    /// The hours around a sunrise and a sunset are as likely as any others; most machines are awake then.
    private mutating func quiet() -> Scenario.Edit {
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
        var ranges: [String] = []
        for _ in 0..<number(0...2) {
            let (start, length) = (number(0...1439), number(1...1439))
            let end = (start + length) % 1440
            ranges.append("\(two(start / 60)):\(two(start % 60))-\(two(end / 60)):\(two(end % 60))")
        }
        return .quiet(ranges.joined(separator: ","), pick(NotificationSettings.WhenQuiet.allCases))
    }

    /// Kills at an output around an event, once or several times in a row.
    private mutating func crash() -> [Scenario.Step] {
        if one(in: 4) { return crashOnTheWay() }
        var steps: [Scenario.Step] = [.passToEvent(.seconds(-1)), .killAfter(actions: Int(number(0...18)))]
        steps.append(one(in: 3) ? .sleep(.seconds(1) + span(), first: []) : .pass(.seconds(2)))
        for _ in 0..<number(0...3) {
            steps += [.killAfter(actions: Int(number(0...18))), .start, .pass(.milliseconds(number(0...2000)))]
        }
        return steps + [.kill, .off(one(in: 2) ? .seconds(1) : span(), clockIsLost: false), .start]
    }

    /// Kills during a change of the settings or of the time zone.
    private mutating func crashOnTheWay() -> [Scenario.Step] {
        let change: Scenario.Step =
            switch number(0...3) {
            case 0: .reload(settings())
            case 1: .edit(.place(travel()))
            case 2: .reload(.place(travel()))
            default: .changeZone(zone(), travel())
            }
        return [
            .passToEvent(offset()), .killAfter(actions: Int(number(0...10))), change, .kill,
            .off(one(in: 2) ? .seconds(1) : span(), clockIsLost: false), .start,
        ]
    }

    /// Kills during the report of a journey, around an event at the previous place.
    private mutating func crashOnAJourney() -> [Scenario.Step] {
        let there = Scenario.TableFix(flight(), within: 1000)
        return [
            .passToEvent(.seconds(number(0...600))), .killAfter(actions: Int(number(0...9))), .fix(there), .kill,
            .off(one(in: 2) ? .seconds(1) : span(), clockIsLost: false), .start, .pass(.seconds(number(0...2))),
            .fix(there),
        ]
    }

    /// The state of the last fix affects the verdict on the next one, also after a restart.
    private mutating func restartBetweenFixes() -> [Scenario.Step] {
        let radius = pick([5000, 25_000]) * share(0.5...2)
        let (before, after) = (Scenario.TableFix(home, within: radius), fix())
        return [
            .fix(before), .kill, .off(span(), clockIsLost: false), .start,
            .fix(Scenario.TableFix(after.place, within: radius * share(0.3...3))),
        ]
    }

    /// Reports of GeoClue, and changes of `Source=`.
    private mutating func locationSteps() -> [Scenario.Step] {
        switch number(0...18) {
        case 0...1: return [.fix(fix())]
        case 15...16: return flightWithoutNetwork()
        case 17...18: return coarserFix()
        case 14: return restartBetweenFixes()
        case 12...13: return crashOnAJourney()
        case 2: return [.passToEvent(offset()), .fix(fix())]
        case 3: return [.fix(fix()), .pass(span()), .fix(fix()), .passToEvent(offset())]
        case 4:
            return [
                .passToEvent(offset()), .killAfter(actions: Int(number(0...8))), .fix(fix()), .kill,
                .off(one(in: 2) ? .seconds(1) : span(), clockIsLost: false), .start,
            ]
        case 5:
            let back: Scenario.Step = one(in: 2) ? .authorize(.allowedAlways) : .fix(fix())
            return [.authorize(refusal()), .passToEvent(offset()), back]
        case 6: return [.missFix, .passToEvent(offset()), .fix(fix())]
        case 7:
            return [.diskIsFull(true), .fix(fix()), .pass(span()), .diskIsFull(false), .passToEvent(.seconds(60))]
                + (one(in: 2) ? [.kill, .start] : [])
        case 8:
            let text = pick([nil, "rubbish\n", "suntracker-fix 9\n", "suntracker-fix 1\ncoordinate nan 2\nend\n"])
            return [.kill, .damageFix(text), .pass(span()), .start, .passToEvent(offset()), .fix(fix())]
        case 9:
            // The settings have a place for a while.
            let settings = Scenario.Edit.auto(one(in: 2) ? home : travel())
            return [
                one(in: 2) ? .reload(settings) : .edit(settings), .passToEvent(offset()), .edit(.auto(nil)),
                .passToEvent(offset()), .fix(fix()),
            ]
        case 10: return [.reload(watch()), .fix(fix()), .pass(span()), .fix(fix())]
        default: return [.authorize(refusal()), .pass(span()), .reload(watch()), .fix(fix())]
        }
    }

    private mutating func watch() -> Scenario.Edit {
        .watch(pick([.follow, .hold, .hold, .once]), pick([.city, .exact]))
    }

    /// The run ends while hooks are being called, or the settings of the hooks change.
    private mutating func hookSteps() -> [Scenario.Step] {
        switch number(0...5) {
        case 0: return [.hookStarter(pick(SimulatedMachine.HookStarter.allCases))]
        case 1: return [pick([.edit(.hooks(hooks())), .reload(.alert(alert()))]), .passToEvent(offset())]
        case 2: return [.kill, .edit(.hooks(hooks())), .pass(span()), .start]
        default:
            var steps: [Scenario.Step] = [.hookStarter(pick([.slow, .slow, .missing]))]
            if one(in: 3) { steps.append(.server(pick(SimulatedMachine.Server.allCases))) }
            if one(in: 6) { steps.append(.diskIsFull(true)) }
            steps.append(.passToEvent(.milliseconds(number(0...6000))))
            if one(in: 4) { steps.append(.diskIsFull(false)) }
            steps.append(pick([.kill, .kill, .stop, .pass(span())]))
            return steps + [.pass(one(in: 2) ? .seconds(1) : span()), .start, .diskIsFull(false)]
        }
    }

    /// The clocks change in the minute of an event, around it, or on one of the next days.
    private mutating func clockSteps() -> [Scenario.Step] {
        let distance = pick([.zero, .seconds(number(-60...60)), offset(), .seconds(number(0...3 * 86_400))])
        let steps: [Scenario.Step] = [
            .changeLaw(distance, by: shift()), .passToEvent(offset()), .passToEvent(offset()),
        ]
        return steps + [.passToEvent(offset()), .passToEvent(.seconds(number(0...60)))]
    }

    private mutating func serverTrouble() -> [Scenario.Step] {
        if one(in: 5) { return crashAtTheEndOfPatience() }
        var steps: [Scenario.Step] = [
            .server(pick(SimulatedMachine.Server.allCases)), .passToEvent(.seconds(number(0...60))),
        ]
        if one(in: 3) { steps.append(.pass(span())) }
        if one(in: 4) { steps.append(pick([.kill, .stop])) }
        if one(in: 4) { steps.append(.stepClock(clockStep())) }
        steps.append(.start)
        switch number(0...3) {
        case 0: steps.append(.restartServer)
        case 1: steps.append(.resumeServer)
        case 2: steps += [.server(.running), .pass(span()), .resumeServer]
        default: steps += [.pass(span()), .resumeServer]
        }
        return steps
    }

    /// Kills when a popup is dropped.
    private mutating func crashAtTheEndOfPatience() -> [Scenario.Step] {
        let grace = pick([60, 300, 600, 3600] as [Int64])
        return [
            .reload(.grace(seconds: grace)), .server(pick([.absent, .hanging, .refusing])), .passToEvent(.seconds(1)),
            .pass(.seconds(grace - 2)), .killAfter(actions: Int(number(0...3))), .pass(.seconds(3)), .kill,
            .off(.seconds(1), clockIsLost: false), .start, .restartServer,
        ]
    }
}
