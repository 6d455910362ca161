public import Solar

/// The places of the world with 15,000 people and more, the capitals and the principal places of time zones: by name, and
/// nearest to a coordinate.
///
/// It reads a compiled gazetteer (`GazetteerLayout`) in place. Initialisation reads only the header, a look-up some dozens
/// of records. Damaged bytes cause an error in the look-up that reads them.
public struct Gazetteer {
    let image: GazetteerImage

    /// The gazetteer in these bytes, which must stay valid and unchanged while it or a copy of it is in use.
    public init(_ bytes: UnsafeRawBufferPointer) throws(GazetteerError) {
        image = try GazetteerImage(bytes)
    }

    /// The number of places.
    public var count: Int { image.count(.places) }

    /// Throws unless the checksum is correct. It reads all bytes, unlike look-ups.
    public func verifyChecksum() throws(GazetteerError) {
        try image.verifyChecksum()
    }

    /// The places that match a text, the largest first.
    ///
    /// A name may have a country or a division after commas, by name or code: `Denver`, `Denver, US`, `Springfield, IL`,
    /// `Springfield, US-IL`, `London, Ontario, Canada`. Case, accents and punctuation are ignored (`NameKey`). If no place has
    /// the name, longer names that begin with it match: `Weil` finds `Weil am Rhein`.
    public func places(named text: String) throws(GazetteerError) -> [GazetteerPlace] {
        let readings = PlaceQuery(text).readings
        for name in [\PlaceQuery.Reading.name, \.name.withoutDigraphs] {
            for keys in [\NameKey.whole, \.firstWords] {
                for reading in readings {
                    let numbers = try places(in: reading[keyPath: name][keyPath: keys], with: reading.qualifiers)
                    if !numbers.isEmpty { return try largestFirst(numbers) }
                }
            }
        }
        return []
    }

    /// The places with these numbers, the largest first.
    func largestFirst(_ numbers: some Collection<Int>) throws(GazetteerError) -> [GazetteerPlace] {
        var places: [(number: Int, place: GazetteerPlace)] = []
        for number in numbers { places.append((number, try image.place(number))) }
        places.sort { ($1.place.population, $0.number) < ($0.place.population, $1.number) }
        return places.map(\.place)
    }

    /// The numbers of the places with a name in the range of keys, and all qualifiers.
    private func places(
        in keys: Range<NameKey>, with qualifiers: [NameKey]
    ) throws(GazetteerError) -> Set<Int> {
        var numbers: Set<Int> = []
        for part in [GazetteerLayout.Part.places, .otherNames] {
            var record = try firstRecord(of: part, from: keys.lowerBound)
            while record < image.count(part), try key(of: part, record) < keys.upperBound {
                numbers.insert(part == .places ? record : try image.placeOfOtherName(record))
                record += 1
            }
        }
        guard !qualifiers.isEmpty else { return numbers }
        for number in numbers {
            let own = try image.qualifiers(ofPlace: number)
            if !qualifiers.allSatisfy(own.contains) { numbers.remove(number) }
        }
        return numbers
    }

    /// The first record whose name has the key or a later one, by binary search; the count if there is none.
    private func firstRecord(of part: GazetteerLayout.Part, from key: NameKey) throws(GazetteerError) -> Int {
        var (low, high) = (0, image.count(part))
        while low < high {
            let middle = (low + high) / 2
            if try self.key(of: part, middle) < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func key(of part: GazetteerLayout.Part, _ record: Int) throws(GazetteerError) -> NameKey {
        NameKey(try image.text(part, record, 0))
    }
}

/// The result of resolving a text that names one place.
public enum PlaceResolution: Hashable, Sendable {
    /// The text means this place.
    case place(GazetteerPlace)
    /// The text means one of these, at least two, the largest first.
    case ambiguous([GazetteerPlace])
    /// The text matches no place. These have a similar name, or the same name elsewhere; there may be none.
    case unknown(similar: [GazetteerPlace])
}

extension Gazetteer {
    /// The factor by which the largest place must exceed the population of the next one of the same name.
    public static let outstandingFactor = 10

    /// The place that a text means: the only one there is, or the largest if it has ten times the people of the next
    /// (`London` in England has 21 times those of London in Ontario; `Birmingham` has not). No other guesses are made.
    public func resolve(_ text: String) throws(GazetteerError) -> PlaceResolution {
        let places = try places(named: text)
        guard let largest = places.first else { return .unknown(similar: try similarPlaces(to: text)) }
        let isOutstanding = places.dropFirst().allSatisfy {
            largest.population > 0 && largest.population / Self.outstandingFactor >= $0.population
        }
        return isOutstanding ? .place(largest) : .ambiguous(places)
    }
}

/// The possible readings of a text for a place: `Springfield, IL` is the place Springfield in IL, or
/// one that is called `Springfield, IL`.
struct PlaceQuery {
    /// The readings, the one with the longest name first.
    let readings: [Reading]

    struct Reading {
        /// The name of the place.
        let name: NameKey
        /// The countries and divisions that must contain it, by name or code.
        let qualifiers: [NameKey]
    }

    /// A name, and after commas a division, a country, or both: `Denver`, `Denver, US`, `Springfield, US-IL`,
    /// `Springfield, Illinois, USA`.
    init(_ text: String) {
        let parts = text.split(separator: ",").map { NameKey($0) }.filter { !$0.isEmpty }
        readings = parts.indices.reversed().map { last in
            Reading(name: NameKey(joining: parts[...last]), qualifiers: Array(parts[(last + 1)...]))
        }
    }
}

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
