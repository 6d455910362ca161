// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// An emulated stock Debian (Tests/Acceptance/emulated-machine), for tests that need the unit's full sandbox, set the
/// clock, or suspend the machine.
enum EmulatedMachine {
    private static let script = Checkout.path("Tests/Acceptance/emulated-machine")

    /// The reason why no machine can be emulated here; nil if one can.
    static let obstacle = Scenario.obstacle(script, "--check")

    /// The Debian suite of a machine.
    enum Suite: String, CaseIterable {
        /// Debian 12, with systemd 252.
        case bookworm
        /// Debian 13, with systemd 257.
        case trixie
        /// Debian testing.
        case forky
    }

    /// A machine uses one processor while it runs, and small computers have two.
    private static let turns = ConcurrencyLimit(2)

    /// Runs Tests/Acceptance/scenarios/NAME.bash on a machine, and keeps the results under NAME-SUITE.
    ///
    /// - Parameters:
    ///   - clock: the time at boot, `YYYY-MM-DDTHH:MM:SS` in UTC; nil for 06:00 today.
    ///   - stage: the directory that is copied to the machine.
    ///   - packages: packages to install in addition to the packages of every machine.
    ///   - boots: how often the machine boots; the scenario runs at each boot.
    static func run(
        _ scenario: String, suite: Suite = .trixie, clock: String? = nil,
        stage: @escaping @Sendable () async throws -> String = { try await Checkout.stage },
        with packages: [String] = [], boots: Int = 1
    ) async throws -> Results {
        try await Scenario.run(scenario, in: script, as: "\(scenario)-\(suite)", turns: turns) {
            ["--verbose", "--suite", suite.rawValue, "--boots", String(boots), "--stage", try await stage()]
                + Scenario.option("--with", packages) + Scenario.option("--clock", clock.map { [$0] } ?? [])
        }
    }
}
