/// The names of a gazetteer in memory, to find places while a name is typed.
///
/// The keys of all names, half a megabyte, are computed once. A look-up then compares each of them with the text, which
/// takes about a millisecond.
public struct PlaceIndex {
    private let gazetteer: Gazetteer
    /// The keys of all names, one after the other.
    private var keys: [UInt8] = []
    /// The end of each key, and the number of its place.
    private var names: [(end: Int, place: Int)] = []
    /// The number of the first other name; those before it are the names of places.
    private let firstOtherName: Int
    private var populations: [Int] = []
    private var divisions: [Int] = []
    /// The qualifiers of each division that was asked for.
    private var qualifiers: [Int: [NameKey]] = [:]

    /// A place that matches a text.
    public struct Match: Hashable, Sendable {
        /// The number of the place.
        let number: Int
        /// The other name that matches; nil if the name of the place does.
        let otherName: Int?
    }

    /// Reads all names of a gazetteer.
    public init(_ gazetteer: Gazetteer) throws(GazetteerError) {
        self.gazetteer = gazetteer
        let image = gazetteer.image
        firstOtherName = image.count(.places)
        keys.reserveCapacity(16 * firstOtherName)
        for place in 0..<image.count(.places) {
            populations.append(try image.populationOfPlace(place))
            divisions.append(try image.divisionOfPlace(place))
        }
        var (keys, names) = (keys, names)
        try image.visitNames { key, part, record throws(GazetteerError) in
            let place = try image.place(ofName: part, record)
            guard place < firstOtherName else {
                throw .damaged(offset: image.offset(part, record, 1), "there is no place \(place)")
            }
            keys += key
            names.append((keys.count, place))
        }
        (self.keys, self.names) = (keys, names)
    }

    /// The place of a match, and the other name that matches.
    public func place(of match: Match) throws(GazetteerError) -> (place: GazetteerPlace, otherName: String?) {
        let other = try match.otherName.map { name throws(GazetteerError) in
            try gazetteer.image.text(.otherNames, name - firstOtherName, 0)
        }
        return (try gazetteer.image.place(match.number), other)
    }

    /// The places with a name that has a word with this beginning: those with exactly this name first, and the largest
    /// first.
    ///
    /// After commas, and also without them if nothing matches otherwise, a country or a division may follow, which may be
    /// incomplete too: `Springfield, Il`, `paris texas`.
    public mutating func matches(_ text: String) throws(GazetteerError) -> [Match] {
        for reading in readings(of: text) {
            for name in [reading.name, reading.name.withoutDigraphs] {
                let matches = try matches(name, with: reading.qualifiers)
                if !matches.isEmpty { return matches }
            }
        }
        return []
    }

    /// The places that `Gazetteer.similarPlaces` suggests.
    public func similarPlaces(to text: String) throws(GazetteerError) -> [GazetteerPlace] {
        guard var search = SimilarNames(text) else { return [] }
        var start = 0
        for (end, place) in names {
            if let slips = search.slips(to: Array(keys[start..<end])) { search.add(place, slips) }
            start = end
        }
        return try search.places(in: gazetteer.image)
    }

    /// The places of a time zone, the largest first; all places if the zone has none.
    public func places(ofTimeZone zone: String?) throws(GazetteerError) -> [Match] {
        var numbers: [Int] = []
        for place in populations.indices where try gazetteer.image.timeZoneOfPlace(place) == zone {
            numbers.append(place)
        }
        if numbers.isEmpty { numbers = Array(populations.indices) }
        numbers.sort { (populations[$1], $0) < (populations[$0], $1) }
        return numbers.map { Match(number: $0, otherName: nil) }
    }

    /// The possible readings of a text: those of `PlaceQuery`, and those whose last words are a country or a division.
    private func readings(of text: String) -> [PlaceQuery.Reading] {
        let readings = PlaceQuery(text).readings
        guard readings.count == 1, let words = readings.first?.name.bytes.split(separator: UInt8(ascii: " ")) else {
            return readings
        }
        return readings
            + words.indices.dropFirst().reversed().map { index in
                PlaceQuery.Reading(
                    name: NameKey(joining: words[..<index].map { NameKey(bytes: Array($0)) }),
                    qualifiers: [NameKey(joining: words[index...].map { NameKey(bytes: Array($0)) })])
            }
    }

    private mutating func matches(
        _ name: NameKey, with qualifiers: [NameKey]
    ) throws(GazetteerError) -> [Match] {
        var found = scan(for: name.bytes)
        if !qualifiers.isEmpty {
            // A complete name or code means more than the beginning of others: IN is not Indonesia.
            let complete = try keep(found) { own in qualifiers.allSatisfy(own.contains) }
            found =
                try !complete.isEmpty
                ? complete
                : keep(found) { own in
                    qualifiers.allSatisfy { beginning in own.contains { $0.bytes.starts(with: beginning.bytes) } }
                }
        }
        found.sort { left, right in
            if left.isWhole != right.isWhole { return left.isWhole }
            let (leftSize, rightSize) = (populations[left.match.number], populations[right.match.number])
            return leftSize == rightSize ? left.match.number < right.match.number : leftSize > rightSize
        }
        return found.map(\.match)
    }

    /// The hits whose place has qualifiers for which a condition holds.
    private mutating func keep(
        _ hits: [Hit], where isMeant: ([NameKey]) -> Bool
    ) throws(GazetteerError) -> [Hit] {
        var kept: [Hit] = []
        for hit in hits where isMeant(try qualifiers(ofPlace: hit.match.number)) { kept.append(hit) }
        return kept
    }

    private mutating func qualifiers(ofPlace place: Int) throws(GazetteerError) -> [NameKey] {
        let division = divisions[place]
        if let known = qualifiers[division] { return known }
        let read = try gazetteer.image.qualifiers(ofDivision: division)
        qualifiers[division] = read
        return read
    }

    private struct Hit {
        var match: Match
        var isWhole: Bool
    }

    /// The places that have a name with a word that begins like this, each once, by the name that matches best.
    private func scan(for name: [UInt8]) -> [Hit] {
        guard let first = name.first else { return [] }
        var hits: [Hit] = []
        var hitOfPlace: [Int: Int] = [:]
        keys.withUnsafeBufferPointer { keys in
            name.withUnsafeBufferPointer { name in
                var start = 0
                for (number, (end, place)) in names.enumerated() {
                    defer { start = end }
                    guard end - start >= name.count else { continue }
                    var isWordStart = true
                    for position in start...(end - name.count) {
                        let byte = keys[position]
                        if isWordStart, byte == first, keys[position..<position + name.count].elementsEqual(name) {
                            let isWhole = position == start && end - start == name.count
                            let hit = Hit(
                                match: Match(number: place, otherName: number < firstOtherName ? nil : number),
                                isWhole: isWhole)
                            // Names of places come first, so another name counts only if it matches better.
                            if let known = hitOfPlace[place] {
                                if isWhole, !hits[known].isWhole { hits[known] = hit }
                            } else {
                                hitOfPlace[place] = hits.count
                                hits.append(hit)
                            }
                            break
                        }
                        isWordStart = byte == UInt8(ascii: " ")
                    }
                }
            }
        }
        return hits
    }
}
