import Gazetteer
import Solar

extension GazetteerSource {
    /// The gazetteer in its binary form (`GazetteerLayout`): the same bytes for the same source, on every machine.
    public func compiled() throws(SourceError) -> [UInt8] {
        var texts = TextPool()
        let areas = Set(places.map(\.area)).sorted()
        let countries = countryNames.keys.sorted()
        let timeZones = Set(places.map(\.timeZone)).sorted()
        let places = inOrderOfNames
        // Their numbers have 16 bits.
        guard areas.count <= 0x10000, timeZones.count <= 0x10000 else {
            throw SourceError(description: "places.tsv: version 1 of the format holds 65536 divisions and time zones")
        }
        let numberOfArea = areas.numbers
        let numberOfCountry = countries.numbers
        let numberOfTimeZone = timeZones.numbers

        var words: [UInt32] = []
        for place in places {
            let numbers = numberOfArea[place.area, default: 0] | numberOfTimeZone[place.timeZone, default: 0] << 16
            words += [
                try texts.offset(of: place.name), UInt32(bitPattern: place.latitude),
                UInt32(bitPattern: place.longitude),
                place.population, numbers,
            ]
        }
        let otherNames = try resolvedOtherNames(places)
        for other in otherNames { words += [try texts.offset(of: other.name), UInt32(other.place)] }
        words += PlaceTree(places.map(\.coordinate)).nodes.map { UInt32($0) }
        for area in areas {
            words += [
                numberOfCountry[area.country, default: 0], try texts.offset(of: area.division),
                try texts.offset(of: divisionNames[area, default: []].joined(separator: "\n")),
            ]
        }
        for country in countries {
            words += [
                try texts.offset(of: country),
                try texts.offset(of: countryNames[country, default: []].joined(separator: "\n")),
            ]
        }
        for timeZone in timeZones { words.append(try texts.offset(of: timeZone)) }

        let counts = [
            places.count, otherNames.count, areas.count, countries.count, timeZones.count, texts.bytes.count,
        ]
        let header = GazetteerLayout.magic + [GazetteerLayout.version] + counts.map { UInt32($0) } + [0, 0]
        var bytes = (header + words).flatMap(\.littleEndianBytes) + texts.bytes
        let checksum = bytes.withUnsafeBytes { GazetteerLayout.checksum(of: $0) }
        bytes.replaceSubrange(GazetteerLayout.checksumRange, with: checksum.littleEndianBytes)
        return bytes
    }

    /// The places in the order of their keys; of those with the same key the largest first.
    private var inOrderOfNames: [Place] {
        places.map { (key: NameKey($0.name), place: $0) }.enumerated().sorted { left, right in
            if left.element.key != right.element.key { return left.element.key < right.element.key }
            let (leftSize, rightSize) = (left.element.place.population, right.element.place.population)
            return leftSize == rightSize ? left.offset < right.offset : leftSize > rightSize
        }.map(\.element.place)
    }

    /// The other names in the order of their keys, with the numbers of their places.
    private func resolvedOtherNames(_ places: [Place]) throws(SourceError) -> [(name: String, place: Int)] {
        struct NameInCountry: Hashable {
            let country: String
            let name: String
        }
        // The largest place of a name in a country comes first.
        let numbers = Dictionary(
            places.enumerated().map { (NameInCountry(country: $1.area.country, name: $1.name), $0) },
            uniquingKeysWith: { first, _ in first })
        // Halle (Saale) is also found as Halle, but no district of Zürich as Zürich.
        var resolved: [(key: NameKey, name: String, place: Int)] = []
        for (number, place) in places.enumerated() {
            guard let parenthesis = place.name.firstRange(of: " (") else { continue }
            let name = String(place.name[..<parenthesis.lowerBound])
            let namesake = numbers[NameInCountry(country: place.area.country, name: name)]
            guard namesake.map({ places[$0].population < place.population }) ?? true else { continue }
            resolved.append((NameKey(name), name, number))
        }
        for other in otherNames {
            guard let number = numbers[NameInCountry(country: other.country, name: other.place)] else {
                throw other.row.error(
                    "no place in \(other.country) is called \(other.place); write it as in places.tsv or zone-places.tsv"
                )
            }
            let key = NameKey(other.name)
            let isFoundAnyway =
                key == NameKey(other.place) || resolved.contains { $0.key == key && $0.place == number }
            guard !isFoundAnyway else {
                throw other.row.error("\(other.name) is found without this, since it has the same letters; remove it")
            }
            resolved.append((key, other.name, number))
        }
        return resolved.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map { ($0.name, $0.place) }
    }
}

/// A sequence of unique texts, each with its length in a byte before it.
private struct TextPool {
    private(set) var bytes: [UInt8] = []
    private var offsets: [String: UInt32] = [:]

    mutating func offset(of text: String) throws(SourceError) -> UInt32 {
        if let offset = offsets[text] { return offset }
        guard let length = UInt8(exactly: text.utf8.count) else {
            throw SourceError(description: "\"\(text)\" is too long; a text has up to 255 bytes")
        }
        let offset = UInt32(bytes.count)
        offsets[text] = offset
        bytes.append(length)
        bytes += text.utf8
        return offset
    }
}

extension Array where Element: Hashable {
    /// The index of each element.
    fileprivate var numbers: [Element: UInt32] {
        Dictionary(uniqueKeysWithValues: enumerated().map { ($1, UInt32($0)) })
    }
}

extension FixedWidthInteger {
    fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

/// The k-d tree for the search of nearest places, in the order of `Gazetteer.PlaceTree`.
struct PlaceTree {
    /// The numbers of the places.
    private(set) var nodes: [Int]
    private let vectors: [UnitVector]

    /// The tree of these places.
    init(_ coordinates: [Coordinate]) {
        vectors = coordinates.map { UnitVector($0) }
        nodes = Array(vectors.indices)
        arrange(nodes.indices, axis: 0)
    }

    private mutating func arrange(_ range: Range<Int>, axis: Int) {
        guard range.count > 1 else { return }
        let sorted = nodes[range].map { (position: vectors[$0].treeCoordinate(axis), place: $0) }.sorted { $0 < $1 }
        nodes.replaceSubrange(range, with: sorted.map(\.place))
        let root = range.lowerBound + range.count / 2
        arrange(range.lowerBound..<root, axis: (axis + 1) % 3)
        arrange((root + 1)..<range.upperBound, axis: (axis + 1) % 3)
    }
}
