// SPDX-License-Identifier: MIT
import Solar
import TestSupport

@testable import Tracker

/// A possible next step.
enum Step: Hashable, Sendable {
    // Steps that only need time.
    case timer, stepReport, hooksStarted, serverShows, serverTimesOut, storeAnswers, storeStalls
    /// The service is started this long after it ended, perhaps after a reboot.
    case start(after: Int64, reboot: Bool)
    // Ends of faults.
    case serverComes, storeWorks, clockRight
    // Faults. A kill can also come before each output of another step.
    /// The machine boots with a clock this many seconds ahead of the true time.
    case boot(ahead: Int64)
    case kill, stop, sleep(Int64), setClock(Int64), zone, move, reload, serverDies(hasShown: Bool)
    case server(World.Server), store(World.Store)
    // A manual request, which counts as a fault: a phase, for this many seconds or until its end.
    case setPhase(Phase?, for: Int64?)
}

extension World {
    /// The possible next steps: steps that only need time, and faults, if more faults are allowed.
    func steps(faultsLeft: Int) -> [Step] {
        var steps: [Step] = []
        if let run {
            if run.isStepUnreported { steps.append(.stepReport) }
            if let timer = run.timer, isIdle, timer <= start.ends || timer <= clock { steps.append(.timer) }
            if !run.calls.isEmpty { steps.append(.hooksStarted) }
            if server == .late, !run.questions.isEmpty {
                steps += [.serverShows] + (run.questions.contains(where: \.isHeard) && isIdle ? [.serverTimesOut] : [])
            }
            if store == .hanging, run.isWaiting { steps += [.storeAnswers, .storeStalls] }
            if store == .stalled { steps.append(.storeAnswers) }
        } else {
            steps += [0, 240, 1500].map { .start(after: $0, reboot: false) } + [.start(after: 60, reboot: true)]
        }
        if server == .absent || server == .refusing { steps.append(.serverComes) }
        if store == .failing { steps.append(.storeWorks) }
        if ahead != .zero { steps.append(.clockRight) }
        return steps + (faultsLeft > 0 ? start.setup.faults.filter(canHappen) : [])
    }

    private func canHappen(_ fault: Step) -> Bool {
        switch fault {
        case .zone: !hasMovedZone && run != nil
        case .reload, .setPhase: run != nil
        case .move: run != nil && fix == start.fix
        case .kill, .stop: run != nil
        case .setClock: ahead == .zero
        case .server: server == .prompt
        case .serverDies: server == .late && run?.questions.isEmpty == false
        case .store: store == .prompt
        default: true
        }
    }

    /// The worlds after a step: the world in which the step is completed, and the worlds in which the service is killed
    /// during it.
    func after(_ step: Step, faultsLeft: Int) -> [World] {
        var ends: [World] = []
        var world = self
        if case .boot(let ahead) = step {
            world.faults += 1
            return world.killed().map { $0.booted(ahead: .seconds(ahead)) }
        }
        let isFault = start.setup.faults.contains(step)
        if isFault { world.faults += 1 }
        let canCrash = faultsLeft > (isFault ? 1 : 0)
        world.take(step) { world in
            guard canCrash else { return }
            var world = world
            world.faults += 1
            ends += world.killed()
        }
        return (step == .kill ? world.killed() : [world]) + ends
    }

    private mutating func take(_ step: Step, _ branch: (World) -> Void) {
        switch step {
        case .timer:
            clock = max(clock, run?.timer ?? clock)
            run?.timer = nil
            receive(.timer, branch)
        case .stepReport:
            run?.isStepUnreported = false
            receive(.stepped, branch)
        case .hooksStarted:
            let calls = run?.calls ?? []
            run?.calls = []
            run?.waiting += calls.map { .called($0) }
            if run?.isWaiting == false { carryOut(branch) }
        case .serverShows: serverShows(branch)
        case .serverTimesOut: serverTimesOut(branch)
        case .storeAnswers: storeAnswers(branch)
        case .storeStalls: storeStalls(branch)
        case .start(let after, let isReboot):
            clock = clock + .seconds(after)
            record(.jumped)
            if isReboot { (boots, booted) = (boots + 1, clock - .seconds(10)) }
            startService(branch)
        case .serverComes:
            server = .prompt
            receive(.serverAppeared, branch)
        case .storeWorks:
            store = .prompt
            record(.diskWorks(true))
        case .clockRight: set(by: .zero - ahead)
        case .kill, .boot: break
        case .stop: receive(.stop, branch)
        case .sleep(let time):
            clock = clock + .seconds(time)
            record(.jumped)
            run?.isStepUnreported = true
        case .setClock(let time): set(by: .seconds(time))
        case .zone:
            hasMovedZone = true
            receive(.zone, branch)
        case .move: receive(.fix, branch)
        case .reload:
            hasOtherSettings.toggle()
            receive(.reload, branch)
        case .setPhase(let phase, let time):
            receive(.setPhase(phase, until: time.map { clock + .seconds($0) }), branch)
        case .serverDies(let hasShown): serverDies(hasShown: hasShown, branch)
        case .server(let next):
            server = next
            guard next == .absent else { return }
            receive(.serverLeft, branch)
        case .store(let next):
            store = next
            if next == .failing { record(.diskWorks(false)) }
        }
    }

    private func booted(ahead: Duration) -> World {
        var world = self
        world.clock = clock - self.ahead + .seconds(60) + ahead
        (world.ahead, world.boots, world.booted) = (ahead, boots + 1, world.clock - .seconds(10))
        world.record(.jumped)
        world.startService { _ in }
        return world
    }

    private mutating func set(by time: Duration) {
        (clock, booted, ahead) = (clock + time, booted + time, ahead + time)
        record(.jumped)
        phases.clockSet()
        run?.isStepUnreported = true
    }

    /// Ends the faults, continues to the end, and starts the service once more. Stops at a world that is known to end
    /// well.
    func settled(known: inout Set<Int>) -> World {
        var world = self
        world.faults = 0
        var passed: [Int] = []
        func isKnown(_ world: World) -> Bool {
            let hash = world.hashValue
            passed.append(hash)
            return known.contains(hash)
        }
        for _ in 0..<200 where world.complaint == nil {
            if isKnown(world) { return self }
            if let next = world.next {
                world.take(next) { _ in }
            } else {
                world.record(.awake)
                world.judge.settle()
                world.phases.settle(world)
                if start.ledger == nil, !world.hasFirstNotice, !world.mayLackFirstNotice, !world.awaitsFirstNotice {
                    world.complain("the notice of the first start is missing")
                }
                for next in world.killed() where world.complaint == nil {
                    var next = next
                    next.startService { _ in }
                    (world.judge, world.phases) = (next.judge, next.phases)
                }
                if world.complaint == nil { known.formUnion(passed) }
                return world
            }
        }
        if world.complaint == nil { world.complain("the service does not come to rest") }
        return world
    }

    /// The next step if there are no more faults; nil at the end.
    private var next: Step? {
        if store == .hanging || store == .stalled {
            if run?.isWaiting == true || store == .stalled { return .storeAnswers }
            return .store(.prompt)
        }
        if store == .failing { return .storeWorks }
        if server == .late { return .serverShows }
        if server != .prompt { return .serverComes }
        if ahead != .zero { return .clockRight }
        guard let run else { return .start(after: 1, reboot: false) }
        if run.isStepUnreported { return .stepReport }
        if !run.calls.isEmpty { return .hooksStarted }
        // After a late start, too, the notice of the first start is held back for some seconds.
        return run.timer.flatMap { $0 <= max(start.ends, clock + .seconds(10)) ? .timer : nil }
    }
}

/// Visits each world that can be reached from a starting point once, breadth first.
struct Walk {
    private(set) var states = 0
    private(set) var transitions = 0
    private(set) var depth = 0
    /// The first broken promises, with the steps that lead to them.
    private(set) var violations: [String] = []

    private struct Node {
        let parent: Int
        let step: Step?
        let number: Int
    }

    init(from setup: Setup, faults: Int) {
        let start = StartingPoint(setup)
        var first = World(start)
        first.startService { _ in }
        var nodes = [Node(parent: -1, step: nil, number: 0)]
        var frontier = [(world: first, node: 0)]
        var (known, good): (Set<Int>, Set<Int>) = ([first.hashValue], [])
        while !frontier.isEmpty, violations.isEmpty {
            var next: [(world: World, node: Int)] = []
            for (world, node) in frontier where violations.isEmpty {
                states += 1
                for step in world.steps(faultsLeft: faults - world.faults) {
                    for (number, end) in world.after(step, faultsLeft: faults - world.faults).enumerated() {
                        transitions += 1
                        guard known.insert(end.hashValue).inserted else { continue }
                        nodes.append(Node(parent: node, step: step, number: number))
                        let complaint = end.complaint ?? end.settled(known: &good).complaint
                        if let complaint {
                            violations.append(
                                ([complaint] + path(to: nodes.count - 1, nodes)).joined(separator: "\n  "))
                        } else {
                            next.append((end, nodes.count - 1))
                        }
                    }
                }
            }
            frontier = next
            depth += 1
        }
    }

    private func path(to node: Int, _ nodes: [Node]) -> [String] {
        var path: [String] = []
        var node = node
        while node > 0 {
            let step = nodes[node].step.map { "\($0)" } ?? ""
            path.insert(nodes[node].number == 0 ? step : "\(step), killed (\(nodes[node].number))", at: 0)
            node = nodes[node].parent
        }
        return path
    }
}
