// SPDX-License-Identifier: MIT
import Configuration
import TestSupport
import Testing

@testable import suntracker

@Suite("The time in a pipe") struct PlainAnswerTests {
    private func answer(
        _ event: String, after now: String, hasDate: Bool = false, latitude: Double = 39.74, offset: Duration = .zero
    ) throws -> Result<String, CommandError> {
        let next = NextEvents(
            of: [try #require(AnnouncedEvent(name: event))], after: at(now),
            at: place(latitude, -104.98), localTime: SimulatedZone.denver, offset: offset)
        return Result { () throws(CommandError) in try next.plainAnswer(hasDate: hasDate) }
    }

    @Test(
        "has a form that depends on the event and on a given date, but not on the current time",
        arguments: [
            // Before and after a sunset.
            ("sunset", "2026-11-21T23:38:00Z", false, "16:39"), ("sunset", "2026-11-21T23:50:00Z", false, "16:39"),
            ("sunset", "2026-11-21T23:38:00Z", true, "2026-11-21 16:39"),
            ("sunset", "2026-11-21T23:50:00Z", true, "2026-11-22 16:39"),
            ("altitude:-4.5:rising", "2026-11-21T23:50:00Z", false, "06:31"),
            ("june-solstice", "2026-06-21T07:00:00Z", false, "2026-06-21 02:24"),
            ("dst-change", "2027-03-14T08:00:00Z", false, "2027-03-14 03:00"),
        ])
    func form(event: String, now: String, hasDate: Bool, text: String) throws {
        #expect(try answer(event, after: now, hasDate: hasDate).get() == text)
    }

    @Test(
        "is the time before or after an event, even if the event itself is past",
        arguments: [
            // Before and after 16:09, half an hour before the sunset.
            ("2026-11-21T23:08:00Z", -30, "2026-11-21 16:09"), ("2026-11-21T23:10:00Z", -30, "2026-11-22 16:09"),
            // Between the sunset and an hour after it.
            ("2026-11-21T23:50:00Z", 60, "2026-11-21 17:39"),
        ])
    func offset(now: String, minutes: Int, text: String) throws {
        #expect(try answer("sunset", after: now, hasDate: true, offset: .seconds(minutes * 60)).get() == text)
        #expect(try answer("sunset", after: now, offset: .seconds(minutes * 60)).get() == text.suffix(5))
    }

    @Test("is missing if the event does not occur within 36 hours")
    func polarNight() throws {
        let error = #expect(throws: CommandError.self) {
            try answer("sunset", after: "2026-11-29T19:00:00Z", latitude: 70).get()
        }
        #expect(
            error?.description
                == "sunset does not occur within 36 hours at this place; for the next one, add the day 2027-01-17")
        #expect(error?.exitStatus == 69)
        let dated = try answer("sunset", after: "2026-11-29T19:00:00Z", hasDate: true, latitude: 70)
        #expect(try dated.get().hasPrefix("2027-01-17 1"))
    }
}
