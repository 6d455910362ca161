public import Solar

/// A place of the gazetteer.
public struct GazetteerPlace: Hashable, Sendable {
    /// The name in GeoNames.
    public let name: String
    /// The country.
    public let country: Country
    /// The state, province or region; nil if the country has none or GeoNames does not know it.
    public let division: Division?
    /// The coordinate to 0.00001 degree.
    public let coordinate: Coordinate
    /// The population; 0 if nobody lives there or GeoNames does not know it.
    public let population: Int
    /// The IANA name of the time zone: `America/Denver`.
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
        /// The code in GeoNames: the postal one in the United States (`CO`), often a number elsewhere.
        public let code: String
        /// The name in English; nil if the gazetteer has only the code.
        public let name: String?
    }

    /// The name, the division and the country for people: `Denver, Colorado, United States`, `Linz, Austria`. Equal parts
    /// appear once: `Singapore`.
    public var spokenName: String {
        var parts = [name]
        for part in [division?.name, country.name] {
            if let part, part != parts.last { parts.append(part) }
        }
        return parts.joined(separator: ", ")
    }

    /// The name with its country and division, in a form that finds the place again: `Springfield, US-IL`,
    /// `Singapore, SG`.
    public var qualifiedName: String {
        "\(name), \(country.code)" + (division.map { "-\($0.code)" } ?? "")
    }
}
