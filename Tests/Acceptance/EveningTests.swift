// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// A laptop at the times of the real Sun, with the units that the targets of day and night want, and the sample hook
/// `theme`. The emulated machine is suspended, its clock is set, and it boots at night. scenarios/evening.bash runs at
/// both boots.
@Suite(.unless(EmulatedMachine.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct EveningTests {
    /// Packages that gsettings needs, and that a stock desktop contains.
    private static let desktop = ["dconf-gsettings-backend", "gsettings-desktop-schemas", "libglib2.0-bin"]
    private static let played = Task {
        try await EmulatedMachine.run("evening", clock: "2026-11-24T01:00:00", with: desktop, boots: 2)
    }

    /// The steps of the scenario, with the units that have been started by then.
    enum Step: String, CaseIterable {
        case start, sunset, hand, auto, sunrise, asleep, forward, back, again, killed, day, booted

        /// The units that this step starts.
        var starts: [String] {
            switch self {
            case .sunset: ["backup", "night"]
            default: [phase]
            }
        }

        /// The phase after this step.
        var phase: String {
            switch self {
            case .start, .hand, .sunrise, .forward, .again, .day: "day"
            case .sunset, .auto, .asleep, .back, .killed, .booted: "night"
            }
        }
    }

    @Test(
        "Each change of the phase starts each unit once, stops the units of the other phase, and switches the theme",
        arguments: Step.allCases)
    func starts(_ step: Step) async throws {
        let found = try await Self.played.value
        let steps = Step.allCases.prefix { $0 != step }
        let started = try found.fact(step.rawValue).split(separator: " ").map(String.init)
        // The night and the sunset's alert begin at the same instant, in either order.
        let (before, now) = (steps.flatMap(\.starts).count, step.starts)
        #expect(started.count == before + now.count && started.dropFirst(before).sorted() == now, "\(started)")
        let active = try found.fact(step.rawValue + ".active")
        #expect(active == "suntracker-\(step.phase).target by-\(step.phase).service")
        #expect(try found.fact(step.rawValue + ".scheme") == "'prefer-\(step.phase == "day" ? "light" : "dark")'")
    }

    /// The seconds within which a phase begins. They allow for the time that the hook and a unit take on the emulated
    /// processor, which others may use as well, such as services that run after a suspend.
    private func limit(in found: Results) throws -> Double {
        try 1 + 4 * max(found.number("yardstick.sunset"), found.number("yardstick.sunrise"))
    }

    @Test("At a sunset, the units start immediately, and never before it")
    func instant() async throws {
        let found = try await Self.played.value
        let sunset = try found.number("moment")
        let started = try found.lines("starts").compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        try #require(started.count > 2)
        for moment in started[1...2] { #expect(moment >= sunset, "\(moment - sunset) s") }
        // Not the time of the shell with which each unit begins: the emulated processor may be busy with others.
        let units = try found.entries("units")
        for name in ["by-night.service", "backup.service"] {
            let unit = try #require(units.first { $0["USER_UNIT"] == name }, "\(name)")
            let moment = try unit.moment("_SOURCE_REALTIME_TIMESTAMP")
            #expect(try (0..<limit(in: found)).contains(moment - sunset), "\(name): \(moment - sunset) s")
        }
    }

    @Test("A laptop that is suspended during sunset is dark within a second of resuming; during sunrise, light")
    func asleep() async throws {
        let found = try await Self.played.value
        #expect(try found.fact("scheme.before") == "'default'")
        let limit = try limit(in: found)
        // The boundary before these two is the sunset.
        let called = try calls(in: found.entries()).filter { $0["SUNTRACKER_REASON"] == "boundary" }.dropFirst()
        for (name, entry) in zip(["sunrise", "asleep"], called) {
            // The hook itself takes as long as the emulated processor is busy with others.
            let (started, theme) = (try found.number("\(name).started"), try found.number("\(name).changed"))
            #expect(started > 0 && started < limit && started < theme, "\(name): \(started) s, then \(theme) s")
            let reaction = try entry.moment("_SOURCE_REALTIME_TIMESTAMP") - found.number("\(name).woke")
            #expect(reaction < limit, "\(name): the entry after \(reaction) s")
        }
        #expect(try found.fact("wakeups") == "0")
    }

    /// The entries about calls of the hooks for a phase.
    private func calls(in entries: [Results.Entry]) -> [Results.Entry] {
        entries.filter { $0["MESSAGE_ID"] == "8f16e9d2338a4dd192ae0d226967de50" }
    }

    @Test("A laptop that was off during sunset is dark after booting; a hook that needs the session is run again")
    func off() async throws {
        let found = try await Self.played.value
        let night = try Date("2026-11-27T20:00:00Z", strategy: .iso8601).timeIntervalSince1970
        #expect(try found.number("booted.at") >= night)
        #expect(try found.lines("windows.txt") == ["start none", "start wayland-1"])
        #expect(try found.fact("calls.session") == "0", "and no other one")
    }

    @Test("Each call has its reason, in the hooks' environment and in the journal")
    func reasons() async throws {
        let found = try await Self.played.value
        let told = try calls(in: found.entries()) + calls(in: found.entries("off"))
        // A crash follows, after which the call may be repeated.
        let reasons = [
            "day start", "night boundary", "day hand", "night hand", "day boundary", "night boundary",
            "day boundary", "night boundary", "day boundary",
        ]
        for called in [
            told.map { "\($0["SUNTRACKER_PHASE"] ?? "") \($0["SUNTRACKER_REASON"] ?? "")" },
            try found.lines("calls.txt").map(String.init),
        ] {
            #expect(Array(called.prefix(9)) == reasons)
            #expect(called.last == "night start")
        }
    }

    @Test("Each event, and the alert while it is in the settings, is announced once, with a popup")
    func announcements() async throws {
        let found = try await Self.played.value
        var announced: [String?] = []
        for entry in try found.announcements() {
            let name = entry["SUNTRACKER_ALERT"] ?? entry["SUNTRACKER_EVENT"]
            // The event that a crash interrupted is announced again, marked, perhaps after a first time.
            if entry["SUNTRACKER_RECOVERED"] == nil || announced.last != name { announced.append(name) }
        }
        #expect(announced == ["sunset", "evening", "sunrise", "sunset", "sunrise", "sunset", "sunrise"])
        let popups = try found.recordedPopups("evening").map(\.summary)
        #expect(popups.prefix(2) == ["Sunset in Berlin", "Sunset in Berlin"])
        #expect(popups.dropFirst(2).first?.hasPrefix("Sunrise in Berlin was ") == true, "\(popups)")
    }
}
