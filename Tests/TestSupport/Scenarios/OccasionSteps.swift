import Solar
import Tracker

/// Steps about the occasions on which the location is asked for.
extension ScenarioDice {
    mutating func occasionSteps() -> [Scenario.Step] {
        switch number(0...6) {
        // A move that is noticed on an occasion, at once or later.
        case 0: return [.fix(fix()), .occasion(occasion()), .passToEvent(offset())]
        case 1: return [.fix(fix()), .pass(span()), .occasion(occasion()), .pass(.seconds(number(0...60)))]
        case 2: return [.occasion(occasion()), .pass(.seconds(number(0...40))), .fix(fix()), .pass(span())]
        // A network that comes and goes.
        case 3:
            var steps: [Scenario.Step] = [.fix(fix())]
            for _ in 0..<number(5...40) {
                steps += [.occasion(.networkChanged), .pass(.milliseconds(number(1...1200)))]
                if one(in: 8) { steps.append(.fix(fix())) }
            }
            return steps + [.pass(span())]
        // A permission that is refused, and given again.
        case 4:
            return [
                .occasion(occasion()), .authorize(refusal()), .pass(span()), .occasion(.settingChanged),
                .pass(.seconds(number(0...5))), .authorize(.allowedAlways), .fix(fix()), .pass(span()),
            ]
        case 5: return [.occasion(occasion()), .missFix, .pass(span()), .occasion(occasion()), .missFix, .fix(fix())]
        // An occasion that waits, while the clock is set or the machine sleeps or the service ends.
        default:
            let event: Scenario.Step = pick([
                .stepClock(clockStep()), .sleep(span(), first: []), .kill, .stop, .changeZone(zone(), flight()),
                .reload(.watch(pick([.follow, .hold, .once]), .city)), .edit(.watch(pick([.follow, .hold]), .exact)),
            ])
            return [
                .occasion(occasion()), .fix(fix()), .fix(fix()), .occasion(occasion()), .pass(.seconds(number(0...20))),
                event, .start, .pass(span()),
            ]
        }
    }

    private mutating func occasion() -> LocationOccasion { pick(LocationOccasion.allCases) }
}
