// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The installed service on a machine whose clock is set and that is suspended. scenarios/clock.bash contains the acts,
/// which all run on one machine, booted once.
@Suite(.unless(EmulatedMachine.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct EmulatedMachineTests {
    private static let played = Task { try await EmulatedMachine.run("clock", clock: "1970-01-01T00:00:00") }

    /// The results of an act, and a function that looks up an instant in the scenario's facts.
    private func act(_ name: String) async throws -> (ClockAct, (String) throws -> Double) {
        let found = try await Self.played.value
        return (try ClockAct(name, in: found), found.number)
    }

    @Test("A machine that boots in 1970 and then gets the time announces the next events, even after a restart")
    func epoch() async throws {
        let (act, moment) = try await act("Epoch")
        #expect(try moment("booted_at") < 86_400, "it boots in 1970")
        #expect(
            act.announcements == [.onTime("sunrise", try moment("sunrise")), .onTime("sunset", try moment("sunset"))])
        #expect(act.popups == ["Sunrise in Epoch", "Sunset in Epoch"])
        // No event since 1970 counts as missed: at the first start, there is no ledger, and at the second start, there
        // is one.
        #expect(act.missed.allSatisfy { $0 == Self.equinox }, "\(act.missed)")
    }

    /// The missed event of every act that sets the clock from the morning of this day to its evening.
    private static let equinox = "Missed: March equinox on 2026-03-20 at 14:45"

    @Test("After the clock is set forward across an event, the event is announced late, or listed as missed")
    func forward() async throws {
        let (act, moment) = try await act("Forward")
        #expect(
            act.announcements == [
                .late("sunrise", try moment("sunrise"), minutes: 7), .onTime("sunrise", try moment("next_sunrise")),
            ])
        #expect(act.popups == ["Sunrise in Forward was 7 min ago", "Sunrise in Forward"])
        #expect(act.missed == [Self.equinox, "Missed: Sunset in Forward on 2026-03-21 at 01:12"])
    }

    @Test("After the clock is set back by seconds, or by hours and forward again, nothing is announced again")
    func backward() async throws {
        let (act, moment) = try await act("Backward")
        #expect(
            act.announcements == [
                .onTime("sunrise", try moment("sunrise")), .onTime("sunset", try moment("sunset")),
                .onTime("sunrise", try moment("next_sunrise")),
            ])
        #expect(act.popups == ["Sunrise in Backward", "Sunset in Backward", "Sunrise in Backward"])
        #expect(act.missed == [Self.equinox])
    }

    @Test("With a clock wrong by years, the events of its date are announced, and the years in between cause one entry")
    func years() async throws {
        let (act, moment) = try await act("Years")
        #expect(
            act.announcements == [
                .onTime("sunrise", try moment("sunrise")), .onTime("sunrise", try moment("old_sunrise")),
                .onTime("sunset", try moment("sunset")),
            ])
        #expect(act.popups == ["Sunrise in Years", "Sunrise in Years", "Sunset in Years"])
        #expect(act.missed.count { $0.contains("everything from 2026-03-20 to 2036-03-13") } == 1, "\(act.missed)")
        #expect(act.missed.count { $0.contains(" on 2036-03-") } == 15, "an entry each for a week and an equinox")
    }

    @Test("An event at the instant at which the clocks go forward is announced once")
    func spring() async throws {
        let (act, moment) = try await act("Spring")
        #expect(act.announcements == [.onTime("sunrise", try moment("spring_sunrise"))])
        #expect(act.popups == ["Sunrise in Spring"])
    }

    @Test("An event in the last second before the clocks go back is announced once, and not again an hour later")
    func autumn() async throws {
        let (act, moment) = try await act("Autumn")
        #expect(act.announcements == [.onTime("sunset", try moment("autumn_sunset"))])
        #expect(act.popups == ["Sunset in Autumn"])
        #expect(act.missed.isEmpty, "\(act.missed)")
    }

    @Test("An event during a suspend is announced late or listed as missed on resume; other suspends change nothing")
    func asleep() async throws {
        let (act, moment) = try await act("Asleep")
        #expect(
            act.announcements == [
                .late("sunrise", try moment("sunrise"), minutes: 7), .onTime("sunset", try moment("sunset")),
                .onTime("sunset", try moment("next_sunset")),
            ])
        #expect(act.popups == ["Sunrise in Asleep was 7 min ago", "Sunset in Asleep", "Sunset in Asleep"])
        #expect(act.missed == [Self.equinox, "Missed: Sunrise in Asleep on 2026-03-21 at 13:01"])
    }
}
