/// The names of a gazetteer in memory, to find places while a name is typed.
///
/// The keys of all names, half a megabyte, are computed once. A look-up then compares each of them with the text, which
/// takes about a millisecond.
public struct PlaceIndex {
    /// The gazetteer.
    public let gazetteer: Gazetteer
    /// The keys of all names, one after the other.
    private var keys: [UInt8] = []
    /// The end of each key, and its name.
    private var names: [(end: Int, name: PlaceName)] = []
    /// The qualifiers of each country and division that was asked for, by their codes.
    private var qualifiers: [String: [NameKey]] = [:]

    /// A place that matches a text.
    public struct Match: Equatable, Sendable {
        /// The name that matches.
        let name: PlaceName
    }

    /// Reads all names of a gazetteer.
    public init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        gazetteer.forEachName { key, name in
            keys += key
            names.append((keys.count, name))
        }
    }

    /// The place of a match, and the other name that matches.
    public func place(of match: Match) -> (place: GazetteerPlace, otherName: String?) {
        let otherName = match.name.otherName.map { gazetteer.places.line(at: $0).name.text }
        return (gazetteer.place(at: match.name.place), otherName)
    }

    /// The places with a name that has a word with this beginning: those with exactly this name first, and the largest
    /// first.
    ///
    /// After commas, and also without them if nothing matches otherwise, a country or a division may follow, which may be
    /// incomplete too: `Springfield, Il`, `paris texas`.
    public mutating func matches(_ text: String) -> [Match] {
        for reading in readings(of: text) {
            for name in [reading.name, reading.name.withoutDigraphs] {
                let matches = matches(name, with: reading.qualifiers)
                if !matches.isEmpty { return matches }
            }
        }
        return []
    }

    /// The places of a time zone, or all places for nil, the largest first.
    public func places(ofTimeZone zone: String?) -> [Match] {
        let lines = zone.map(gazetteer.places(inTimeZone:)) ?? gazetteer.places.filter { !$0.isOtherName }
        return lines.map { Match(name: PlaceName(place: $0.offset, otherName: nil)) }
    }

    /// The places with a similar name (`Gazetteer.similarPlaces`).
    public func similar(to text: String) -> [Match] {
        gazetteer.similarOffsets(to: text).map { Match(name: PlaceName(place: $0, otherName: nil)) }
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
    ) -> [Match] {
        var found = scan(for: name.bytes)
        if !qualifiers.isEmpty {
            // A complete name or code means more than the beginning of others: IN is not Indonesia.
            let complete = keep(found) { own in qualifiers.allSatisfy(own.contains) }
            found =
                !complete.isEmpty
                ? complete
                : keep(found) { own in
                    qualifiers.allSatisfy { beginning in own.contains { $0.bytes.starts(with: beginning.bytes) } }
                }
        }
        found.sort { left, right in
            left.isWhole == right.isWhole ? left.name.place < right.name.place : left.isWhole
        }
        return found.map { Match(name: $0.name) }
    }

    /// The hits whose place has qualifiers for which a condition holds.
    private mutating func keep(_ hits: [Hit], where isMeant: ([NameKey]) -> Bool) -> [Hit] {
        hits.filter { isMeant(qualifiers(ofPlaceAt: $0.name.place)) }
    }

    private mutating func qualifiers(ofPlaceAt offset: Int) -> [NameKey] {
        let line = gazetteer.places.line(at: offset)
        let codes = line.country.text + "-" + line.division.text
        if let known = qualifiers[codes] { return known }
        let read = gazetteer.qualifiers(ofPlaceAt: offset)
        qualifiers[codes] = read
        return read
    }

    private struct Hit {
        let name: PlaceName
        let isWhole: Bool
    }

    /// The places that have a name with a word that begins like this, each once, by the name that matches best.
    private func scan(for name: [UInt8]) -> [Hit] {
        guard let first = name.first else { return [] }
        var hits: [Hit] = []
        keys.withUnsafeBufferPointer { keys in
            name.withUnsafeBufferPointer { name in
                var start = 0
                for (end, placeName) in names {
                    defer { start = end }
                    guard end - start >= name.count else { continue }
                    var isWordStart = true
                    for position in start...(end - name.count) {
                        let byte = keys[position]
                        if isWordStart, byte == first, keys[position..<position + name.count].elementsEqual(name) {
                            let isWhole = position == start && end - start == name.count
                            // A place's own name comes first, so another name counts only if it matches better.
                            if hits.last?.name.place != placeName.place {
                                hits.append(Hit(name: placeName, isWhole: isWhole))
                            } else if isWhole, hits.last?.isWhole == false {
                                hits[hits.count - 1] = Hit(name: placeName, isWhole: true)
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
