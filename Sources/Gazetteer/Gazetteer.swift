/// The places of the world with 15,000 people and more, and the capitals: by name, and nearest to a coordinate.
///
/// It works on the bytes of a compiled gazetteer (`GazetteerLayout`) where they lie. To make one reads the header alone, a
/// look-up some dozens of records. Bytes that are not what they should be end in an error of the look-up that comes
/// upon them.
public struct Gazetteer {
    let image: GazetteerImage

    /// The gazetteer in these bytes.
    ///
    /// The bytes must be there, and stay as they are, as long as the gazetteer or a copy of it is in use.
    public init(_ bytes: UnsafeRawBufferPointer) throws(GazetteerError) {
        image = try GazetteerImage(bytes)
    }

    /// How many places there are.
    public var count: Int { image.count(.places) }

    /// Throws unless the bytes are those that were compiled. It reads them all, which look-ups never do.
    public func verifyChecksum() throws(GazetteerError) {
        try image.verifyChecksum()
    }

    /// The places that a text may mean, the largest first; none if it means nothing here.
    ///
    /// A name may have a country or a division after commas, by name or code: `Denver`, `Denver, US`, `Springfield, IL`,
    /// `Springfield, US-IL`, `London, Ontario, Canada`. Case, accents and punctuation do not count (`NameKey`). A name that
    /// no place has is looked for as the first words of longer ones: `Weil` finds `Weil am Rhein`.
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

    /// The numbers of the places that have a key of the range by any of their names, and all of the qualifiers.
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

    /// The first record whose name has the key or a later one, by halving; the count if there is none.
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

/// A text by which somebody means a place, and how it may be read: `Springfield, IL` is the place Springfield in IL, or
/// one that is called `Springfield, IL`.
struct PlaceQuery {
    /// The ways to read it: the longer name first, which is the more particular.
    let readings: [Reading]

    /// One of the ways to read it.
    struct Reading {
        /// The name of the place.
        let name: NameKey
        /// What it has to be in besides: countries and divisions, by name or code.
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
