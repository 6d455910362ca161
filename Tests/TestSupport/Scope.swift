import Glibc

/// The extent of the tests.
package enum Scope {
    /// Whether the environment contains `SUNTRACKER_TESTS=all`, which adds the rest of long tables and tests that are
    /// too large for a developer's machine. Without it, `swift test` ends within minutes, and still tests each promise.
    package static let isFull = getenv("SUNTRACKER_TESTS").map { String(cString: $0) } == "all"

    /// The seeds of random inputs to generate again, from `SUNTRACKER_SEED`, such as `17` or `1000-1999`; nil without
    /// it.
    package static let seeds: ClosedRange<UInt64>? = getenv("SUNTRACKER_SEED").flatMap {
        let numbers = String(cString: $0).split(separator: "-").compactMap { UInt64($0) }
        guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
        return first...last
    }

    /// The number of faults in the walks of `ExplorationTests`, from `SUNTRACKER_FAULTS`, by default one.
    /// Tests/Mutants/run uses three, which takes minutes in a release build.
    package static let faults = getenv("SUNTRACKER_FAULTS").flatMap { Int(String(cString: $0)) } ?? 1
}
