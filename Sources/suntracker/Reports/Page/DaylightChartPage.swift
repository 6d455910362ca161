import Solar
import Tracker

extension DaylightChart {
    /// A self-contained HTML page with the chart, which first shows a period of it, and a table of all days.
    ///
    /// Its content security policy allows only its own style and script, by their hashes. So these two are the same in
    /// every language, and the script takes its texts from the elements.
    ///
    /// - Parameter startingAtPlace: Whether it begins at the part about the place, `#place`.
    func page(showing period: ChartPeriod, startingAtPlace: Bool = false) -> String {
        // The programs that open a page drop the fragment of its URL.
        let redirection = startingAtPlace ? "\n<meta http-equiv=\"refresh\" content=\"0; url=#place\">" : ""
        let (style, script) = (ChartPageStyle.text, ChartPageScript.text)
        let title = heading.escapedForMarkup
        let direction = words.isRightToLeft ? " dir=\"rtl\"" : ""
        let footer = words("Sunrise and sunset are computed for a flat horizon and average refraction.")
        // TRANSLATORS: a link in parentheses
        let link = words("change the place").escapedForMarkup
        return """
            <!DOCTYPE html>
            <html lang="\(words.language.escapedForMarkup)"\(direction)>
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(ChartPageStyle.hash)'; \
            script-src '\(ChartPageScript.hash)'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">\(redirection)
            <title>\(title)</title>
            <style>\(style)</style>
            </head>
            <body>
            <main>
            <div class="top">
            <header>
            <h1>\(title)</h1>
            <p>\(placeLine.escapedForMarkup) <span class="link">(<a href="#place">\(link)</a>)</span></p>
            <p>\(spanAndZone(showing: period))</p>
            </header>
            \(periods(choosing: period))
            </div>
            \(readout)
            \(figure(showing: period))
            <div class="more">
            \(seasonSection)
            \(place.section(in: words))
            </div>
            \(table)
            <footer>\(footer.escapedForMarkup)</footer>
            </main>
            <script>\(script)</script>
            </body>
            </html>
            """
    }

    /// `Daylight in Denver`.
    private var heading: String {
        let position = place.position(in: words)
        // TRANSLATORS: {position} is a coordinate; it fills the blank {where} of other texts
        let location = place.name?.locationPhrase(in: words) ?? words("at {position}", ["position": position])
        // TRANSLATORS: the title of a chart of the length of the days; {where} is "in Denver"
        return words("Daylight {where}", ["where": location])
    }

    /// The position, which the heading has for a place without a name, and how it is known.
    private var placeLine: String {
        let source = place.sourceForReader(localTime: localTime, in: words)
        guard place.name != nil else { return source.capitalizedFirst }
        return words.list([place.position(in: words), source])
    }

    /// The dates of the chart, which the script changes with the period, and the time zone.
    private func spanAndZone(showing period: ChartPeriod) -> String {
        words.list([Markup.blank(0), zone])
            .markup(with: "<span id=\"span\">\(narrowed(to: period).span.escapedForMarkup)</span>")
    }

    /// `time zone America/Denver`.
    var zone: String { localTime.zoneName.map { words("time zone {zone}", ["zone": $0]) } ?? words("in local time") }

    private func periods(choosing chosen: ChartPeriod) -> String {
        let choices = ChartPeriod.allCases.map { period in
            """
            <label><input type="radio" name="period" value="\(period.rawValue)" data-days="\(period.days)"\
            \(period == chosen ? " checked" : "") data-span="\(narrowed(to: period).span.escapedForMarkup)">\
            <span>\(period.displayName(in: words).escapedForMarkup)</span></label>
            """
        }
        // TRANSLATORS: the name of the choice of 3 months, 6 months or 1 year
        let label = words("Period").escapedForMarkup
        return """
            <div class="periods" role="radiogroup" aria-label="\(label)">
            \(choices.joined(separator: "\n"))
            </div>
            """
    }

    private var readout: String {
        let text = text(of: days[todayIndex])
        let facts = zip(ChartDayText.factNames(in: words), text.facts).map { name, value in
            "<div><dt>\(name.escapedForMarkup)</dt><dd>\(value.escapedForMarkup)</dd></div>"
        }
        // TRANSLATORS: a button
        let todayName = words("Today").escapedForMarkup
        // TRANSLATORS: a button
        let (before, after) = (words("The day before").escapedForMarkup, words("The day after").escapedForMarkup)
        return """
            <div class="day">
            <p class="date">\(today.inFull(in: words).capitalizedFirst.escapedForMarkup)</p>
            <div class="steps">
            <button type="button" id="before">‹ <span class="unseen">\(before)</span></button>
            <button type="button" id="today">\(todayName)</button>
            <button type="button" id="after">› <span class="unseen">\(after)</span></button>
            </div>
            </div>
            <dl>
            \(facts.joined(separator: "\n"))
            </dl>
            <p class="notes">\(words.list(notes(of: days[todayIndex])).escapedForMarkup)</p>
            <p class="unseen" role="status"></p>
            """
    }

    private var seasonSection: String {
        let items = seasons.map { index, season in
            let (day, time) = (days[index], localTime.timeOfDay(at: season.instant))
            let moment = words.list([day.date.inFull(in: words), time]).capitalizedFirst.escapedForMarkup
            let timestamp = localTime.timestamp(season.instant)
            let facts = words.list([Markup.blank(0), Markup.blank(1)])
                .markup(
                    with: "<time datetime=\"\(timestamp)\">\(moment)</time>",
                    "<span>\(text(of: day).daylightPhrase.escapedForMarkup)</span>")
            return "<li><strong>\(name(of: season).capitalizedFirst.escapedForMarkup)</strong> \(facts)</li>"
        }
        let title = words("Solstices and equinoxes").escapedForMarkup
        return """
            <section aria-labelledby="seasons-title">
            <h2 id="seasons-title">\(title)</h2>
            <ul class="seasons">
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }

    private func figure(showing period: ChartPeriod) -> String {
        let first = todayIndex - period.daysEachWay
        let hours = [24, 18, 12, 6, 0].map { "<span>\(localTime.text(ofHour: $0).escapedForMarkup)</span>" }
        let legend = DayPhase.allCases.reversed().map { light in
            """
            <li><svg aria-hidden="true" viewBox="0 0 1 1"><rect class="light-\(light.level)" width="1" height="1"/>\
            </svg>\(light.capitalizedDisplayName(in: words).escapedForMarkup)</li>
            """
        }
        let sentence = text(of: days[todayIndex]).sentence()
        // TRANSLATORS: the name of a slider that selects a day
        let label = words.inContext("slider", "Day").escapedForMarkup
        // TRANSLATORS: a mark in a narrow chart: at most 9 columns
        let today = words.inContext("chart", "today").escapedForMarkup
        return """
            <figure>
            <div class="chart">
            <svg class="scale" id="marks" data-today="\(today)" aria-hidden="true"></svg>
            <div class="hours" aria-hidden="true">\(hours.joined())</div>
            <div id="plot" role="slider" tabindex="0" aria-label="\(label)" aria-valuemin="1" \
            aria-valuemax="\(period.days)" aria-valuenow="\(period.daysEachWay + 1)" \
            aria-valuetext="\(sentence.escapedForMarkup)">
            <svg id="light" aria-hidden="true" viewBox="\(2 * first) 0 \(2 * period.days) 1440" preserveAspectRatio="none">
            \(pictureElements)
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
}
