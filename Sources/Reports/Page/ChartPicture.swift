import Solar

/// The chart as SVG: two units a day to the right, one a minute upwards, to be stretched to any shape.
struct ChartPicture {
    let chart: DaylightChart

    /// The width and height in units.
    var size: String { "\(2 * chart.days.count) 1440" }

    /// The light, the hours and months, sunrise and sunset, and today.
    var elements: String {
        let levels = Light.allCases.dropFirst().map { light in
            (light, LightStrip.strips(of: light, in: chart.days))
        }
        let width = 2 * chart.days.count
        var text = "<rect class=\"light-0\" width=\"\(width)\" height=\"1440\"/>"
        for (light, strips) in levels {
            let outlines = strips.map(\.outline).joined()
            text += "\n<path class=\"light-\(light.rawValue)\" d=\"\(outlines)\"/>"
        }
        let edges = levels.last?.1.map(\.edges).joined() ?? ""
        let hours = [360, 720, 1080].map { "M0 \($0)h\(width)" }.joined()
        let months = firstsOfMonths.map { "M\(2 * $0.index) 0v1440" }.joined()
        text += "\n<path class=\"grid\" d=\"\(hours)\(months)\"/>"
        text += "\n<path class=\"horizon\" d=\"\(edges)\"/>"
        let today = "d=\"M\(2 * chart.todayIndex + 1) 0v1440\""
        text += "\n<path class=\"today-halo\" \(today)/><path class=\"today\" \(today)/>"
        return text
    }

    /// The days with which months begin, and the months' names: `Nov`.
    var firstsOfMonths: [(index: Int, name: String)] {
        chart.days.enumerated().filter { $0.element.date.day == 1 }.map {
            ($0.offset, String($0.element.date.monthName.prefix(3)))
        }
    }

    /// How the elements are drawn, with the custom properties of `ChartPalette`.
    static let style =
        Light.allCases.map { ".light-\($0.rawValue){fill:var(--light-\($0.rawValue))}" }.joined(separator: "\n") + """

            .grid,.horizon,.today,.today-halo{fill:none;vector-effect:non-scaling-stroke}
            .grid{stroke:var(--muted);stroke-opacity:.35}
            .horizon{stroke:var(--horizon);stroke-width:1.5px;stroke-linejoin:round}
            .today-halo{stroke:\(ChartPalette.cursorHalo);stroke-width:2px}
            .today{stroke:\(ChartPalette.cursor);stroke-width:2px;stroke-dasharray:5 5}
            """
}

extension String {
    /// The text as it stands in HTML and XML, also within quotes. Scalar by scalar: with an accent they are other
    /// characters to Swift, but not to a reader of markup.
    var escapedForMarkup: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;".unicodeScalars
            case "<": text += "&lt;".unicodeScalars
            case ">": text += "&gt;".unicodeScalars
            case "\"": text += "&quot;".unicodeScalars
            case "'": text += "&#39;".unicodeScalars
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
