import Solar
import Tracker

extension Place {
    /// How the place is known, for a reader of the page: `guessed from your time zone Europe/Berlin`.
    func sourceForReader(localTime: any LocalTime, in words: Localizer) -> String {
        switch provenance.source {
        // TRANSLATORS: how the place is known: after its coordinate, or alone
        case .commandLine: name == nil ? words("the coordinate you gave") : words("the place you gave")
        case .settings, .geoclue: provenance.phrase(in: words)
        case .lastFix: lastFixForReader(localTime: localTime, in: words)
        case .timeZone(let zone): words("guessed from your time zone {zone}", ["zone": zone])
        }
    }

    private func lastFixForReader(localTime: any LocalTime, in words: Localizer) -> String {
        let date = provenance.observed.map { localTime.civilTime(at: $0).date.withYear(in: words) }
        let distance = provenance.accuracy.map { $0.formattedMetres(in: words) }
        return switch (date, distance) {
        case (nil, nil): words("last known from GeoClue")
        case (let date?, nil): words("last known from GeoClue on {date}", ["date": date])
        case (nil, let distance?): words("last known from GeoClue, to within {distance}", ["distance": distance])
        case (let date?, let distance?):
            words(
                "last known from GeoClue on {date}, to within {distance}", ["date": date, "distance": distance])
        }
    }

    /// What follows from the source of the place, for a reader who wants to change it.
    private func remark(in words: Localizer) -> String {
        switch provenance.source {
        case .commandLine: words("This page shows the place you gave, whatever your settings say.")
        case .settings: words("The place is set in your settings.")
        case .geoclue: words("Suntracker uses the location service GeoClue, and follows you when you travel.")
        case .lastFix: words("The location service GeoClue does not give a newer location at the moment.")
        case .timeZone:
            words(
                "Suntracker uses the principal city of your time zone. Elsewhere in the zone the times differ, by an hour or more in a wide zone."
            )
        }
    }

    /// The section of the page that explains how to change the place.
    func section(in words: Localizer) -> String {
        let title = words("Change the place").escapedForMarkup
        func code(_ text: String) -> String { "<code>\(text)</code>" }
        let command = Markup.blank(0)
        // TRANSLATORS: what a name of a place on the command line is replaced by, in capital letters
        let name = words.inContext("on the command line", "NAME").escapedForMarkup
        let how = words("To use another place, run one of these commands in a terminal:")
        // TRANSLATORS: {command} is suntracker place NAME
        let set = words("{command} sets a place by its name or its coordinate", ["command": command])
            .markup(with: code("suntracker place \(name)"))
        // TRANSLATORS: {command} is suntracker place auto
        let auto = words("{command} has the place found automatically", ["command": command])
            .markup(with: code("suntracker place auto"))
        let again = words("Then open the page again, from the menu or with {command}.", ["command": command])
            .markup(with: code("suntracker chart --open"))
        return """
            <section id="place" aria-labelledby="place-title">
            <h2 id="place-title">\(title)</h2>
            <p>\(words.paragraph([remark(in: words), how]).escapedForMarkup)</p>
            <ul>
            <li>\(set)</li>
            <li>\(auto)</li>
            </ul>
            <p>\(again)</p>
            </section>
            """
    }
}
