public import Solar

/// Port: the places of the world, by name and by where they are.
public protocol PlaceDirectory: Sendable {
    /// The one place that a text means.
    func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate

    /// What people call the place of a coordinate; nil where nothing is near.
    func name(of coordinate: Coordinate) -> PlaceName?
}

/// A place of a directory.
public struct NamedCoordinate: Hashable, Sendable {
    /// What people call it.
    public let name: String
    /// Where it is.
    public let coordinate: Coordinate

    /// A place of that name.
    public init(name: String, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}

/// A text that does not name one place.
public struct PlaceLookupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let problem: String
    /// What would be right.
    public let remedy: String

    /// A text that is wrong in this way.
    public init(problem: String, remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }

    /// What is wrong, and what would be right.
    public var description: String { "\(problem); \(remedy)" }
}

extension Place {
    /// The place with a name: its own, or else what the directory has for its coordinate.
    public func named(by directory: some PlaceDirectory) -> Place {
        guard name == nil else { return self }
        var place = self
        place.name = directory.name(of: observer.coordinate)
        return place
    }
}
