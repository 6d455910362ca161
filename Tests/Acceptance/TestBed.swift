import Foundation

/// The small real desktop that a scenario runs in (Tests/Acceptance/desktop-testbed).
enum TestBed {
    /// What is booted: this machine's root file system, or what TESTBED_ROOT in the environment names, such as "trixie"
    /// (desktop-testbed --root).
    private static let root = ProcessInfo.processInfo.environment["TESTBED_ROOT"] ?? "host"

    /// Whether this machine is a Debian 12, so that a bed with its root is one.
    static let isDebian12: Bool = {
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        return release.split(separator: "\n").contains("VERSION_CODENAME=bookworm")
    }()

    /// The Debian whose GeoClue has a source of city fixes, which that of Debian 12 lacks.
    static let withCityFixes = root == "host" ? "trixie" : root

    /// Why a bed with another root than this machine's cannot be made here; nil if one can. It is made of the packages
    /// that the emulated machine is made of.
    static var obstacleToOthers: String? { obstacle ?? EmulatedMachine.obstacle }

    /// Why no bed can be booted here; nil if one can.
    static let obstacle: String? = {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: Checkout.path("Tests/Acceptance/desktop-testbed"))
        process.arguments = ["--root", root, "--", "true"]
        process.standardInput = FileHandle.nullDevice
        process.standardError = errors
        do {
            try process.run()
            let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus != 0 else { return nil }
            let reason = said.split(separator: "\n").last ?? "the test bed gives no reason"
            return "no test bed can be booted here: \(reason)"
        } catch {
            return "no test bed can be booted here: \(error)"
        }
    }()

    /// A scenario that did not run to its end.
    struct ScenarioFailure: Error, CustomStringConvertible {
        let description: String
    }

    private static let turns = Turns(3)

    /// Runs Tests/Acceptance/scenarios/NAME.bash as an ordinary user of a fresh desktop.
    ///
    /// What it leaves, the journal and any screenshot stay in .build/results/NAME for a person to look at, or
    /// where `name` says so. The packages are wanted in the bed beside its own.
    static func run(
        _ scenario: String, _ settings: [String: String] = [:], root: String = root, with packages: [String] = [],
        as name: String? = nil
    ) async throws -> Findings {
        let stage = try await Checkout.stage
        let out = Checkout.path(".build/results/\(name ?? scenario)")
        let clean = try await Subprocess.run("rm", ["-rf", out])
        guard clean.status == 0 else { throw ScenarioFailure(description: clean.errors) }
        let run = try await turns.take {
            try await Subprocess.run(
                Checkout.path("Tests/Acceptance/desktop-testbed"),
                ["--root", root] + (packages.isEmpty ? [] : ["--with", packages.joined(separator: ",")])
                    + ["--bind", "\(stage):/opt/suntracker", "--out", out, "--", "env"]
                    + settings.map { "\($0.key)=\($0.value)" }
                    + ["/opt/suntracker/scenarios/\(scenario).bash"])
        }
        guard run.status == 0 else {
            throw ScenarioFailure(
                description:
                    "the scenario \(scenario) ended with \(run.status), see \(out):\n\(run.output)\(run.errors)")
        }
        return Findings(directory: URL(filePath: out))
    }
}
