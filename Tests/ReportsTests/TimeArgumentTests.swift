// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A time in an argument") struct TimeArgumentTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let text: String
        /// The expected date of a whole day, or the expected instant in Denver's time.
        let meaning: String
        var coming = false
        var testDescription: String { text }

        init(_ text: String, _ meaning: String, coming: Bool = false) {
            (self.text, self.meaning, self.coming) = (text, meaning, coming)
        }
    }

    /// 13:00 in Denver.
    private static let now = "2026-11-21T20:00:00Z"

    @Test(
        "is a day or an instant, at 13:00 on 21 November 2026 in Denver",
        arguments: [
            // A whole day.
            Row("today", "2026-11-21"), Row("tomorrow", "2026-11-22"), Row("yesterday", "2026-11-20"),
            Row("Tomorrow", "2026-11-22"), Row("2026-12-24", "2026-12-24"), Row("24 dec", "2026-12-24"),
            Row("24 December", "2026-12-24"), Row("dec 24", "2026-12-24"), Row("24 dec 2027", "2027-12-24"),
            Row("saturday", "2026-11-21"), Row("Sunday", "2026-11-22"), Row("friday", "2026-11-27"),
            Row("friday 12:00", "2026-11-27T12:00:00-07:00"), Row("21 nov", "2026-11-21"), Row("20 nov", "2027-11-20"),
            Row("29 feb", "2028-02-29"),
            // A time of day, today or on another day.
            Row("12:00", "2026-11-21T12:00:00-07:00"), Row("7:05", "2026-11-21T07:05:00-07:00"),
            Row("23:59:30", "2026-11-21T23:59:30-07:00"), Row("tomorrow 12:00", "2026-11-22T12:00:00-07:00"),
            Row("24 dec 08:00", "2026-12-24T08:00:00-07:00"), Row("2026-12-24 08:00", "2026-12-24T08:00:00-07:00"),
            Row("2026-12-24T08:00", "2026-12-24T08:00:00-07:00"),
            Row("2026-07-01T08:00:30", "2026-07-01T08:00:30-06:00"),
            // The next time of day, where the argument must be in the future.
            Row("12:00", "2026-11-22T12:00:00-07:00", coming: true),
            Row("13:01", "2026-11-21T13:01:00-07:00", coming: true),
            Row("12:00:30", "2026-11-22T12:00:30-07:00", coming: true),
            Row("today 12:00", "2026-11-21T12:00:00-07:00", coming: true),
            // The given instant, with Z or an offset.
            Row("2026-12-24T08:00Z", "2026-12-24T08:00:00Z"), Row("2026-12-24t08:00:00z", "2026-12-24T08:00:00Z"),
            Row("2026-12-24 08:00+01:00", "2026-12-24T07:00:00Z"),
            Row("2026-12-24T08:00:00.5-07:00", "2026-12-24T15:00:00.500Z"),
            // As printed by `date +%FT%T%z`, `date +%FT%T%:::z` and `journalctl -o short-iso-precise`.
            Row("2026-11-27T22:26:32+0000", "2026-11-27T22:26:32Z"), Row("2026-11-27T22:26+01", "2026-11-27T21:26:00Z"),
            Row("2026-11-27T22:26:32-0730", "2026-11-28T05:56:32Z"),
            Row("2026-11-27T22:26:32.500000+0530", "2026-11-27T16:56:32.500Z"),
            // From now.
            Row("now", now), Row("2h", "2026-11-21T22:00:00Z"), Row("+30min", "2026-11-21T20:30:00Z"),
            Row("-1d", "2026-11-20T20:00:00Z"), Row("1h 30min", "2026-11-21T21:30:00Z"), Row("0", now),
            // An event or an alert.
            Row("sunset", "2026-11-21T23:00:00Z"), Row("alert:lamps", "2026-11-21T23:30:00Z"),
            Row("coffee break", "2026-11-21T23:30:00Z"), Row("sunset 24 dec", "2026-12-24T15:59:59.999999-07:00"),
            Row("tomorrow sunset", "2026-11-22T15:59:59.999999-07:00"),
            Row("24 dec sunset", "2026-12-24T15:59:59.999999-07:00"),
            Row("2026-12-24 sunset", "2026-12-24T15:59:59.999999-07:00"),
            // Of a time that the clocks repeat, the first one counts. A time that they skip means the moment of the
            // change.
            Row("2026-11-01 01:30", "2026-11-01T01:30:00-06:00"), Row("2026-03-08 02:30", "2026-03-08T03:00:00-06:00"),
            Row("2026-03-08T02:00", "2026-03-08T03:00:00-06:00"), Row("2026-03-08 03:00", "2026-03-08T03:00:00-06:00"),
        ])
    func meaning(row: Row) throws {
        let moment = try TimeArgument(row.text).moment(
            at: at(Self.now), in: SimulatedZone.denver, coming: row.coming
        ) { name, start in
            // The sunset at 16:00 on the day that begins then.
            if start > at(Self.now) { return start + .seconds(16 * 3600) }
            return name == .event(.solar(.sunset))
                ? at("2026-11-21T23:00:00Z")
                : at("2026-11-21T23:30:00Z")
        }
        let expected: Moment =
            if let date = CivilDate(row.meaning) { .day(date) } else { .instant(at(row.meaning)) }
        #expect(moment == expected)
    }

    @Test("may be a time of day that has just passed, if the search starts before it")
    func late() throws {
        let now = at(Self.now)
        let time = SimulatedZone.denver.civilTime(at: now - .seconds(60))
        let moment = try TimeArgument("\(time.hour):\(time.minute)").moment(
            at: now, in: SimulatedZone.denver, coming: true, after: now - .seconds(300)
        ) { _, start in start }
        #expect(moment == .instant(now - .seconds(60)))
    }

    @Test("with an event that does not occur on that day has no moment")
    func absent() throws {
        let error = #expect(throws: CommandError.self) {
            try TimeArgument("sunset tomorrow").moment(
                at: at(Self.now), in: SimulatedZone.denver, coming: false
            ) { $1 + .seconds(30 * 3600) }
        }
        #expect(error?.description == "sunset does not occur on 2026-11-22 at this place; choose another day")
    }

    @Test(
        "that is wrong is named, with what to write instead",
        arguments: [
            ("", "the name of an event is missing; add one such as sunset"),
            ("30", "\"30\" has no unit; did you mean 30min?"),
            ("8", "\"8\" has no unit; did you mean 8min, or the time 8:00?"),
            ("-30", "\"-30\" has no unit; did you mean -30min?"),
            (
                "25:00",
                "\"25:00\" is not a time; use one from 00:00 to 23:59, or a date and a time such as 2026-12-24T08:00"
            ),
            ("8am", "\"8am\" is not a time; did you mean 8:00?"),
            ("8:30 PM", "\"8:30 PM\" is not a time; did you mean 20:30?"),
            ("12am", "\"12am\" is not a time; did you mean 0:00?"),
            ("24.12.2026", "\"24.12.2026\" is not a date; use one such as 2026-12-24 or 24 dec"),
            ("12/24", "\"12/24\" is not a date; use one such as 2026-12-24 or 24 dec"),
            ("2026-02-29", "\"2026-02-29\" is not a date in the calendar; use one such as 2026-12-24"),
            ("30 feb", "\"30 feb\" is not a time; use one such as 12:00, tomorrow, 24 dec or 2h"),
            ("@1764200000", "\"@1764200000\" is not a time; use one such as 12:00, tomorrow, 24 dec or 2h"),
            ("13pm", "\"13pm\" is not a time; use one such as 12:00, tomorrow, 24 dec or 2h"),
            ("fri 12:00", "\"fri 12:00\" is not a time; use one such as 12:00, tomorrow, 24 dec or 2h"),
            ("24 dec sunst", "\"24 dec sunst\" is not a time; use one such as 12:00, tomorrow, 24 dec or 2h"),
            ("may 35", "\"may 35\" is not a time; use one such as 12:00, tomorrow, 24 dec or 2h"),
            (
                "2026-11-27T22:26:32+00000",
                "\"2026-11-27T22:26:32+00000\" is not a time; use one from 00:00 to 23:59, or a date and a time such as 2026-12-24T08:00"
            ),
            ("altitude:-4.5", "\"altitude:-4.5\" is not an altitude; did you mean altitude:-4.5:rising?"),
        ])
    func problem(text: String, problem: String) {
        let error = #expect(throws: ValidationError.self) { try TimeArgument(text) }
        #expect(error.map { "\($0)" } == problem)
    }
}

@Suite("Events and alerts in arguments") struct EventSelectionTests {
    @Test(
        "are separated by commas or spaces, and each counts once",
        arguments: [
            ("sunset", "sunset"), ("sunrise,sunset", "sunrise sunset"), ("sunrise, sunset", "sunrise sunset"),
            ("sunrise sunset", "sunrise sunset"), ("sunset,sunset", "sunset"), ("sunset,", "sunset"),
            ("Sunset", "sunset"), ("dst-change", "dst-change"),
            ("polar-night-start,june-solstice", "polar-night-start june-solstice"),
            ("altitude:-4.50:rising", "altitude:-4.5:rising"), ("lamps", "lamps"),
            ("alert:lamps,sunset", "alert:lamps sunset"),
            ("coffee break", "coffee break"), ("sunset, coffee break", "sunset coffee break"),
        ])
    func events(text: String, names: String) throws {
        #expect(try EventSelection.events(text).map(\.description).joined(separator: " ") == names)
    }

    @Test("can be every event that settings, hooks and the preview know")
    func all() throws {
        #expect(try EventSelection.events(AnnouncedEvent.names.joined(separator: ",")).events.count == 24)
    }

    @Test(
        "that are unknown suggest a similar name, or a name of which a part begins with the text",
        arguments: [
            ("sunste", "sunset"), ("noon", "solar-noon"), ("midnight", "solar-midnight"), ("dawn", "civil-dawn"),
            ("dst", "dst-change"), ("polar-night", "polar-night-start"), ("lampss", "alert:lamps"), ("moonrise", nil),
            ("night", "polar-night-end"), ("eclipse", "solar-eclipse"), ("rise", "sunrise"), ("set", "sunset"),
            ("den", nil), ("x", nil),
        ] as [(String, String?)])
    func meant(name: String, meant: String?) {
        #expect(EventSelection.meant(by: name, alerts: ["lamps"]) == meant)
    }
}
