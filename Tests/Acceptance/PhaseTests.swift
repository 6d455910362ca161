// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The hooks of day and night, the units that their targets want, and the units of alerts, with a real user manager, in
/// scenarios/phases.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct PhaseTests {
    private static let played = Task { try await TestBed.run("phases") }

    private func facts(_ names: String...) async throws -> [String] {
        let found = try await Self.played.value
        return try names.map(found.fact)
    }

    /// The lines of a file, each split into words.
    private func lines(_ name: String) async throws -> [[String]] {
        try await Self.played.value.lines(name).map { $0.split(separator: " ").map(String.init) }
    }

    @Test("The installed targets and the samples are valid, and the units that the night wants can be listed")
    func valid() async throws {
        #expect(try await facts("verify") == [""])
        let listed = try await Self.played.value.lines("dependencies.txt").map { $0.trimmingPrefix { $0 == " " } }
        #expect(listed == ["suntracker-night.target", "by-night.service", "count-night.service"])
    }

    @Test("Hooks receive the reason for their call, and the beginning and end of the phase")
    func calls() async throws {
        let calls = try await lines("calls")
        #expect(
            calls.map { $0.prefix(3).joined(separator: " ") } == ["day start 0", "night boundary 0", "day settings 0"])
        let planned = try await Self.played.value.number("sunset.start")
        let sunset = try await Self.played.value.number("sunset")
        let spans = calls.map { $0[3].split(separator: ":").compactMap { Double($0) } }
        #expect(try abs(#require(spans.first?.last) - planned) < 1.5)
        #expect(try abs(#require(spans.dropFirst().first?.first) - sunset) < 1.5)
        #expect(try await Self.played.value.entries("failures").isEmpty)
    }

    @Test("A phase starts the units that its target wants; restarts and crashes start nothing again in the same login")
    func once() async throws {
        #expect(
            try await facts("start", "start.active", "night", "night.active") == [
                "day", "suntracker-day.target", "day night", "suntracker-night.target by-night.service",
            ])
        #expect(try await lines("calls.restarted.txt").map { $0[0] } == ["day", "night"])
        #expect(try await facts("night.long") == ["1"])
        #expect(try await Self.played.value.lines("manager.txt").count { $0.contains("Reached") } == 1)
    }

    @Test("The other phase ends units and hooks that are still running before its own hooks start")
    func superseded() async throws {
        #expect(
            try await facts("moved", "moved.active", "moved.long") == ["day night day", "suntracker-day.target", "0"])
        let ends = try await lines("ends")
        let stopped = try #require(ends.first { $0[0] == "long" && $0[1] == "ends" }.flatMap { Double($0[2]) })
        let started = try #require(ends.last { $0[0] == "day" }.flatMap { Double($0[2]) })
        #expect(stopped < started)
    }

    @Test("The phase and its end are properties on the bus, and change with a signal at the boundary")
    func properties() async throws {
        #expect(try await facts("phase.start") == ["s \"day\""])
        let sunset = try await Self.played.value.number("sunset.start")
        let until = try #require(Double(try await facts("until.start")[0].dropFirst(2)))
        #expect(abs(until / 1e6 - sunset) < 0.01)
        let signals = try await Self.played.value.lines("signals.json")
        #expect(signals.contains { $0.contains("\"Phase\":{\"type\":\"s\",\"data\":\"night\"}") })
    }

    @Test(
        "A phase set manually survives a kill, ends at the boundary and at its time, and runs hooks once for each change"
    )
    func override() async throws {
        let found = try await Self.played.value
        let kept = try await facts("override.killed", "override.boundary", "override.until", "override.over")
        #expect(kept == ["s \"night\" b true", "s \"night\" 4", "s \"day\" b true", "s \"night\""])
        #expect(try await facts("exit.override.set", "exit.override.auto") == ["0", "0"])
        #expect(try found.text("override.set.txt").contains(/^night until .*, set manually until .*\n$/))
        #expect(try found.text("override.json.txt").contains("\"phaseSetManually\" : true"))
        #expect(try found.text("override.auto.txt").contains(/^night until [^,]*\n$/))
        let calls = try await lines("calls.override").dropFirst(3).map { $0.prefix(2).joined(separator: " ") }
        #expect(calls == ["night hand", "day hand", "night boundary"])
        #expect(try await facts("override") == ["day night day night day night"])
        let messages = try found.entries("override").compactMap { $0["MESSAGE"] }
        #expect(messages.map { $0.hasSuffix("no longer set manually") } == [false, true, false, false, true])
    }

    @Test("An alert starts its unit once, and a unit that fails or does not exist is reported like a hook")
    func alerts() async throws {
        let found = try await Self.played.value
        #expect(try found.fact("alert").split(separator: " ").count { $0 == "backup" } == 1)
        #expect(try found.fact("run").split(separator: " ").count { $0 == "backup" } == 2)
        let unknown = "does not exist; to see your units: systemctl --user list-unit-files"
        #expect(try found.text("check.txt").contains("gone.service, for the alert gone, \(unknown)\n"))
        let messages = try found.entries("alerts").compactMap { $0["MESSAGE"] }
        #expect(messages.contains("The unit gone.service, for the alert gone, cannot run: it \(unknown)"))
        #expect(
            messages.contains { $0.hasPrefix("The unit gone.service, for the alert gone at ") && $0.hasSuffix(unknown) }
        )
        #expect(
            messages.contains {
                $0.hasPrefix("The unit fails.service, for the alert fails at ")
                    && $0.hasSuffix(
                        ", failed with exit status 3. To see its output: journalctl --user -u fails.service")
            })
        #expect(messages.count == 3)
        let listed = try found.text("hooks.txt")
        #expect(listed.contains("backup.service"), "\(listed)")
        #expect(try found.text("status.txt").contains("gone.service, for the alert gone, does not exist\n"))
        #expect(try found.entries("alerts.without").count == messages.count, "a missing target is no failure")
    }
}
