import Foundation

/// The machine that is emulated in software, for what needs a clock and a sleep of its own
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

    /// Runs Tests/Acceptance/scenarios/NAME.bash there, as an ordinary user.
    ///
    /// What it leaves, the journal and what the machine says on its serial line stay in Tests/Acceptance/out/NAME.
    static func run(_ scenario: String) async throws -> Findings {
        let stage = try await Checkout.stage
        let out = Checkout.path("Tests/Acceptance/out/\(scenario)")
        _ = try await Subprocess.run("rm", ["-rf", out])
        let run = try await Subprocess.run(
            script, ["--stage", stage, "--out", out, "--", "/opt/suntracker/scenarios/\(scenario).bash"])
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
