import Solar
import Tracker

extension Scenario {
    /// An edge of a phase, with the values of a settings file.
    public struct TableEdge: Hashable, Sendable, CustomStringConvertible {
        /// `sun`, `civil`, `nautical`, `astronomical`, or degrees.
        public let limit: String
        /// How many minutes later the phase begins.
        public let minutes: Int64

        /// Creates an edge a number of minutes after the Sun passes the altitude.
        public init(_ limit: String = "sun", _ minutes: Int64 = 0) { (self.limit, self.minutes) = (limit, minutes) }

        /// The Swift expression.
        public var description: String { "TableEdge(\"\(limit)\", \(minutes))" }

        var edge: PhaseBoundary.Edge {
            let limits: [String: PhaseLimit] = [
                "sun": .sun, "civil": .civil, "nautical": .nautical, "astronomical": .astronomical,
            ]
            let altitude = Double(limit).flatMap { Altitude(degrees: $0) }.map(PhaseLimit.altitude)
            guard let limit = limits[limit] ?? altitude else { preconditionFailure("no such edge: \(self)") }
            return PhaseBoundary.Edge(limit, offset: .seconds(minutes * 60))
        }
    }
}

/// Steps around the boundaries of phases, which are added to those of a scenario. They have random values of their own, so that
/// the other steps of a seed stay what they are.
struct PhaseSteps {
    private var dice: ScenarioDice

    /// Half of the scenarios have hooks of phases.
    let isWanted: Bool

    init(seed: UInt64) {
        dice = ScenarioDice(seed: ~seed, isQuiet: false)
        isWanted = dice.one(in: 2)
    }

    /// The initial settings.
    mutating func edits(isQuiet: Bool) -> [Scenario.Edit] {
        var edits = [hooks()]
        if !isQuiet, dice.one(in: 2) { edits.append(boundary()) }
        return edits
    }

    /// The groups of steps of the scenario, with others between them.
    mutating func woven(into groups: [[Scenario.Step]], isQuiet: Bool) -> [[Scenario.Step]] {
        var woven: [[Scenario.Step]] = dice.one(in: 10) ? [[.knowLogin(false)]] : []
        for group in groups {
            woven.append(group)
            if dice.one(in: isQuiet ? 4 : 2) { woven.append(isQuiet ? quietSteps() : denseSteps()) }
        }
        return woven
    }

    private mutating func hooks() -> Scenario.Edit {
        let both = !dice.one(in: 3)
        let day = both || dice.one(in: 2)
        return .phaseHooks(day: day, night: both || !day)
    }

    private mutating func boundary() -> Scenario.Edit {
        if dice.one(in: 2) {
            let limit = limit()
            return .phases(day: Scenario.TableEdge(limit), night: Scenario.TableEdge(limit))
        }
        return .phases(
            day: Scenario.TableEdge(limit(), offset()),
            night: Scenario.TableEdge(limit(), offset()))
    }

    private mutating func offset() -> Int64 {
        dice.one(in: 10) ? dice.pick([-240, 600]) : dice.pick([0, 0, 30, -30, 90])
    }

    private mutating func limit() -> String {
        // The Sun is rarely so high or so low that nothing changes for a year, which is long to search.
        if dice.one(in: 20) { return dice.pick(["23.2", "-23"]) }
        return dice.pick(["sun", "sun", "civil", "nautical", "astronomical", "6", "-4"])
    }

    private mutating func quietSteps() -> [Scenario.Step] {
        switch dice.number(0...3) {
        case 0: [.passToPhase(dice.offset())]
        case 1: [.sleepOverPhase(dice.offset(), first: [])]
        case 2: [.logInAgain, .start]
        default: [.passToPhase(.seconds(-1)), .kill, .pass(.seconds(2)), .start]
        }
    }

    private mutating func denseSteps() -> [Scenario.Step] {
        switch dice.number(0...13) {
        case 0...1: return [.passToPhase(dice.offset())]
        case 2: return [.sleepOverPhase(dice.offset(), first: dice.one(in: 3) ? [.timer] : [])]
        case 3: return crash()
        case 4: return [.logInAgain] + (dice.one(in: 2) ? [.pass(dice.span())] : []) + [.start]
        case 5: return [.passToPhase(dice.offset()), .stop, .passToPhase(dice.offset()), .start]
        case 6: return [.edit(boundary()), .passToPhase(dice.offset())]
        case 7: return [.passToPhase(dice.offset()), .reload(boundary()), .passToPhase(.seconds(1))]
        case 8: return [.edit(dice.one(in: 3) ? .phaseHooks(day: false, night: false) : hooks()), .pass(dice.span())]
        case 9: return [.kill, .edit(hooks()), .start]
        case 10: return [.passToPhase(.seconds(dice.number(-60...60))), .stepClock(.seconds(dice.number(-120...120)))]
        case 11:
            return [.passToPhase(.seconds(-10)), .disk(slowness()), .pass(.seconds(dice.number(10...100)))]
                + endOfSlowness()
        case 12: return [.hookStarter(dice.pick(SimulatedMachine.HookStarter.allCases)), .passToPhase(dice.offset())]
        default: return [.diskIsFull(true), .passToPhase(dice.offset()), .diskIsFull(false)]
        }
    }

    /// Kills at any output around a boundary, once or several times in a row.
    private mutating func crash() -> [Scenario.Step] {
        var steps: [Scenario.Step] = [
            .passToPhase(.seconds(-1)), .killAfter(actions: Int(dice.number(0...18))),
            dice.one(in: 3) ? .sleep(.seconds(1) + dice.span(), first: []) : .pass(.seconds(2)),
        ]
        for _ in 0..<dice.number(0...3) {
            steps += [
                .killAfter(actions: Int(dice.number(0...18))), .start, .pass(.milliseconds(dice.number(0...2000))),
            ]
        }
        return steps + [.killAfter(actions: 10_000), dice.one(in: 3) ? .logInAgain : .kill, .start]
    }

    private mutating func slowness() -> SimulatedMachine.DiskSpeed {
        dice.pick([.slow(.milliseconds(300)), .slow(.seconds(5)), .hanging])
    }

    private mutating func endOfSlowness() -> [Scenario.Step] {
        (dice.one(in: 3) ? [.kill] : []) + [.disk(.prompt), .start, .pass(dice.span())]
    }
}
