/// What people call a place.
public enum PlaceName: Hashable, Sendable, CustomStringConvertible {
    /// Its own name.
    case own(String)
    /// The name of another place not far away.
    case near(String)

    /// The name alone: `Denver`, `near Denver`.
    public var description: String {
        switch self {
        case .own(let name): name
        case .near(let name): "near \(name)"
        }
    }

    /// The name with its preposition, for the middle of a sentence: `in Denver`, `near Denver`.
    public var locationPhrase: String {
        switch self {
        case .own(let name): "in \(name)"
        case .near: description
        }
    }
}

extension PlaceName: ExpressibleByStringLiteral {
    /// A place's own name.
    public init(stringLiteral name: String) { self = .own(name) }
}
