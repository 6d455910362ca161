import Solar
import Tracker

extension DaylightChart {
    /// A picture (SVG 1.1) with a dark variant and a text description for screen readers.
    package var svg: String {
        let picture = ChartPicture(chart: self)
        let today = ChartDayText(days[todayIndex], by: localTime).sentence
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540" role="img" aria-labelledby="title description">
            <title id="title">\("Daylight, \(place.nameAndPosition)".escapedForMarkup)</title>
            <desc id="description">\("\(span). \(today).".escapedForMarkup)</desc>
            <style>
            svg{\(ChartPalette.bright.customProperties)}
            @media (prefers-color-scheme:dark){svg{\(ChartPalette.dark.customProperties)}}
            \(ChartPicture.style)
            .page{fill:var(--page)}
            text{fill:var(--muted);font:14px system-ui,sans-serif}
            .title{fill:var(--text);font-size:20px;font-weight:600}
            </style>
            <rect class="page" width="960" height="540"/>
            <text class="title" x="\(Self.left)" y="34">\("Daylight, \(place.nameAndPosition)".escapedForMarkup)</text>
            <text x="\(Self.left)" y="58">\((localTime.zoneName.map { "\(span), time zone \($0)" } ?? span).escapedForMarkup)</text>
            <svg x="\(Self.left)" y="\(Self.top)" width="\(Self.width)" height="\(Self.height)" \
            viewBox="0 0 \(picture.size)" preserveAspectRatio="none">
            \(picture.elements)
            </svg>
            \(marks.joined(separator: "\n"))
            \(hours.joined(separator: "\n"))
            \(months(of: picture).joined(separator: "\n"))
            \(seasonNames.joined(separator: "\n"))
            \(legend.joined(separator: "\n"))
            </svg>
            """
    }

    // The rectangle of the plot.
    private static let (left, top, width, height) = (56, 92, 880, 360)

    private func x(ofDay index: Int, part: Double = 0.5) -> Int {
        Self.left + Int((Double(Self.width) * (Double(index) + part) / Double(days.count)).rounded())
    }

    private var marks: [String] {
        let changes = days.enumerated().compactMap { index, day in
            day.clockChange.map { (index, "clocks \($0.direction)") }
        }
        // Labels near today's are aligned away from it.
        return [Self.text("today", at: x(ofDay: todayIndex), Self.top - 8, anchor: "middle")]
            + changes.map { index, words in
                let isBefore = index < todayIndex
                return Self.text(
                    words, at: x(ofDay: index, part: 0) + (isBefore ? -4 : 4), Self.top - 8,
                    anchor: abs(index - todayIndex) * Self.width / days.count < 100
                        ? (isBefore ? "end" : "start") : "middle")
            }
    }

    private var hours: [String] {
        [0, 6, 12, 18, 24].map { hour in
            Self.text(
                localTime.text(ofHour: hour), at: Self.left - 8, Self.top + Self.height * (24 - hour) / 24 + 5,
                anchor: "end")
        }
    }

    private func months(of picture: ChartPicture) -> [String] {
        picture.firstsOfMonths.filter { x(ofDay: $0.index) < Self.left + Self.width - 8 * $0.name.count }.map {
            index, name in
            Self.text(name, at: x(ofDay: index, part: 0) + 2, Self.top + Self.height + 20, anchor: "start")
        }
    }

    /// Below the months. At the edges the names are aligned inwards.
    private var seasonNames: [String] {
        seasons.map { season in
            let x = x(ofDay: season.index)
            let half = 4 * season.name.count
            let anchor = x - half < Self.left ? "start" : x + half > Self.left + Self.width ? "end" : "middle"
            return Self.text(season.name, at: x, Self.top + Self.height + 40, anchor: anchor)
        }
    }

    private var legend: [String] {
        DayPhase.allCases.enumerated().flatMap { index, light in
            let x = Self.left + [0, 90, 290, 450, 590][index]
            let y = Self.top + Self.height + 70
            return [
                "<rect class=\"light-\(light.level)\" x=\"\(x)\" y=\"\(y - 13)\" width=\"16\" height=\"16\"/>",
                Self.text(light.displayName, at: x + 24, y, anchor: "start"),
            ]
        }
    }

    private static func text(_ text: String, at x: Int, _ y: Int, anchor: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(text.escapedForMarkup)</text>"
    }
}
