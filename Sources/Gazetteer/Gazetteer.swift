// SPDX-License-Identifier: MIT
public import Solar

/// The places in the world with 15,000 people or more, the capitals, and the main cities of time zones. Places can be
/// found by name, or near a coordinate.
///
/// It reads text tables (`Sources/CGazetteer/tables`) in place. A look-up scans all places once, which takes a few
/// milliseconds; nothing is cached.
public struct Gazetteer {
    let countries: Table
    let divisions: Table
    let places: Table

    /// Creates a gazetteer from these bytes, which must stay valid and unchanged while it or a copy of it is in use.
    /// They contain the tables of countries, divisions and places, separated by empty lines.
    public init(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        countries = rest.removeTable()
        divisions = rest.removeTable()
        places = Table(bytes: rest)
    }

    /// The number of places.
    public var count: Int { places.count { !$0.isOtherName } }

    /// Returns the places that match a text, the largest first.
    ///
    /// A name may be followed by a country or a division, by name or code, with or without commas: `Denver`, `Denver,
    /// US`, `Springfield IL`, `Springfield, US-IL`, `London, Ontario, Canada`. Case, accents and punctuation are
    /// ignored (`NameKey`). If no place has this name, longer names that begin with its words match: `Garmisch` finds
    /// `Garmisch-Partenkirchen`. A name in another language matches only if it is not another place's own name: `Vienne`
    /// is in France, not in Austria.
    ///
    /// - Parameter isWhole: whether the text is the whole name, and longer names do not match.
    public func places(named text: String, isWhole: Bool = false) -> [GazetteerPlace] {
        let searches = PlaceQuery(text).searches.filter { !isWhole || $0.extent != .beginning }
        var found: [[Int]] = Array(repeating: [], count: searches.count)
        forEachName(beginningWith: searches.compactMap(\.name.bytes.first)) { key, name in
            for (rank, search) in searches.enumerated()
            where search.finds(key) && found[rank].last != name.place
                && search.extent.includes(isInLanguage: isInLanguage(name))
                && hasQualifiers(search.qualifiers, name.place)
            {
                found[rank].append(name.place)
            }
        }
        return found.first { !$0.isEmpty }?.map { place(at: $0) } ?? []
    }

    /// Returns at most `count` places with a name that begins with a text, which may end within a word, the largest
    /// first.
    package func places(beginningWith text: String, count: Int) -> [GazetteerPlace] {
        let beginning = NameKey(text).bytes
        guard let first = beginning.first else { return [] }
        var found: [Int] = []
        forEachName(beginningWith: [first]) { key, name in
            if found.count < count, found.last != name.place, key.starts(with: beginning) { found.append(name.place) }
        }
        return found.map { place(at: $0) }
    }

    private func isInLanguage(_ name: PlaceName) -> Bool {
        name.otherName.map { !places.line(at: $0).languages.isEmpty } ?? false
    }

    func hasQualifiers(_ qualifiers: [NameKey], _ place: Int) -> Bool {
        guard !qualifiers.isEmpty else { return true }
        let own = self.qualifiers(ofPlaceAt: place)
        return qualifiers.allSatisfy(own.contains)
    }
}

extension UnsafeRawBufferPointer {
    /// Removes and returns the table up to the first empty line, and removes this line, too.
    fileprivate mutating func removeTable() -> Table {
        var end = 0
        while end < count, self[end] != .lineFeed { end = self.end(of: .lineFeed, from: end) + 1 }
        let table = Table(bytes: part(0..<Swift.min(end, count)))
        self = part(Swift.min(end + 1, count)..<count)
        return table
    }
}

/// The result of resolving a text that names one place.
public enum PlaceResolution: Equatable, Sendable {
    /// The text means this place.
    case place(GazetteerPlace)
    /// The text may mean any of these places, at least two, the largest first.
    case ambiguous([GazetteerPlace])
    /// The text matches no place. These places have a similar name, or the same name elsewhere; the array may be empty.
    case unknown(similar: [GazetteerPlace])
}

extension Gazetteer {
    /// How many times larger than the next place with the same name the largest one must be to be chosen.
    public static let outstandingFactor = 10

    /// Returns the place that a text means: the only match, or the largest if it has ten times the population of the
    /// next (`London` in England has 21 times the population of London in Ontario; `Birmingham` does not qualify).
    /// There is no other guessing.
    ///
    /// - Parameter isWhole: whether the text is the whole name, and longer names do not match.
    public func resolve(_ text: String, isWhole: Bool = false) -> PlaceResolution {
        let places = places(named: text, isWhole: isWhole)
        guard let largest = places.first else { return .unknown(similar: similarPlaces(to: text)) }
        let isOutstanding = places.dropFirst().allSatisfy {
            largest.population > 0 && largest.population / Self.outstandingFactor >= $0.population
        }
        return isOutstanding ? .place(largest) : .ambiguous(places)
    }
}

/// The possible readings of a text for a place: `Springfield, IL` is the place Springfield in IL, or a place called
/// `Springfield, IL`.
struct PlaceQuery {
    /// The readings that follow the commas in the text, the longest name first.
    let readings: [Reading]
    /// The readings in which the last words before the first comma are qualifiers, too, the longest name first: `Paris
    /// Texas` as a Paris in Texas.
    let readingsWithoutCommas: [Reading]

    struct Reading {
        /// The name of the place.
        let name: NameKey
        /// The countries and divisions that must contain it, by name or code.
        let qualifiers: [NameKey]
    }

    /// The maximum number of words without commas that may be qualifiers: `Kingstown Saint Vincent and the Grenadines`.
    private static let mostQualifyingWords = 5

    /// Parses a name, optionally followed by a division, a country, or both: `Denver`, `Denver, US`, `Springfield,
    /// US-IL`, `Springfield Illinois USA`.
    init(_ text: String) {
        let parts = text.split(separator: ",").map { NameKey(String($0)) }.filter { !$0.isEmpty }
        readings = parts.indices.reversed().map { last in
            Reading(name: NameKey(joining: parts[...last]), qualifiers: Array(parts[(last + 1)...]))
        }
        let words = parts.first?.words ?? []
        readingsWithoutCommas = words.indices.dropFirst().suffix(Self.mostQualifyingWords).reversed().flatMap { start in
            // One qualifier, or a division and a country.
            let groups = [[words[start...]]] + words.indices[(start + 1)...].map { [words[start..<$0], words[$0...]] }
            return groups.map { group in
                Reading(
                    name: NameKey(joining: words[..<start]),
                    qualifiers: group.map { NameKey(joining: $0) } + parts.dropFirst())
            }
        }
    }

    /// A search for the places with a name.
    struct Search {
        let name: NameKey
        let extent: Extent
        let qualifiers: [NameKey]

        /// The names that are searched.
        enum Extent: CaseIterable {
            /// Complete names, but not in other languages.
            case whole
            /// Complete names in other languages.
            case wholeInLanguage
            /// The first words of all names.
            case beginning

            func includes(isInLanguage: @autoclosure () -> Bool) -> Bool {
                switch self {
                case .whole: !isInLanguage()
                case .wholeInLanguage: isInLanguage()
                case .beginning: true
                }
            }
        }

        /// Whether the search finds a name with this key.
        func finds(_ key: [UInt8]) -> Bool {
            guard key.starts(with: name.bytes) else { return false }
            return extent == .beginning
                ? key.count > name.bytes.count && key[name.bytes.count] == UInt8(ascii: " ")
                : key.count == name.bytes.count
        }
    }

    /// The searches in order of preference. The first search that finds a place is used.
    var searches: [Search] {
        [readings, readingsWithoutCommas].flatMap { readings in
            [\Reading.name, \.name.withoutDigraphs].flatMap { name in
                Search.Extent.allCases.flatMap { extent in
                    readings.map { Search(name: $0[keyPath: name], extent: extent, qualifiers: $0.qualifiers) }
                }
            }
        }
    }
}

/// A place in the gazetteer.
public struct GazetteerPlace: Hashable, Sendable {
    /// The name in GeoNames, or its translation (`named(in:)`).
    public internal(set) var name: String
    /// The names in languages that use another name, by language tag (BCP 47).
    public let namesByLanguage: [String: String]
    /// The country.
    public let country: Country
    /// The state, province or region; nil if the country has none, or if it is unknown in GeoNames.
    public let division: Division?
    /// The coordinate to 0.00001 degree.
    public let coordinate: Coordinate
    /// The population; 0 if nobody lives there, or if it is unknown in GeoNames.
    public let population: Int
    /// The IANA name of the time zone: `America/Denver`.
    public let timeZone: String

    /// A country.
    public struct Country: Hashable, Sendable {
        /// The code: ISO 3166-1 alpha-2, and `XK` for Kosovo.
        public let code: String
        /// The name in English.
        public let name: String
    }

    /// A state, province or region: the first-order division of a country.
    public struct Division: Hashable, Sendable {
        /// The code in GeoNames: the postal code of the state in the United States (`CO`), often a number elsewhere.
        public let code: String
        /// The name in English; nil if the gazetteer contains only the code.
        public let name: String?
    }

    /// Returns the place with its name in a language, if the gazetteer contains one: `Wien` for Vienna in German.
    public func named(in language: String) -> GazetteerPlace {
        var place = self
        place.name = namesByLanguage[language] ?? name
        return place
    }

    /// The name, the division and the country for people: `Denver, Colorado, United States`, `Linz, Austria`. Equal
    /// parts appear once: `Singapore`. The gazetteer finds the place by this name, unless another place has the same
    /// one.
    public var spokenName: String { ([name] + regions).joined(separator: ", ") }

    /// The names of the division and the country, if they are known and differ from the other parts.
    public var regions: [String] {
        var parts = [name]
        for part in [division?.name, country.name] {
            if let part, part != parts.last { parts.append(part) }
        }
        return Array(parts.dropFirst())
    }
}
