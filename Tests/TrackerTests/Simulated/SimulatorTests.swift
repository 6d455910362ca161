// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

/// Random lives of machines, which `Judge` checks: suspends, crashes before any action, clocks that are set or have odd
/// or changing rules, changes of places and time zones, servers that hang, and disks that are full, slow or do not
/// respond.
///
/// - `SUNTRACKER_SEED=17 swift test --filter SimulatorTests` repeats one life, and prints all that happens in it.
/// - `SUNTRACKER_SEED=5000-99999 swift test --filter SimulatorTests` runs these lives; `-c release -Xswiftc
///   -enable-testing` is ten times as fast.
@Suite("Simulated years") struct SimulatorTests {
    @Test(
        "whatever happens, each event is announced once, and the target of each phase is started once",
        arguments: [0, 1] as [UInt64])
    func exactlyOnce(half: UInt64) async {
        let seeds = Scope.seeds
        let goal: Double = seeds != nil ? .infinity : Scope.simulator.isFull ? 500 : 15
        // A usual run stops at the first failure; a search with seeds collects several.
        let mostFailures = seeds != nil ? 10 : 1
        var (years, failures) = (0.0, 0)
        for seed in seeds ?? 0...100_000 where seed % 2 == half && years < goal && failures < mostFailures {
            let life = play(seed, inFull: seeds?.count == 1)
            years += life.years
            failures += life.isRight ? 0 : 1
            // Otherwise, the two halves would occupy both threads of a small machine, and delay all other tests.
            await Task.yield()
        }
        print("half \(half): \(years) years, \(failures) failures")
    }

    private func play(_ seed: UInt64, inFull: Bool) -> (years: Double, isRight: Bool) {
        let (history, violations, targetFaults, years) = Scenario(seed: seed).play()
        if inFull { print(history) }
        let wrong = violations.map(\.description) + targetFaults
        if !wrong.isEmpty {
            let list = wrong.prefix(10).map { "\n  \($0)" }.joined()
            Issue.record("Seed \(seed); SUNTRACKER_SEED=\(seed) shows more:\(list)")
        }
        return (years, wrong.isEmpty)
    }
}
