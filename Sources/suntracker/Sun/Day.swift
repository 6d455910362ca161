// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

/// One date of a chart.
struct ChartDay: Hashable, Sendable {
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
    let season: Sun.Occurrence?
    let eclipse: SolarEclipse?

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
        // An eclipse belongs to the day of its maximum, and may begin on the day before.
        eclipse = AnnouncedEvent.eclipses(in: start - .seconds(6 * 3600)..<end, at: course.observer)
            .first { start <= $0.greatest && $0.greatest < end }
    }

    /// The dawn and the dusk of a twilight; nil if the Sun does not pass its altitude in that half of the day.
    struct Twilight: Hashable, Sendable {
        let light: DayPhase
        let dawn: Instant?
        let dusk: Instant?
    }

    /// The daylight of the solar day: exactly 24 hours on a polar day.
    var daylight: Duration { day.shownDaylight }
    /// The daylight in words: `9 h 49 min`, `24 h`, `none`.
    func daylightText(in words: Localizer) -> String {
        // TRANSLATORS: after the label Daylight
        daylight == .zero ? words.inContext("daylight", "none") : daylight.formattedDaylight(in: words)
    }
    /// Whether the daylight does not change, because of polar day or polar night.
    var isConstant: Bool { change == .zero && (day.isPolarDay || day.isPolarNight) }
    var sunrise: Instant? { day.sunrise.instant }
    var sunset: Instant? { day.sunset.instant }
}

/// The light at a place during an interval.
struct LightCourse {
    fileprivate let observer: Observer
    /// The phases with the instants and the events at which they begin, in chronological order. The first phase begins
    /// with the interval, without an event.
    private let changes: [(instant: Instant, light: DayPhase, event: SolarEvent?)]

    init(over interval: Range<Instant>, at observer: Observer) {
        self.observer = observer
        let beginnings = zip(DayPhase.allCases, DayPhase.allCases.dropFirst()).flatMap { darker, light in
            light.bounds.map { [($0.dawn, light), ($0.dusk, darker)] } ?? []
        }
        let lights = Dictionary(uniqueKeysWithValues: beginnings)
        let occurrences = Sun.occurrences(of: beginnings.map(\.0), in: interval, at: observer)
        let start = interval.lowerBound
        changes =
            [(start, DayPhase(at: start, for: observer), nil)]
            + occurrences.map { ($0.instant, lights[$0.event] ?? .night, $0.event) }
    }

    /// The phase at an instant, which must not be before the interval.
    func light(at instant: Instant) -> DayPhase { changes[max(0, firstChange(after: instant) - 1)].light }

    /// The three twilights of a solar day in the interval, the darkest first.
    func twilights(of day: SolarDay) -> [ChartDay.Twilight] {
        let tick = Duration.microseconds(1)
        let changes = changes[firstChange(after: day.start - tick)..<firstChange(after: day.end - tick)]
        return [DayPhase.astronomical, .nautical, .civil].map { light in
            ChartDay.Twilight(
                light: light, dawn: changes.first { $0.event == light.bounds?.dawn }?.instant,
                dusk: changes.last { $0.event == light.bounds?.dusk }?.instant)
        }
    }

    /// The spans of a date, from the first second on the clock to the last.
    ///
    /// When the clocks go back, an hour occurs twice. Changes during it are shown at their clock time, but never before
    /// an earlier change.
    func spans(of date: CivilDate, by localTime: any LocalTime) -> [LightSpan] {
        let interval = localTime.start(of: date)..<localTime.start(of: date.adding(days: 1))
        var light = light(at: interval.lowerBound)
        var spans: [LightSpan] = []
        var start = 0
        for change in changes[firstChange(after: interval.lowerBound)..<firstChange(after: interval.upperBound)] {
            let time = localTime.civilTime(at: change.instant)
            let second = max(start, time.date == date ? time.secondOfDay : 86_400)
            if second > start, change.light != light { spans.append(LightSpan(seconds: start..<second, light: light)) }
            if change.light != light { start = second }
            light = change.light
        }
        if start < 86_400 { spans.append(LightSpan(seconds: start..<86_400, light: light)) }
        return spans
    }

    private func firstChange(after instant: Instant) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].instant <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

struct LightSpan: Hashable, Sendable {
    /// The time of day on the clock, in seconds from 0 (midnight) to 86400.
    let seconds: Range<Int>
    let light: DayPhase
}

extension [LightSpan] {
    /// The spans in which it is at least this light.
    func spans(from light: DayPhase) -> [Range<Int>] {
        filter { $0.light >= light }.map(\.seconds).reduce(into: []) { spans, span in
            guard let last = spans.last, last.upperBound == span.lowerBound else { return spans.append(span) }
            spans[spans.count - 1] = last.lowerBound..<span.upperBound
        }
    }

    /// Returns the phases in the middle of each of this many equal parts of the date.
    func samples(_ parts: Int) -> [DayPhase] {
        (0..<parts).map { part in
            let second = 86_400 * (2 * part + 1) / (2 * parts)
            return first { $0.seconds.contains(second) }?.light ?? .night
        }
    }
}

extension CivilTime {
    var secondOfDay: Int { hour * 3600 + minute * 60 + second }
}
