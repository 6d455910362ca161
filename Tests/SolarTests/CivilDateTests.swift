// SPDX-License-Identifier: MIT
import Solar
import Testing

struct CivilDateTests {
    @Test(
        "A date is converted to its text and its day, and back",
        arguments: [
            ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
            ("1900-03-01", -25_508), ("1900-02-28", -25_509), ("2026-11-21", 20_778), ("0001-01-01", -719_162),
            ("9999-12-31", 2_932_896),
        ])
    func isADayAndAText(text: String, day: Int) throws {
        let date = try #require(CivilDate(text))
        #expect(date.daysSinceUnixEpoch == day)
        #expect(date.description == text)
        #expect(CivilDate(daysSinceUnixEpoch: day) == date)
        #expect(date.startInUTC == Instant(rfc3339: "\(text)T00:00:00Z"))
    }

    @Test(
        "Invalid texts are rejected",
        arguments: [
            "", "2026", "2026-11", "2026-11-31", "2026-02-29", "2100-02-29", "2026-00-10", "2026-13-10", "2026-10-00",
            "0000-01-01", "26-11-21", "2026-1-2", "2026-11-21 ", " 2026-11-21", "2026/11/21", "-026-11-21",
            "2026--1-21", "２０２６-11-21", "2026-11-21-", "12026-11-21",
        ])
    func refuses(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test("The days of the Gregorian cycle have distinct dates in chronological order")
    func cycle() throws {
        var date = try #require(CivilDate(year: 1800, month: 1, day: 1))
        for year in 1800..<2200 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in zip(1..., lengths) {
                #expect(CivilDate(year: year, month: month, day: length + 1) == nil)
                for day in 1...length {
                    guard date.components == (year, month, day), date == CivilDate(year: year, month: month, day: day)
                    else {
                        Issue.record("\(date), not \(year)-\(month)-\(day)")
                        return
                    }
                    date = date.adding(days: 1)
                }
            }
        }
    }

    @Test("Arithmetic saturates at the years 0001 and 9999")
    func staysInTheCalendar() throws {
        let last = try #require(CivilDate("9999-12-31"))
        let first = try #require(CivilDate("0001-01-01"))
        #expect(last.adding(days: 1) == last && last.adding(days: .max) == last)
        #expect(first.adding(days: -1) == first && first.adding(days: .min) == first)
        #expect(CivilDate(daysSinceUnixEpoch: .max) == last && CivilDate(daysSinceUnixEpoch: .min) == first)
        #expect(first.year == 1 && last.month == 12 && last.day == 31)
        #expect(first < last)
        #expect(CivilDate(year: .max, month: 1, day: 1) == nil && CivilDate(year: .min, month: 1, day: 1) == nil)
    }
}
