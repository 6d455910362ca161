import Foundation

/// The small, real desktop in which a scenario runs (Tests/Acceptance/desktop-testbed).
enum TestBed {
    /// The root file system of a bed: that of this machine, or the value of the environment variable TESTBED_ROOT, such
    /// as "trixie" (desktop-testbed --root).
    private static let root = ProcessInfo.processInfo.environment["TESTBED_ROOT"] ?? "host"

    /// Whether this machine is a Debian 12, so that a bed with its root is one too.
    static let isDebian12: Bool = {
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        return release.split(separator: "\n").contains("VERSION_CODENAME=bookworm")
    }()

    /// A Debian whose GeoClue has a source of city fixes, unlike that of Debian 12.
    static let withCityFixes = root == "host" ? "trixie" : root

    /// Why no bed with another root than that of this machine can be made here; nil if one can. It is bootstrapped in
    /// the same way as the emulated machine.
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

    /// Whether the kernel has file systems of ordinary programs, one of which can stop answering.
    static let hasFUSE =
        (try? String(contentsOfFile: "/proc/filesystems", encoding: .utf8))?.contains("\tfuse\n") == true

    /// A scenario that did not run to its end.
    struct ScenarioFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// The scenarios of the servers, which run without others, mostly wait.
    private static let turns = ConcurrencyLimit(
        ProcessInfo.processInfo.environment["SUNTRACKER_SERVERS"] == nil ? 4 : 10)

    /// Runs Tests/Acceptance/scenarios/NAME.bash as an ordinary user of a fresh desktop.
    ///
    /// Its files, the journal and any screenshots are kept in .build/results, in a folder named `name` or else after
    /// the scenario. The packages are installed, and the locales compiled, in addition to those of every bed.
    static func run(
        _ scenario: String, _ settings: [String: String] = [:], root: String = root, with packages: [String] = [],
        locales: [String] = [], as name: String? = nil
    ) async throws -> Findings {
        let options =
            ["--root", root] + (packages.isEmpty ? [] : ["--with", packages.joined(separator: ",")])
            + (locales.isEmpty ? [] : ["--locales", locales.joined(separator: ",")])
        let played = Task(priority: ConcurrencyLimit.priority) {
            try await play(scenario, settings, options, out: ".build/results/\(name ?? scenario)")
        }
        return try await played.value
    }

    private static func play(
        _ scenario: String, _ settings: [String: String], _ options: [String], out: String
    ) async throws -> Findings {
        let stage = try await Checkout.stage
        let out = Checkout.path(out)
        let clean = try await Subprocess.run("rm", ["-rf", out])
        guard clean.status == 0 else { throw ScenarioFailure(description: clean.errors) }
        let run = try await turns.take {
            try await Subprocess.run(
                Checkout.path("Tests/Acceptance/desktop-testbed"),
                options + ["--bind", "\(stage):/opt/suntracker", "--out", out, "--", "env"]
                    + settings.map { "\($0.key)=\($0.value)" }
                    + ["/opt/suntracker/scenarios/\(scenario).bash"])
        }
        guard run.status == 0 else {
            let journal = (try? String(contentsOfFile: out + "/journal.txt", encoding: .utf8)) ?? ""
            let last = journal.split(separator: "\n").filter { $0.contains("suntrackerd") }.suffix(20)
            throw ScenarioFailure(
                description:
                    "the scenario \(scenario) ended with \(run.status), see \(out):\n\(run.output)\(run.errors)"
                    + last.joined(separator: "\n"))
        }
        return Findings(directory: URL(filePath: out))
    }
}
