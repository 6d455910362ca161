// SPDX-License-Identifier: MIT
import Solar
import Tracker

/// Steps with a disk that fails or does not respond.
extension ScenarioDice {
    /// A full disk, or a disk on which the ledger is lost or damaged.
    mutating func diskFaults() -> [Scenario.Step] {
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

    /// A disk that is slow, hangs for a while, or hangs until the service is killed.
    mutating func slowDisk() -> [Scenario.Step] {
        var steps: [Scenario.Step] = [.disk(slowness())]
        if one(in: 4) { steps.append(.server(pick(SimulatedMachine.Server.allCases))) }
        for _ in 0..<number(1...4) {
            steps.append(
                one(in: 2) ? .passToEvent(one(in: 2) ? .zero : offset()) : .pass(.milliseconds(number(1...3000))))
            switch number(0...14) {
            case 0...1: steps += [.kill, .pass(span()), .start]
            case 2: steps += [.stop, .pass(.seconds(number(2...5))), .start]
            case 3: steps += [.killAfter(actions: Int(number(0...12))), .passToEvent(.seconds(2)), .start]
            case 4: steps.append(.edit(.place(travel())))
            case 5: steps.append(one(in: 2) ? .edit(settings()) : .reload(settings()))
            case 6: steps.append(.sleep(span(), first: news()))
            case 7: steps.append(.disk(slowness()))
            case 8: steps += [.diskIsFull(true), .pass(span()), .diskIsFull(false)]
            case 9: steps.append(.stepClock(clockStep()))
            case 10: steps.append(.changeZone(zone(), travel()))
            default: steps.append(.pass(span()))
            }
        }
        if one(in: 3) { steps += [.kill, .disk(.prompt), .start] }
        return steps + [.disk(.prompt), .start, .restartServer, .pass(span())]
    }

    private mutating func slowness() -> SimulatedMachine.DiskSpeed {
        switch number(0...5) {
        case 0: .slow(.milliseconds(number(1...50)))
        case 1...2: .slow(.milliseconds(number(100...1100)))
        case 3: .slow(.seconds(number(1...120)))
        default: .hanging
        }
    }
}
