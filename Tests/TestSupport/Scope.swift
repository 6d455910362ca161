import Glibc

/// How much the tests check.
package enum Scope {
    /// Whether the environment has `SUNTRACKER_TESTS=all`: long tables are checked to the end, and what is too large for
    /// a machine of one's own runs too. Without it, `swift test` ends within minutes, and no promise is without a test.
    package static let isFull = getenv("SUNTRACKER_TESTS").map { String(cString: $0) } == "all"

    /// The random inputs to generate again: those in `SUNTRACKER_SEED`, such as `17` or `1000-1999`; nil without it.
    package static let seeds: ClosedRange<UInt64>? = getenv("SUNTRACKER_SEED").flatMap {
        let numbers = String(cString: $0).split(separator: "-").compactMap { UInt64($0) }
        guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
        return first...last
    }

    /// How many faults the walks of `ExplorationTests` have, from `SUNTRACKER_FAULTS`: three in Tests/Mutants/run, for which a
    /// release build takes minutes; one without it.
    package static let faults = getenv("SUNTRACKER_FAULTS").flatMap { Int(String(cString: $0)) } ?? 1
}
