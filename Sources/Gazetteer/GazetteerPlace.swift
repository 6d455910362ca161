public import Solar

/// A place of the gazetteer.
public struct GazetteerPlace: Hashable, Sendable {
    /// Its name, as GeoNames has it.
    public let name: String
    /// The country it is in.
    public let country: Country
    /// The state, province or region it is in; nil where the country has none, or GeoNames does not say.
    public let division: Division?
    /// Where it is, to 0.00001 degree.
    public let coordinate: Coordinate
    /// How many people live there; 0 where nobody does, or GeoNames does not say.
    public let population: Int
    /// Its time zone, as IANA writes it: `America/Denver`.
    public let timeZone: String

    /// A country.
    public struct Country: Hashable, Sendable {
        /// Its code: ISO 3166-1 alpha-2, and `XK` for Kosovo.
        public let code: String
        /// Its name in English.
        public let name: String
    }

    /// A state, province or region: the first-order division of a country.
    public struct Division: Hashable, Sendable {
        /// Its code as GeoNames has it: the postal one in the United States (`CO`), often a number elsewhere.
        public let code: String
        /// Its name in English; nil where the gazetteer has the code alone.
        public let name: String?
    }

    /// The name, the division and the country, as people say it: `Denver, Colorado, United States`, `Linz, Austria`;
    /// a state that is a city, like a city that is all of its country, is said once.
    public var spokenName: String {
        var parts = [name]
        for part in [division?.name, country.name] {
            if let part, part != parts.last { parts.append(part) }
        }
        return parts.joined(separator: ", ")
    }

    /// The name with what tells it from others of that name, in a form that finds it again: `Springfield, US-IL`,
    /// `Singapore, SG`.
    public var qualifiedName: String {
        "\(name), \(country.code)" + (division.map { "-\($0.code)" } ?? "")
    }
}
