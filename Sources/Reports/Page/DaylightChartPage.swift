import Solar
import Tracker

/// Where the page of a chart begins.
package enum ChartPageStart: Hashable, Sendable {
    /// At its beginning.
    case chart
    /// At the part about the place, `#place`.
    case place

    /// The element that moves the page there. The programs that open a page drop the fragment of its URL.
    fileprivate var redirection: String {
        switch self {
        case .chart: ""
        case .place: "\n<meta http-equiv=\"refresh\" content=\"0; url=#place\">"
        }
    }
}

extension DaylightChart {
    /// A self-contained HTML page with the chart, which first shows a period of it, and a table of all days.
    ///
    /// Its content security policy allows only its own style and script, by their hashes.
    package func page(showing period: ChartPeriod, startingAt start: ChartPageStart = .chart) -> String {
        let (style, script) = (ChartPageStyle.text, ChartPageScript.text)
        let title = "Daylight \(place.name?.locationPhrase() ?? "at \(place.nameAndPosition)")"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(ChartPageStyle.hash)'; \
            script-src '\(ChartPageScript.hash)'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">\(start.redirection)
            <title>\(title.escapedForMarkup)</title>
            <style>\(style)</style>
            </head>
            <body>
            <main>
            <div class="top">
            <header>
            <h1>\(title.escapedForMarkup)</h1>
            <p>\(placeLine.escapedForMarkup) <span class="link">(<a href="#place">change the place</a>)</span></p>
            <p><span id="span">\(narrowed(to: period).span)</span>, \(zone.escapedForMarkup)</p>
            </header>
            \(periods(choosing: period))
            </div>
            \(readout)
            \(figure(showing: period))
            <div class="more">
            \(seasonSection)
            \(place.section)
            </div>
            \(table)
            <footer>Sunrise and sunset are computed for a flat horizon and average refraction.</footer>
            </main>
            <script>\(script)</script>
            </body>
            </html>
            """
    }

    /// The position, which the heading has for a place without a name, and how it is known.
    private var placeLine: String {
        let source = place.sourceForReader(localTime: localTime)
        return place.name == nil ? source.prefix(1).uppercased() + source.dropFirst() : "\(place.position), \(source)"
    }

    private var zone: String { localTime.zoneName.map { "time zone \($0)" } ?? "in local time" }

    private func periods(choosing chosen: ChartPeriod) -> String {
        let choices = ChartPeriod.allCases.map { period in
            """
            <label><input type="radio" name="period" value="\(period.rawValue)" data-days="\(period.days)"\
            \(period == chosen ? " checked" : "")><span>\(period.displayName)</span></label>
            """
        }
        return """
            <div class="periods" role="radiogroup" aria-label="Period">
            \(choices.joined(separator: "\n"))
            </div>
            """
    }

    private var readout: String {
        let text = ChartDayText(days[todayIndex], by: localTime)
        let facts = zip(Self.facts, text.facts).map { name, value in
            "<div><dt>\(name)</dt><dd>\(value.escapedForMarkup)</dd></div>"
        }
        return """
            <div class="day">
            <p class="date">\(today.inFull)</p>
            <div class="steps">
            <button type="button" id="before">‹ <span class="unseen">The day before</span></button>
            <button type="button" id="today">Today</button>
            <button type="button" id="after">› <span class="unseen">The day after</span></button>
            </div>
            </div>
            <dl>
            \(facts.joined(separator: "\n"))
            </dl>
            <p class="notes">\(notes(at: todayIndex).joined(separator: ", ").escapedForMarkup)</p>
            <p class="unseen" role="status"></p>
            """
    }

    /// The notes of a day, with its solstice or equinox.
    private func notes(at index: Int) -> [String] {
        ChartDayText(days[index], by: localTime).notes + seasons.filter { $0.index == index }.map(\.note)
    }

    private var seasonSection: String {
        let items = seasons.map { season in
            let day = ChartDayText(days[season.index], by: localTime)
            let daylight = day.daylight == "none" ? "no daylight" : "\(day.daylight) of daylight"
            return """
                <li><strong>\(season.name)</strong> <time datetime="\(season.timestamp)">\(day.day.date.inFull), \
                \(season.time.escapedForMarkup)</time>, <span>\(daylight)</span></li>
                """
        }
        return """
            <section aria-labelledby="seasons-title">
            <h2 id="seasons-title">Solstices and equinoxes</h2>
            <ul class="seasons">
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }

    private func figure(showing period: ChartPeriod) -> String {
        let picture = ChartPicture(chart: self)
        let first = todayIndex - period.daysEachWay
        let hours = [24, 18, 12, 6, 0].map { "<span>\(localTime.text(ofHour: $0).escapedForMarkup)</span>" }
        let legend = DayPhase.allCases.reversed().map { light in
            """
            <li><svg aria-hidden="true" viewBox="0 0 1 1"><rect class="light-\(light.level)" width="1" height="1"/>\
            </svg>\(light.displayName)</li>
            """
        }
        return """
            <figure>
            <div class="chart">
            <svg class="scale" id="marks" aria-hidden="true"></svg>
            <div class="hours" aria-hidden="true">\(hours.joined())</div>
            <div id="plot" role="slider" tabindex="0" aria-label="Day" aria-valuemin="1" aria-valuemax="\(period.days)" \
            aria-valuenow="\(period.daysEachWay + 1)" \
            aria-valuetext="\(ChartDayText(days[todayIndex], by: localTime).sentence.escapedForMarkup)">
            <svg id="light" aria-hidden="true" viewBox="\(2 * first) 0 \(2 * period.days) 1440" preserveAspectRatio="none">
            \(picture.elements)
            </svg>
            <div id="cursor"></div>
            </div>
            <svg class="scale" id="months" aria-hidden="true"></svg>
            <svg class="scale" id="seasons" aria-hidden="true"></svg>
            </div>
            <figcaption><ul>
            \(legend.joined(separator: "\n"))
            </ul></figcaption>
            </figure>
            """
    }

    private var table: String {
        let labels = Dictionary(seasons.map { ($0.index, $0.label) }) { first, _ in first }
        let months = Dictionary(
            uniqueKeysWithValues: ChartPicture(chart: self).firstsOfMonths.map { ($0.index, $0.name) })
        let rows = days.enumerated().map { index, day in
            let text = ChartDayText(day, by: localTime)
            let season = labels[index].map { " data-season=\"\($0)\"" } ?? ""
            let clocks = day.clockChange.map { " data-clocks=\"clocks \($0.direction)\"" } ?? ""
            let cells = (text.facts + [notes(at: index).joined(separator: ", ")]).map { "<td>\($0.escapedForMarkup)" }
            let month = months[index].map { " data-month=\"\($0)\"" } ?? ""
            return
                "<tr\(clocks)\(season)><th scope=\"row\"><time datetime=\"\(day.date)\"\(month)>\(day.date.inFull)</time>"
                + cells.joined()
        }
        let headings = (["Date"] + Self.facts + ["Notes"]).map { "<th scope=\"col\">\($0)" }
        return """
            <details>
            <summary>All days in a table</summary>
            <div class="scroll" role="region" aria-label="All days" tabindex="0">
            <table>
            <caption>\("Sunrise and sunset, \(zone); change since the day before".escapedForMarkup)</caption>
            <thead><tr>\(headings.joined())</thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            </details>
            """
    }

    private static let facts = ["Sunrise", "Sunset", "Daylight", "Change", "Civil dawn", "Civil dusk"]
}

extension ChartDayText {
    /// The values of a day, in the order of the table.
    fileprivate var facts: [String] {
        let civil = day.twilights.last
        return [
            sunrise, sunset, daylight, change, time(civil?.dawn, otherwise: "none"),
            time(civil?.dusk, otherwise: "none"),
        ]
    }
}
