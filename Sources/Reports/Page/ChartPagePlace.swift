import Solar
import Tracker

extension Place {
    /// How the place is known, for a reader of the page: `guessed from your time zone Europe/Berlin`.
    func sourceForReader(localTime: any LocalTime) -> String {
        switch provenance.source {
        case .commandLine: name == nil ? "the coordinate you gave" : "the place you gave"
        case .settings, .geoclue: provenance.phrase(in: .english)
        case .lastFix:
            "last known from GeoClue"
                + (provenance.observed.map {
                    let date = localTime.civilTime(at: $0).date
                    return " on \(date.formatted(relativeTo: date)) \(date.year)"
                } ?? "") + accuracyForReader
        case .timeZone(let zone): "\(provenance.phrase(in: .english)) \(zone)"
        }
    }

    private var accuracyForReader: String { provenance.accuracy.map { ", to within \($0.formattedMetres())" } ?? "" }

    /// What follows from the source of the place, for a reader who wants to change it.
    fileprivate var remark: String {
        switch provenance.source {
        case .commandLine: "This page shows the place you gave, whatever your settings say."
        case .settings: "The place is set in your settings."
        case .geoclue: "Suntracker uses the location service GeoClue, and follows you when you travel."
        case .lastFix: "The location service GeoClue does not give a newer location at the moment."
        case .timeZone:
            "Suntracker uses the principal city of your time zone. Elsewhere in the zone the times differ, by an hour or "
                + "more in a wide zone."
        }
    }

    /// The section of the page that explains how to change the place.
    var section: String {
        """
        <section id="place" aria-labelledby="place-title">
        <h2 id="place-title">Change the place</h2>
        <p>\(remark.escapedForMarkup) To use another place, run one of these commands in a terminal:</p>
        <ul>
        <li><code>suntracker location choose</code> lists places while you type, and sets the one you choose</li>
        <li><code>suntracker location set NAME</code> sets a place by its name or its coordinate</li>
        <li><code>suntracker location auto</code> has the place found automatically</li>
        </ul>
        <p>Then open the page again, from the menu or with <code>suntracker chart --open</code>.</p>
        </section>
        """
    }
}
