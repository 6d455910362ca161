import Foundation

/// The stock Debian that is emulated, for the unit as people have it, and for what needs a clock and a sleep of its own
/// (Tests/Acceptance/emulated-machine).
enum EmulatedMachine {
    private static let script = Checkout.path("Tests/Acceptance/emulated-machine")

    /// Why none can be emulated here; nil if one can.
    static let obstacle: String? = {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: script)
        process.arguments = ["--check"]
        process.standardInput = FileHandle.nullDevice
        process.standardError = errors
        do {
            try process.run()
            let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus != 0 else { return nil }
            return "no machine can be emulated here: \(said.split(separator: "\n").last ?? "no reason is given")"
        } catch {
            return "no machine can be emulated here: \(error)"
        }
    }()

    /// The Debian that a machine runs, by its suite.
    enum Suite: String {
        /// Debian 12, with systemd 252.
        case bookworm
        /// Debian 13, with systemd 257.
        case trixie
        /// Debian testing.
        case forky
    }

    /// What a machine does about user namespaces.
    enum Namespaces: String {
        /// What the suite does: all of them let everybody make some.
        case `default`
        /// Nobody may (user.max_user_namespaces=0).
        case refused
    }

    /// One machine takes a processor for itself while it runs.
    private static let turns = Turns(1)

    /// Runs Tests/Acceptance/scenarios/NAME.bash there, as an ordinary user.
    ///
    /// What it leaves, the journal and what the machine says on its serial line stay for a person to look at, in
    /// .build/results/NAME-SUITE-NAMESPACES.
    ///
    /// - Parameter clock: when the machine boots, `YYYY-MM-DDTHH:MM:SS` in UTC; nil for this morning.
    static func run(
        _ scenario: String, suite: Suite = .trixie, namespaces: Namespaces = .default, clock: String? = nil
    ) async throws -> Findings {
        let stage = try await Checkout.stage
        let out = Checkout.path(".build/results/\(scenario)-\(suite)-\(namespaces)")
        _ = try await Subprocess.run("rm", ["-rf", out])
        let options = ["--verbose", "--suite", suite.rawValue, "--namespaces", namespaces.rawValue]
        let run = try await turns.take {
            try await Subprocess.run(
                script,
                options + (clock.map { ["--clock", $0] } ?? [])
                    + ["--stage", stage, "--out", out, "--", "/opt/suntracker/scenarios/\(scenario).bash"])
        }
        let findings = Findings(directory: URL(filePath: out))
        guard run.status == 0 else {
            let console = (try? findings.text("console.txt")) ?? ""
            throw TestBed.ScenarioFailure(
                description:
                    "the scenario \(scenario) ended with \(run.status), see \(out):\n\(run.errors)\(console)")
        }
        return findings
    }
}
