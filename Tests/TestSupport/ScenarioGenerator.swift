import Solar
import Tracker

extension Scenario {
    /// The life that a seed gives a machine.
    ///
    /// One in five is long: years that the machine sleeps or is off, or at a pole, where little happens, with a fault now
    /// and then. The others are short and dense: faults of all kinds, most of them close to an event.
    public init(seed: UInt64) {
        var dice = Dice(random: SeededRandom(seed))
        let isQuiet = seed % 5 == 0
        let edits = dice.edits(isQuiet: isQuiet)
        let start = Instant.unixEpoch + .seconds(dice.number(1_700_000_000...1_900_000_000))
        var steps: [Step] = [.start]
        for _ in 0..<dice.number(isQuiet ? 40...60 : 10...40) {
            steps += isQuiet ? dice.quietSteps() : dice.denseSteps()
        }
        // What is still open has time to be closed.
        steps += [.killAfter(actions: 10_000), .start, .pass(.seconds(3 * 86_400))]
        self.init(start: start, edits: edits, steps: steps)
    }
}

/// What can be drawn.
private struct Dice {
    var random: SeededRandom
    private var home = Scenario.TablePlace(0, 0)

    init(random: SeededRandom) { self.random = random }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    mutating func edits(isQuiet: Bool) -> [Scenario.Edit] {
        home = place(isQuiet: isQuiet)
        var edits: [Scenario.Edit] = [.place(home)]
        // A quiet life has no popups, or it would take minutes.
        if isQuiet {
            edits.append(.switches(sunrise: false, sunset: false))
            edits.append(.rareSwitches(seasons: false, polar: false, clocks: false))
        }
        while !isQuiet, one(in: 2) { edits.append(.alert(alert())) }
        if one(in: 2) { edits.append(.grace(seconds: grace())) }
        if one(in: 3) { edits.append(.late(.notify)) }
        return edits
    }

    // MARK: Places

    private mutating func place(isQuiet: Bool) -> Scenario.TablePlace {
        let longitude = Double.random(in: -180...180, using: &random)
        if isQuiet, one(in: 2) {
            return Scenario.TablePlace(pick([-1, 1]) * Double.random(in: 89...90, using: &random), longitude)
        }
        let latitude =
            switch number(0...9) {
            case 0: pick([-90.0, 90, -89.999, 89.99])
            case 1: pick([-1, 1]) * Double.random(in: 65...68, using: &random)
            case 2: pick([-1, 1]) * Double.random(in: 68...90, using: &random)
            default: Double.random(in: -60...60, using: &random)
            }
        return Scenario.TablePlace(latitude, one(in: 10) ? pick([-180, 180]) : longitude)
    }

    private mutating func travel() -> Scenario.TablePlace {
        func wrapped(_ longitude: Double) -> Double {
            longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        }
        let from = home
        switch number(0...3) {
        case 0: home = place(isQuiet: false)
        case 1:
            // A flight.
            home = Scenario.TablePlace(
                min(max(from.latitude + Double.random(in: -30...30, using: &random), -90), 90),
                wrapped(from.longitude + Double.random(in: -90...90, using: &random)))
        default:
            // A fix that jitters, or gets better.
            home = Scenario.TablePlace(
                min(max(from.latitude + Double.random(in: -0.5...0.5, using: &random), -90), 90),
                wrapped(from.longitude + Double.random(in: -3...3, using: &random)))
        }
        return home
    }

    // MARK: Alerts

    /// One of three alerts, so that the next edit of it is another of the same name.
    private mutating func alert() -> Scenario.TableAlert {
        let event = pick([
            "sunrise", "sunset", "sunset", "civil-dusk", "golden-hour-start", "golden-hour-end", "solar-noon",
            "solar-midnight", "altitude:10:setting", "altitude:-4.5:rising", "june-solstice", "polar-night-start",
            "polar-day-start", "dst-change",
        ])
        return Scenario.TableAlert(
            pick(["lamps", "tea", "gate"]), event, pick([0, 0, -30, 30, -1, 44, 46, -600, 1380, -1380]),
            pick(["", "", "Mon..Fri", "Sat,Sun", "Wed"]))
    }

    // MARK: Spans

    private mutating func grace() -> Int64 { pick([60, 300, 600, 3600, 6 * 3600, 86_400]) }

    /// From a second to two days, short ones as often as long ones.
    private mutating func span() -> Duration {
        let scale = pick([1, 10, 60, 600, 3600, 6 * 3600, 86_400] as [Int64])
        return .microseconds(number(1...2_000_000) * scale)
    }

    /// Around an event, exactly at it, or around the end of the grace.
    private mutating func offset() -> Duration {
        switch number(0...4) {
        case 0: .zero
        case 1: .microseconds(number(-3...3))
        case 2: .seconds(number(-30...30))
        case 3: .seconds(number(0...1200))
        default: .seconds(grace()) + .seconds(number(-2...2))
        }
    }

    private mutating func clockStep() -> Duration {
        let size = pick([1, 60, 3600, 86_400, 30 * 86_400, 400 * 86_400] as [Int64])
        return .microseconds(number(-1_500_000...1_500_000) * size)
    }

    private mutating func news() -> [Scenario.News] {
        guard one(in: 3) else { return [] }
        switch number(0...2) {
        case 0: return [.timer]
        case 1: return [.reload(travel())]
        default: return [.timer, .zone(utcOffset: Int(number(-12...14)) * 3600, travel())]
        }
    }

    // MARK: Steps

    mutating func quietSteps() -> [Scenario.Step] {
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

    mutating func denseSteps() -> [Scenario.Step] {
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
        case 16: return [.reload(.place(travel()))]
        case 17: return [.changeZone(utcOffset: Int(number(-24...28)) * 1800, travel())]
        case 18: return [.reload(settings())]
        case 19...21: return serverTrouble()
        case 22: return [.diskIsFull(true), .pass(span()), .passToEvent(offset()), .diskIsFull(false)]
        case 23: return diskTrouble()
        default: return [.refuseReload, .pass(span())]
        }
    }

    private mutating func settings() -> Scenario.Edit {
        switch number(0...8) {
        case 0: .switches(sunrise: one(in: 2), sunset: one(in: 2))
        case 6: .rareSwitches(seasons: one(in: 2), polar: one(in: 2), clocks: one(in: 2))
        case 7: .alert(alert())
        case 8: .withoutAlert(pick(["lamps", "tea", "gate"]))
        case 1: .grace(seconds: grace())
        case 2: .late(pick([.journal, .notify]))
        case 3: .followZone
        case 4: .place(nil)
        default: .place(home)
        }
    }

    /// Killed at an action around an event, once or several times in a row.
    private mutating func crash() -> [Scenario.Step] {
        var steps: [Scenario.Step] = [.passToEvent(.seconds(-1)), .killAfter(actions: Int(number(0...14)))]
        steps.append(one(in: 3) ? .sleep(.seconds(1) + span(), first: []) : .pass(.seconds(2)))
        for _ in 0..<number(0...3) {
            steps += [.killAfter(actions: Int(number(0...14))), .start, .pass(.milliseconds(number(0...2000)))]
        }
        return steps + [.kill, .off(one(in: 2) ? .seconds(1) : span(), clockIsLost: false), .start]
    }

    private mutating func serverTrouble() -> [Scenario.Step] {
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

    private mutating func diskTrouble() -> [Scenario.Step] {
        let text = pick([nil, "", "rubbish\n", "suntracker-ledger 9\n", "suntracker-ledger 1\nsettled-through"])
        switch number(0...2) {
        case 0: return [.stop, .damageLedger(text), .pass(span()), .start]
        case 1: return [.kill, .damageLedger(text), .start]
        default:
            return [
                .diskIsFull(true), .passToEvent(offset()), .kill, .pass(span()), .start, .pass(span()),
                .diskIsFull(false),
            ]
        }
    }
}
