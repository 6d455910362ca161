import Solar
import Tracker
import Wording

extension DaylightChart {
    /// The special days, the earliest first, with their facts: solstices, equinoxes, clock changes, and either the
    /// earliest sunrise, the latest sunset, the longest and the shortest day, or the beginnings and ends of polar days
    /// and nights.
    var keyDates: [(index: Int, facts: [String])] {
        // In microseconds, because near its extremes, an event moves by less than a second from day to day.
        func clock(_ instant: Instant, on day: ChartDay) -> Int64 {
            let offset = Duration.seconds(localTime.civilTime(at: instant).utcOffset)
            return (instant + offset - day.date.startInUTC).microseconds
        }
        func first(by value: (ChartDay) -> Int64?) -> Int? {
            days.indices.compactMap { index in value(days[index]).map { (index, $0) } }.min { $0.1 < $1.1 }?.0
        }
        var facts = days.map(occasions)
        func add(_ fact: (ChartDayText) -> String, on index: Int?) {
            if let index { facts[index].append(fact(text(of: days[index]))) }
        }
        let polarEvents = Sun.polarEvents(
            in: localTime.start(of: days[0].date)..<localTime.start(of: days[days.count - 1].date.adding(days: 1)),
            at: place.observer)
        for (event, instant) in polarEvents {
            let date = localTime.civilTime(at: instant).date
            facts[date.daysSinceUnixEpoch - days[0].date.daysSinceUnixEpoch]
                .append(fact(AnnouncedEvent.polar(event).displayName(in: words), at: instant))
        }
        // Before a polar day, the sunrise becomes earlier and earlier until there is none, so no sunrise is the
        // earliest, and no day the longest.
        guard polarEvents.isEmpty else { return listed(facts) }
        // TRANSLATORS: in a list of dates: the sunrise of the year that is earliest on the clock; {time} is "05:31"
        add(
            { words("earliest sunrise {time}", ["time": $0.sunrise]) },
            on: first { day in day.sunrise.map { clock($0, on: day) } })
        // TRANSLATORS: in a list of dates: the sunset of the year that is latest on the clock; {time} is "20:32"
        add(
            { words("latest sunset {time}", ["time": $0.sunset]) },
            on: first { day in day.sunset.map { -clock($0, on: day) } })
        // TRANSLATORS: in a list of dates: the longest day of the year; {daylight} is "14 h 59 min"
        add(
            { words("longest day, {daylight}", ["daylight": $0.daylight]) }, on: first { -$0.daylight.microseconds }
        )
        // TRANSLATORS: in a list of dates: the shortest day of the year; {daylight} is "9 h 21 min"
        add(
            { words("shortest day, {daylight}", ["daylight": $0.daylight]) }, on: first { $0.daylight.microseconds }
        )
        return listed(facts)
    }

    private func listed(_ facts: [[String]]) -> [(index: Int, facts: [String])] {
        facts.indices.filter { !facts[$0].isEmpty }.map { ($0, facts[$0]) }
    }

    /// The list of these days. Each one is a link to the day in the chart; without the script, to its row in the table.
    var keyDateSection: String {
        let items = keyDates.map { index, facts in
            let date = days[index].date
            return """
                <li><a href="#\(date)">\(date.inFull(in: words).capitalizedFirst.escapedForMarkup)</a>\
                <span>\(words.list(facts).capitalizedFirst.escapedForMarkup)</span></li>
                """
        }
        // TRANSLATORS: the heading of a list of dates: solstices, clock changes, the longest day
        let title = words("Special days").escapedForMarkup
        return """
            <section id="dates" aria-labelledby="dates-title">
            <h2 id="dates-title">\(title)</h2>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }

    /// The notes of a day, with its solstice or equinox: `December solstice at 13:50`.
    func notes(of day: ChartDay) -> [String] { text(of: day).notes + season(of: day) }

    private func occasions(of day: ChartDay) -> [String] {
        season(of: day) + (day.clockChange.map { [$0.summary(in: words)] } ?? [])
    }

    private func season(of day: ChartDay) -> [String] {
        guard let season = day.season else { return [] }
        return [fact(season.event.displayName(in: words, on: place.observer.coordinate.hemisphere), at: season.instant)]
    }

    private func fact(_ event: String, at instant: Instant) -> String {
        // TRANSLATORS: sunrise at 06:52
        words("{event} at {time}", ["event": event, "time": words.quantity(localTime.timeOfDay(at: instant))])
    }
}
