// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import suntracker

/// The tests simulate the time, so they do not wait.
@Suite("The times at which a watched line changes")
struct TodayWatchTests {
    static let days = [
        Situation("an ordinary day", at: 39.74, -104.98, "America/Denver", "2026-11-21T07:00:00Z"),
        Situation("the clocks go back", at: 39.74, -104.98, "America/Denver", "2026-11-01T05:00:00Z"),
        Situation("the clocks go forward", at: 39.74, -104.98, "America/Denver", "2026-03-08T07:00:00Z"),
        Situation(
            "the clocks go half an hour forward", at: -31.55, 159.08, "Australia/Lord_Howe", "2026-10-03T08:00:00Z"),
        Situation("the zone of another continent", at: -33.87, 151.21, "America/Denver", "2026-11-21T07:50:00Z"),
        Situation("the polar day begins", at: 69.65, 18.96, "Europe/Oslo", "2026-05-17T20:00:00Z"),
        Situation("polar night", at: 69.65, 18.96, "Europe/Oslo", "2026-12-21T10:00:00Z"),
        Situation("sunrise at the South Pole", at: -90, 0, "Antarctica/McMurdo", "2026-09-20T12:00:00Z"),
    ]

    /// The situation with a clock change on an otherwise ordinary day.
    private static let tellingDays = [days[3]]

    /// The forms, with the maximum number of changes in 26 hours. Waybar changes at 20 parts of each of three days and
    /// nights, JSON at events.
    static let forms: [(form: TodayWatch.Form, most: Int)] = [(.waybar, 71), (.json, 14)]

    /// The templates, with the same maximum. They change at sunrise, sunset and midnight, and a day before an event.
    /// `{light}` changes eight times a day, and at most four times in the other two hours.
    static let templates: [(form: TodayWatch.Form, most: Int)] = [
        ("{next} {time}", 6), ("{light}", 12), ("{sunrise} {sunset}", 6),
    ].compactMap { text, most in (try? TodayTemplate(text)).map { (.template($0), most) } }

    @Test(
        "Each wakeup shows a change, and nothing changes between two wakeups",
        arguments: Scope.todayWatch.isFull ? days : tellingDays)
    func changes(day: Situation) throws {
        let (place, zone) = (day.place(), try day.localTime())
        #expect(Self.templates.count == 3)
        for (form, most) in Self.forms + Self.templates {
            let watch = TodayWatch(place: place, localTime: zone, form: form)
            func content(_ now: Instant) -> String? {
                watch.content(at: now)
            }
            var now = at(day.now)
            let end = now + .seconds(26 * 3600)
            var (shown, count) = (content(now), 0)
            while now < end {
                let next = watch.nextChange(after: now)
                try #require(next > now)
                // Checked every 29 minutes, and just before the change.
                let between = stride(
                    from: now.microseconds + 1_740_000_000, to: min(next, end).microseconds, by: 1_740_000_000)
                for microseconds in Array(between) + [next.microseconds - 1] {
                    let instant = Instant(microseconds: microseconds)
                    #expect(content(instant) == shown, "\(form) does not wake at \(instant.rfc3339(fractionDigits: 6))")
                }
                let shownNext = content(next)
                #expect(shownNext != shown, "\(form) wakes without a change at \(next.rfc3339(fractionDigits: 6))")
                (now, shown) = (next, shownNext)
                count += 1
            }
            #expect(count <= most, "\(form) wakes \(count) times")
        }
    }

    @Test(
        "The view on a terminal is drawn each minute and at each event, with the countdown of that time",
        arguments: days)
    func view(day: Situation) throws {
        let watch = TodayWatch(place: day.place(), localTime: try day.localTime(), form: .screen(.shades))
        let start = at(day.now)
        var now = start
        var wakeups: [Instant] = []
        while now < start + .seconds(26 * 3600) {
            let next = watch.nextChange(after: now)
            #expect(now < next && next <= now + .seconds(60))
            wakeups.append(next)
            now = next
        }
        // The view wakes up each minute, and also at each event and during the countdown to it.
        #expect(wakeups.count < 26 * 60 + 120)
        let events = DayPhase.allCases.compactMap(\.bounds).flatMap { [$0.dawn, $0.dusk] }
        let due = Sun.occurrences(of: events, in: start..<now, at: day.place().observer)
        #expect(due.allSatisfy { wakeups.contains($0.instant) })
        let screen = try #require(watch.screen(at: start, in: .usual))
        #expect(screen.last?.contains("q quit") == true && screen.count <= 24)
        #expect(watch.screen(at: start, in: WindowSize(columns: 40, rows: 10))?.count == 10)
        let text = Today(at: watch.place, now: start, localTime: watch.localTime).text(columns: 80)
        #expect(screen.dropLast().joined(separator: "\n") == text)
        #expect(
            TodayWatch(place: watch.place, localTime: watch.localTime, form: .json).screen(at: start, in: .usual) == nil
        )
    }

    @Test("{in} changes each minute, for the last time half a minute before the event")
    func minutes() throws {
        let watch = TodayWatch(
            place: place(39.74, -104.98), localTime: SimulatedZone.denver,
            form: .template(try TodayTemplate("{in}")))
        // Sunset is at 23:39:57.835. 209.5 s before, the time left is rounded to 210 s, which is shown as 4 min.
        var now = at("2026-11-21T23:36:00Z")
        for (time, line) in [
            ("23:36:28.335", "3 min"), ("23:37:28.335", "2 min"), ("23:38:28.335", "1 min"),
            ("23:39:28.335", "0 min"), ("23:39:57.835", "14 h 13 min"),
        ] {
            now = watch.nextChange(after: now)
            #expect(
                abs((now - at("2026-11-21T\(time)Z")).microseconds) < 1000,
                "\(now.rfc3339(fractionDigits: 3))")
            #expect(try watch.line(at: now) == line)
            #expect(try watch.line(at: now - .microseconds(1)) != line)
        }
    }

    @Test(
        "A template without words never changes, and one in the polar night changes when the Sun is a day away, or at New Year"
    )
    func templates() throws {
        let north = place(69.65, 18.96)
        func next(_ template: String) throws -> Instant {
            TodayWatch(place: north, localTime: SimulatedZone.oslo, form: .template(try TodayTemplate(template)))
                .nextChange(after: at("2026-12-21T10:00:00Z"))
        }
        #expect(try next("sun") == .latest)
        // The text "15 January 2027" loses its year then.
        #expect(try next("{next} {time}") == at("2026-12-31T23:00:00Z"))
    }

    @Test("The next change is not after the end of the calendar")
    func end() throws {
        let watch = TodayWatch(place: place(39.74, -104.98), localTime: SimulatedZone.utc, form: .json)
        for (form, _) in Self.forms {
            let last = TodayWatch(place: place(39.74, -104.98), localTime: SimulatedZone.utc, form: form)
            #expect(last.nextChange(after: .latest - .seconds(1)) <= .latest)
        }
        #expect(watch.nextChange(after: .latest) == .latest)
    }
}
