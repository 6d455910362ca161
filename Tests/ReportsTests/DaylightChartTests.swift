// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import suntracker

@Suite("The daylight around today")
struct DaylightChartTests {
    static let denver = try? chart(.year, at: .denver, now: "2026-11-21T20:00:00Z")

    static func chart(_ period: ChartPeriod, at place: TestPlace, now: String) throws -> DaylightChart {
        DaylightChart(of: period, at: place.place, now: at(now), localTime: place.zone)
    }

    @Test(
        "Today is the middle of a period", arguments: [(ChartPeriod.threeMonths, 91), (.sixMonths, 183), (.year, 365)])
    func period(period: ChartPeriod, count: Int) throws {
        let chart = try Self.chart(period, at: .denver, now: "2026-11-21T20:00:00Z")
        #expect(chart.days.count == count)
        #expect(chart.days[chart.todayIndex].date.description == "2026-11-21")
        for (day, next) in zip(chart.days, chart.days.dropFirst()) { #expect(day.date.adding(days: 1) == next.date) }
    }

    @Test("A shorter period is the middle part of a longer one", arguments: ChartPeriod.allCases)
    func narrowed(period: ChartPeriod) throws {
        let year = try #require(Self.denver)
        #expect(
            year.narrowed(to: period).days == (try Self.chart(period, at: .denver, now: "2026-11-21T20:00:00Z")).days)
        #expect(year.narrowed(to: .threeMonths).narrowed(to: .year).period == .threeMonths)
    }

    /// A polar day takes 86,390 to 86,430 s, according to the equation of time.
    @Test("A polar day has 24 hours in each output, and a day after another is as long", arguments: [0, 20, 40, 60])
    func polarDay(days: Int) throws {
        let place = TestPlace.tromso
        let midday = at("2026-05-20T10:00:00Z") + .seconds(days * 86_400)
        let chart = DaylightChart(of: .threeMonths, at: place.place, now: midday, localTime: place.zone)
        let day = chart.days[chart.todayIndex]
        let today = Today(at: place.place, now: midday, localTime: place.zone)
        #expect(day.day.daylight != .seconds(86_400))
        for change in [day.change, today.change] { #expect(change == .zero) }
        let json = try today.json()
        #expect(json.contains("\"daylightSeconds\" : 86400,") && json.contains("\"daylightChangeSeconds\" : 0,"))
        let row = try #require(chart.csv.split(separator: "\n").first { $0.hasPrefix("\(day.date)") })
        #expect(row.hasPrefix("\(day.date),stays-up,,,86400,0,"))
        #expect(try TodayTemplate("{daylight} {change}").line(for: today) == "24 h as long as yesterday")
        #expect(chart.text(of: day).daylight == "24 h" && chart.text(of: day).change == "")
        let fact = try #require(today.facts(isForNow: true).first { $0.name == "Daylight" })
        #expect(fact.parts[0] == "24 h" && !fact.parts.contains { $0.contains("yesterday") })
        #expect(
            day.day.daylightAndChange(at: place.place.observer, in: .english)
                == "24 h of daylight, as long as yesterday")
    }

    @Test("Each day contains the values of suntracker today", arguments: TestPlace.allCases)
    func sameAsToday(place: TestPlace) throws {
        let chart = try Self.chart(.year, at: place, now: "2026-11-21T20:00:00Z")
        for (index, day) in chart.days.enumerated()
        where index % 15 == 0 || day.clockChange != nil || Scope.daylightChart.isFull {
            let midday = place.zone.start(of: day.date) + .seconds(12 * 3600)
            let today = Today(at: place.place, now: midday, localTime: place.zone)
            #expect(day.day == today.day)
            #expect(day.change == today.change)
        }
    }

    @Test("The light of a date agrees with the Sun's altitude all day", arguments: TestPlace.allCases)
    func light(place: TestPlace) throws {
        let chart = try Self.chart(.year, at: place, now: "2026-06-01T12:00:00Z")
        for day in chart.days {
            #expect(day.light.first?.seconds.lowerBound == 0)
            #expect(day.light.last?.seconds.upperBound == 86_400)
            for (span, next) in zip(day.light, day.light.dropFirst()) {
                #expect(span.seconds.upperBound == next.seconds.lowerBound)
                #expect(span.light != next.light)
            }
            guard day.clockChange == nil else { continue }
            for span in day.light {
                let middle = (span.seconds.lowerBound + span.seconds.upperBound) / 2
                let time = place.zone.start(of: day.date) + .seconds(middle)
                let altitude = SolarPosition(at: time).horizontal(at: place.observer.coordinate).altitude
                #expect(span.light == Self.light(at: altitude), "\(place) \(day.date) \(middle)")
            }
        }
    }

    private static func light(at altitude: Double) -> DayPhase {
        switch altitude {
        case ..<(-18): .night
        case ..<(-12): .astronomical
        case ..<(-6): .nautical
        case ..<(-50.0 / 60): .civil
        default: .day
        }
    }

    @Test(
        "The change of the daylight is left out if there is nothing to compare",
        arguments: [
            (TestPlace.denver, "2026-11-21", "1 min 42 s less"), (.tromso, "2026-12-10", ""),
            (.tromso, "2026-06-10", ""),
            (.tromso, "2026-11-27", "46 min 27 s less"),
        ])
    func changes(place: TestPlace, date: String, change: String) throws {
        let chart = try Self.chart(.year, at: place, now: "2026-11-21T20:00:00Z")
        let day = try #require(chart.days.first { $0.date.description == date })
        #expect(chart.text(of: day).change == change)
    }

    @Test("Clock changes are on the right days, and the line of sunrise jumps by the same amount")
    func clockChanges() throws {
        let days = try #require(Self.denver).days
        let changes = days.filter { $0.clockChange != nil }
        #expect(changes.map(\.date.description) == ["2026-11-01", "2027-03-14"])
        let index = try #require(days.firstIndex { $0.clockChange != nil })
        func dayBegins(_ day: ChartDay) -> Int { day.light.first { $0.light == .day }?.seconds.lowerBound ?? 0 }
        // 1 h earlier because of the clocks, and up to 100 s later because of the Sun.
        #expect((-3600 ... -3500).contains(dayBegins(days[index]) - dayBegins(days[index - 1])))
    }

    @Test(
        "Near the pole, the Sun stays up, stays down, or only rises (almanac days of Tromso as in TodayTests)",
        arguments: [
            ("2026-05-17T10:00:00Z", "rises-and-sets", 2), ("2026-05-18T10:00:00Z", "rises-to-stay", 1),
            ("2026-06-21T10:00:00Z", "stays-up", 0), ("2026-07-25T10:00:00Z", "sets-after-staying", 1),
            ("2026-12-21T10:00:00Z", "stays-down", 0),
        ])
    func polar(now: String, word: String, crossings: Int) throws {
        let chart = try Self.chart(.threeMonths, at: .tromso, now: now)
        let day = chart.days[chart.todayIndex]
        #expect(day.day.course == word)
        #expect([day.sunrise, day.sunset].compactMap { $0 }.count == crossings)
        if word == "stays-up" { #expect(day.light == [LightSpan(seconds: 0..<86_400, light: .day)]) }
        if word == "stays-down" { #expect(day.light.allSatisfy { $0.light < .day }) }
    }

    @Test("CSV contains a header and one line per day, with empty fields for events that do not occur")
    func csv() throws {
        let lines = try Self.chart(.threeMonths, at: .tromso, now: "2026-12-21T10:00:00Z").csv.split(separator: "\n")
        #expect(lines.count == 92)
        let columns = lines[0].split(separator: ",")
        #expect(
            columns.prefix(6).joined(separator: ",") == "date,sun,sunrise,sunset,daylightSeconds,daylightChangeSeconds")
        #expect(columns.suffix(3).joined(separator: ",") == "civilDawn,civilDusk,clockChangeSeconds")
        #expect(lines.allSatisfy { $0.count { $0 == "," } == columns.count - 1 })
        #expect(lines[46].hasPrefix("2026-12-21,stays-down,,,0,0,2026-12-21T06:"))
    }
}
