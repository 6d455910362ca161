// SPDX-License-Identifier: MIT
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Testing
import Tracker

/// The quiet time with the rules of real time zones, in a separate process, because libc has one zone per process.
@Suite("The quiet time, by libc")
struct QuietTimeZoneTests {
    struct Row {
        let zone: String
        let quiet: String
        /// The start of the 24 hours that are searched.
        let from: String
        /// When the quiet time begins and ends within the 24 hours.
        let found: [String]

        init(_ zone: String, _ quiet: String, from: String, _ found: String...) {
            (self.zone, self.quiet, self.from, self.found) = (zone, quiet, from, found)
        }
    }

    private static let rows = [
        // The clocks skip 02:00 to 03:00 at 01:00 UTC.
        Row("Europe/Berlin", "22:00-07:00", from: "2026-03-28T12:00:00Z", "2026-03-28T21:00Z", "2026-03-29T05:00Z"),
        Row("Europe/Berlin", "02:30-07:00", from: "2026-03-28T12:00:00Z", "2026-03-29T01:00Z", "2026-03-29T05:00Z"),
        Row("Europe/Berlin", "22:00-02:30", from: "2026-03-28T12:00:00Z", "2026-03-28T21:00Z", "2026-03-29T01:00Z"),
        Row("Europe/Berlin", "02:10-02:50", from: "2026-03-28T12:00:00Z"),
        // The clocks repeat 02:00 to 03:00 at 01:00 UTC.
        Row("Europe/Berlin", "22:00-07:00", from: "2026-10-24T12:00:00Z", "2026-10-24T20:00Z", "2026-10-25T06:00Z"),
        Row("Europe/Berlin", "02:30-07:00", from: "2026-10-24T12:00:00Z", "2026-10-25T00:30Z", "2026-10-25T06:00Z"),
        Row("Europe/Berlin", "22:00-02:30", from: "2026-10-24T12:00:00Z", "2026-10-24T20:00Z", "2026-10-25T01:30Z"),
        Row("Europe/Berlin", "02:10-02:50", from: "2026-10-24T12:00:00Z", "2026-10-25T00:10Z", "2026-10-25T01:50Z"),
        Row("Europe/Berlin", "01:00-02:00", from: "2026-10-24T12:00:00Z", "2026-10-24T23:00Z", "2026-10-25T01:00Z"),
        Row("Europe/Berlin", "21:00-02:00", from: "2026-10-24T12:00:00Z", "2026-10-24T19:00Z", "2026-10-25T01:00Z"),
        Row("Europe/Berlin", "02:00-03:00", from: "2026-10-24T12:00:00Z", "2026-10-25T00:00Z", "2026-10-25T02:00Z"),
        // The clocks repeat 00:00 to 01:00.
        Row("Atlantic/Azores", "22:00-24:00", from: "2026-10-24T12:00:00Z", "2026-10-24T22:00Z", "2026-10-25T01:00Z"),
        Row("Europe/Berlin", "03:00-04:00", from: "2026-10-24T12:00:00Z", "2026-10-25T02:00Z", "2026-10-25T03:00Z"),
        Row(
            "America/Denver", "22:00-07:00", from: "2026-03-07T18:00:00Z", "2026-03-08T05:00Z", "2026-03-08T13:00Z"),
        Row(
            "America/Denver", "22:00-01:30", from: "2026-10-31T18:00:00Z", "2026-11-01T04:00Z", "2026-11-01T08:30Z"),
        // For Ramadan, the clocks go back an hour, and later forward again.
        Row(
            "Africa/Casablanca", "02:30-07:00", from: "2020-04-18T12:00:00Z", "2020-04-19T01:30Z",
            "2020-04-19T07:00Z"),
        Row(
            "Africa/Casablanca", "02:30-07:00", from: "2020-05-30T12:00:00Z", "2020-05-31T02:00Z",
            "2020-05-31T06:00Z"),
        // The clocks change by half an hour: 01:30 to 02:00 are repeated, and 02:00 to 02:30 are skipped.
        Row(
            "Australia/Lord_Howe", "22:00-01:45", from: "2026-04-04T08:00:00Z", "2026-04-04T11:00Z",
            "2026-04-04T15:15Z"),
        Row(
            "Australia/Lord_Howe", "02:15-07:00", from: "2026-10-03T08:00:00Z", "2026-10-03T15:30Z",
            "2026-10-03T20:00Z"),
        // The calendar skips a day.
        Row("Pacific/Apia", "22:00-07:00", from: "2011-12-30T00:00:00Z", "2011-12-30T08:00Z", "2011-12-30T17:00Z"),
    ]

    @Test("begins once and ends once, even if the clocks skip or repeat an hour")
    func changes() async {
        await #expect(processExitsWith: .success) {
            for row in Self.rows {
                setenv("TZ", row.zone, 1)
                let localTime = SystemLocalTime(environment: ["TZ": row.zone])
                let quiet = try #require(QuietTime(row.quiet))
                let start = try #require(Instant(rfc3339: row.from))
                var (found, wasQuiet): ([String], Bool) = ([], false)
                for minute in 0..<24 * 60 {
                    let instant = start + .seconds(60 * minute)
                    guard quiet.contains(instant, in: localTime) != wasQuiet else { continue }
                    wasQuiet.toggle()
                    found.append("\(instant)".replacing(":00Z", with: "Z"))
                    #expect(quiet.contains(instant - .microseconds(1), in: localTime) != wasQuiet, "\(row)")
                }
                #expect(found == row.found, "\(row)")
            }
        }
    }
}
