import CGazetteer
package import Gazetteer
package import Solar
package import Tracker

/// The places of the gazetteer that is linked into the program, with their names in a language. Its pages are loaded only
/// when they are used.
package struct ProgramPlaces: PlaceDirectory {
    /// The tag of the language (BCP 47).
    private let language: String

    /// The places with their names in a language, by default that of this process.
    package init(language: String = Localizer.languageOfProcess()) { self.language = language }

    /// The place of that name; of several, the one that is by far the largest, if there is one. A name in another language
    /// stays as it is written.
    package func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        let place = try gazetteerPlace(meantBy: text)
        let written = place.namesByLanguage.values.first { text == $0 || text.hasPrefix($0 + ",") }
        return NamedCoordinate(name: written ?? place.name, coordinate: place.coordinate)
    }

    /// The place of that name with all that the gazetteer has of it; of several, the one that is by far the largest, if
    /// there is one.
    package func gazetteerPlace(meantBy text: String) throws(PlaceLookupError) -> GazetteerPlace {
        switch lookUp({ $0.resolve(text) }) {
        case .place(let place): return place.named(in: language)
        case .ambiguous(let places): throw .ambiguous(text, places.map { $0.named(in: language) })
        case .unknown(let similar): throw .unknown(text, similar: similar.map { $0.named(in: language) })
        }
    }

    /// Every place of that name, the largest first; at least one.
    package func gazetteerPlaces(named text: String) throws(PlaceLookupError) -> [GazetteerPlace] {
        let places = lookUp { $0.places(named: text) }
        guard !places.isEmpty else {
            throw .unknown(text, similar: lookUp { $0.similarPlaces(to: text) }.map { $0.named(in: language) })
        }
        return places.map { $0.named(in: language) }
    }

    /// The shortest name that means a place: without state and country, where it needs none. Nil if another place has the
    /// same names.
    package func shortestName(of place: GazetteerPlace) -> String? {
        let regional = place.regions.map { "\(place.name), \($0)" }
        return ([place.name] + regional + [place.spokenName]).first {
            (try? gazetteerPlace(meantBy: $0))?.coordinate == place.coordinate
        }
    }

    /// The name of the prevailing place at a coordinate.
    package func name(of coordinate: Coordinate) -> PlaceName? {
        guard let found = lookUp({ $0.prevailing(at: coordinate) }) else { return nil }
        let name = found.place.named(in: language).name
        return found.isAround ? .own(name) : .near(name)
    }

    /// The name in the language for the English one of a time zone's principal place, if the gazetteer has that place.
    package func name(ofPrincipalPlace name: String, at coordinate: Coordinate) -> String {
        guard language != Localizer.english.language,
            let place = lookUp({ $0.prevailing(at: coordinate) })?.place, place.name == name
        else { return name }
        return place.named(in: language).name
    }

    /// Looks up in the gazetteer, and then gives its pages back: the service is idle for hours after it.
    private func lookUp<Result>(_ search: (Gazetteer) -> Result) -> Result {
        defer { suntracker_gazetteer_release() }
        return search(.ofProgram)
    }
}

extension PlaceLookupError {
    /// No place has the name; the similar ones may have been meant.
    package static func unknown(_ name: String, similar: [GazetteerPlace]) -> PlaceLookupError {
        let hasNumber = name.unicodeScalars.contains { $0.properties.numericType != nil }
        let remedy: TranslatableText =
            if !similar.isEmpty {
                .words("similar names are {names}", ["names": .text(similar.map(\.spokenName).quotedNames)])
            } else if hasNumber {
                .words(
                    "postal codes are not known: name the town, or give its coordinates, such as {example}",
                    ["example": "39.74,-104.99"])
            } else {
                .words("a smaller place needs coordinates, such as {example}", ["example": "39.74,-104.99"])
            }
        return PlaceLookupError(
            // TRANSLATORS: an error about the name of a place
            problem: .words("no known place is called \"{name}\"", ["name": .quoted(name)]), remedy: remedy)
    }

    /// Several places have the name, the largest first. Names that several of them have do not help.
    package static func ambiguous(_ name: String, _ places: [GazetteerPlace]) -> PlaceLookupError {
        let names = places.map(\.spokenName)
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        let unique = names.filter { counts[$0] == 1 }
        let command = TranslatableText.Blank.quoted("suntracker location find \"\(name)\"")
        return PlaceLookupError(
            problem: .plural(
                "\"{name}\" may be any of {count} place", "\"{name}\" may be any of {count} places",
                count: places.count, ["name": .quoted(name)]),
            remedy: unique.isEmpty
                ? .words("give the coordinates of one of them; {command} lists them", ["command": command])
                : .words(
                    // TRANSLATORS: places of which one is to be given instead of an ambiguous name
                    "give one of them, such as {names}; {command} lists them",
                    ["names": .text(unique.prefix(3).quotedNames), "command": command]))
    }
}

extension Sequence<String> {
    /// `"Portland, Oregon, United States" or "Portland, Maine, United States"`, each name once.
    fileprivate var quotedNames: TranslatableText {
        var names: [String] = []
        for name in map({ "\"\($0)\"" }) where !names.contains(name) { names.append(name) }
        guard let last = names.last, names.count > 1 else { return .quoted(names.first ?? "") }
        // TRANSLATORS: names of places: "Portland, Oregon, United States" or "Portland, Maine, United States"
        return .words("{names} or {last}", ["names": .text(.list(names.dropLast())), "last": .quoted(last)])
    }
}

extension Gazetteer {
    /// The gazetteer that is linked into the program.
    ///
    /// A file beside the program, mapped, would cost as little memory. But the program would have to find it, both in a
    /// build folder and wherever a distribution installs it, and it could be missing or of another version. The kernel maps
    /// a program's constants in the same way, and they cannot get lost. They are valid as long as the process.
    package static var ofProgram: Gazetteer {
        Gazetteer(UnsafeRawBufferPointer(start: suntracker_gazetteer_start(), count: suntracker_gazetteer_size()))
    }
}
