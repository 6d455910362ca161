extension Gazetteer {
    /// Up to five suggestions for a text that names no place: those whose names are spelled most like it, the largest first.
    ///
    /// The distance of a name is the number of slips (`SpellingDistance`), and one more if the place is not in the country
    /// or division that the text names: `Pariss, FR` finds Paris, `Springfield, ZZ` the Springfields elsewhere. It reads all
    /// names once.
    public func similarPlaces(to text: String) -> [GazetteerPlace] { similarOffsets(to: text).map(place(at:)) }

    /// The positions of these places in the table.
    func similarOffsets(to text: String) -> [Int] {
        let parts = text.split(separator: ",").map { NameKey(String($0)) }.filter { !$0.isEmpty }
        guard let name = parts.first else { return [] }
        var spelling = SpellingDistance(of: name)
        // The least number of slips for each place.
        var slips: [Int: Int] = [:]
        forEachName { key, name in
            if let count = spelling.distance(to: key) { slips[name.place] = min(count, slips[name.place] ?? count) }
        }
        var found = slips.map { place, count in
            let own = parts.count == 1 ? [] : qualifiers(ofPlaceAt: place)
            let isElsewhere = !parts.dropFirst().allSatisfy(own.contains)
            return (distance: count + (isElsewhere ? 1 : 0), place: place)
        }
        found.sort { $0 < $1 }
        return found.prefix { $0.distance == found[0].distance }.prefix(5).map(\.place)
    }
}

extension Sequence<String> {
    /// Those that are spelled like a text.
    package func similar(to text: String) -> [String] {
        var spelling = SpellingDistance(of: NameKey(text))
        return filter { spelling.distance(to: NameKey($0).bytes) != nil }
    }
}

/// The distance of names from one that may have slips: letters that are missing, added, replaced or swapped
/// (optimal string alignment: Damerau, CACM 7, 1964).
///
/// A name that only begins like it is one slip away, so that `Denv` finds Denver, and `San Fransis` San Francisco. The
/// number of slips is limited: more would change a short name completely.
struct SpellingDistance {
    /// The spellings to compare: the name, and for `Koebenhavn` also that without its digraphs.
    private let spellings: [(letters: [UInt8], set: UInt64)]
    private let isASCII: Bool
    /// The greatest distance.
    let limit: Int
    /// The last three rows of the table, for all comparisons.
    private var rows: [[Int]] = [[], [], []]

    /// The shortest text that may be the beginning of a name, in letters.
    private static let shortestBeginning = 3

    /// The distances from a name.
    init(of name: NameKey) {
        let letters = name.bytes.count { $0 & 0xC0 != 0x80 }
        isASCII = letters == name.bytes.count
        var spellings = [name.bytes.letters]
        if case let other = name.withoutDigraphs.bytes.letters, other != spellings[0] { spellings.append(other) }
        self.spellings = spellings.map { ($0, $0.letterSet) }
        limit = letters < 3 ? 0 : letters < 6 ? 1 : letters < 10 ? 2 : 3
    }

    /// The distance of the key of a name; nil if it is beyond the limit.
    mutating func distance(to key: [UInt8]) -> Int? {
        guard key.allSatisfy({ $0 < 0x80 }) == isASCII else { return nil }
        let letters = isASCII ? key : key.letters
        let set = letters.letterSet
        var least: Int?
        // Each letter that the name does not have is a slip, which excludes most names at once.
        for spelling in spellings where (spelling.set & ~set).nonzeroBitCount <= limit {
            if let distance = distance(of: spelling.letters, to: letters, atMost: least ?? limit) { least = distance }
        }
        return least
    }

    private mutating func distance(of left: [UInt8], to right: [UInt8], atMost allowed: Int) -> Int? {
        guard left.count <= right.count + allowed else { return nil }
        // Columns that the diagonal does not reach within the limit are not computed.
        let width = min(right.count, left.count + allowed)
        let beyond = allowed + 1
        for index in 0..<3 where rows[index].count <= width {
            rows[index] = Array(repeating: beyond, count: max(64, width + 1))
        }
        for column in 0...width { rows[0][column] = min(beyond, column) }
        var (beforeLast, last, line) = (2, 0, 1)
        for row in 1..<(left.count + 1) {
            let first = max(1, row - allowed)
            let end = min(width, row + allowed)
            guard first <= end else { return nil }
            rows[line][first - 1] = first == 1 ? min(beyond, row) : beyond
            var least = rows[line][first - 1]
            for column in first...end {
                let isSame = left[row - 1] == right[column - 1]
                var slips = rows[last][column - 1] + (isSame ? 0 : 1)
                if column < row + allowed { slips = min(slips, rows[last][column] + 1) }
                slips = min(slips, rows[line][column - 1] + 1)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    slips = min(slips, rows[beforeLast][column - 2] + 1)
                }
                rows[line][column] = slips
                least = min(least, slips)
            }
            guard least <= allowed else { return nil }
            (beforeLast, last, line) = (last, line, beforeLast)
        }
        var slips = right.count <= width && right.count + allowed >= left.count ? rows[last][right.count] : beyond
        if left.count >= Self.shortestBeginning, right.count > left.count {
            for column in max(0, left.count - allowed)...min(width, left.count + allowed) where column < right.count {
                slips = min(slips, rows[last][column] + 1)
            }
        }
        return slips <= allowed ? slips : nil
    }
}

extension [UInt8] {
    /// A byte for each letter of a key. That of a letter beyond ASCII is the end of its code point, which differs between
    /// the letters of an alphabet.
    fileprivate var letters: [UInt8] {
        String(decoding: self, as: UTF8.self).unicodeScalars.map {
            $0.isASCII ? UInt8($0.value) : 0x80 | UInt8($0.value & 0x7F)
        }
    }

    /// The letters as a set of bits; some letters beyond a to z share one.
    fileprivate var letterSet: UInt64 { reduce(0) { $0 | 1 << UInt64($1 & 63) } }
}
