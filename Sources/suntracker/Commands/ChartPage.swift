// SPDX-License-Identifier: MIT
import CPage
import Configuration
import Solar
import Tracker
import Wording

extension DaylightChart {
    /// A self-contained HTML page with the chart of a year and a table of all days.
    ///
    /// The content security policy allows only this page's style and script, by their hashes. Both are therefore the
    /// same in every language, and the script takes its texts from the elements.
    ///
    /// - Parameters:
    ///   - period: The period that is shown first; nil for the period that the browser remembers, or else the year.
    ///   - now: The current time.
    ///   - isPretended: Whether the user gave the current time. If so, the clock of the page starts at this time.
    func page(showing period: ChartPeriod?, at now: Instant, isPretended: Bool) -> String {
        let title = heading.escapedForMarkup
        let direction = words.isRightToLeft ? " dir=\"rtl\"" : ""
        let attributes =
            Self.attribute("asked", period?.rawValue) + Self.attribute("zone", localTime.zoneName)
            + Self.attribute("now", isPretended ? "\(now.microseconds / 1_000_000)" : nil)
        return """
            <!DOCTYPE html>
            <html lang="\(words.language.escapedForMarkup)"\(direction)>
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(ChartPageStyle.hash)'; \
            script-src '\(ChartPageScript.hash)'; img-src data:; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            \(ChartPalette.themes)
            <link rel="icon" href="\(Self.icon)">
            <title>\(title)</title>
            <style>\(ChartPageStyle.text)</style>
            </head>
            <body>
            <main\(attributes)>
            <header>
            <div>
            <h1>\(title)</h1>
            \(headline(at: now))
            </div>
            \(periods(choosing: period ?? .year))
            </header>
            \(arc)
            \(figure(at: now))
            \(daySection)
            \(keyDateSection)
            \(table)
            \(footer)
            </main>
            <script>\(ChartPageScript.text)</script>
            </body>
            </html>
            """
    }

    /// The Sun at the horizon, for the tab.
    private static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http%3A//www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
        + "%3Crect width='16' height='16' rx='3' fill='%23ffe9ae'/%3E%3Ccircle cx='8' cy='10' r='5' fill='%23e07b00'/%3E"
        + "%3Cpath d='M0 10h16v3a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z' fill='%232a3a7c'/%3E%3C/svg%3E"

    private static func attribute(_ name: String, _ value: String?) -> String {
        value.map { " data-\(name)=\"\($0.escapedForMarkup)\"" } ?? ""
    }

    /// `Daylight in Denver`.
    private var heading: String {
        let position = place.position(in: words)
        // TRANSLATORS: {position} is a coordinate; it replaces the placeholder {where} of other texts
        let location = place.name?.locationPhrase(in: words) ?? words("at {position}", ["position": position])
        // TRANSLATORS: the title of a chart of the length of the days; {where} is "in Denver"
        return words("Daylight {where}", ["where": location])
    }

    /// `Sunset at 16:39`, which the script turns into `Sunset in 3 h 23 min`. Without a sunrise or sunset, it says how
    /// long the Sun stays up or down.
    ///
    /// The texts for the script contain the characters U+E000 and U+E001 in place of the numbers.
    private func headline(at now: Instant) -> String {
        let time = RelativeTime(now: now, localTime: localTime, words: words)
        let next = Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: now, at: place.observer)
        let isFar = next.map { $0.instant - now > .seconds(48 * 3600) } ?? true
        let isUp = next.map { $0.event == .sunset } ?? (DayPhase(at: now, for: place.observer) == .day)
        func countdown(to event: SolarEvent) -> String {
            // TRANSLATORS: Sunset in Denver in 30 min
            words("{event} in {duration}", ["event": event.capitalizedDisplayName(in: words), "duration": "\u{E000}"])
        }
        let blanks = ("\u{E000}", "\u{E001}")
        let attributes =
            Self.attribute("sunrise", countdown(to: .sunrise)) + Self.attribute("sunset", countdown(to: .sunset))
            + Self.attribute("hours", words.quantity(words("{hours} h", ["hours": blanks.0])))
            + Self.attribute("minutes", words.quantity(words("{minutes} min", ["minutes": blanks.0])))
            + Self.attribute(
                "both", words.quantity(words("{hours} h {minutes} min", ["hours": blanks.0, "minutes": blanks.1])))
        let text: String
        if isFar {
            text = words.stay(isUp ? .above : .below, until: next.map { time.date(of: $0.instant) })
        } else {
            text = next.map { time.moment(of: $0.event.displayName(in: words), at: $0.instant) } ?? ""
        }
        let far = Self.attribute("far", isFar ? text.capitalizedFirst : nil)
        return """
            <p id="next"\(attributes)\(far)>\(text.capitalizedFirst.escapedForMarkup)</p>
            <p id="then">\(isFar ? "" : (self.text(of: days[todayIndex]).facts.last ?? "").escapedForMarkup)</p>
            """
    }

    private func periods(choosing chosen: ChartPeriod) -> String {
        let choices = ChartPeriod.allCases.map { period in
            """
            <label><input type="radio" name="period" value="\(period.rawValue)" data-days="\(period.days)"\
            \(period == chosen ? " checked" : "")><span>\(period.displayName(in: words).escapedForMarkup)</span></label>
            """
        }
        // TRANSLATORS: the name of the choice of 3 months, 6 months or 1 year
        let label = words("Period").escapedForMarkup
        return """
            <div class="group" role="radiogroup" aria-label="\(label)" hidden>
            \(choices.joined(separator: "\n"))
            </div>
            """
    }

    private func figure(at now: Instant) -> String {
        let hours = [24, 18, 12, 6, 0].map {
            "<span>\(words.quantity(localTime.text(ofHour: $0)).escapedForMarkup)</span>"
        }
        let marks = markLabels
        let legend = DayPhase.allCases.reversed().map { light in
            """
            <li><svg aria-hidden="true" viewBox="0 0 1 1"><rect class="light-\(light.level)" width="1" height="1"/>\
            </svg>\(light.capitalizedDisplayName(in: words).escapedForMarkup)</li>
            """
        }
        // TRANSLATORS: the name of a slider that selects a day
        let slider = words.inContext("slider", "Day").escapedForMarkup
        return """
            <div id="year">
            <div class="chart">
            <div class="hours" aria-hidden="true">\(hours.joined())</div>
            <div id="plot" role="img" aria-label="\(text(of: days[todayIndex]).sentence.escapedForMarkup)" \
            data-slider="\(slider)">
            <svg id="light" aria-hidden="true" viewBox="0 0 \(100 * days.count) 86400" preserveAspectRatio="none">
            <g id="sky">
            \(sky(at: now))
            </g>\(dayLines)
            </svg>
            <div id="chip" aria-hidden="true"></div>
            </div>
            <svg class="scale" id="months" aria-hidden="true">\(monthLabels.joined())</svg>
            <svg class="scale" id="marks" aria-hidden="true" height="\(marks.height)em">\(marks.labels.joined())</svg>
            </div>
            <ul id="legend" aria-hidden="true">
            \(legend.joined(separator: "\n"))
            </ul>
            </div>
            """
    }

    /// The selected day, at first today: its times in chronological order, its daylight, and the change of the daylight.
    ///
    /// The script announces changes through the last element. It is a `<div>`, because of the texts that change at the same
    /// time, Orca drops all but the first, except in a live `<div>`.
    private var daySection: String {
        let (names, values) = (ChartDayText.factNames(in: words), text(of: days[todayIndex]).facts)
        let facts = zip(names, values).dropLast().map { name, value in
            "<dt>\(name.escapedForMarkup)</dt><dd>\(value.escapedForMarkup)</dd>"
        }
        // TRANSLATORS: a button
        let todayName = words("Today").escapedForMarkup
        // TRANSLATORS: a button
        let (before, after) = (words("The day before").escapedForMarkup, words("The day after").escapedForMarkup)
        return """
            <section id="day" aria-labelledby="date">
            <div class="top">
            <h2 id="date">\(today.inFull(in: words).capitalizedFirst.escapedForMarkup)</h2>
            <div class="group steps" hidden>
            <button type="button" id="before" aria-label="\(before)">‹</button>
            <button type="button" id="today">\(todayName)</button>
            <button type="button" id="after" aria-label="\(after)">›</button>
            </div>
            </div>
            <dl>
            \(facts.map { "<div>\($0)" }.joined(separator: "</div>\n"))<dd>\((values.last ?? "").escapedForMarkup)</dd></div>
            </dl>
            <p id="ahead">\(ahead.escapedForMarkup)</p>
            <p class="notes">\(words.list(notes(of: days[todayIndex])).escapedForMarkup)</p>
            <div id="spoken" aria-live="polite"></div>
            </section>
            """
    }

    /// `6 min less daylight on the shortest day`: the difference to the next longest or shortest day, if it is a minute or more.
    private var ahead: String {
        guard case .occurs = days[todayIndex].day.sunrise, case .occurs = days[todayIndex].day.sunset else { return "" }
        for day in days[(todayIndex + 1)...] {
            let difference = day.daylight - days[todayIndex].daylight
            if let text = turn(on: day, by: difference.formattedMinutes(in: words)) {
                return abs(difference.nearestSeconds) < 30 ? "" : text
            }
        }
        return ""
    }

    private var footer: String {
        let source = words.list(place.headingParts(in: words) + [zone]).escapedForMarkup
        // TRANSLATORS: what a name of a place on the command line is replaced by, in capital letters
        let name = words.inContext("on the command line", "NAME")
        // TRANSLATORS: {command} is suntracker place NAME
        let change = words("Change the place with: {command}", ["command": "suntracker place \(name)"])
        let horizon = words("Sunrise and sunset are computed for a flat horizon and average refraction.")
        return """
            <footer>
            <p>\(source)</p>
            <p class="how">\(change.escapedForMarkup)</p>
            <p>\(horizon.escapedForMarkup) <bdi>© GeoNames (geonames.org), CC BY 4.0</bdi></p>
            </footer>
            """
    }
}

extension DaylightChart {
    /// The special days, the earliest first, with their facts: solstices, equinoxes, clock changes, the beginnings and ends
    /// of polar days and nights, and what notifications say (`SpecialDay`).
    var keyDates: [(index: Int, facts: [String])] {
        let facts = days.map { occasions(of: $0) + exceeding(of: $0) + polarTurns(of: $0) }
        return facts.indices.filter { !facts[$0].isEmpty }.map { ($0, facts[$0]) }
    }

    private func specialDays(on day: ChartDay) -> [SpecialDay] {
        let events = [(SolarEvent.sunrise, day.sunrise), (.sunset, day.sunset)].compactMap { event, instant in
            instant.flatMap { instant in
                let rule = Rule(id: event.name, event: event, notifies: true, saysSpecialDays: true)
                return Occurrence(rule, at: instant).specialDay(at: place, localTime: localTime)
            }
        }
        return SpecialDay.allCases.filter(events.contains)
    }

    /// The text on a day before; nil unless this day is the longest or the shortest of the year.
    private func turn(on day: ChartDay, by duration: String) -> String? {
        let specials = specialDays(on: day)
        let values: KeyValuePairs = ["duration": duration]
        // TRANSLATORS: the daylight, compared to an earlier day: 6 min less daylight on the shortest day
        if specials.contains(.shortestDay) { return words("{duration} less daylight on the shortest day", values) }
        if specials.contains(.longestDay) { return words("{duration} more daylight on the longest day", values) }
        return nil
    }

    private func exceeding(of day: ChartDay) -> [String] {
        let text = text(of: day)
        return specialDays(on: day).map { special in
            switch special {
            // TRANSLATORS: in a list of dates: the longest day of the year; {daylight} is "14 h 59 min"
            case .longestDay: words("longest day, {daylight}", ["daylight": text.daylight])
            // TRANSLATORS: in a list of dates: the shortest day of the year; {daylight} is "9 h 21 min"
            case .shortestDay: words("shortest day, {daylight}", ["daylight": text.daylight])
            // TRANSLATORS: in a list of dates: the earliest sunrise of the year; {time} is "05:31"
            case .earliestSunrise: words("earliest sunrise {time}", ["time": text.sunrise])
            // TRANSLATORS: in a list of dates: the latest sunrise of the year; {time} is "07:21"
            case .latestSunrise: words("latest sunrise {time}", ["time": text.sunrise])
            // TRANSLATORS: in a list of dates: the earliest sunset of the year; {time} is "16:35"
            case .earliestSunset: words("earliest sunset {time}", ["time": text.sunset])
            // TRANSLATORS: in a list of dates: the latest sunset of the year; {time} is "20:32"
            case .latestSunset: words("latest sunset {time}", ["time": text.sunset])
            }
        }
    }

    /// The list of these days. Each one is a link to the day in the chart; without the script, to its row in the table.
    var keyDateSection: String {
        let items = keyDates.map { index, facts in
            let date = days[index].date
            let turn = Self.attribute("turn", turn(on: days[index], by: "\u{E000}"))
            return """
                <li><a href="#\(date)"\(turn)>\(date.inFull(in: words).capitalizedFirst.escapedForMarkup)</a>\
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

    /// The notes of a day, with its solstice or equinox, and the start or end of a polar day or night: `December solstice
    /// at 13:50`.
    func notes(of day: ChartDay) -> [String] { text(of: day).notes + season(of: day) + polarTurns(of: day) }

    private func occasions(of day: ChartDay) -> [String] {
        season(of: day) + [day.clockChange?.summary(in: words), text(of: day).eclipse].compactMap { $0 }
    }

    private func season(of day: ChartDay) -> [String] {
        guard let season = day.season else { return [] }
        return [fact(season.event.displayName(in: words, on: place.observer.coordinate.hemisphere), at: season.instant)]
    }

    private func polarTurns(of day: ChartDay) -> [String] {
        polarEvents.filter { localTime.date(at: $0.instant) == day.date }
            .map { fact(AnnouncedEvent.polar($0.event).displayName(in: words), at: $0.instant) }
    }

    private func fact(_ event: String, at instant: Instant) -> String {
        // TRANSLATORS: sunrise at 06:52
        words("{event} at {time}", ["event": event, "time": words.quantity(localTime.timeOfDay(at: instant))])
    }
}

extension DaylightChart {
    /// The table of all days, which opens on request. The script of the page takes the texts of a day and the instants
    /// of sunrise and sunset from its row, and their times of day if the texts are relative to the date of the row.
    var table: String {
        let names =
            [words.inContext("label", "Date")] + ChartDayText.factNames(in: words) + [words.inContext("label", "Notes")]
        let headings = names.map { "<th scope=\"col\">\($0.escapedForMarkup)" }
        // TRANSLATORS: the heading of a table; {zone} is "time zone America/Denver" or "in local time"
        let caption = words("Sunrise and sunset, {zone}; change since the day before", ["zone": zone])
        let summary = words("All days in a table").escapedForMarkup
        let label = words("All days").escapedForMarkup
        return """
            <details>
            <summary>\(summary)</summary>
            <div class="scroll" role="region" aria-label="\(label)" tabindex="0">
            <table>
            <caption>\(caption.escapedForMarkup)</caption>
            <thead><tr>\(headings.joined())</thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            </details>
            """
    }

    var zone: String { localTime.zoneNote(in: words) ?? words("in local time") }

    private var rows: [String] {
        days.map { day in
            let text = text(of: day)
            let cells = zip(
                text.facts + [words.list(notes(of: day))],
                [nil, day.sunrise, nil, day.sunset] + Array(repeating: nil, count: 4)
            )
            .map { text, instant in
                guard let instant else { return "<td>\(text.escapedForMarkup)" }
                let time = words.quantity(localTime.timeOfDay(at: instant))
                let attributes =
                    " data-at=\"\(instant.microseconds / 1_000_000)\""
                    + Self.attribute("time", time == text ? nil : time)
                return "<td\(attributes)>\(text.escapedForMarkup)"
            }
            return "<tr id=\"\(day.date)\" data-short=\"\(text.shortDate.escapedForMarkup)\"\(arcAttributes(of: day))>"
                + "<th scope=\"row\">" + day.date.inFull(in: words).capitalizedFirst.escapedForMarkup + cells.joined()
        }
    }
}

extension ChartDayText {
    static func factNames(in words: Localizer) -> [String] {
        let events: [SolarEvent] = [.civilDawn, .sunrise, .solarNoon, .sunset, .civilDusk]
        return events.map { $0.capitalizedDisplayName(in: words) }
            + [words.inContext("label", "Daylight"), words.inContext("label", "Change")]
    }

    var facts: [String] { [civilDawn, sunrise, noon, sunset, civilDusk, daylight, day.isConstant ? "" : comparison] }
}

/// The style sheet and the script of the page, `chart.css` and `chart.js`, with their hashes for the content security
/// policy (CSP 3, section 2.3.1). A test compares the hashes.
enum ChartPageStyle {
    static let hash = "sha256-kM4qTMxor4MRVlV5tSix/+A2BUnYWS0MtyamxOc/um0="

    static let text =
        """
        :root{color-scheme:light dark;\(ChartPalette.bright)\(ChartPalette.sky)}
        @media (prefers-color-scheme:dark){:root{\(ChartPalette.dark)}}
        @media print{:root{color-scheme:light;\(ChartPalette.bright)}}
        \(DayPhase.allCases.map { ".light-\($0.level){fill:var(--light-\($0.level))}" }.joined())

        """ + String(cString: suntracker_page_style())
}

enum ChartPageScript {
    static let hash = "sha256-zMcm0Edj6Y6+wfJd/SvFr+VOTLf30tGNtPLLWR+7QBg="

    static let text = String(cString: suntracker_page_script())
}

/// The colours of the page as custom properties of CSS, for example for secondary text (`muted`), outlines, the button
/// below the pointer (`hover`), and the selection (`accent`). No text is shown on the accent colour, because a
/// desktop's accent colour can have any brightness. Both palettes share the colours of the sky.
enum ChartPalette {
    static let bright = properties([
        "page": page.bright, "text": "#1b2233", "muted": "#525c73", "outline": "#767f94", "hover": "#e9edf5",
        "accent": "#0b57d0",
    ])

    static let dark = properties([
        "page": page.dark, "text": "#eceff6", "muted": "#aab2c4", "outline": "#7f8aa0", "hover": "#272c37",
        "accent": "#8ab4ff",
    ])

    /// The colours of the lights from night to day, of the lines of sunrise and sunset, and of the Sun. `bright` and
    /// `dark` are for lines across the lights: one of the two contrasts with any light.
    static let sky =
        properties(["horizon": "#7a3b00", "sun": "#ffb300", "bright": "#ffffff", "dark": "#10141f"])
        + DayPhase.allCases.map { "--light-\($0.level):\($0.colour.hex);" }.joined()

    private static let page = (bright: "#ffffff", dark: "#15181f")

    /// The colour of the browser's frame, which is the colour of the page.
    static let themes = [("light", page.bright), ("dark", page.dark)].map { scheme, colour in
        "<meta name=\"theme-color\" content=\"\(colour)\" media=\"(prefers-color-scheme: \(scheme))\">"
    }.joined(separator: "\n")

    private static func properties(_ colours: KeyValuePairs<String, String>) -> String {
        colours.map { "--\($0):\($1);" }.joined()
    }
}

extension Colour {
    fileprivate var hex: String {
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
