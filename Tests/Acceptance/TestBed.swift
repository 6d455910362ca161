import Foundation

/// The small, real desktop in which a scenario runs (Tests/Acceptance/desktop-testbed).
enum TestBed {
    private static let script = Checkout.path("Tests/Acceptance/desktop-testbed")

    /// The root file system of a bed: the root of this machine, or the value of the environment variable TESTBED_ROOT,
    /// such as "trixie" (desktop-testbed --root).
    private static let root = ProcessInfo.processInfo.environment["TESTBED_ROOT"] ?? "host"

    /// The program of the buses: the value of the environment variable TESTBED_BUS, such as "dbus-broker", or nil for the
    /// default (desktop-testbed --bus).
    private static let bus = ProcessInfo.processInfo.environment["TESTBED_BUS"]

    /// Whether this machine is a Debian 12, so a bed with its root is one, too.
    static let isDebian12: Bool = {
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        return release.split(separator: "\n").contains("VERSION_CODENAME=bookworm")
    }()

    /// A Debian whose GeoClue has a source of city fixes, unlike Debian 12's.
    static let withCityFixes = root == "host" ? "trixie" : root

    /// Why no bed with a root other than this machine's can be made here; nil if one can. It is bootstrapped in the
    /// same way as the emulated machine.
    static var obstacleToOthers: String? { obstacle ?? EmulatedMachine.obstacle }

    /// Why no bed can be booted here; nil if one can.
    static let obstacle = Scenario.obstacle(script, "--root", root, "--", "true")

    /// Whether the kernel supports file systems in ordinary programs, which can stop responding.
    static let hasFUSE =
        (try? String(contentsOfFile: "/proc/filesystems", encoding: .utf8))?.contains("\tfuse\n") == true

    /// The scenarios of the servers, which run without others, mostly wait.
    private static let turns = ConcurrencyLimit(
        ProcessInfo.processInfo.environment["SUNTRACKER_SERVERS"] == nil ? 4 : 10)

    /// Runs Tests/Acceptance/scenarios/NAME.bash in a fresh desktop.
    ///
    /// Its results are kept under `name`, or else under the scenario's name. The packages are installed in addition to
    /// the packages of every bed.
    static func run(
        _ scenario: String, _ settings: [String: String] = [:], root: String = root, with packages: [String] = [],
        as name: String? = nil
    ) async throws -> Findings {
        try await Scenario.run(scenario, settings, in: script, as: name ?? scenario, turns: turns) {
            let stage = try await Checkout.stage
            return ["--root", root, "--bind", "\(stage):/opt/suntracker"]
                + Scenario.option("--bus", [bus].compactMap(\.self)) + Scenario.option("--with", packages)
        }
    }
}
