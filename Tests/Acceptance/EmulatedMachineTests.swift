import Foundation
import Testing

/// The installed service on a machine whose clock is set and that sleeps. What happens in each act stands in
/// scenarios/clock.bash; all are played on one machine, which is booted once.
@Suite(
    .enabled(if: EmulatedMachine.obstacle == nil, Comment(rawValue: EmulatedMachine.obstacle ?? "")),
    .timeLimit(Turns.timeLimit))
struct EmulatedMachineTests {
    private static let played = Task { try await EmulatedMachine.run("clock", clock: "1970-01-01T00:00:00") }

    /// The act, and the moments that the scenario speaks of.
    private func act(_ name: String) async throws -> (ClockAct, (String) throws -> Double) {
        let found = try await Self.played.value
        return (try ClockAct(name, in: found), { try #require(Double(found.fact($0)), "\($0) is a number") })
    }

    @Test("A machine that comes up in 1970 and gets the time announces what comes then, also after it was restarted")
    func epoch() async throws {
        let (act, moment) = try await act("Epoch")
        #expect(try moment("booted_at") < 86_400, "it came up in 1970")
        #expect(
            act.announcements == [.onTime("sunrise", try moment("sunrise")), .onTime("sunset", try moment("sunset"))])
        #expect(act.popups == ["Sunrise in Epoch", "Sunset in Epoch"])
        // The restart has a ledger, by which 1970 is no outage.
        #expect(act.missed.count { $0.contains("everything from 1970-01-01") } == 1, "\(act.missed)")
    }

    /// Passed over by every act whose clock is set from the morning of that day to its evening.
    private static let equinox = "Missed: March equinox on 2026-03-20 at 14:45"

    @Test("A clock set forward across an event has it announced late, or missed where it is too late")
    func forward() async throws {
        let (act, moment) = try await act("Forward")
        #expect(
            act.announcements == [
                .late("sunrise", try moment("sunrise"), minutes: 7), .onTime("sunrise", try moment("next_sunrise")),
            ])
        #expect(act.popups == ["Sunrise in Forward was 7 min ago", "Sunrise in Forward"])
        #expect(act.missed == [Self.equinox, "Missed: Sunset in Forward on 2026-03-21 at 01:12"])
    }

    @Test("A clock set back, by seconds, or by hours and forward again, has nothing announced again")
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

    @Test("A clock that was hours ahead and is set right has the real event announced, which it announced too early")
    func ahead() async throws {
        let (act, moment) = try await act("Ahead")
        #expect(act.announcements == Array(repeating: .onTime("sunset", try moment("sunset")), count: 2))
        #expect(act.popups == ["Sunset in Ahead", "Sunset in Ahead"])
        #expect(act.missed.isEmpty, "\(act.missed)")
    }

    @Test("A clock that is wrong by years, ahead or behind, has the events of its days announced, and one summary")
    func years() async throws {
        let (act, moment) = try await act("Years")
        #expect(
            act.announcements == [
                .onTime("sunrise", try moment("sunrise")), .onTime("sunrise", try moment("old_sunrise")),
                .onTime("sunset", try moment("sunset")),
            ])
        #expect(act.popups == ["Sunrise in Years", "Sunrise in Years", "Sunset in Years"])
        #expect(act.missed.count { $0.contains("everything from 2026-03-20 to 2036-03-13") } == 1, "\(act.missed)")
        #expect(act.missed.count { $0.contains(" on 2036-03-") } == 15, "a week's events and an equinox, one by one")
    }

    @Test("An event at the very moment at which the clocks go forward is announced once")
    func spring() async throws {
        let (act, moment) = try await act("Spring")
        #expect(act.announcements == [.onTime("sunrise", try moment("spring_sunrise"))])
        #expect(act.popups == ["Sunrise in Spring"])
    }

    @Test("An event in the last second before the clocks go back is announced once, and not an hour later again")
    func autumn() async throws {
        let (act, moment) = try await act("Autumn")
        #expect(act.announcements == [.onTime("sunset", try moment("autumn_sunset"))])
        #expect(act.popups == ["Sunset in Autumn"])
        #expect(act.missed.isEmpty, "\(act.missed)")
    }

    @Test("A sleep across an event has it announced at waking, late or missed; any other sleep changes nothing")
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

    @Test("SIGKILL just before the clock is set across an event loses nothing and repeats nothing")
    func killed() async throws {
        let (act, moment) = try await act("Killed")
        #expect(
            act.announcements == [
                .late("sunrise", try moment("sunrise"), minutes: 2), .onTime("sunset", try moment("sunset")),
            ])
        #expect(act.popups == ["Sunrise in Killed was 2 min ago", "Sunset in Killed"])
        #expect(act.missed == [Self.equinox])
    }
}
