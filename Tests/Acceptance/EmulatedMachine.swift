import Foundation

/// An emulated, stock Debian (Tests/Acceptance/emulated-machine): for the unit as users have it, and for tests that set
/// the clock or suspend the machine.
enum EmulatedMachine {
    private static let script = Checkout.path("Tests/Acceptance/emulated-machine")

    /// Why no machine can be emulated here; nil if one can.
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

    /// The Debian suite that a machine runs.
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

    /// Runs Tests/Acceptance/scenarios/NAME.bash there, as an ordinary user.
    ///
    /// Its files, the journal and the output of the serial console are kept in .build/results/NAME-SUITE.
    ///
    /// - Parameters:
    ///   - clock: the time of the boot, `YYYY-MM-DDTHH:MM:SS` in UTC; nil for 06:00 today.
    ///   - stage: the directory that the machine gets; nil for `Checkout.stage`.
    ///   - packages: packages to install in addition to those of every machine.
    ///   - boots: how often the machine boots; the scenario runs at each.
    static func run(
        _ scenario: String, suite: Suite = .trixie, clock: String? = nil, stage: String? = nil,
        with packages: [String] = [], boots: Int = 1
    ) async throws -> Findings {
        let options =
            ["--suite", suite.rawValue, "--boots", String(boots)]
            + (packages.isEmpty ? [] : ["--with", packages.joined(separator: ",")])
            + (clock.map { ["--clock", $0] } ?? [])
        let played = Task(priority: ConcurrencyLimit.priority) {
            try await play(scenario, options, stage: stage, as: "\(scenario)-\(suite)")
        }
        return try await played.value
    }

    private static func play(
        _ scenario: String, _ options: [String], stage: String?, as name: String
    ) async throws -> Findings {
        let stage = if let stage { stage } else { try await Checkout.stage }
        let out = Checkout.path(".build/results/\(name)")
        _ = try await Subprocess.run("rm", ["-rf", out])
        let run = try await turns.take {
            try await Subprocess.run(
                script,
                ["--verbose"] + options
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
