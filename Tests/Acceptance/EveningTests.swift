import Foundation
import Testing

/// A laptop's evenings, with the sample hook `theme`, on an emulated machine that really sleeps and boots. The scenario is
/// scenarios/evening.bash, which runs at both boots.
@Suite(
    .enabled(if: EmulatedMachine.obstacle == nil, Comment(rawValue: EmulatedMachine.obstacle ?? "")),
    .timeLimit(ConcurrencyLimit.timeLimit))
struct EveningTests {
    /// What gsettings needs, which a stock desktop has.
    private static let desktop = ["dconf-gsettings-backend", "gsettings-desktop-schemas", "libglib2.0-bin"]
    private static let played = Task {
        try await EmulatedMachine.run("evening", clock: "2030-03-20T01:00:00", with: desktop, boots: 2)
    }

    private func fact(_ name: String) async throws -> String { try await Self.played.value.fact(name) }

    private func number(_ name: String) async throws -> Double { try #require(Double(try await fact(name)), "\(name)") }

    @Test("A laptop that sleeps over the sunset is dark within a second of waking; over the sunrise, light")
    func asleep() async throws {
        #expect(try await fact("scheme.before") == "'default'")
        #expect(try await fact("scheme.start") == "'prefer-light'")
        #expect(try await fact("scheme.asleep") == "'prefer-dark'")
        #expect(try await fact("scheme.morning") == "'prefer-light'")
        // The processor is emulated, and others may use it: allow for what the hook alone takes there. After a suspend,
        // other services use the processor too.
        let limit = 1 + 4 * (try await number("alone"))
        let called = try await Self.played.value.entries("asleep").filter {
            $0["MESSAGE_ID"] == "8f16e9d2338a4dd192ae0d226967de50" && $0["SUNTRACKER_REASON"] == "resume"
        }
        for (name, entry) in zip(["sunset.asleep", "sunrise.asleep"], called) {
            let theme = try await number(name)
            #expect(theme > 0 && theme < limit, "\(name): \(theme) s")
            let written = try #require(entry["_SOURCE_REALTIME_TIMESTAMP"].flatMap(Double.init)) / 1e6
            let reaction = try await written - number("\(name).woke")
            #expect(reaction < limit, "\(name): the entry after \(reaction) s")
        }
        #expect(try await fact("wakeups") == "0")
    }

    @Test("A laptop that was off over the sunset is dark after the boot")
    func off() async throws {
        #expect(try await fact("scheme.off") == "'prefer-dark'")
        let night = try Date("2030-03-21T20:00:00Z", strategy: .iso8601).timeIntervalSince1970
        #expect(try await number("booted") >= night)
    }

    @Test("After a boot at night, a hook that needs the graphical session is called again when it begins")
    func session() async throws {
        let windows = try await Self.played.value.text("windows.txt").split(separator: "\n")
        #expect(windows == ["resume none", "start none", "session wayland-1"])
        #expect(try await fact("calls.session") == "4")
    }

    @Test("Each call has its reason, in the hooks' environment and in the journal")
    func reasons() async throws {
        let found = try await Self.played.value
        let calls = try found.text("calls.txt").split(separator: "\n").map { $0.split(separator: " ").prefix(2) }
        #expect(calls.map { $0.joined(separator: " ") } == ["day start", "night resume", "day resume", "night start"])
        let entries = try found.entries("asleep") + found.entries("off")
        let told = entries.filter { $0["MESSAGE_ID"] == "8f16e9d2338a4dd192ae0d226967de50" }
        #expect(told.map { $0["SUNTRACKER_REASON"] } == ["start", "resume", "resume", "start"])
        #expect(told.map { $0["SUNTRACKER_PHASE"] } == ["day", "night", "day", "night"])
    }

    @Test("Units that the targets of day and night want are started once a phase, and after the boot by night")
    func units() async throws {
        #expect(try await Self.played.value.fact("starts") == "day night day night")
    }
}
