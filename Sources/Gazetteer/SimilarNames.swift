// SPDX-License-Identifier: MIT
extension Gazetteer {
    /// Returns up to five suggestions for a text that names no place: the places with the most similar names, the
    /// largest first.
    ///
    /// The distance of a name is the number of slips (`SpellingDistance`), and one more if the place is not in the
    /// country or division that the text names after a comma: `Pariss, FR` finds Paris, `Springfield, ZZ` the
    /// Springfields elsewhere. Without a comma, the last words are treated as a country or division only for places
    /// that are there: `Sprngfield IL`. The search reads all names once.
    func similarPlaces(to text: String) -> [GazetteerPlace] {
        let query = PlaceQuery(text)
        guard let withCommas = query.readings.last else { return [] }
        let spelling = SpellingDistance(of: withCommas.name)
        let withoutCommas = query.readingsWithoutCommas.map { ($0.qualifiers, SpellingDistance(of: $0.name)) }
        // The smallest distance of each place.
        var distances: [Int: Int] = [:]
        forEachName { key, name in
            func add(_ distance: Int) { distances[name.place] = min(distance, distances[name.place] ?? distance) }
            if let slips = spelling.distance(to: key) {
                add(slips + (hasQualifiers(withCommas.qualifiers, name.place) ? 0 : 1))
            }
            for (qualifiers, spelling) in withoutCommas {
                if let slips = spelling.distance(to: key), hasQualifiers(qualifiers, name.place) { add(slips) }
            }
        }
        let found = distances.map { (distance: $0.value, place: $0.key) }.sorted { $0 < $1 }
        return found.prefix { $0.distance == found[0].distance }.prefix(5).map { place(at: $0.place) }
    }
}

extension Sequence {
    /// Returns the element whose name is spelled most similarly to a text, the first of several; nil if none is similar.
    package func nearest(to text: String, by name: (Element) -> String) -> Element? {
        let spelling = SpellingDistance(of: NameKey(text))
        let near = compactMap { element in
            spelling.distance(to: NameKey(name(element)).bytes).map { (element, slips: $0) }
        }
        return near.min { $0.slips < $1.slips }?.0
    }
}

extension Sequence<String> {
    /// Returns the name that is spelled most similarly to a text, the first of several; nil if none is similar.
    package func nearest(to text: String) -> String? { nearest(to: text) { $0 } }
}

/// The distance of names from a name with slips: letters that are missing, added, replaced or swapped (optimal string
/// alignment: Damerau, CACM 7, 1964).
///
/// A longer name with this beginning counts as one slip, so `Denv` finds Denver, and `San Fransis` finds San Francisco.
/// The number of slips is limited, because more slips would change a short name completely.
struct SpellingDistance {
    /// The spellings to compare: the name, and for names such as `Koebenhavn`, also the spelling without digraphs.
    private let spellings: [(letters: [UInt8], set: UInt64)]
    private let isASCII: Bool
    /// The maximum distance.
    let limit: Int

    /// The minimum number of letters in a text that may be the beginning of a name.
    private static let shortestBeginning = 3

    /// Prepares the distances from a name.
    init(of name: NameKey) {
        let letters = name.bytes.count { $0 & 0xC0 != 0x80 }
        isASCII = letters == name.bytes.count
        var spellings = [name.bytes.letters]
        if case let other = name.withoutDigraphs.bytes.letters, other != spellings[0] { spellings.append(other) }
        self.spellings = spellings.map { ($0, $0.letterSet) }
        limit = letters < 3 ? 0 : letters < 6 ? 1 : letters < 10 ? 2 : 3
    }

    /// Returns the distance to the key of a name; nil if it exceeds the limit.
    func distance(to key: [UInt8]) -> Int? {
        guard key.allSatisfy({ $0 < 0x80 }) == isASCII else { return nil }
        let letters = isASCII ? key : key.letters
        let set = letters.letterSet
        var least: Int?
        // Each letter that the name does not contain is a slip, which excludes most names immediately.
        for spelling in spellings where (spelling.set & ~set).nonzeroBitCount <= limit {
            if let distance = distance(of: spelling.letters, to: letters, atMost: least ?? limit) { least = distance }
        }
        return least
    }

    private func distance(of left: [UInt8], to right: [UInt8], atMost allowed: Int) -> Int? {
        guard left.count <= right.count + allowed else { return nil }
        var (beforeLast, last) = ([Int](), Array(0...right.count))
        for row in left.indices {
            var line = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var slips = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    slips = min(slips, beforeLast[column - 1] + 1)
                }
                line.append(slips)
            }
            guard line.contains(where: { $0 <= allowed }) else { return nil }
            (beforeLast, last) = (last, line)
        }
        var slips = last[right.count]
        if left.count >= Self.shortestBeginning { slips = min(slips, last.dropLast().reduce(slips, min) + 1) }
        return slips <= allowed ? slips : nil
    }
}

extension [UInt8] {
    /// A byte for each letter of a key. For a letter beyond ASCII, it contains the low seven bits of the code point, which
    /// differ between the letters of an alphabet.
    fileprivate var letters: [UInt8] {
        String(decoding: self, as: UTF8.self).unicodeScalars.map {
            $0.isASCII ? UInt8($0.value) : 0x80 | UInt8($0.value & 0x7F)
        }
    }

    /// The letters as a set of bits; some letters beyond a to z share one.
    fileprivate var letterSet: UInt64 { reduce(0) { $0 | 1 << UInt64($1 & 63) } }
}
