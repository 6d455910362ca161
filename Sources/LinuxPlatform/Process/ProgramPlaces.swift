import CGazetteer
package import Gazetteer
package import Solar
package import Tracker

/// The places of the gazetteer that is linked into the program. Its pages are loaded only when they are used.
package struct ProgramPlaces: PlaceDirectory {
    package init() {}

    /// The place of that name; of several, the one that is by far the largest, if there is one.
    package func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        do {
            let place = try gazetteerPlace(meantBy: text)
            return NamedCoordinate(name: place.name, coordinate: place.coordinate)
        } catch {
            throw PlaceLookupError(problem: error.problem, remedy: error.remedy)
        }
    }

    /// The place of that name with all that the gazetteer has of it; of several, the one that is by far the largest, if there is one.
    package func gazetteerPlace(meantBy text: String) throws(PlaceNameError) -> GazetteerPlace {
        let resolution: PlaceResolution
        do { resolution = try Gazetteer.ofProgram().resolve(text) } catch { throw .unreadable(error) }
        switch resolution {
        case .place(let place): return place
        case .ambiguous(let places): throw .ambiguous(text, places)
        case .unknown(let similar): throw .unknown(text, similar: similar)
        }
    }

    /// Every place of that name, the largest first; at least one.
    package func gazetteerPlaces(named text: String) throws(PlaceNameError) -> [GazetteerPlace] {
        let places: [GazetteerPlace]
        let similar: [GazetteerPlace]
        do {
            let gazetteer = try Gazetteer.ofProgram()
            places = try gazetteer.places(named: text)
            similar = places.isEmpty ? try gazetteer.similarPlaces(to: text) : []
        } catch {
            throw .unreadable(error)
        }
        guard !places.isEmpty else { throw .unknown(text, similar: similar) }
        return places
    }

    /// The shortest name that means the same place as the text: without state and country, where it needs none.
    package func shortestName(for text: String) throws(PlaceNameError) -> String {
        let place = try gazetteerPlace(meantBy: text)
        return shortestName(of: place) ?? text
    }

    /// The shortest name that means a place: without state and country, where it needs none. Nil if a larger place has the
    /// same name in the same division.
    package func shortestName(of place: GazetteerPlace) -> String? {
        [place.name, place.qualifiedName].first { (try? gazetteerPlace(meantBy: $0)) == place }
    }

    /// The name of the prevailing place at a coordinate.
    package func name(of coordinate: Coordinate) -> PlaceName? {
        // Without a usable gazetteer, a place has no name, but still its events.
        guard let found = try? Gazetteer.ofProgram().prevailing(at: coordinate) else { return nil }
        return found.isAround ? .own(found.place.name) : .near(found.place.name)
    }
}

/// Why a name does not give one place.
package enum PlaceNameError: Error, Sendable, CustomStringConvertible {
    /// No place has the name; the similar ones may have been meant.
    case unknown(String, similar: [GazetteerPlace])
    /// Several places have the name, the largest first.
    case ambiguous(String, [GazetteerPlace])
    /// The gazetteer in the program cannot be read.
    case unreadable(GazetteerError)

    /// What is wrong.
    package var problem: TranslatableText {
        switch self {
        case .unknown(let name, _): .words("no known place is called \"{name}\"", ["name": .quoted(name)])
        case .ambiguous(let name, let places):
            .plural(
                "\"{name}\" may be any of {count} place", "\"{name}\" may be any of {count} places",
                count: places.count, ["name": .quoted(name)])
        case .unreadable(let error): .quoted("\(error)")
        }
    }

    /// What would be correct.
    package var remedy: TranslatableText {
        switch self {
        case .unknown(_, let similar) where similar.isEmpty:
            .words("a smaller place needs coordinates, such as {example}", ["example": .quoted("39.74,-104.99")])
        case .unknown(_, let similar):
            .words("similar names are {names}", ["names": similar.quotedNames])
        case .ambiguous(let name, let places):
            .words(
                "give one of them, such as {names}; {command} lists them",
                [
                    "names": places.prefix(3).quotedNames,
                    "command": .quoted("suntracker location find \"\(name)\""),
                ])
        case .unreadable: .words("install suntracker again, or give coordinates")
        }
    }

    /// What is wrong, and what would be correct, in English.
    package var description: String { description(in: .english) }

    /// What is wrong, and what would be correct.
    package func description(in words: Words) -> String {
        words("{problem}; {remedy}", ["problem": problem.text(in: words), "remedy": remedy.text(in: words)])
    }
}

extension Sequence<GazetteerPlace> {
    /// `"Springfield, US-MO", "Springfield, US-MA" or "Springfield, US-IL"`.
    fileprivate var quotedNames: TranslatableText {
        let names = map { "\"\($0.qualifiedName)\"" }
        let (rest, last) = (names.dropLast().joined(separator: ", "), names.last ?? "")
        if rest.isEmpty { return .quoted(last) }
        // TRANSLATORS: names of places: "Springfield, US-MO", "Springfield, US-MA" or "Springfield, US-IL"
        return .words("{names} or {last}", ["names": .quoted(rest), "last": .quoted(last)])
    }
}

extension Gazetteer {
    /// The gazetteer that is linked into the program.
    ///
    /// A file beside the program, mapped, would cost as little memory. But the program would have to find it, both in a
    /// build folder and wherever a distribution installs it, and it could be missing or of another version. The kernel maps
    /// a program's constants in the same way, and they cannot get lost. They are valid as long as the process.
    package static func ofProgram() throws(GazetteerError) -> Gazetteer {
        try Gazetteer(UnsafeRawBufferPointer(start: suntracker_gazetteer_start(), count: suntracker_gazetteer_size()))
    }
}
