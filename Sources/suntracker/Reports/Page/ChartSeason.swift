import Solar
import Tracker

extension DaylightChart {
    /// The solstices and equinoxes with the indices of their days, the earliest first.
    var seasons: [(index: Int, occurrence: Sun.Occurrence)] {
        days.enumerated().compactMap { index, day in day.season.map { (index, $0) } }
    }

    /// `December solstice`.
    func name(of season: Sun.Occurrence) -> String {
        season.event.displayName(in: words, on: place.observer.coordinate.hemisphere)
    }

    /// The notes of a day, with its solstice or equinox: `December solstice at 13:50`.
    func notes(of day: ChartDay) -> [String] {
        let season = day.season.map { season in
            // TRANSLATORS: sunrise at 06:52
            words(
                "{event} at {time}",
                ["event": name(of: season), "time": localTime.timeOfDay(at: season.instant)])
        }
        return text(of: day).notes + (season.map { [$0] } ?? [])
    }

    /// The label of a day in the drawing: `solstice`, `equinox`; nil without one.
    func seasonLabel(of day: ChartDay) -> String? {
        switch day.season?.event {
        case nil: nil
        // TRANSLATORS: a label in a chart
        case .marchEquinox, .septemberEquinox: words("equinox")
        default: words("solstice")
        }
    }
}
