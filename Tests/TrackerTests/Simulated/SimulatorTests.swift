import Glibc
import Solar
import TestSupport
import Testing

/// Lives of machines, drawn by seed, held against the oracle: sleeps, crashes before any action, clocks that are set, and whose
/// law is odd or changes, journeys and what GeoClue reports of them, hooks that are slow or fail, servers that hang, disks that
/// are full, slow or do not answer.
///
/// - `SUNTRACKER_SEED=17 swift test --filter SimulatorTests` plays that one again, and says all that happened in it.
/// - `SUNTRACKER_YEARS=100000 swift test --filter SimulatorTests` plays more of them; with `-c release -Xswiftc
///   -enable-testing` ten times as fast.
@Suite("A thousand simulated years") struct SimulatorTests {
    private static func variable(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    @Test("whatever happens, each event is announced once", arguments: [0, 1] as [UInt64])
    func exactlyOnce(half: UInt64) async {
        if let seed = Self.variable("SUNTRACKER_SEED") {
            if seed % 2 == half { play(seed, inFull: true) }
            return
        }
        let goal = Double(Self.variable("SUNTRACKER_YEARS") ?? 1000) / 2
        var (seed, years, failures) = (half, 0.0, 0)
        while years < goal, failures < 10 {
            let life = play(seed)
            years += life.years
            failures += life.isRight ? 0 : 1
            seed += 2
            // Without this, both halves would keep the only two threads of a small machine from all other tests for minutes.
            await Task.yield()
        }
        print("half \(half): \(years) years, \(seed / 2) lives, \(failures) failures")
    }

    @discardableResult
    private func play(_ seed: UInt64, inFull: Bool = false) -> (years: Double, isRight: Bool) {
        let scenario = Scenario(seed: seed)
        let (history, violations, years) = scenario.play()
        if inFull { print(scenario, history, separator: "\n") }
        if !violations.isEmpty {
            let list = violations.prefix(10).map { "  \($0)\n" }.joined()
            Issue.record(
                """
                Seed \(seed), of which SUNTRACKER_SEED=\(seed) shows more:
                \(list)\(inFull ? "" : scenario.description)
                """)
        }
        return (years, violations.isEmpty)
    }
}
