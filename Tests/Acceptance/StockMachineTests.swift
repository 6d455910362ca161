import Foundation
import Testing

/// The installed service on stock Debian systems. The scenario is scenarios/stock.bash.
@Suite(
    .enabled(if: EmulatedMachine.obstacle == nil, Comment(rawValue: EmulatedMachine.obstacle ?? "")),
    .timeLimit(Turns.timeLimit))
struct StockMachineTests {
    /// A Debian suite, and who may create user namespaces.
    struct Machine: Hashable, Sendable, CustomTestStringConvertible {
        let suite: EmulatedMachine.Suite
        let namespaces: EmulatedMachine.Namespaces

        /// Those that every run has: a unit without user namespaces, on the oldest systemd and on a newer one.
        private static let two = [
            Machine(suite: .bookworm, namespaces: .default), Machine(suite: .trixie, namespaces: .refused),
        ]
        private static let others = [
            Machine(suite: .bookworm, namespaces: .refused), Machine(suite: .trixie, namespaces: .default),
            Machine(suite: .forky, namespaces: .default), Machine(suite: .forky, namespaces: .refused),
        ]

        /// Two, or all six with SUNTRACKER_MACHINES=all in the environment.
        static let chosen: [Machine] =
            two + (ProcessInfo.processInfo.environment["SUNTRACKER_MACHINES"] == "all" ? others : [])

        /// systemd 254 and later create the user namespace that the service's mount namespace needs.
        var hasFileSystemProtection: Bool { suite != .bookworm && namespaces == .default }

        var testDescription: String { "\(suite), user namespaces: \(namespaces)" }
    }

    /// The runs of the scenario. Each machine is booted once, when the first test needs it.
    private actor Life {
        private let machine: Machine
        private var played: Task<Findings, any Error>?

        init(on machine: Machine) { self.machine = machine }

        var findings: Findings {
            get async throws {
                let (suite, namespaces) = (machine.suite, machine.namespaces)
                let task =
                    played ?? Task { try await EmulatedMachine.run("stock", suite: suite, namespaces: namespaces) }
                played = task
                return try await task.value
            }
        }
    }

    private static let lives = Dictionary(uniqueKeysWithValues: Machine.chosen.map { ($0, Life(on: $0)) })

    /// The results on one of the chosen machines.
    static func findings(on machine: Machine) async throws -> Findings {
        try await #require(lives[machine]).findings
    }

    private func found(on machine: Machine) async throws -> Findings { try await Self.findings(on: machine) }

    /// The announcements of an act.
    private func announcements(_ act: String, in found: Findings) throws -> [Findings.Entry] {
        try found.entries().filter {
            $0["SUNTRACKER_PLACE"] == act && $0["MESSAGE_ID"] == "106b6f75c64645c29e51d4e68eb41f8f"
        }
    }

    /// The lines of a file.
    private func lines(_ name: String, in found: Findings) throws -> [Substring] {
        try found.text(name).split(separator: "\n")
    }

    @Test("The machine has the expected systemd and user namespaces", arguments: Machine.chosen)
    func machine(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        #expect(try found.fact("namespaces") == (machine.namespaces == .refused ? "refused" : "allowed"))
        let version = try #require(Int(found.fact("systemd")))
        switch machine.suite {
        case .bookworm: #expect(version == 252)
        case .trixie: #expect(version == 257)
        case .forky: #expect(version > 257)
        }
    }

    @Test(
        "An ordinary user installs and enables the service; it is ready before the command returns",
        arguments: Machine.chosen)
    func starts(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        #expect(try found.fact("active") == "active")
        #expect(try found.fact("status").hasPrefix("Next: sunrise in Asleep "))
        let status = try found.text("status.txt")
        #expect(status.contains("Active: active (running)"), "\(status)")
        #expect(!status.lowercased().contains("warning"), "\(status)")
    }

    @Test(
        "A sunrise is announced on time, with one entry that the user can read and one popup with an action",
        arguments: Machine.chosen)
    func announces(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        let announced = try announcements("Instant", in: found)
        #expect(announced.map { $0["SUNTRACKER_EVENT"] } == ["sunrise"])
        let entry = try #require(announced.first)
        let early = try #require(Double(found.fact("early")))
        #expect(early > 0, "the service was ready before the sunrise")
        // place_with is exact to a few milliseconds.
        let planned = try #require(Double(found.fact("sunrise")))
        let written = try #require(entry["_SOURCE_REALTIME_TIMESTAMP"].flatMap(Double.init)) / 1e6
        #expect((-0.1..<3).contains(written - planned), "\(written - planned) s after the sunrise")
        let lateness = try #require(entry["SUNTRACKER_LATENESS_USEC"].flatMap(Int.init))
        #expect((0..<3_000_000).contains(lateness))
        let message = try #require(entry["MESSAGE"])
        #expect(try lines("read.txt", in: found).contains { $0 == message })

        let popups = try found.recordedPopups("stock").filter { $0.summary.contains(" in Instant") }
        #expect(popups.map(\.summary) == ["Sunrise in Instant"])
        #expect(popups.first?.actions == "default")
    }

    @Test("A hook, and the page after a click, start outside the service's sandbox", arguments: Machine.chosen)
    func startsPrograms(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        for act in ["Instant", "Asleep"] {
            #expect(
                try lines("hook.\(act).txt", in: found)
                    == ["event=sunrise", "place=\(act)", "NoNewPrivs:0", "Seccomp:0"])
        }
        let opened = try lines("opened.txt", in: found)
        #expect(opened.first == "page=/home/tester/.local/state/suntracker/chart.html")
        let bytes = opened.compactMap { $0.wholeMatch(of: /bytes=(\d+)/).flatMap { Int($0.1) } }
        #expect(bytes.allSatisfy { $0 > 10_000 } && bytes.count == 1, "the page is there: \(opened)")
        #expect(opened.suffix(2) == ["NoNewPrivs:0", "Seccomp:0"])
    }

    @Test("A sunrise during a suspend is announced on resume", arguments: Machine.chosen)
    func asleep(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        let announced = try announcements("Asleep", in: found)
        #expect(announced.map { $0["SUNTRACKER_EVENT"] } == ["sunrise"])
        // It is suspended up to 240 s before the sunrise, for 450 s.
        let lateness = try #require(announced.first?["SUNTRACKER_LATENESS_USEC"].flatMap(Int.init))
        #expect((60_000_000..<300_000_000).contains(lateness), "\(lateness) µs")
        let popups = try found.recordedPopups("stock").map(\.summary).filter { $0.contains(" in Asleep") }
        #expect(popups.count == 1)
        #expect(popups.first?.wholeMatch(of: /Sunrise in Asleep was [1-5] min ago/) != nil, "\(popups)")
    }

    @Test(
        "After SIGKILL between the entry and the popup, the next run announces it again, marked; one popup is visible",
        arguments: Machine.chosen)
    func killed(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        let announced = try announcements("Killed", in: found)
        #expect(announced.map { $0["SUNTRACKER_EVENT"] } == ["sunset", "sunset"])
        #expect(announced.map { $0["SUNTRACKER_RECOVERED"] } == [nil, "1"])
        let popups = try found.recordedPopups("stock").filter { $0.summary.contains(" in Killed") }
        #expect(Set(popups.map(\.number)).count == 1, "\(popups)")
    }

    @Test(
        "Neither systemd nor the service writes a warning or an error to the journal",
        arguments: Machine.chosen)
    func isQuiet(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        #expect(try found.text("warnings.txt").isEmpty)
        // systemd's messages about the crash, which are two lines in newer versions.
        let ofTheCrash = ["Main process exited, code=killed, status=9/KILL", "Failed with result 'signal'."]
        let others = try lines("warnings.killed.txt", in: found).filter { line in
            !ofTheCrash.contains { line.hasSuffix("suntrackerd.service: \($0)") }
        }
        #expect(others.isEmpty)
    }

    @Test(
        "The service has its system call filter everywhere, and a mount namespace where systemd can create one",
        arguments: Machine.chosen)
    func sandbox(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        let status = try lines("view.status", in: found).map { $0.split(whereSeparator: \.isWhitespace) }
        func value(_ field: Substring) -> Substring? { status.first { $0.first == field }?.last }
        #expect(value("Seccomp:") == "2")
        #expect(value("NoNewPrivs:") == "1")
        #expect(value("CapPrm:") == "0000000000000000")

        let isItsOwn = try found.text("view.mnt") != found.text("view.mnt.person")
        #expect(isItsOwn == machine.hasFileSystemProtection)
        let root = try lines("view.mountinfo", in: found).map { $0.split(separator: " ") }.last { $0[4] == "/" }
        #expect(root?[5].hasPrefix("ro") == machine.hasFileSystemProtection)
    }

    @Test("doctor finds no problem, and reports which part of the sandbox is in force", arguments: Machine.chosen)
    func doctor(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        for format in ["text", "json"] { #expect(try found.fact("exit.doctor.\(format)") == "0") }
        let diagnosis = try JSONDecoder().decode(Diagnosis.self, from: Data(found.text("doctor.json").utf8))
        let said = try found.text("doctor.text")
        #expect(diagnosis.sound, "\(said)")
        let sandbox = try #require(diagnosis.checks.first { $0.subject == "Sandbox" })
        #expect(sandbox.verdict == "ok")
        #expect(sandbox.finding.hasPrefix("system call filter, no new privileges; "))
        let fileSystem =
            switch (machine.suite, machine.namespaces) {
            case (.bookworm, _): "the file system is not protected, because systemd 252 does not "
            case (_, .refused): "the file system is not protected, because this machine forbids user namespaces"
            case (_, .default): "the file system is read-only except for the home directory"
            }
        #expect(sandbox.finding.contains(fileSystem), "\(sandbox.finding)")
    }

    private struct Diagnosis: Decodable {
        let sound: Bool
        let checks: [Check]

        struct Check: Decodable {
            let subject: String
            let verdict: String
            let finding: String
        }
    }

    @Test("etc/install --remove stops the service and leaves nothing", arguments: Machine.chosen)
    func removes(_ machine: Machine) async throws {
        let found = try await found(on: machine)
        #expect(try found.fact("active_removed") == "inactive")
        #expect(try lines("tree.after", in: found) == lines("tree.before", in: found))
    }
}
