import Solar
import Tracker
import Wording

extension DaylightChart {
    /// The table of all days, which opens on request. The script of the page takes the texts of a day and the instants
    /// of sunrise and sunset from its row.
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

    /// `time zone America/Denver`.
    var zone: String { localTime.zoneName.map { words("time zone {zone}", ["zone": $0]) } ?? words("in local time") }

    private var rows: [String] {
        days.map { day in
            let text = text(of: day)
            let cells = zip(
                text.facts + [words.list(notes(of: day))],
                [nil, day.sunrise, nil, day.sunset] + Array(repeating: nil, count: 4)
            )
            .map { text, instant in
                let seconds = instant.map { " data-at=\"\($0.microseconds / 1_000_000)\"" } ?? ""
                return "<td\(seconds)>\(text.escapedForMarkup)"
            }
            return "<tr id=\"\(day.date)\" data-short=\"\(text.shortDate.escapedForMarkup)\"><th scope=\"row\">"
                + day.date.inFull(in: words).capitalizedFirst.escapedForMarkup + cells.joined()
        }
    }
}

extension ChartDayText {
    /// The names of the values of a day, in the order of the day.
    static func factNames(in words: Localizer) -> [String] {
        let events: [SolarEvent] = [.civilDawn, .sunrise, .solarNoon, .sunset, .civilDusk]
        return events.map { $0.capitalizedDisplayName(in: words) }
            + [words.inContext("label", "Daylight"), words.inContext("label", "Change")]
    }

    /// The values of a day, in the same order.
    var facts: [String] { [civilDawn, sunrise, noon, sunset, civilDusk, daylight, day.isConstant ? "" : comparison] }
}
