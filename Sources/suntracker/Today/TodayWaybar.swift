import Solar
import Tracker
import Wording

extension Today {
    /// The object for a custom module of Waybar (waybar-custom(5), "return-type"), which parses `text` and `tooltip` as markup:
    ///
    /// - `text`: the next sunrise or sunset: `16:39`, or `26 July` if it is more than a day away;
    /// - `alt`, for `format-icons`: `sunrise` or `sunset`; `none` if there is neither within a year;
    /// - `tooltip`: the next event, the facts of the day, the date and the place, one line each;
    /// - `class`, for style sheets: the light, `day`, `civil`, `nautical`, `astronomical` or `night`, and the phase,
    ///   `phase-day` or `phase-night`, as defined in the settings or set manually;
    /// - `percentage`: the elapsed part of the day or night in percent, 0 to 95, in steps of 5.
    var waybar: JSONObject {
        let facts = facts(.untilNext).map { fact in
            // TRANSLATORS: Daylight: 9 h 49 min
            words("{label}: {text}", ["label": fact.name, "text": words.list(fact.parts)])
        }
        let lines = [standingHeadline] + facts + [words.list(dateParts), place.heading(in: words)]
        return [
            "text": next.map { relativeTime.glance(at: $0.instant).text.escapedForMarkup } ?? "–",
            "alt": next?.event.name ?? "none", "tooltip": lines.joined(separator: "\n").escapedForMarkup,
            "class": [light.rawValue] + (phase.map { ["phase-" + $0.rawValue] } ?? []),
            "percentage": Int(progress?.twentieths ?? 0) * 5,
        ]
    }

    /// The elapsed part of the day or night in twentieths, and the instant of the next twentieth; nil if there is no sunrise
    /// or sunset within a year before or after now.
    var progress: (twentieths: Int64, next: Instant)? {
        // The search is strictly before its bound, and an event at this instant has already occurred.
        let last = Sun.previousOccurrence(
            ofAny: [.sunrise, .sunset], before: relativeTime.now + .microseconds(1), at: place.observer)
        guard let last, let next else { return nil }
        let length = (next.instant - last.instant).microseconds
        let twentieths = (relativeTime.now - last.instant).microseconds * 20 / length
        return (twentieths, last.instant + .microseconds(((twentieths + 1) * length + 19) / 20))
    }
}
