import Foundation
import Testing

/// The targets of day and night, and the units of alerts, with a real user manager. The scenario is scenarios/units.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct UnitTests {
    private static let played = Task { try await TestBed.run("units") }

    @Test("The installed targets and the samples are valid, and what the night wants can be listed")
    func valid() async throws {
        #expect(try await Self.played.value.facts("verify") == [""])
        let listed = try await Self.played.value.lines("dependencies.txt").map { $0.trimmingPrefix { $0 == " " } }
        #expect(listed == ["suntracker-night.target", "by-night.service", "count-night.service"])
    }

    @Test("A phase starts what its target wants once, whatever kills the service around the boundary")
    func once() async throws {
        #expect(
            try await Self.played.value.facts("start", "start.active", "night", "night.active") == [
                "day", "suntracker-day.target", "day night", "suntracker-night.target by-night.service",
            ])
        #expect(try await Self.played.value.lines("manager.txt").count { $0.contains("Reached") } == 1)
    }

    @Test("The start of the day ends the night and its parts")
    func morning() async throws {
        #expect(
            try await Self.played.value.facts("moved", "moved.active") == ["day night day", "suntracker-day.target"])
    }

    @Test("An enabled unit runs after a login by night")
    func login() async throws {
        #expect(
            try await Self.played.value.facts("login", "login.active") == [
                "day night day night", "suntracker-night.target by-night.service",
            ])
    }

    @Test("Without hooks, a phase has no entry of the service")
    func silence() async throws {
        #expect(try await Self.played.value.entries("phases").isEmpty)
    }

    @Test("An alert starts its unit once, and a unit that fails or does not exist is reported like a hook")
    func alerts() async throws {
        let found = try await Self.played.value
        #expect(try found.fact("alert").split(separator: " ").count { $0 == "backup" } == 1)
        #expect(try found.fact("run").split(separator: " ").count { $0 == "backup" } == 2)
        let unknown = "does not exist; to see your units: systemctl --user list-unit-files"
        #expect(try found.text("check.txt").contains("gone.service, for the alert gone, \(unknown)\n"))
        let messages = try found.entries("failures").compactMap { $0["MESSAGE"] }
        #expect(messages.contains("The unit gone.service, for the alert gone, cannot run: it \(unknown)"))
        #expect(
            messages.contains { $0.hasPrefix("The unit gone.service, for the alert gone at ") && $0.hasSuffix(unknown) }
        )
        #expect(
            messages.contains {
                $0.hasPrefix("The unit fails.service, for the alert fails at ")
                    && $0.hasSuffix(
                        ", failed with exit status 3. Its output: journalctl --user -u fails.service")
            })
        #expect(messages.count == 3)
        let listed = try found.text("hooks.txt")
        #expect(listed.contains("backup.service") && listed.contains("exit status 3"), "\(listed)")
        #expect(try found.text("doctor.txt").contains("fails.service, for the alert fails, failed when it ran last"))
        #expect(try found.text("history.txt").contains(",fails.service\n"))
    }

    @Test("A target that is masked or not installed is no failure")
    func withoutTargets() async throws {
        let found = try await Self.played.value
        #expect(try found.entries("failures.without").count == found.entries("failures").count)
    }
}
