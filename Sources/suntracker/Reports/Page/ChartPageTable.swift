import Solar
import Tracker

extension DaylightChart {
    /// The table of all days, which opens on request. The script of the page takes the texts of a day from its row.
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

    private var rows: [String] {
        days.map { day in
            let (text, notes) = (text(of: day), notes(of: day))
            let cells = (text.facts + [words.list(notes)]).map { "<td>\($0.escapedForMarkup)" }
            var row = "<tr" + Self.attribute("clocks", day.clockChange?.summary(in: words))
            row += Self.attribute("season", seasonLabel(of: day))
            row += Self.attribute("sentence", text.sentence(notes: notes))
            row += "><th scope=\"row\"><time datetime=\"\(day.date)\"" + Self.attribute("month", monthLabel(of: day))
            return row + ">\(day.date.inFull(in: words).capitalizedFirst.escapedForMarkup)</time>" + cells.joined()
        }
    }

    /// An attribute for the script; nothing without a value.
    private static func attribute(_ name: String, _ value: String?) -> String {
        value.map { " data-\(name)=\"\($0.escapedForMarkup)\"" } ?? ""
    }
}

extension ChartDayText {
    /// The names of the values of a day, in the order of the table.
    static func factNames(in words: Localizer) -> [String] {
        let (dawn, dusk) = (SolarEvent.civilDawn, SolarEvent.civilDusk)
        return [
            SolarEvent.sunrise.capitalizedDisplayName(in: words), SolarEvent.sunset.capitalizedDisplayName(in: words),
            words.inContext("label", "Daylight"), words.inContext("label", "Change"),
            dawn.capitalizedDisplayName(in: words),
            dusk.capitalizedDisplayName(in: words),
        ]
    }

    /// The values of a day, in the order of the table.
    var facts: [String] { [sunrise, sunset, daylight, change, civilDawn, civilDusk] }
}
