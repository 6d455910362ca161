import Foundation
import Testing

/// Units that the targets of day and night want, at the times of the real Sun, on an emulated machine that sleeps, whose
/// clock is set, and that boots by night. The scenario is scenarios/targets.bash, which runs at both boots.
@Suite(
    .enabled(if: EmulatedMachine.obstacle == nil, Comment(rawValue: EmulatedMachine.obstacle ?? "")),
    .timeLimit(ConcurrencyLimit.timeLimit))
struct TargetTests {
    private static let played = Task {
        try await EmulatedMachine.run("targets", clock: "2026-11-24T05:00:00", boots: 2)
    }

    /// What happens to the machine, and what was started by then.
    enum Step: String, CaseIterable {
        case start, sunset, hand, auto, pause, asleep, killed, forward, back, again, booted

        /// What this step starts.
        var starts: [String] {
            switch self {
            case .sunset: ["backup", "night"]
            case .start, .hand, .asleep, .forward, .again: ["day"]
            case .auto, .killed, .back, .booted: ["night"]
            case .pause: ["backup"]
            }
        }

        /// The phase after it.
        var phase: String {
            switch self {
            case .start, .hand, .asleep, .forward, .again: "day"
            case .sunset, .auto, .pause, .killed, .back, .booted: "night"
            }
        }
    }

    @Test(
        "Each change of the phase starts each unit once, and stops those of the other phase", arguments: Step.allCases)
    func starts(_ step: Step) async throws {
        let found = try await Self.played.value
        let steps = Step.allCases.prefix { $0 != step } + [step]
        let started = try found.fact(step.rawValue).split(separator: " ").map(String.init)
        // The night and the alert of the sunset begin at the same instant, in either order.
        let (before, now) = (steps.dropLast().flatMap(\.starts).count, step.starts)
        #expect(started.count == before + now.count && started.dropFirst(before).sorted() == now, "\(started)")
        let active = try found.fact(step.rawValue + ".active")
        #expect(active == "suntracker-\(step.phase).target by-\(step.phase).service")
    }

    @Test("At a sunset, the units start at once, and never before it")
    func instant() async throws {
        let found = try await Self.played.value
        let sunset = try #require(Double(found.fact("moment")))
        let started = try found.text("starts").split(separator: "\n").compactMap { line in
            line.split(separator: " ").last.flatMap { Double($0) }
        }
        try #require(started.count > 2)
        // Each begins with a shell, on an emulated processor.
        for moment in started[1...2] { #expect((0..<10).contains(moment - sunset), "\(moment - sunset) s") }
    }

    @Test("An alert in a pause is in the journal, starts its unit, and has no popup; the next event has one")
    func pause() async throws {
        let found = try await Self.played.value
        // What the service was killed over is announced again, marked.
        let announced = try found.entries().filter {
            $0["MESSAGE_ID"] == "106b6f75c64645c29e51d4e68eb41f8f" && $0["SUNTRACKER_RECOVERED"] == nil
        }
        #expect(
            announced.map { $0["SUNTRACKER_ALERT"] ?? $0["SUNTRACKER_EVENT"] }
                == ["sunset", "evening", "quiet", "sunrise", "sunset", "sunrise"])
        #expect(announced.map { $0["SUNTRACKER_QUIET"] } == [nil, nil, "1", nil, nil, nil])
        let popups = try found.recordedPopups("targets").map(\.summary)
        #expect(popups.prefix(2) == ["Sunset in Berlin", "Sunset in Berlin"])
        #expect(popups.dropFirst(2).first?.hasPrefix("Sunrise in Berlin was ") == true, "\(popups)")
        #expect(try found.text("status.txt").contains("paused until "))
    }
}
