import CGazetteer
package import Gazetteer
package import Solar
package import Tracker

/// The places of the gazetteer that is linked into the program. Its pages are loaded only when they are used.
package struct ProgramPlaces: PlaceDirectory {
    package init() {}

    /// The place of that name; of several, the one that is by far the largest, if there is one.
    package func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        let resolution: PlaceResolution
        do { resolution = try Gazetteer.ofProgram().resolve(text) } catch {
            throw PlaceLookupError(problem: "\(error)", remedy: "install suntracker again, or give coordinates")
        }
        switch resolution {
        case .place(let place): return NamedCoordinate(name: place.name, coordinate: place.coordinate)
        case .ambiguous(let places):
            throw PlaceLookupError(
                problem: "\"\(text)\" may be any of \(places.count) places",
                remedy: "write which, such as \(places.prefix(3).quotedNames); "
                    + "suntracker location find \"\(text)\" lists them")
        case .unknown(let similar):
            throw PlaceLookupError(
                problem: "no place of 15,000 people or more is called \"\(text)\"",
                remedy: similar.isEmpty
                    ? "give coordinates, such as 39.74 and -104.99" : "there is \(similar.quotedNames)")
        }
    }

    /// The name of the prevailing place at a coordinate.
    package func name(of coordinate: Coordinate) -> PlaceName? {
        // Without a usable gazetteer, a place has no name, but still its events.
        guard let found = try? Gazetteer.ofProgram().prevailing(at: coordinate) else { return nil }
        return found.isAround ? .own(found.place.name) : .near(found.place.name)
    }
}

extension Sequence<GazetteerPlace> {
    /// `"Springfield, US-MO", "Springfield, US-MA" or "Springfield, US-IL"`.
    package var quotedNames: String {
        let names = map { "\"\($0.qualifiedName)\"" }
        let rest = names.dropLast().joined(separator: ", ")
        return (rest.isEmpty ? "" : rest + " or ") + (names.last ?? "")
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
