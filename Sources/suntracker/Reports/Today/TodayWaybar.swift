import Solar
import Tracker

/// The output for a custom module of Waybar (waybar-custom(5), "return-type").
struct WaybarModule: Hashable, Encodable {
    /// The next sunrise or sunset: `16:39`, or `26 July` if it is more than a day away.
    let text: String
    /// The event, for `format-icons`: `sunrise` or `sunset`; `none` if there is neither within a year.
    let alt: String
    /// The facts of the day, one line each.
    let tooltip: String
    /// The phase, for style sheets: `day`, `civil`, `nautical`, `astronomical` or `night`.
    let `class`: String
    /// The elapsed part of the day or night in percent: 0 to 95, in steps of 5.
    let percentage: Int

    init(_ today: Today) {
        let words = today.relativeTime.words
        let lines = [today.place.heading(in: words), words.list(today.dateParts)]
        let facts = today.facts(.untilNext).map { fact in
            // TRANSLATORS: Daylight: 9 h 49 min
            words("{label}: {text}", ["label": fact.name, "text": words.list(fact.parts)])
        }
        text = today.next.map { today.relativeTime.glance(at: $0.instant).text.escapedForMarkup } ?? "–"
        alt = today.next?.event.name ?? "none"
        // Waybar parses both texts as markup.
        tooltip = (lines + facts).joined(separator: "\n").escapedForMarkup
        `class` = today.light.rawValue
        percentage = Int(today.progress?.twentieths ?? 0) * 5
    }
}

extension Today {
    /// One line for a custom module of Waybar: a JSON object with `text`, `alt`, `tooltip`, `class` and `percentage`.
    func waybar() throws -> String { try WaybarModule(self).jsonText(inOneLine: true) }

    /// The elapsed part of the day or night in twentieths, and the instant of the next twentieth; nil if there is no sunrise
    /// or sunset within a year before or after now.
    var progress: (twentieths: Int64, next: Instant)? {
        // Strictly before: an event at this very instant has occurred.
        let last = Sun.previousOccurrence(
            ofAny: [.sunrise, .sunset], before: relativeTime.now + .microseconds(1), at: place.observer)
        guard let last, let next else { return nil }
        let length = (next.instant - last.instant).microseconds
        let twentieths = (relativeTime.now - last.instant).microseconds * 20 / length
        return (twentieths, last.instant + .microseconds(((twentieths + 1) * length + 19) / 20))
    }
}
