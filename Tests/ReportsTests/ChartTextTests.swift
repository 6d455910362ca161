import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The chart as a table")
struct ChartTextTests {
    private func lines(
        _ period: ChartPeriod, at place: TestPlace, now: String, columns: Int
    ) throws -> [String] {
        let chart = try DaylightChartTests.chart(period, at: place, now: now)
        return chart.text(columns: columns).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("80 columns show the light of each hour")
    func wide() throws {
        #expect(
            try lines(.year, at: .denver, now: "2026-11-21T20:00:00Z", columns: 80) == [
                "denver (39.74° N, 104.99° W), from the settings",
                "23 May 2026 to 22 May 2027, time zone America/Denver",
                "",
                "             0     6     12    18  24  Sunrise  Sunset     Daylight       Change",
                "2026-06-06       ░▒██████████████▒░      05:32   20:25  14 h 53 min        +52 s",
                "2026-07-04       ░▒███████████████░·     05:37   20:31  14 h 54 min        −45 s",
                "2026-08-01       ·▒██████████████▒·      05:59   20:12  14 h 14 min  −1 min 57 s",
                "2026-08-29        ░██████████████░       06:25   19:35  13 h 10 min  −2 min 28 s",
                "2026-09-26        ·▒████████████░        06:51   18:50  11 h 59 min  −2 min 35 s",
                "2026-10-24         ░███████████▒·        07:19   18:07  10 h 48 min  −2 min 25 s",
                "2026-11-21*       ·▒██████████░          06:51   16:40   9 h 49 min  −1 min 42 s",
                "2026-12-19         ░██████████░          07:16   16:37   9 h 21 min        −10 s",
                "2027-01-16         ░██████████▒·         07:18   17:00   9 h 42 min  +1 min 30 s",
                "2027-02-13        ·▒███████████░         06:54   17:33  10 h 39 min  +2 min 23 s",
                "2027-03-13        ░████████████▒·        06:14   18:04  11 h 50 min  +2 min 37 s",
                "2027-04-10        ░▒█████████████░       06:30   19:33   13 h 3 min  +2 min 33 s",
                "2027-05-08       ·▒██████████████▒·      05:52   20:01   14 h 9 min   +2 min 5 s",
                "",
                "* today",
                "Hours of · astronomical twilight, ░ nautical twilight, ▒ civil twilight, █ day",
                "The clocks went back 1 h on Sunday 1 November 2026",
                "The clocks go forward 1 h on Sunday 14 March 2027",
            ])
    }

    /// Denver, a southern place, and a polar one.
    private static let places = [TestPlace.denver, .pagoPago, .tromso]

    @Test(
        "80 columns keep all columns in each language, also with AM and PM",
        arguments: try ProjectCatalog.languages(), places)
    func languages(language: String, place: TestPlace) throws {
        let words = Localizer(try ProjectCatalog(language))
        for hasTwelveHours in [false, true] {
            var zone = place.zone
            zone.hasTwelveHours = hasTwelveHours
            let chart = DaylightChart(
                of: .year, at: place.place, now: try instant("2026-05-15T20:00:00Z"), localTime: zone, in: words)
            let table = chart.text(columns: 80).split(separator: "\n").filter { $0.contains("2026-05-15*") }
            #expect(table.count == 1)
            let heading = words.inContext("label", "Change")
            let lines = chart.text(columns: 80).split(separator: "\n")
            #expect(lines.contains { $0.hasSuffix(heading) }, "\(language): \(lines)")
            #expect(table.allSatisfy { $0.contains("█") && String($0).columns <= 80 }, "\(language): \(table)")
        }
    }

    @Test("40 columns do not; the polar day has no sunrise and no sunset")
    func narrow() throws {
        #expect(
            try lines(.threeMonths, at: .tromso, now: "2026-05-15T10:00:00Z", columns: 40) == [
                "tromso (69.65° N, 18.96° E), from the",
                "settings",
                "31 March 2026 to 29 June 2026, time zone",
                "Europe/Oslo",
                "",
                "              Rise    Set     Daylight",
                "2026-04-03   05:39  19:57  14 h 18 min",
                "2026-04-10   05:06  20:26  15 h 20 min",
                "2026-04-17   04:33  20:57  16 h 24 min",
                "2026-04-24   03:58  21:30  17 h 32 min",
                "2026-05-01   03:20  22:05  18 h 45 min",
                "2026-05-08   02:38  22:48   20 h 9 min",
                "2026-05-15*  01:43  23:48   22 h 5 min",
                "2026-05-22       -      -         24 h",
                "2026-05-29       -      -         24 h",
                "2026-06-05       -      -         24 h",
                "2026-06-12       -      -         24 h",
                "2026-06-19       -      -         24 h",
                "2026-06-26       -      -         24 h",
                "",
                "* today; +1 is the date after, -1 the",
                "date before",
            ])
    }
}
