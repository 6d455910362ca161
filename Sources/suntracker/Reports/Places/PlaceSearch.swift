import Gazetteer
import LinuxPlatform
import Tracker

/// The places among which one is chosen, for a text that is still being typed.
struct PlaceSearch {
    private(set) var index: PlaceIndex
    /// The time zone whose places are offered while no text is given; nil for those of all zones.
    let timeZone: String?
    /// The language of the texts.
    var words = Localizer.english
    /// The names of the countries.
    var countries = CountryNames.english

    /// The places found for a text.
    struct Results {
        /// What they are: `8 places`.
        let heading: String
        fileprivate let matches: [PlaceIndex.Match]

        /// The number of places.
        var count: Int { matches.count }
    }

    /// The places for a text: those that match it, or else those with a similar name.
    mutating func results(for text: String) -> Results {
        guard text.contains(where: { !$0.isWhitespace }) else {
            let local = timeZone.map(index.places(ofTimeZone:)) ?? []
            return local.isEmpty
                // TRANSLATORS: before a list of places in the whole world
                ? Results(heading: words("The largest places"), matches: index.places(ofTimeZone: nil))
                : Results(heading: words("Places in your time zone"), matches: local)
        }
        let matches = index.matches(text)
        if !matches.isEmpty {
            return Results(
                // TRANSLATORS: how many places have a name
                heading: words.plural("{count} place", "{count} places", count: matches.count), matches: matches)
        }
        let similar = index.similar(to: text)
        return Results(
            // TRANSLATORS: before a list of places
            heading: similar.isEmpty ? words("No known place has this name") : words("No such place. Similar:"),
            matches: similar)
    }

    /// The place at a position in the results.
    func candidate(_ position: Int, in results: Results) -> PlaceCandidate {
        let (place, otherName) = index.place(of: results.matches[position])
        return PlaceCandidate(
            place: place.named(in: words.language), countryName: countries.name(of: place.country), otherName: otherName
        )
    }
}

/// A place that may be chosen.
struct PlaceCandidate: Hashable, Sendable {
    /// The place.
    let place: GazetteerPlace
    /// The name of its country in the language of the texts.
    let countryName: String
    /// The name by which it was found, if that is not its own.
    let otherName: String?

    /// The name with the division and the country, in at most `width` columns: in full, with the first of the two, or with
    /// the beginning of that. The name itself is shortened last.
    ///
    /// - Parameter hasNamesake: Whether another place in view has the same full name, so that only coordinates differ.
    func label(_ width: Int, hasNamesake: Bool = false) -> String {
        // New York City (New York) would say nothing new.
        let newName = otherName.flatMap { place.name.hasPrefix($0) ? nil : " (\($0))" }
        let (latitude, longitude) = place.coordinate.rounded
        let position = hasNamesake ? " (\(latitude),\(longitude))" : ""
        let name = place.name + (newName ?? "")
        let regions = place.inCountry(named: countryName).regions
        let region = regions.first.map { ", " + $0 } ?? ""
        let full = ([name] + regions).joined(separator: ", ") + position
        let texts = [full] + (hasNamesake ? [place.name + position] : [name + region, place.name + region])
        if let text = texts.first(where: { $0.columns <= width }) { return text }
        if hasNamesake, width > position.columns + 3 {
            return place.name.shortened(to: width - position.columns) + position
        }
        // No comma with less than a letter of the region.
        return (place.name.columns + 4 <= width ? place.name + region : place.name).shortened(to: width)
    }
}

extension String {
    /// The text in at most `width` columns, with `…` if it is cut.
    fileprivate func shortened(to width: Int) -> String { columns <= width ? self : fitted(to: width) }
}

extension [PlaceCandidate] {
    /// The label of each, in at most `width` columns.
    func labels(_ width: Int) -> [String] {
        let counts = Dictionary(map { ($0.place.spokenName, 1) }, uniquingKeysWith: +)
        return map { $0.label(width, hasNamesake: counts[$0.place.spokenName, default: 0] > 1) }
    }
}
