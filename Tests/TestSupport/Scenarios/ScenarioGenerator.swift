// SPDX-License-Identifier: MIT
import Solar
import Tracker

extension Scenario {
    /// Generates a scenario from a seed.
    ///
    /// One scenario in fifteen is long: years in which the machine is suspended or off, or is at a pole, where events
    /// are rare, with an occasional fault. The others are short and dense, with faults of all kinds, most of them close
    /// to an event.
    package init(seed: UInt64) {
        let isQuiet = seed % 15 == 0
        var dice = ScenarioDice(seed: seed, isQuiet: isQuiet)
        let edits = dice.edits(isQuiet: isQuiet)
        var groups = [dice.beginning()]
        for _ in 0..<dice.number(isQuiet ? 40...60 : 10...40) {
            groups.append(isQuiet ? dice.quietSteps() : dice.denseSteps())
        }
        var steps = groups.flatMap { $0 }
        // Pending popups and writes have time to complete.
        steps += [.disk(.prompt), .killAfter(actions: 10_000), .start, .pass(.seconds(3 * 86_400))]
        self.init(start: dice.start, edits: edits, steps: steps)
    }
}

/// Generates the steps of a scenario.
extension ScenarioDice {
    fileprivate mutating func edits(isQuiet: Bool) -> [Scenario.Edit] {
        var edits: [Scenario.Edit] = [.place(home)]
        // A quiet scenario shows no popups; it would take minutes with them.
        if isQuiet {
            edits.append(.switches(sunrise: false, sunset: false))
            edits.append(.rareSwitches(seasons: false, polar: false, clocks: false))
        }
        while !isQuiet, one(in: 2) { edits.append(alert()) }
        if one(in: 4) { edits.append(quiet()) }
        if one(in: 4) { edits.append(phases()) }
        if one(in: 2) { edits.append(.grace(seconds: grace())) }
        return edits
    }

    fileprivate mutating func beginning() -> [Scenario.Step] {
        var steps: [Scenario.Step] = []
        if one(in: 2) { steps.append(.changeZone(zone(), one(in: 3) ? nil : home)) }
        guard one(in: 5) else { return steps + [.start] }
        // The machine has no hardware clock.
        let isSetRight: [Scenario.Step] = one(in: 2) ? [.setClockRight] : [.boot(after: span(), behind: .zero), .start]
        return steps + [.setClock(.unixEpoch + .seconds(10)), .start, .pass(span())] + isSetRight
    }

    // MARK: Steps

    fileprivate mutating func quietSteps() -> [Scenario.Step] {
        let time = Duration.seconds(number(200...800) * 86_400)
        if abs(home.latitude.degrees) >= 89 {
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
        if one(in: 10) { return orderlyRestarts() }
        if one(in: 12) { return clockAhead() }
        if one(in: 12) { return clockSteps() }
        if one(in: 12) { return wrongBoots() }
        if one(in: 10) { return slowDisk() }
        if one(in: 10) { return dayAndNight() }
        if one(in: 15) { return slowStart() }
        switch number(0...23) {
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
        case 16: return [.reload(.place(travel()))]
        case 17: return [.changeZone(zone(), one(in: 4) ? nil : travel())]
        case 18: return [one(in: 2) ? .reload(settings()) : .edit(settings())]
        case 19...21: return serverFaults()
        case 22: return [.diskIsFull(true), .pass(span()), .passToEvent(offset()), .diskIsFull(false)]
        default: return diskFaults()
        }
    }

    /// A phase that is set manually, with a clock that is wrong for a while, a crash or a boot before it ends.
    private mutating func dayAndNight() -> [Scenario.Step] {
        var steps: [Scenario.Step] = one(in: 2) ? [.edit(phases())] : []
        if one(in: 3) { steps.append(.hooks(hooks())) }
        for _ in 0..<number(1...4) {
            steps.append(one(in: 5) ? .followSettings : setPhase())
            switch number(0...6) {
            case 0: steps += [.stepClock(clockStep()), .pass(span()), .setClockRight]
            case 1: steps.append(.stepClock(.seconds(number(-4000...4000))))
            case 2: steps += [.killAfter(actions: Int(number(0...8))), setPhase(), .kill, .start]
            case 3: steps += [.stop, .pass(span()), .start]
            case 4: steps += [.boot(after: span(), behind: .zero), .start]
            case 5: steps += [.changeZone(zone(), home)]
            default: steps.append(one(in: 2) ? .sleep(span(), first: []) : .passToEvent(offset()))
            }
            steps.append(.pass(span()))
        }
        return steps
    }

    /// A start while the disk does not respond, around an event, with a crash or another setting before the hooks are
    /// known.
    private mutating func slowStart() -> [Scenario.Step] {
        var steps: [Scenario.Step] = [.hooks(hooks()), .hookDelay(one(in: 2) ? .zero : .seconds(number(1...20)))]
        for _ in 0..<number(1...3) {
            steps += [.passToEvent(offset()), one(in: 2) ? .kill : .stop]
            if one(in: 3) { steps.append(.pass(span())) }
            if one(in: 4) { steps.append(.killAfter(actions: Int(number(0...12)))) }
            steps += [.startSlowly(one(in: 2) ? .seconds(number(1...20)) : span()), .start, .pass(span())]
        }
        return steps + [.hookDelay(.zero)] + (one(in: 2) ? [.hooks(HookCatalog())] : [])
    }

    /// A clean stop and a start, at any moment around an event, with popups pending.
    private mutating func orderlyRestarts() -> [Scenario.Step] {
        var steps: [Scenario.Step] = [.server(pick(SimulatedMachine.Server.allCases))]
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

    /// Several boots of a machine without a hardware clock, with a hardware clock in local time, or with a different
    /// clock each time; with or without a network that sets the clock right. One boot has the right clock.
    private mutating func wrongBoots() -> [Scenario.Step] {
        let sinceTheEpoch = Duration.seconds(100 * 366 * 86_400)
        let ofMachine = pick([sinceTheEpoch, .seconds(number(-12...12) * 3600), nil])
        var steps: [Scenario.Step] = [.passToEvent(offset())]
        for _ in 0..<number(1...4) {
            let anyOne = Duration.seconds(
                pick([number(60...1800), number(1...12) * 3600, number(-12...0) * 3600, Int64(100 * 366 * 86_400)]))
            steps += [
                .boot(after: span(), behind: ofMachine ?? anyOne), .start,
                one(in: 3) ? .passToEvent(offset()) : .pass(span()),
            ]
            if one(in: 4) { steps += crash() }
            if one(in: 2) { steps += [.setClockRight, .pass(span())] }
        }
        return steps + [.boot(after: one(in: 2) ? .seconds(number(30...600)) : span(), behind: .zero), .start]
    }

    mutating func settings() -> Scenario.Edit {
        switch number(0...9) {
        case 8: quiet()
        case 9: phases()
        case 0: .switches(sunrise: one(in: 2), sunset: one(in: 2))
        case 6: .rareSwitches(seasons: one(in: 2), polar: one(in: 2), clocks: one(in: 2))
        case 7: alert()
        case 2: .withoutAlert(pick(["lamps", "tea", "gate"]))
        case 1: .grace(seconds: grace())
        case 3: .followZone
        case 4: .place(nil)
        default: pick([.auto(home), .auto(nil), .place(home)])
        }
    }

    /// Kills the service at an output around an event, once or several times in a row.
    private mutating func crash() -> [Scenario.Step] {
        if one(in: 4) { return crashOnTheWay() }
        var steps: [Scenario.Step] = [.passToEvent(.seconds(-1)), .killAfter(actions: Int(number(0...18)))]
        steps.append(one(in: 3) ? .sleep(.seconds(1) + span(), first: []) : .pass(.seconds(2)))
        for _ in 0..<number(0...3) {
            steps += [.killAfter(actions: Int(number(0...18))), .start, .pass(.milliseconds(number(0...2000)))]
        }
        return steps + [.kill, .off(one(in: 2) ? .seconds(1) : span(), clockIsLost: false), .start]
    }

    /// Kills the service during a change of the settings or of the time zone.
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

    /// The clocks change in the minute of an event, around it, or on one of the next days.
    private mutating func clockSteps() -> [Scenario.Step] {
        let distance = pick([.zero, .seconds(number(-60...60)), offset(), .seconds(number(0...3 * 86_400))])
        let steps: [Scenario.Step] = [
            .changeLaw(distance, by: shift()), .passToEvent(offset()), .passToEvent(offset()),
        ]
        return steps + [.passToEvent(offset()), .passToEvent(.seconds(number(0...60)))]
    }

    private mutating func serverFaults() -> [Scenario.Step] {
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

    /// Kills the service when a popup is dropped.
    private mutating func crashAtTheEndOfPatience() -> [Scenario.Step] {
        let grace = pick([60, 300, 600, 3600] as [Int64])
        return [
            .reload(.grace(seconds: grace)), .server(pick([.absent, .hanging, .refusing])), .passToEvent(.seconds(1)),
            .pass(.seconds(grace - 2)), .killAfter(actions: Int(number(0...3))), .pass(.seconds(3)), .kill,
            .off(.seconds(1), clockIsLost: false), .start, .restartServer,
        ]
    }
}
