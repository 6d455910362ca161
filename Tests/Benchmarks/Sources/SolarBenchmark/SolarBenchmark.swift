// SPDX-License-Identifier: MIT
import AllocationCount
import Glibc
import Solar
import Yardstick

/// Measures the sunrises and sunsets of 2026 at one place, with the yardstick and with Solar.
@main
enum SolarBenchmark {
    static let days = 365
    static let rounds = 15
    static let yearsInARound = 10
    static let longitude = -104.9903

    static func main() {
        print("sunrise and sunset, µs a day: medians of \(rounds) rounds of \(yearsInARound) years each, in turns")
        print(row("latitude", "yardstick", "Solar", "ratio", "evaluations", "allocations"))
        print(row("", "", "", "", "yardstick", "Solar, a year"))
        for latitude in [0, 39.7392, 51.5, 60, 66.5, 69.65, 78.2, 89.9, 90] { measure(latitude) }
        measureSingleSearch()
    }

    private static func measure(_ latitude: Double) {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude),
            let start = CivilDate(year: 2026, month: 1, day: 1)?.startInUTC
        else { return }
        let year = start..<(start + .seconds(days * 86_400))
        let observer = Observer(coordinate)
        var yardstick: [Double] = []
        var solar: [Double] = []
        var found = 0
        var sum = 0.0
        let evaluations = yardstick_evaluations()
        for _ in 0..<rounds {
            yardstick.append(
                microsecondsADay { sum += yardstick_sunrises_and_sunsets(latitude, longitude, Int32(days)) })
            solar.append(
                microsecondsADay { found += Sun.occurrences(of: [.sunrise, .sunset], in: year, at: observer).count })
        }
        let perDay = Double(yardstick_evaluations() - evaluations) / Double(rounds * yearsInARound * days)
        let before = allocation_count()
        found += Sun.occurrences(of: [.sunrise, .sunset], in: year, at: observer).count
        let allocations = allocation_count() - before
        precondition(found > 0 && sum != 0)
        print(
            row(
                "\(latitude)", decimal(median(yardstick)), decimal(median(solar)),
                decimal(median(solar) / median(yardstick)), decimal(perDay), "\(allocations)"))
    }

    /// Measures `nextOccurrence` from one sunrise to the next, without anything cached in between.
    private static func measureSingleSearch() {
        guard let coordinate = Coordinate(latitude: 39.7392, longitude: longitude),
            var instant = CivilDate(year: 2026, month: 1, day: 1)?.startInUTC
        else { return }
        let before = allocation_count()
        let started = now()
        for _ in 0..<days {
            if case .occurs(let next) = Sun.nextOccurrence(of: .sunrise, after: instant, at: Observer(coordinate)) {
                instant = next
            }
        }
        let each = (now() - started) / Double(days)
        print("one nextOccurrence: \(decimal(each)) µs, \((allocation_count() - before) / days) allocations")
    }

    private static func microsecondsADay(_ year: () -> Void) -> Double {
        let started = now()
        for _ in 0..<yearsInARound { year() }
        return (now() - started) / Double(yearsInARound * days)
    }

    /// The monotonic clock in microseconds.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func decimal(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }

    private static func row(_ cells: String...) -> String {
        cells.map { String(repeating: " ", count: max(0, 13 - $0.count)) + $0 }.joined(separator: " ")
    }
}
