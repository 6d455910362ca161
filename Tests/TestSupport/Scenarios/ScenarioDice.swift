// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// Random values for scenarios.
struct ScenarioDice {
    private var random: SeededRandom
    /// The machine's place.
    private(set) var home = coordinate(0, 0)
    /// The start of the scenario.
    let start: Instant

    init(seed: UInt64, isQuiet: Bool) {
        random = SeededRandom(seed)
        start = Instant.unixEpoch + .seconds(Int64.random(in: 1_700_000_000...1_900_000_000, using: &random))
        home = place(isQuiet: isQuiet)
    }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }

    mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    // MARK: Places

    mutating func place(isQuiet: Bool) -> Coordinate {
        let longitude = Double.random(in: -180...180, using: &random)
        if isQuiet, one(in: 2) {
            return coordinate(pick([-1, 1]) * Double.random(in: 89...90, using: &random), longitude)
        }
        let latitude =
            switch number(0...9) {
            case 0: pick([-90.0, 90, -89.999, 89.99])
            case 1: pick([-1, 1]) * Double.random(in: 65...68, using: &random)
            case 2: pick([-1, 1]) * Double.random(in: 68...90, using: &random)
            default: Double.random(in: -60...60, using: &random)
            }
        return coordinate(latitude, one(in: 10) ? pick([-180, 180]) : longitude)
    }

    mutating func travel() -> Coordinate {
        switch number(0...3) {
        case 0: home = place(isQuiet: false)
        case 1: home = near(home, north: 30, east: 90)
        default: home = near(home, north: 0.5, east: 3)
        }
        return home
    }

    private mutating func near(_ place: Coordinate, north: Double, east: Double) -> Coordinate {
        let latitude = place.latitude.degrees + Double.random(in: -north...north, using: &random)
        let longitude = place.longitude.degrees + Double.random(in: -east...east, using: &random)
        return coordinate(
            min(max(latitude, -90), 90),
            longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }

    // MARK: Zones

    /// Rules for clock changes: none, the usual ones, or unusual ones.
    mutating func zone() -> TableZone {
        typealias Yearly = TableZone.Yearly
        let utcOffset = Int(number(-44...52)) * 900
        /// The second of the UTC day at which clocks show 00:00 that are ahead by this many seconds.
        func midnight(_ ahead: Int) -> Int { ((-utcOffset - ahead) % 86_400 + 86_400) % 86_400 }
        let (spring, autumn) = (Int(number(40...150)), Int(number(230...340)))
        let ahead = pick([3600, 3600, 1800, 1200, 7200, -3600])
        switch number(0...5) {
        case 0: return TableZone(utcOffset: utcOffset)
        case 1:
            return TableZone(
                utcOffset: utcOffset,
                yearly: [
                    Yearly(day: spring, second: midnight(0), ahead: ahead),
                    Yearly(day: autumn, second: midnight(ahead), ahead: 0),
                ])
        case 2:
            return TableZone(
                utcOffset: utcOffset,
                yearly: [
                    Yearly(day: spring, second: Int(number(0...1439)) * 60, ahead: ahead),
                    Yearly(day: autumn, second: Int(number(0...1439)) * 60, ahead: 0),
                ])
        case 3:
            // There is a month of standard time in the middle, as in Morocco.
            return TableZone(
                utcOffset: utcOffset,
                yearly: [
                    Yearly(day: spring, second: 7200, ahead: ahead), Yearly(day: spring + 20, second: 7200, ahead: 0),
                    Yearly(day: spring + 50, second: 7200, ahead: ahead), Yearly(day: autumn, second: 7200, ahead: 0),
                ])
        case 4:
            // The offset itself changes, as when a state changes its zone, or its side of the date line.
            var zone = TableZone.summerTime(utcOffset: utcOffset)
            for _ in 0..<number(1...3) {
                zone.change(at: start + .seconds(number(-400...800) * 86_400 + Int64(midnight(0))), by: shift())
            }
            return zone
        default: return TableZone.summerTime(utcOffset: utcOffset)
        }
    }

    mutating func shift() -> Int { pick([3600, -3600, 1800, -1800, 2700, 7200, -10_800, 86_400, -86_400]) }

    // MARK: Alerts

    /// One of three alerts, so that later edits replace an alert of the same name.
    mutating func alert() -> Scenario.Edit {
        let event = pick([
            "sunrise", "sunset", "sunset", "civil-dusk", "golden-hour-morning-start", "golden-hour-evening-end",
            "solar-noon", "solar-midnight", "altitude:10:setting", "altitude:-4.5:rising", "june-solstice",
            "december-solstice", "polar-night-start", "polar-day-start", "dst-change", "dst-change",
            "solar-eclipse",
        ])
        let isRare = SunTable.rare.contains(event)
        let days: [Int64] = isRare ? [-7, -30, 7, 30] : []
        let minutes = pick([0, 0, -30, 30, -1, 44, 46, -600, 480, 1380, -1380] + days.map { $0 * 1440 })
        return Scenario.Edit.alert(
            pick(["lamps", "tea", "gate"]), event, minutes, pick(["", "", "Mon..Fri", "Sat,Sun", "Wed"]), bounds())
    }

    private mutating func bounds() -> AlertBounds? {
        guard one(in: 3) else { return nil }
        let times = ["07:00", "22:30", "01:00", "18:00", "12:00", "05:00"]
        return AlertBounds(
            notBefore: one(in: 3) ? nil : TimeOfDay(pick(times)), notAfter: one(in: 3) ? nil : TimeOfDay(pick(times)),
            outside: one(in: 4) ? .skip : .move)
    }

    // MARK: Day and night

    /// Where day and night begin: both at a time, at a passage of the Sun, or one of each.
    mutating func phases() -> Scenario.Edit {
        let times = [["07:00", "19:30"], ["22:00", "06:00"], ["00:00", "12:00"], ["02:30", "02:00"]]
        let time = pick(times).compactMap { TimeOfDay($0).map(PhaseBoundary.Edge.time) }
        let limit = pick([PhaseLimit.sun, .sun, .civil, .astronomical])
        let edge = PhaseBoundary.Edge(limit, offset: .seconds(pick([0, 0, -1800, 3600]) as Int64))
        switch number(0...4) {
        case 0...1: return .phases(PhaseBoundary(day: time[0], night: time[1]))
        case 2: return .phases(PhaseBoundary(day: time[0], night: edge))
        case 3: return .phases(PhaseBoundary(day: edge, night: time[1]))
        default: return .phases(PhaseBoundary(day: edge, night: edge))
        }
    }

    mutating func setPhase() -> Scenario.Step {
        .setPhase(pick(Phase.allCases), for: one(in: 3) ? nil : span())
    }

    // MARK: Hooks

    mutating func hooks() -> HookCatalog {
        HookCatalog(
            events: one(in: 2) ? [pick([.solar(.sunset), .solar(.civilDusk), .zoneTransition])] : [],
            phases: one(in: 2) ? Set(Phase.allCases) : [])
    }

    mutating func quiet() -> Scenario.Edit {
        .quiet(pick(["", "22:00-07:00", "16:00-18:00", "00:00-24:00"]), one(in: 2) ? .journal : .silent)
    }

    // MARK: Durations

    mutating func grace() -> Int64 { pick([60, 300, 600, 3600, 6 * 3600, 86_400] as [Int64]) }

    /// A time from a second to two days; short times are as frequent as long ones.
    mutating func span() -> Duration {
        let scale = pick([1, 10, 60, 600, 3600, 6 * 3600, 86_400] as [Int64])
        return .microseconds(number(1...2_000_000) * scale)
    }

    /// An offset before or after an event, exactly at it, or around the end of the grace.
    mutating func offset() -> Duration {
        switch number(0...4) {
        case 0: .zero
        case 1: .microseconds(number(-3...3))
        case 2: .seconds(number(-30...30))
        case 3: .seconds(number(0...1200))
        default: .seconds(grace()) + .seconds(number(-2...2))
        }
    }

    mutating func clockStep() -> Duration {
        let size = pick([1, 60, 3600, 86_400, 30 * 86_400, 400 * 86_400] as [Int64])
        return .microseconds(number(-1_500_000...1_500_000) * size)
    }

    mutating func news() -> [Scenario.Step] {
        guard one(in: 3) else { return [] }
        switch number(0...2) {
        case 0: return [.timer]
        case 1: return [.reload(.place(travel()))]
        default: return [.timer, .changeZone(zone(), travel())]
        }
    }
}
