/// What a text that should name one place comes to.
public enum PlaceResolution: Hashable, Sendable {
    /// This one.
    case place(GazetteerPlace)
    /// One of these, the largest first; there are two at least.
    case ambiguous([GazetteerPlace])
    /// None; these have a name like it, or the same name elsewhere. There may be none of them either.
    case unknown(similar: [GazetteerPlace])
}

extension Gazetteer {
    /// A place stands for its name alone when it has so many times the people of the next one with that name.
    public static let outstandingFactor = 10

    /// The place that a text means: the only one there is, or the largest if it has ten times the people of the next
    /// (`London` in England has 21 times those of London in Ontario; `Birmingham` has not). Nothing is guessed beyond that.
    public func resolve(_ text: String) throws(GazetteerError) -> PlaceResolution {
        let places = try places(named: text)
        guard let largest = places.first else { return .unknown(similar: try similarPlaces(to: text)) }
        let isOutstanding = places.dropFirst().allSatisfy {
            largest.population > 0 && largest.population / Self.outstandingFactor >= $0.population
        }
        return isOutstanding ? .place(largest) : .ambiguous(places)
    }
}
