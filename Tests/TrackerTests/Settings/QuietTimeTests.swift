// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@Suite("The quiet time") struct QuietTimeTests {
    @Test(
        "is a list of ranges of local time",
        arguments: [
            ("22:00-07:00", ["22:00", "23:59", "00:00", "06:59"], ["07:00", "21:59"]),
            ("7:00-8:30", ["07:00", "08:29"], ["06:59", "08:30", "19:00"]),
            ("22:00-24:00", ["22:00", "23:59"], ["00:00", "21:59"]),
            ("22:00-00:00", ["22:00", "23:59"], ["00:00", "21:59"]),
            ("00:00-24:00", ["00:00", "12:00", "23:59"], []),
            (" 22:00 - 07:00 , 13:00-14:00 ", ["22:00", "03:00", "13:00"], ["12:59", "14:00"]),
            ("", [], ["00:00", "12:00"]),
        ] as [(String, [String], [String])])
    func ranges(text: String, quiet: [String], loud: [String]) throws {
        let time = try #require(QuietTime(text))
        for reading in quiet {
            #expect(time.contains(at("2026-11-21T\(reading):59Z"), in: SimulatedZone.utc), "\(reading)")
        }
        for reading in loud {
            #expect(!time.contains(at("2026-11-21T\(reading):59Z"), in: SimulatedZone.utc), "\(reading)")
        }
    }

    @Test("begins when the clocks first show its start, and ends when they last show its end")
    func clockChanges() throws {
        let hour = try #require(QuietTime("02:30-02:45"))
        // From 03:00, the clocks go back to 02:00.
        #expect(hour.contains(at("2026-10-25T00:30:00Z"), in: SimulatedZone.oslo))
        #expect(hour.contains(at("2026-10-25T01:44:59.999999Z"), in: SimulatedZone.oslo))
        #expect(!hour.contains(at("2026-10-25T00:29:59.999999Z"), in: SimulatedZone.oslo))
        #expect(!hour.contains(at("2026-10-25T01:45:00Z"), in: SimulatedZone.oslo))
        // From 00:01, the clocks go back to 23:01 of the day before.
        let zone = SimulatedZone(utcOffset: 3600, changes: [(instant: at("2026-10-24T23:01:00Z"), utcOffset: 0)])
        let night = try #require(QuietTime("00:00-06:00"))
        #expect(night.contains(at("2026-10-24T23:30:00Z"), in: zone))
        #expect(!night.contains(at("2026-10-24T22:59:59Z"), in: zone))
    }

    @Test("begins or ends at the change if the clocks skip its time, and is left out within the skipped hour")
    func skipped() throws {
        let change = at("2026-03-29T01:00:00Z")
        for (text, isQuietBefore, isQuietAfter) in [
            ("02:30-07:00", false, true), ("22:00-02:30", true, false), ("02:10-02:50", false, false),
        ] {
            let time = try #require(QuietTime(text))
            #expect(time.contains(change - .microseconds(1), in: SimulatedZone.oslo) == isQuietBefore, "\(text)")
            #expect(time.contains(change, in: SimulatedZone.oslo) == isQuietAfter, "\(text)")
        }
    }

    @Test(
        "rejects anything else",
        arguments: [
            "22-7", "22:00", "22:00-", "-07:00", "22:00-07:00-08:00", "22:00–07:00", "22:0-07:00", "22:00-07:60",
            "24:01-07:00",
            "24:00-07:00", "25:00-26:00", "07:00-07:00", "0:00-0:00", "22:00-07:00,", ",", "+7:00-08:00",
            "22:00-07:00:00",
            "١٢:٠٠-١٣:٠٠", "10pm-7am", "022:00-07:00", "silent",
        ])
    func errors(text: String) { #expect(QuietTime(text) == nil) }
}
