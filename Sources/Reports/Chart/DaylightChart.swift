package import Solar
package import Tracker

/// How the days grow and shrink at a place, around today.
package struct DaylightChart: Report {
    /// Where.
    package let place: Place
    /// How many days.
    package let period: ChartPeriod
    /// The date in the middle.
    package let today: CivilDate
    /// The days, the earliest first: as many as the period has.
    package let days: [ChartDay]
    let localTime: any LocalTime

    /// The period around the date that it is now.
    package init(of period: ChartPeriod, at place: Place, now: Instant, localTime: any LocalTime) {
        self.place = place
        self.period = period
        self.localTime = localTime
        today = localTime.civilTime(at: now).date
        days = Self.days(of: period, around: today, at: place.observer, localTime: localTime)
    }

    private init(_ chart: DaylightChart, narrowedTo period: ChartPeriod) {
        (place, localTime, today) = (chart.place, chart.localTime, chart.today)
        self.period = period
        days = Array(chart.days.dropFirst(chart.todayIndex - period.daysEachWay).prefix(period.days))
    }

    /// The same for a period that is not longer: the inside of this chart; a longer one is not there, and gives itself.
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
        // The Sun's days reach into the dates beside them.
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

    private static func clockChanges(in interval: Range<Instant>, localTime: any LocalTime) -> [ClockChange] {
        var changes: [ClockChange] = []
        var start = interval.lowerBound
        while let change = localTime.nextClockChange(after: start, before: interval.upperBound) {
            changes.append(change)
            start = change.instant
        }
        return changes
    }
}
