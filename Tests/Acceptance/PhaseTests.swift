import Foundation
import Testing

/// The hooks of day and night with a real user manager and a real desktop setting. The scenario is scenarios/phases.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct PhaseTests {
    private static let played = Task { try await TestBed.run("phases") }

    /// The lines of a file, each as its words.
    private func lines(_ name: String) async throws -> [[String]] {
        try await Self.played.value.lines(name).map { $0.split(separator: " ").map(String.init) }
    }

    @Test("The sample hook switches the theme at the start, at the boundary, and after a change of the place")
    func theme() async throws {
        let schemes = try await Self.played.value.facts(
            "scheme.before", "scheme.start", "scheme.boundary", "scheme.moved")
        #expect(schemes == ["'default'", "'prefer-light'", "'prefer-dark'", "'prefer-light'"])
        #expect(try await Self.played.value.entries("failures").compactMap { $0["MESSAGE"] } == [])
    }

    @Test("Hooks get why they are called, and since when and until when the phase is in force")
    func calls() async throws {
        let calls = try await lines("calls.txt")
        let polar = try await Self.played.value.facts("phase.polar")[0]
        var told = ["day start 0", "night boundary 0", "day settings 0"]
        // The last place has the phase of the season.
        if polar == "s \"night\"" { told.append("night settings 0") }
        #expect(calls.map { $0.prefix(3).joined(separator: " ") } == told)
        let sunset = try #require(Double(try await Self.played.value.facts("sunset")[0]))
        let spans = calls.map { $0[3].split(separator: ":").compactMap { Double($0) } }
        #expect(try abs(#require(spans.first?.last) - sunset) < 1.5)
        #expect(try abs(#require(spans.dropFirst().first?.first) - sunset) < 1.5)
    }

    @Test("A restart and a crash call nothing again in the same login")
    func once() async throws {
        #expect(try await lines("calls.restarted.txt") == lines("calls.boundary.txt"))
        #expect(try await Self.played.value.facts("running.long") == ["1"])
    }

    @Test("A hook that failed before the graphical session is called once more when it begins, and no other one is")
    func session() async throws {
        #expect(try await lines("windows.txt") == [["settings", "none"], ["session", ":99"]])
        #expect(try await Self.played.value.facts("calls.session") == ["1"])
    }

    @Test("A hook that still runs when the phase changes is stopped before the hooks of the newer phase start")
    func superseded() async throws {
        #expect(try await Self.played.value.facts("running.superseded") == ["0"])
        let ends = try await lines("ends.txt")
        let stopped = try #require(ends.first { $0[0] == "long" && $0[1] == "ends" }.flatMap { Double($0[2]) })
        let started = try #require(ends.last { $0[0] == "day" }.flatMap { Double($0[2]) })
        #expect(stopped < started)
    }

    @Test("The phase and its end are properties on the bus, and change with a signal at the boundary")
    func properties() async throws {
        #expect(try await Self.played.value.facts("phase.start") == ["s \"day\""])
        let sunset = try #require(Double(try await Self.played.value.facts("sunset")[0]))
        let until = try #require(Double(try await Self.played.value.facts("until.start")[0].dropFirst(2)))
        #expect(abs(until / 1e6 - sunset) < 0.01)
        let signals = try await Self.played.value.text("signals.json").split(separator: "\n")
        #expect(signals.contains { $0.contains("\"Phase\":{\"type\":\"s\",\"data\":\"night\"}") })
        // In a polar day or night the other phase begins in weeks.
        let polar = try #require(Double(try await Self.played.value.facts("until.polar")[0].dropFirst(2)))
        #expect(polar / 1e6 - sunset > 5 * 86_400)
        let isDay = try await Self.played.value.facts("phase.polar")[0] == "s \"day\""
        #expect(try await Self.played.value.facts("sun.polar")[0] == "b \(isDay)")
    }

    @Test(
        "A phase set by hand survives a kill, ends at the boundary and at its time, and calls hooks once for each change"
    )
    func override() async throws {
        let found = try await Self.played.value
        let kept = try await Self.played.value.facts(
            "override.killed", "override.boundary", "override.until", "override.over")
        #expect(kept == ["s \"night\" b true", "s \"night\"", "s \"day\" b true", "s \"night\""])
        #expect(try await Self.played.value.facts("exit.override.set", "exit.override.auto") == ["0", "0"])
        #expect(try found.text("override.set.txt").contains(/^night until .*, set by hand\n$/))
        #expect(try found.text("override.json.txt").contains("\"setByHand\" : true"))
        #expect(try found.text("override.auto.txt").contains(/^night until [^,]*\n$/))
        #expect(try await lines("calls.override.txt").map { $0.prefix(2).joined(separator: " ") } == ["night hand"])
        let until = try await lines("calls.until.txt").map { $0.prefix(2).joined(separator: " ") }
        #expect(until == ["night hand", "day hand", "night boundary"])
        let messages = try found.entries("override").compactMap { $0["MESSAGE"] }
        #expect(messages.map { $0.hasSuffix("no longer set by hand") } == [false, true, false, true])
    }

    @Test("Hooks are called without a place where both times of [Phases] are fixed")
    func fixed() async throws {
        #expect(try await Self.played.value.facts("fixed.place", "fixed.phase") == ["ad 0", "s \"day\""])
        #expect(try await lines("calls.fixed.txt").last?.prefix(2) == ["day", "settings"])
    }
}
