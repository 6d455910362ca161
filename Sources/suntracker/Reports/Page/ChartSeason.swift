import Solar
import Tracker

/// A solstice or an equinox on a day of a chart.
struct ChartSeason {
    /// The index of the day.
    let index: Int
    let occurrence: Sun.Occurrence
    let localTime: any LocalTime
    let words: Localizer
    /// That of the place.
    let hemisphere: Hemisphere

    /// `December solstice`.
    var name: String { occurrence.event.displayName(in: words, on: hemisphere) }

    /// The label in the chart: `solstice`, `equinox`.
    var label: String {
        switch occurrence.event {
        // TRANSLATORS: a label in a chart
        case .marchEquinox, .septemberEquinox: words("equinox")
        default: words("solstice")
        }
    }

    /// The note in the row of the day: `December solstice at 13:50`.
    // TRANSLATORS: sunrise at 06:52
    var note: String { words("{event} at {time}", ["event": name, "time": time]) }

    /// `13:50`, in local time.
    var time: String { localTime.timeOfDay(at: occurrence.instant) }

    /// The instant for programs, with the local offset.
    var timestamp: String { TimeScale.local(localTime).timestamp(occurrence.instant) }
}

extension DaylightChart {
    /// The solstices and equinoxes on the days of the chart, the earliest first.
    var seasons: [ChartSeason] {
        let (first, last) = (days[0].date, days[days.count - 1].date)
        let interval = localTime.start(of: first)..<localTime.start(of: last.adding(days: 1))
        return Sun.occurrences(of: SolarEvent.seasonal, in: interval, at: place.observer).map { occurrence in
            let date = localTime.civilTime(at: occurrence.instant).date
            return ChartSeason(
                index: date.daysSinceUnixEpoch - first.daysSinceUnixEpoch, occurrence: occurrence,
                localTime: localTime, words: words, hemisphere: place.observer.coordinate.hemisphere)
        }
    }
}
