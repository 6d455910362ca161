import Solar
import Tracker

extension DaylightChart {
    /// A picture (SVG 1.1) with a dark variant and a text description for screen readers.
    ///
    /// Its dates go from left to right in every language, as those of the page.
    var svg: String {
        // TRANSLATORS: the title of a chart of the length of the days; {place} has its coordinate
        let title = words("Daylight, {place}", ["place": place.nameAndPosition(in: words)])
        let today = text(of: days[todayIndex]).sentence()
        // TRANSLATORS: two sentences: the dates of a chart, and the values of today
        let description = words("{span}. {today}.", ["span": span, "today": today])
        // Headings begin on the side where reading begins.
        let edge = words.isRightToLeft ? Self.left + Self.width : Self.left
        return """
            <svg xmlns="http://www.w3.org/2000/svg" xml:lang="\(words.language.escapedForMarkup)" direction="ltr" \
            viewBox="0 0 960 540" role="img" aria-labelledby="title description">
            <title id="title">\(title.escapedForMarkup)</title>
            <desc id="description">\(description.escapedForMarkup)</desc>
            <style>
            svg{\(ChartPalette.bright)}
            @media (prefers-color-scheme:dark){svg{\(ChartPalette.dark)}}
            \(Self.pictureStyle)
            .page{fill:var(--page)}
            text{fill:var(--muted);font:14px system-ui,sans-serif}
            .title{fill:var(--text);font-size:20px;font-weight:600}
            </style>
            <rect class="page" width="960" height="540"/>
            <text class="title" x="\(edge)" y="34"\(direction)>\(title.escapedForMarkup)</text>
            <text x="\(edge)" y="58"\(direction)>\(spanInZone.escapedForMarkup)</text>
            <svg x="\(Self.left)" y="\(Self.top)" width="\(Self.width)" height="\(Self.height)" \
            viewBox="0 0 \(2 * days.count) 1440" preserveAspectRatio="none">
            \(pictureElements)
            </svg>
            \(marks.joined(separator: "\n"))
            \(hours.joined(separator: "\n"))
            \(months.joined(separator: "\n"))
            \(seasonNames.joined(separator: "\n"))
            \(legend.joined(separator: "\n"))
            </svg>
            """
    }

    private var direction: String { words.isRightToLeft ? " direction=\"rtl\"" : "" }

    // The rectangle of the plot.
    private static let (left, top, width, height) = (56, 92, 880, 360)

    private func x(ofDay index: Int, part: Double = 0.5) -> Int {
        Self.left + Int((Double(Self.width) * (Double(index) + part) / Double(days.count)).rounded())
    }

    private var marks: [String] {
        let changes = days.enumerated().compactMap { index, day in
            day.clockChange.map { (index, $0.summary(in: words)) }
        }
        // TRANSLATORS: a mark in a narrow chart: at most 9 columns
        let today = words.inContext("chart", "today")
        // Labels near today's are aligned away from it.
        return [text(today, at: x(ofDay: todayIndex), Self.top - 8, .middle)]
            + changes.map { index, label in
                let isBefore = index < todayIndex
                return text(
                    label, at: x(ofDay: index, part: 0) + (isBefore ? -4 : 4), Self.top - 8,
                    abs(index - todayIndex) * Self.width / days.count < 100 ? (isBefore ? .right : .left) : .middle)
            }
    }

    private var hours: [String] {
        [0, 6, 12, 18, 24].map { hour in
            text(
                localTime.text(ofHour: hour), at: Self.left - 8, Self.top + Self.height * (24 - hour) / 24 + 5, .right)
        }
    }

    /// The months that fit: the one with the year first, and then each that does not touch another.
    private var months: [String] {
        var taken: [(index: Int, name: String, ends: Range<Int>)] = []
        let firsts = firstsOfMonths
        let isFirst = { (index: Int) in days[index].date.month == 1 }
        for (index, name) in firsts.filter({ isFirst($0.index) }) + firsts.filter({ !isFirst($0.index) }) {
            let start = x(ofDay: index)
            let ends = start..<start + Self.width(of: name)
            guard ends.upperBound < Self.left + Self.width, taken.allSatisfy({ !$0.ends.overlaps(ends) }) else {
                continue
            }
            taken.append((index, name, ends))
        }
        return taken.sorted { $0.index < $1.index }.map { index, name, _ in
            text(name, at: x(ofDay: index, part: 0) + 2, Self.top + Self.height + 20, .left)
        }
    }

    /// Below the months. At the edges the names are aligned inwards.
    private var seasonNames: [String] {
        seasons.map { index, season in
            let (x, name) = (x(ofDay: index), name(of: season))
            let half = Self.width(of: name) / 2
            let alignment: Alignment =
                x - half < Self.left ? .left : x + half > Self.left + Self.width ? .right : .middle
            return text(name, at: x, Self.top + Self.height + 40, alignment)
        }
    }

    private var legend: [String] {
        var x = Self.left
        // The distances for English; longer names need more.
        return zip(DayPhase.allCases, [90, 200, 160, 140, 0]).flatMap { light, distance in
            let (name, y) = (light.capitalizedDisplayName(in: words), Self.top + Self.height + 70)
            defer { x += max(distance, 7 * name.columns + 40) }
            return [
                "<rect class=\"light-\(light.level)\" x=\"\(x)\" y=\"\(y - 13)\" width=\"16\" height=\"16\"/>",
                text(name, at: x + 24, y, .left),
            ]
        }
    }

    /// An estimate of the width of a text.
    private static func width(of text: String) -> Int { 8 * text.columns }

    /// The part of a text that is at its position.
    private enum Alignment: String {
        case left = "start"
        case middle
        case right = "end"
    }

    private func text(_ text: String, at x: Int, _ y: Int, _ alignment: Alignment) -> String {
        let mirrored: Alignment = alignment == .left ? .right : alignment == .right ? .left : .middle
        let anchor = (words.isRightToLeft ? mirrored : alignment).rawValue
        return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\"\(direction)>\(text.escapedForMarkup)</text>"
    }
}
