public import Gazetteer
public import Solar
public import Tracker

/// The places of the gazetteer in the program. It costs nothing until it is asked.
public struct ProgramPlaces: PlaceDirectory {
    /// The places.
    public init() {}

    /// The place of that name; of several, the one that is by far the largest.
    public func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
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

    /// The name of the place that prevails there.
    public func name(of coordinate: Coordinate) -> PlaceName? {
        // A gazetteer that is damaged leaves a place without a name, which is no reason to leave it without the Sun.
        guard let found = try? Gazetteer.ofProgram().prevailing(at: coordinate) else { return nil }
        return found.isAround ? .own(found.place.name) : .near(found.place.name)
    }
}

extension Sequence<GazetteerPlace> {
    /// `"Springfield, US-MO", "Springfield, US-MA" or "Springfield, US-IL"`.
    public var quotedNames: String {
        let names = map { "\"\($0.qualifiedName)\"" }
        let rest = names.dropLast().joined(separator: ", ")
        return (rest.isEmpty ? "" : rest + " or ") + (names.last ?? "")
    }
}
