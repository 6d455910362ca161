/// What people call a place.
public enum PlaceName: Hashable, Sendable {
    /// Its own name.
    case own(String)
    /// The name of another place not far away.
    case near(String)

    /// The name by itself: `Denver`, `near Denver`.
    public var text: String {
        switch self {
        case .own(let name): name
        case .near(let name): "near \(name)"
        }
    }

    /// Where something happens: `in Denver`, `near Denver`.
    public var phrase: String {
        switch self {
        case .own(let name): "in \(name)"
        case .near: text
        }
    }
}

extension PlaceName: ExpressibleByStringLiteral {
    /// A place's own name.
    public init(stringLiteral name: String) { self = .own(name) }
}
