import Solar
import Tracker
import Wording

/// The chart as SVG elements: 100 units per day horizontally, one per second vertically. The picture is scaled to any shape.
extension DaylightChart {
    /// The light, with the hours, the lines of sunrise and sunset, and the current position of the Sun. The strip of a
    /// day shows one day of it.
    func sky(at now: Instant) -> String {
        let (width, pictured) = (100 * days.count, PicturedDay.all(in: self))
        var text = "<rect class=\"light-0\" width=\"\(width)\" height=\"86400\"/>"
        var edges = ""
        for light in DayPhase.allCases.dropFirst() {
            let area = LightArea(of: light, in: pictured)
            text += Self.repeated("area-\(light.level)", class: "light-\(light.level)", area.outline)
            edges = area.edges
        }
        // A date that the clocks skip has no light.
        let gaps = days.indices.filter { localTime.date(at: localTime.start(of: days[$0].date)) != days[$0].date }
        text += Self.path("gap", gaps.map { "M\(100 * $0) 0h100v86400h-100z" }.joined())
        text += Self.lines("grid", [6, 12, 18].map { "M0 \($0 * 3600)h\(width)" }.joined())
        text += Self.repeated("edges", class: "horizon", edges)
        let (x, second) = (100 * todayIndex + 50, localTime.civilTime(at: now).secondOfDay)
        return text + Self.lines("sun", "M\(x) \(86_400 - second)h0")
    }

    /// The lines at the first days of months, the key dates, today and the selected day.
    var dayLines: String {
        func path(_ indices: [Int], middle: Int = 0) -> String {
            indices.map { "M\(100 * $0 + middle) 0v86400" }.joined()
        }
        let changes = days.indices.filter { days[$0].clockChange != nil }
        return Self.lines("grid", path(firstsOfMonths.map(\.index)))
            + Self.lines("change", path(changes) + path(seasons.map(\.index), middle: 50))
            + Self.lines("today", path([todayIndex], middle: 50)) + Self.lines("chosen", path([todayIndex], middle: 50))
    }

    /// The first days of months with their labels: `Nov`, and for January the year.
    var firstsOfMonths: [(index: Int, name: String)] {
        days.indices.compactMap { index in
            let (year, month, number) = days[index].date.components
            return number == 1 ? (index, month == 1 ? String(year) : words.shortMonth(month)) : nil
        }
    }

    /// The labels of days, the earliest first: today, clock changes, solstices and equinoxes.
    var marks: [(index: Int, name: String, isToday: Bool)] {
        let changes = days.indices.compactMap { index in
            days[index].clockChange.map { (index, $0.summary(in: words), false) }
        }
        let seasons = seasons.map { index, event in
            // TRANSLATORS: a label in a chart
            let isEquinox = [.marchEquinox, .septemberEquinox].contains(event)
            return (index, isEquinox ? words("equinox") : words("solstice"), false)
        }
        // TRANSLATORS: a mark in a narrow chart: at most 9 columns
        let today = (todayIndex, words.inContext("chart", "today"), true)
        return (changes + seasons + [today]).sorted { $0.0 < $1.0 }
    }

    private var seasons: [(index: Int, event: SolarEvent)] {
        days.indices.compactMap { index in days[index].season.map { (index, $0.event) } }
    }

    private static func path(_ name: String, _ data: String) -> String {
        data.isEmpty ? "" : "\n<path class=\"\(name)\" d=\"\(data)\"/>"
    }

    /// Lines with a halo, which are visible on every light.
    private static func lines(_ name: String, _ data: String) -> String {
        path("halo \(name)", data) + path("line \(name)", data)
    }

    /// An area or a line at its own date, and moved by one day up and down.
    private static func repeated(_ id: String, class name: String, _ data: String) -> String {
        """

        <path id="\(id)" class="\(name)" d="\(data)"/>\
        <use href="#\(id)" x="100" y="86400"/><use href="#\(id)" x="-100" y="-86400"/>
        """
    }
}
