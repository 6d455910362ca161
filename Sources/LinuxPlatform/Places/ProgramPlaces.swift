// SPDX-License-Identifier: MIT
import CGazetteer
package import Configuration
package import Gazetteer
package import Solar
import Wording

/// The places of the gazetteer that is linked into the program, with their names in a language. Its memory pages are
/// loaded only when they are used.
package struct ProgramPlaces: PlaceDirectory {
    /// The tag of the language (BCP 47).
    private let language: String

    /// Creates the places with their names in a language, by default the language of this process.
    package init(language: String = Localizer.languageOfProcess()) { self.language = language }

    /// Returns the place with this name. If there are several, one of them must be by far the largest. A name in
    /// another language is kept as given.
    package func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        let place = try gazetteerPlace(meantBy: text)
        let written = place.namesByLanguage.values.first { text == $0 || text.hasPrefix($0 + ",") }
        return NamedCoordinate(name: written ?? place.name, coordinate: place.coordinate)
    }

    /// Returns the place with this name and all its data. If there are several, one of them must be by far the largest.
    ///
    /// - Parameter isWhole: whether the text is the whole name, and longer names do not match.
    package func gazetteerPlace(
        meantBy text: String, isWhole: Bool = false
    ) throws(PlaceLookupError) -> GazetteerPlace {
        switch resolve(text, isWhole: isWhole) {
        case .place(let place): return place
        case .ambiguous(let places):
            throw .ambiguous(text, count: places.count, places.prefix(Self.longestList).map(argument(for:)))
        case .unknown(let similar): throw .unknown(text, similar: similar.map(\.spokenName))
        }
    }

    private static let longestList = 10

    /// Returns the places that a text may mean (`Gazetteer.resolve`).
    package func resolve(_ text: String, isWhole: Bool = false) -> PlaceResolution {
        switch lookUp({ $0.resolve(text, isWhole: isWhole) }) {
        case .place(let place): .place(place.named(in: language))
        case .ambiguous(let places): .ambiguous(places.map { $0.named(in: language) })
        case .unknown(let similar): .unknown(similar: similar.map { $0.named(in: language) })
        }
    }

    /// Whether a text is the whole name of a place, or of several.
    package func contains(wholeName text: String) -> Bool { lookUp { !$0.places(named: text, isWhole: true).isEmpty } }

    /// Returns at most `count` places whose names in the language begin with a text, the largest first.
    package func gazetteerPlaces(beginningWith text: String, count: Int) -> [GazetteerPlace] {
        lookUp { $0.places(beginningWith: text, count: count) }.map { $0.named(in: language) }.filter {
            $0.name.lowercased().hasPrefix(text.lowercased())
        }
    }

    /// Returns an argument that is not ambiguous: the shortest name, or the coordinate if another place has the same
    /// names.
    private func argument(for place: GazetteerPlace) -> String {
        if let name = shortestName(of: place) { return "\"\(name)\"" }
        let (latitude, longitude) = place.coordinate.rounded
        return "\(latitude),\(longitude)"
    }

    /// Returns the shortest name that is not ambiguous, if possible without state and country. Nil if another place has
    /// the same names.
    package func shortestName(of place: GazetteerPlace) -> String? {
        let regional = place.regions.map { "\(place.name), \($0)" }
        return ([place.name] + regional + [place.spokenName]).first {
            if case .place(let meant) = resolve($0) { meant.coordinate == place.coordinate } else { false }
        }
    }

    /// Returns the name of the prevailing place at a coordinate.
    package func name(of coordinate: Coordinate) -> PlaceName? {
        guard let found = lookUp({ $0.prevailing(at: coordinate) }) else { return nil }
        let name = found.place.named(in: language).name
        return found.isAround ? .own(name) : .near(name)
    }

    /// The distance up to which the time zone of a place is used for a coordinate. Of 35,000 points within this
    /// distance, 3 % have another time than the nearest place; of the points between 200 and 300 km, 18 %.
    private static let reachOfTimeZones = 200_000.0

    /// Returns the IANA name of the nearest place's time zone; nil if the place is more than 200 km away.
    package func timeZone(of coordinate: Coordinate) -> String? {
        lookUp { $0.nearest(to: coordinate, within: Self.reachOfTimeZones) }?.place.timeZone
    }

    /// Returns the coordinate of the city after which a time zone is named; nil if the gazetteer lacks it.
    func mainCity(ofZone zone: String) -> Coordinate? {
        let places =
            switch lookUp({ $0.resolve(ZoneinfoTree.city(ofZone: zone), isWhole: true) }) {
            case .place(let place): [place]
            case .ambiguous(let places): places
            case .unknown: [] as [GazetteerPlace]
            }
        return places.first { $0.timeZone == zone }?.coordinate
    }

    /// Translates the English name of a time zone's main city, if the gazetteer contains the city.
    package func name(ofMainCity name: String, at coordinate: Coordinate) -> String {
        guard language != Localizer.english.language,
            let place = lookUp({ $0.prevailing(at: coordinate) })?.place, place.name == name
        else { return name }
        return place.named(in: language).name
    }

    /// Searches the gazetteer, and then releases its memory pages, because the service is idle for hours afterwards.
    private func lookUp<Result>(_ search: (Gazetteer) -> Result) -> Result {
        defer { suntracker_gazetteer_release() }
        return search(.ofProgram)
    }
}

extension PlaceLookupError {
    fileprivate static func unknown(_ name: String, similar: [String]) -> PlaceLookupError {
        let hasNumber = name.unicodeScalars.contains { $0.properties.numericType != nil }
        let names = similar.map { "\"\($0)\"" }
        let remedy =
            if !names.isEmpty {
                "similar names: \(names.uniqued.joinedAsChoice)"
            } else if hasNumber {
                "postal codes are not supported; use the name of the town, or its coordinates, such as 39.74,-104.99"
            } else {
                "for a smaller place, use its coordinates, such as 39.74,-104.99"
            }
        return PlaceLookupError(
            problem: "unknown place \"\(name)\"", remedy: remedy, isUnknownName: true)
    }

    fileprivate static func ambiguous(_ name: String, count: Int, _ choices: [String]) -> PlaceLookupError {
        PlaceLookupError(
            problem: "\"\(name)\" matches \(count) places",
            remedy: choices.count == count
                ? "use one of these: \(choices.joinedAsChoice)"
                : "add the state, province or country, or use one of the largest: \(choices.joinedAsChoice)")
    }
}

extension [String] {
    fileprivate var uniqued: [String] {
        reduce(into: []) { texts, text in if !texts.contains(text) { texts.append(text) } }
    }

    /// `"Portland, Oregon" or "Portland, Maine"`.
    fileprivate var joinedAsChoice: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}

extension Gazetteer {
    /// The gazetteer that is linked into the program.
    ///
    /// A mapped file next to the program would cost as little memory. But the program would have to find it, both in a
    /// build directory and wherever a distribution installs it, and the file could be missing or from another version.
    /// The kernel maps a program's constants in the same way, and they cannot get lost. They are valid during the life
    /// of the process.
    package static var ofProgram: Gazetteer {
        Gazetteer(UnsafeRawBufferPointer(start: suntracker_gazetteer_start(), count: suntracker_gazetteer_size()))
    }
}
