package import Solar
package import Tracker

/// The length of the days at a place in a period around today.
package struct DaylightChart: Report {
    package let place: Place
    package let period: ChartPeriod
    /// The current date, in the middle of the period.
    package let today: CivilDate
    /// The days of the period, the earliest first.
    package let days: [ChartDay]
    let localTime: any LocalTime
    /// The texts for people. JSON and CSV are always English.
    let words: Words

    /// The chart of the period around the current date.
    package init(
        of period: ChartPeriod, at place: Place, now: Instant, localTime: any LocalTime, in words: Words = .english
    ) {
        self.place = place
        self.period = period
        self.localTime = localTime
        self.words = words
        today = localTime.civilTime(at: now).date
        days = Self.days(of: period, around: today, at: place.observer, localTime: localTime)
    }

    private init(_ chart: DaylightChart, narrowedTo period: ChartPeriod) {
        (place, localTime, words, today) = (chart.place, chart.localTime, chart.words, chart.today)
        self.period = period
        days = Array(chart.days.dropFirst(chart.todayIndex - period.daysEachWay).prefix(period.days))
    }

    /// The chart of a shorter period, which is the middle part of this one; the chart itself for a longer period.
    package func narrowed(to period: ChartPeriod) -> DaylightChart {
        period.days < self.period.days ? DaylightChart(self, narrowedTo: period) : self
    }

    /// The index of today among the days.
    package var todayIndex: Int { period.daysEachWay }

    private static func days(
        of period: ChartPeriod, around today: CivilDate, at observer: Observer, localTime: any LocalTime
    ) -> [ChartDay] {
        let dates = (-period.daysEachWay...period.daysEachWay).map { today.adding(days: $0) }
        let (first, last) = (today.adding(days: -period.daysEachWay), today.adding(days: period.daysEachWay))
        // Solar days extend into the dates beside them.
        let interval = localTime.start(of: first.adding(days: -1))..<localTime.start(of: last.adding(days: 2))
        let course = LightCourse(over: interval, at: observer)
        let clockChanges = clockChanges(in: interval, localTime: localTime)
        var before: SolarDay?
        var unread = course.occurrences[...]
        return dates.map { date in
            let midday = localTime.start(of: date) + .seconds(12 * 3600)
            let day = Sun.day(containing: midday, at: observer)
            let yesterday =
                before.flatMap { $0.end == day.start ? $0 : nil }
                ?? Sun.day(containing: day.start - .microseconds(1), at: observer)
            before = day
            unread = unread.drop { $0.instant < day.start }
            return ChartDay(
                date: date, day: day, change: day.daylight - yesterday.daylight,
                twilights: ChartDay.twilights(among: unread.prefix { $0.instant < day.end }),
                light: course.spans(of: date, by: localTime),
                clockChange: clockChanges.first { localTime.civilTime(at: $0.instant).date == date })
        }
    }

    private static func clockChanges(in interval: Range<Instant>, localTime: any LocalTime) -> [ZoneTransition] {
        var changes: [ZoneTransition] = []
        var start = interval.lowerBound
        while let change = localTime.nextZoneTransition(after: start, before: interval.upperBound) {
            changes.append(change)
            start = change.instant
        }
        return changes
    }
}

/// The number of days of a chart.
///
/// Today is in the middle of each period, so that a change of the period is a zoom. A year contains both solstices.
package enum ChartPeriod: String, CaseIterable, Hashable, Sendable {
    /// 91 days, thirteen weeks.
    case threeMonths = "3m"
    /// 183 days.
    case sixMonths = "6m"
    /// 365 days.
    case year = "1y"

    /// The number of days, which is odd.
    package var days: Int { 2 * daysEachWay + 1 }

    /// The number of days before today, and after it.
    package var daysEachWay: Int {
        switch self {
        case .threeMonths: 45
        case .sixMonths: 91
        case .year: 182
        }
    }

    /// The name for people: `3 months`.
    package func displayName(in words: Words = .english) -> String {
        switch self {
        case .threeMonths: words("3 months")
        case .sixMonths: words("6 months")
        case .year: words("1 year")
        }
    }

    /// The name for a narrow window: `3m`.
    func shortDisplayName(in words: Words) -> String {
        // TRANSLATORS: abbreviations of 3 months, 6 months, 1 year: at most 4 columns
        switch self {
        case .threeMonths: words.inContext("abbreviated", "3m")
        case .sixMonths: words.inContext("abbreviated", "6m")
        case .year: words.inContext("abbreviated", "1y")
        }
    }
}

extension DaylightChart {
    /// A JSON object with the place, the period, the time zone and `days`, an array of objects. Times are RFC 3339 with the
    /// local offset. `sun` has the same values as in `suntracker today --json`. Events that do not occur are left out.
    package func json() throws -> String {
        struct Chart: Encodable {
            let place: PlaceJSON
            let period: String
            let from: String
            let to: String
            let today: String
            let timeZone: String?
            let days: [DayJSON]
        }
        let scale = TimeScale.local(localTime)
        return try Chart(
            place: PlaceJSON(place), period: period.rawValue, from: days[0].date.description,
            to: days[days.count - 1].date.description, today: today.description, timeZone: scale.zoneName,
            days: days.map { DayJSON($0, in: scale) }
        ).jsonText()
    }

    /// Comma-separated values (RFC 4180, except for the line ends): a header and one line per day. Times are RFC 3339 with
    /// the local offset; fields of events that do not occur are empty.
    package var csv: String {
        let scale = TimeScale.local(localTime)
        var text = "date,sun,sunrise,sunset,daylight-seconds,change-seconds"
        let events = DayPhase.allCases.compactMap(\.bounds).dropLast().flatMap { [$0.dawn, $0.dusk] }
        for event in events { text += "," + event.name }
        text += ",clock-change-seconds"
        for day in days {
            var cells = [day.date.description, day.sun]
            cells += [day.sunrise, day.sunset].map { $0.map(scale.timestamp) ?? "" }
            cells += ["\(day.day.daylight.nearestSeconds)", "\(day.change.nearestSeconds)"]
            cells += day.twilights.flatMap { [$0.dawn, $0.dusk] }.map { $0.map(scale.timestamp) ?? "" }
            cells.append(day.clockChange.map { "\($0.offsetAfter - $0.offsetBefore)" } ?? "")
            text += "\n" + cells.joined(separator: ",")
        }
        return text
    }
}

private struct DayJSON: Encodable {
    let date: String
    let sun: String
    let sunrise: String?
    let sunset: String?
    let daylightSeconds: Int64
    let daylightChangeSeconds: Int64
    let twilights: [TwilightJSON]
    let clockChangeSeconds: Int?

    init(_ day: ChartDay, in scale: TimeScale) {
        date = day.date.description
        sun = day.sun
        sunrise = day.sunrise.map(scale.timestamp)
        sunset = day.sunset.map(scale.timestamp)
        daylightSeconds = day.day.daylight.nearestSeconds
        daylightChangeSeconds = day.change.nearestSeconds
        twilights = day.twilights.map { TwilightJSON($0, in: scale) }
        clockChangeSeconds = day.clockChange.map { $0.offsetAfter - $0.offsetBefore }
    }
}

/// One date of a chart.
package struct ChartDay: Hashable, Sendable {
    /// The date in the local time zone.
    package let date: CivilDate
    /// The solar day that contains 12:00 of the date.
    package let day: SolarDay
    /// The difference of the daylight to the solar day before.
    package let change: Duration
    /// The three twilights of the solar day, the darkest first.
    package let twilights: [Twilight]
    /// The light on the date, from midnight to midnight on the clock.
    package let light: [LightSpan]
    /// The clock change on the date, if any.
    package let clockChange: ZoneTransition?

    /// The dawn and the dusk of a twilight; nil if the Sun does not pass its altitude in that half of the day.
    package struct Twilight: Hashable, Sendable {
        /// The phase: astronomical, nautical or civil.
        package let light: DayPhase
        /// The first dawn of the solar day.
        package let dawn: Instant?
        /// The last dusk of the solar day.
        package let dusk: Instant?
    }

    /// The twilights of a solar day, the darkest first, from all dawns and dusks of that day.
    static func twilights(among occurrences: some BidirectionalCollection<Sun.Occurrence>) -> [Twilight] {
        [DayPhase.astronomical, .nautical, .civil].map { light in
            Twilight(
                light: light, dawn: occurrences.first { $0.event == light.bounds?.dawn }?.instant,
                dusk: occurrences.last { $0.event == light.bounds?.dusk }?.instant)
        }
    }

    /// The first sunrise of the solar day, if any.
    package var sunrise: Instant? { day.sunrise.instant }
    /// The last sunset of the solar day, if any.
    package var sunset: Instant? { day.sunset.instant }

    /// The course of the Sun for machines, with the same values as `Today.Course.identifier`.
    package var sun: String {
        switch (day.sunrise, day.sunset) {
        case (.occurs, .occurs): "rises-and-sets"
        case (.occurs, .never): "rises-to-stay"
        case (.never, .occurs): "sets-after-staying"
        case (.never(.above), .never): "stays-up"
        case (.never(.below), .never): "stays-down"
        }
    }
}
