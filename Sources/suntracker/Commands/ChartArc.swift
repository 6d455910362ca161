// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Wording

/// The Sun's altitude during a solar day, as the page draws it: 360 degrees of the hour angle from left to right, from
/// midnight to midnight of the Sun, and an altitude of one degree per unit upwards.
///
/// A solar day contains the sunrise and the sunset that the page shows for its date, even if the clocks change or if the Sun
/// sets after midnight. The declination at noon applies to the whole day, so altitudes are accurate to 0.2 degrees, a
/// fraction of a pixel. The script draws other days by the same formula (`chart.js`).
struct SunArc {
    let observer: Observer
    let noon: Instant
    /// The declination of the Sun at noon, in degrees.
    let declination: Double

    init(of day: SolarDay, at observer: Observer) {
        self.observer = observer
        noon = day.noon
        declination = SolarPosition(at: day.noon).declination
    }

    /// The hour angle in degrees: 0 at noon, negative in the morning.
    func hourAngle(at instant: Instant) -> Double { Double((instant - noon).microseconds) / 240_000_000 }

    /// The altitude in degrees at an hour angle.
    func altitude(at hourAngle: Double) -> Double {
        HorizontalCoordinates(
            hourAngle: hourAngle, declination: declination, latitude: observer.coordinate.latitude
        ).altitude
    }

    /// The curve between two hour angles as data of an SVG path, with a point for each quarter of an hour.
    func path(from start: Double, to end: Double) -> String {
        let angles = Array(stride(from: start, to: end, by: 3.75)) + [end]
        return "M" + angles.map { point($0, -altitude(at: $0)) }.joined(separator: "L")
    }

    /// A point of an SVG path.
    func point(_ x: Double, _ y: Double) -> String { "\(x.decimalText(places: 2)) \(y.decimalText(places: 2))" }
}

extension DaylightChart {
    /// How many degrees below the horizon the arc shows: the twilights, and a little of the night.
    private static let depth = 22.0

    /// The arc of the Sun today, with the Sun at its current position.
    func arc(at now: Instant) -> String { arc(of: todayIndex, at: now) }

    /// The arc of the Sun on a day, above the horizon and the twilights.
    func arc(of index: Int, at now: Instant? = nil) -> String {
        let (day, observer) = (days[index], place.observer)
        let (arc, text) = (SunArc(of: day.day, at: observer), text(of: day))
        let horizon = -observer.sunriseAltitude
        let top = observer.greatestAltitude + 4
        let view =
            "viewBox=\"-180 \((-top).decimalText(places: 2)) 360 "
            + "\((top + Self.depth).decimalText(places: 2))\" preserveAspectRatio=\"none\""
        // Twilights are bands between the altitudes at which they begin.
        let starts = [horizon, 6, 12, 18, Self.depth]
        let bands = zip(starts, starts.dropFirst()).enumerated().map { index, band in
            "<rect class=\"light-\(3 - index)\" x=\"-180\" y=\"\(band.0.decimalText(places: 2))\" width=\"360\" "
                + "height=\"\((band.1 - band.0).decimalText(places: 2))\"/>"
        }
        let crossings = [(day.sunrise, text.sunrise, true), (day.sunset, text.sunset, false)].map {
            Crossing(at: $0.map(arc.hourAngle), text: $1, isMorning: $2)
        }
        let edges = crossings.compactMap(\.angle).map { "M\(arc.point($0, horizon))V\(Self.depth)" }.joined()
        let angle = now.map(arc.hourAngle)
        let past = angle.map { min(max($0, -180), 180) } ?? -180
        // Near midnight, it can be in the solar day before or after.
        let sun = angle.map { $0 - ($0 / 360).rounded() * 360 }
        func dot(_ angle: Double) -> String { "M\(arc.point(angle, min(Self.depth, -arc.altitude(at: angle))))h0" }
        func lines(_ name: String, _ data: String) -> String {
            "<path class=\"halo \(name)\" d=\"\(data)\"/>\n<path class=\"line \(name)\" d=\"\(data)\"/>"
        }
        // The script fills in the number, without its sign.
        func high(_ degrees: String) -> String { words("the Sun {degrees}° high", ["degrees": degrees]) }
        func low(_ degrees: String) -> String { words("the Sun {degrees}° below the horizon", ["degrees": degrees]) }
        let degrees = Int(arc.altitude(at: 0).rounded())
        let names = ChartDayText.factNames(in: words)
        var facts = (1...3).map { "\(names[$0]) \(text.facts[$0])" }
        facts.insert(degrees < 0 ? low("\(-degrees)") : high("\(degrees)"), at: 2)
        let label = words.list([day.date.inFull(in: words)] + facts)
        return """
            <div id="arc" role="img" aria-label="\(label.capitalizedFirst.escapedForMarkup)" \
            data-latitude="\(observer.coordinate.latitude.degrees.decimalText(places: 2))" \
            data-horizon="\(horizon.decimalText(places: 2))" data-depth="\(Self.depth.decimalText(places: 0))" \
            data-high="\(high("\u{E000}").escapedForMarkup)" data-low="\(low("\u{E000}").escapedForMarkup)">
            <svg aria-hidden="true"><svg class="clip" \(view)>
            <defs><path id="curve" d="\(arc.path(from: -187.5, to: 187.5))V90H-188z"/></defs>
            <use href="#curve" class="light-4"/>
            \(bands.joined(separator: "\n"))
            \(lines("crossing", edges))
            <path class="horizon" d="M-180 \(horizon.decimalText(places: 2))h360"/>
            <use href="#curve" class="halo"/>
            <use href="#curve" class="line"/>
            \(lines("past", past > -180 ? arc.path(from: -180, to: past) : ""))
            </svg><svg \(view)>
            \(lines("eclipse", day.eclipse.map { dot(arc.hourAngle(at: $0.greatest)) } ?? ""))
            \(lines("disc", sun.map { dot($0 - ($0 / 360).rounded() * 360) } ?? ""))
            </svg><text y="1em">\(text.shortDate.escapedForMarkup)</text></svg>
            <svg class="times" aria-hidden="true">\(crossings.map(\.markup).joined())</svg>
            </div>
            """
    }

    /// What the script needs for the arc of a day: the seconds of noon since the start of the date in UTC, the declination
    /// in degrees, and an eclipse.
    func arcAttributes(of day: ChartDay) -> String {
        let arc = SunArc(of: day.day, at: place.observer)
        let noon = (arc.noon - day.date.startInUTC).nearestSeconds
        let eclipse = day.eclipse.map { " data-eclipse=\"\($0.greatest.microseconds / 1_000_000)\"" } ?? ""
        return " data-sun=\"\(noon) \(arc.declination.decimalText(places: 2))\"\(eclipse)"
    }
}

/// A sunrise or a sunset with its time below the arc: on the side of the night if there is room, even in 300 pixels.
private struct Crossing {
    /// The hour angle in degrees; nil for none.
    let angle: Double?
    let text: String
    let isMorning: Bool

    init(at angle: Double?, text: String, isMorning: Bool) {
        (self.angle, self.text, self.isMorning) = (angle, text, isMorning)
    }

    var markup: String {
        guard let angle else { return "<text y=\"1.1em\"></text>" }
        let share = 50 + angle / 3.6
        let room = isMorning ? share : 100 - share
        let isOutside = room > 2.5 * Double(text.count)
        let (anchor, gap) = isOutside == isMorning ? ("end", -3) : ("start", 3)
        return "<text x=\"\(share.decimalText(places: 2))%\" dx=\"\(gap)\" y=\"1.1em\" text-anchor=\"\(anchor)\">"
            + "\(text.escapedForMarkup)</text>"
    }
}
