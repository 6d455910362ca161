// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// The small, real desktop in which a scenario runs (Tests/Acceptance/desktop-testbed).
enum TestBed {
    private static let script = Checkout.path("Tests/Acceptance/desktop-testbed")

    /// The root file system of a bed: the root of this machine, or the value of the environment variable TESTBED_ROOT,
    /// such as "trixie" (desktop-testbed --root).
    private static let root = ProcessInfo.processInfo.environment["TESTBED_ROOT"] ?? "host"

    /// The program of the buses: the value of the environment variable TESTBED_BUS, such as "dbus-broker"; nil for the
    /// default (desktop-testbed --bus).
    private static let bus = ProcessInfo.processInfo.environment["TESTBED_BUS"]

    /// Whether this machine runs Debian 12, so that a bed with the same root does, too.
    static let isDebian12: Bool = {
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        return release.split(separator: "\n").contains("VERSION_CODENAME=bookworm")
    }()

    /// A Debian whose GeoClue provides city fixes, unlike Debian 12.
    static let withCityFixes = root == "host" ? "trixie" : root

    /// The reason why no bed with another root can be created here; nil if one can. Such a root is bootstrapped in the
    /// same way as the emulated machine.
    static var obstacleToOthers: String? { obstacle ?? EmulatedMachine.obstacle }

    /// The reason why no bed can be booted here; nil if one can.
    static let obstacle = Scenario.obstacle(script, "--root", root, "--", "true")

    /// Whether the kernel supports FUSE, with which a test makes a file system that does not respond.
    static let hasFUSE =
        (try? String(contentsOfFile: "/proc/filesystems", encoding: .utf8))?.contains("\tfuse\n") == true

    /// SUNTRACKER_SERVERS runs only the scenarios of servers. They mostly wait, so more of them may run at once.
    private static let turns = ConcurrencyLimit(
        ProcessInfo.processInfo.environment["SUNTRACKER_SERVERS"] == nil ? 4 : 10)

    /// Runs Tests/Acceptance/scenarios/NAME.bash in a fresh desktop.
    ///
    /// The results are kept under `name`, or by default under the scenario's name. The packages are installed in
    /// addition to the packages of every bed.
    static func run(
        _ scenario: String, _ settings: [String: String] = [:], root: String = root, with packages: [String] = [],
        as name: String? = nil
    ) async throws -> Results {
        try await Scenario.run(scenario, settings, in: script, as: name ?? scenario, turns: turns) {
            let stage = try await Checkout.stage
            return ["--root", root, "--bind", "\(stage):/opt/suntracker"]
                + Scenario.option("--bus", [bus].compactMap(\.self)) + Scenario.option("--with", packages)
        }
    }
}
