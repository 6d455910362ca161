// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Wording

extension DaylightChart {
    /// How many degrees below the horizon the arc shows: the twilights, and a little of the night.
    private static let depth = 22.0

    /// The altitude of the Sun during the selected solar day, which the script draws: 360 degrees of the hour angle from
    /// left to right, from midnight to midnight of the Sun, and an altitude of one degree per unit upwards.
    ///
    /// A solar day contains the sunrise and the sunset that the page shows for its date, even if the clocks change or if the
    /// Sun sets after midnight.
    var arc: String {
        let observer = place.observer
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
        func lines(_ name: String) -> String { "<path class=\"halo \(name)\"/>\n<path class=\"line \(name)\"/>" }
        // The script fills in the number, without its sign.
        let degrees: KeyValuePairs = ["degrees": "\u{E000}"]
        let high = words("the Sun {degrees}° high", degrees).escapedForMarkup
        let low = words("the Sun {degrees}° below the horizon", degrees).escapedForMarkup
        return """
            <div id="arc" role="img" hidden data-latitude="\(observer.coordinate.latitude.degrees.decimalText(places: 2))" \
            data-horizon="\(horizon.decimalText(places: 2))" data-depth="\(Self.depth.decimalText(places: 0))" \
            data-high="\(high)" data-low="\(low)">
            <svg aria-hidden="true"><svg class="clip" \(view)>
            <defs><path id="curve"/></defs>
            <use href="#curve" class="light-4"/>
            \(bands.joined(separator: "\n"))
            \(lines("crossing"))
            <path class="horizon" d="M-180 \(horizon.decimalText(places: 2))h360"/>
            <use href="#curve" class="halo"/>
            <use href="#curve" class="line"/>
            \(lines("past"))
            </svg><svg \(view)>
            \(lines("eclipse"))
            \(lines("disc"))
            </svg><text y="1em"></text></svg>
            <svg class="times" aria-hidden="true"><text y="1.1em"></text><text y="1.1em"></text></svg>
            </div>
            """
    }

    /// What the script needs for the arc of a day: the seconds of noon since the start of the date in UTC, the declination
    /// at noon in degrees, and an eclipse. The declination applies to the whole day, so altitudes are accurate to 0.2
    /// degrees, a fraction of a pixel.
    func arcAttributes(of day: ChartDay) -> String {
        let noon = (day.day.noon - day.date.startInUTC).nearestSeconds
        let declination = SolarPosition(at: day.day.noon).declination.decimalText(places: 2)
        let eclipse = day.eclipse.map { " data-eclipse=\"\($0.greatest.microseconds / 1_000_000)\"" } ?? ""
        return " data-sun=\"\(noon) \(declination)\"\(eclipse)"
    }
}
