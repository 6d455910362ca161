import Solar
import Tracker
import Wording

/// The length of the days at a place in a period around today.
struct DaylightChart: Report {
    static let formats = [OutputFormat.text, .json, .csv]

    let place: Place
    private(set) var period: ChartPeriod
    /// The current date, in the middle of the period.
    let today: CivilDate
    /// The days of the period, the earliest first.
    private(set) var days: [ChartDay]
    let localTime: any LocalTime
    /// The texts for people. JSON and CSV are always English.
    let words: Localizer

    /// The chart of the period around the current date.
    init(
        of period: ChartPeriod, at place: Place, now: Instant, localTime: any LocalTime, in words: Localizer = .english
    ) {
        self.place = place
        self.period = period
        self.localTime = localTime
        self.words = words
        today = localTime.civilTime(at: now).date
        days = Self.days(of: period, around: today, at: place.observer, localTime: localTime)
    }

    /// Returns the chart of a shorter period, the middle part of this one; for a longer period, the chart itself.
    func narrowed(to period: ChartPeriod) -> DaylightChart {
        guard period.days < self.period.days else { return self }
        var chart = self
        chart.period = period
        chart.days = Array(days.dropFirst(todayIndex - period.daysEachWay).prefix(period.days))
        return chart
    }

    /// The index of today among the days.
    var todayIndex: Int { period.daysEachWay }

    private static func days(
        of period: ChartPeriod, around today: CivilDate, at observer: Observer, localTime: any LocalTime
    ) -> [ChartDay] {
        let dates = (-period.daysEachWay...period.daysEachWay).map { today.adding(days: $0) }
        let (first, last) = (today.adding(days: -period.daysEachWay), today.adding(days: period.daysEachWay))
        // Solar days extend into the dates before and after.
        let interval = localTime.start(of: first.adding(days: -1))..<localTime.start(of: last.adding(days: 2))
        let course = LightCourse(over: interval, at: observer)
        let seasons = Sun.occurrences(of: SolarEvent.seasonal, in: interval, at: observer)
        var before: SolarDay?
        return dates.map { date in
            let day = Sun.day(containing: localTime.start(of: date) + .seconds(12 * 3600), at: observer)
            let yesterday =
                before.flatMap { $0.end == day.start ? $0 : nil }
                ?? Sun.day(containing: day.start - .microseconds(1), at: observer)
            before = day
            return ChartDay(date, day, after: yesterday, in: course, seasons, localTime: localTime)
        }
    }
}

/// The number of days of a chart.
///
/// Today is in the middle of each period, so changing the period zooms the chart. A year contains both solstices.
enum ChartPeriod: String, CaseIterable, Hashable, Sendable {
    /// 91 days, thirteen weeks.
    case threeMonths = "3m"
    case sixMonths = "6m"
    case year = "1y"

    /// The number of days, always odd.
    var days: Int { 2 * daysEachWay + 1 }

    /// The number of days before today, and also after today.
    var daysEachWay: Int {
        switch self {
        case .threeMonths: 45
        case .sixMonths: 91
        case .year: 182
        }
    }

    /// The name for people: `3 months`.
    func displayName(in words: Localizer = .english) -> String {
        switch self {
        // TRANSLATORS: a period of a chart
        case .threeMonths: words("3 months")
        case .sixMonths: words("6 months")
        case .year: words("1 year")
        }
    }

    /// The name for a narrow window: `3m`.
    func shortDisplayName(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: short for 3 months: at most 4 columns
        case .threeMonths: words.inContext("abbreviated", "3m")
        // TRANSLATORS: short for 6 months: at most 4 columns
        case .sixMonths: words.inContext("abbreviated", "6m")
        // TRANSLATORS: short for 1 year: at most 4 columns
        case .year: words.inContext("abbreviated", "1y")
        }
    }
}

extension DaylightChart {
    /// The place, the period, the time zone and `days`, an array of objects. Times are RFC 3339 with the local offset.
    /// Events that do not occur are left out.
    var object: JSONObject {
        [
            "place": place.json, "period": period.rawValue, "from": days[0].date.description,
            "to": days[days.count - 1].date.description, "today": today.description, "timeZone": localTime.zoneName,
            "days": days.map { $0.json(in: localTime) },
        ]
    }

    /// Comma-separated values (RFC 4180, except for the line ends): a header and one line per day. Times are RFC 3339 with
    /// the local offset; fields of events that do not occur are empty.
    var csv: String {
        var text = "date,sun,sunrise,sunset,daylightSeconds,daylightChangeSeconds"
        for light in days[0].twilights.map(\.light.rawValue) { text += ",\(light)Dawn,\(light)Dusk" }
        text += ",clockChangeSeconds"
        for day in days {
            var cells = [day.date.description, day.day.course]
            cells += [day.sunrise, day.sunset].map { $0.map(localTime.timestamp) ?? "" }
            cells += ["\(day.daylight.nearestSeconds)", "\(day.change.nearestSeconds)"]
            cells += day.twilights.flatMap { [$0.dawn, $0.dusk] }.map { $0.map(localTime.timestamp) ?? "" }
            cells.append(day.clockChange.map { "\($0.offsetAfter - $0.offsetBefore)" } ?? "")
            text += "\n" + cells.joined(separator: ",")
        }
        return text
    }
}

extension ChartDay {
    fileprivate func json(in zone: any LocalTime) -> JSONObject {
        [
            "date": date.description, "sun": day.course, "sunrise": sunrise.map(zone.timestamp),
            "sunset": sunset.map(zone.timestamp), "daylightSeconds": daylight.nearestSeconds,
            "daylightChangeSeconds": change.nearestSeconds, "twilights": twilights.map { $0.json(in: zone) },
            "clockChangeSeconds": clockChange.map { $0.offsetAfter - $0.offsetBefore },
        ]
    }
}

/// One date of a chart.
struct ChartDay: Hashable, Sendable {
    /// The date in the local time zone.
    let date: CivilDate
    /// The solar day that contains 12:00 of the date. For a place in another part of the world, `Today` uses the
    /// current solar day there.
    let day: SolarDay
    /// The change of the daylight since the previous solar day. It is zero between two polar days.
    let change: Duration
    /// The three twilights of the solar day, the darkest first.
    let twilights: [Twilight]
    /// The light on the date, from midnight to midnight on the clock.
    let light: [LightSpan]
    let clockChange: ZoneTransition?
    /// The solstice or equinox on the date, if any.
    let season: Sun.Occurrence?

    /// A date with its solar day.
    ///
    /// - Parameters:
    ///   - yesterday: the previous solar day.
    ///   - course: the light on the date and in the solar day.
    ///   - seasons: the solstices and equinoxes around the date.
    init(
        _ date: CivilDate, _ day: SolarDay, after yesterday: SolarDay, in course: LightCourse,
        _ seasons: [Sun.Occurrence] = [], localTime: any LocalTime
    ) {
        let (start, end) = (localTime.start(of: date), localTime.start(of: date.adding(days: 1)))
        (self.date, self.day) = (date, day)
        change = day.daylightChange(since: yesterday)
        twilights = course.twilights(of: day)
        light = course.spans(of: date, by: localTime)
        clockChange = localTime.nextZoneTransition(after: start - .microseconds(1), before: end)
        season = seasons.first { start <= $0.instant && $0.instant < end }
    }

    /// The dawn and the dusk of a twilight; nil if the Sun does not pass its altitude in that half of the day.
    struct Twilight: Hashable, Sendable {
        /// The phase: astronomical, nautical or civil.
        let light: DayPhase
        /// The first dawn of the solar day.
        let dawn: Instant?
        /// The last dusk of the solar day.
        let dusk: Instant?
    }

    /// The daylight of the solar day: exactly 24 hours on a polar day.
    var daylight: Duration { day.shownDaylight }
    /// The daylight in words: `9 h 49 min`, `24 h`; nil for none.
    func daylightText(in words: Localizer) -> String? {
        daylight == .zero ? nil : daylight.formattedDaylight(in: words)
    }
    /// Whether the daylight does not change, because of polar day or polar night.
    var isConstant: Bool { change == .zero && (day.isPolarDay || day.isPolarNight) }
    /// The first sunrise of the solar day, if any.
    var sunrise: Instant? { day.sunrise.instant }
    /// The last sunset of the solar day, if any.
    var sunset: Instant? { day.sunset.instant }
}
