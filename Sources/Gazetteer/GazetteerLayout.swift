/// The binary form of a gazetteer, version 1.
///
/// Everything except the texts is a 32-bit little-endian word, so that it can be read in place. In this order:
///
/// | part | words | meaning |
/// |---|---|---|
/// | header | 2 | the bytes `SunPlace` |
/// | | 1 | the version |
/// | | 6 | the numbers of places, other names, divisions, countries and time zones, and the size of the texts in bytes |
/// | | 2 | FNV-1a checksum, 64 bits, of all bytes before and after it |
/// | places | 5 each | name (text), degrees north and east (signed, in 0.00001), population, and the number of the division in the lower and of the time zone in the upper 16 bits |
/// | other names | 2 each | name (text), number of the place |
/// | tree | 1 for each place | number of a place, in the order of `PlaceTree` |
/// | divisions | 3 each | number of the country, code (text, empty for none), names (text, empty for none) |
/// | countries | 2 each | code (text), names (text) |
/// | time zones | 1 each | name (text) |
/// | texts | | a byte of length and as many bytes of UTF-8 each |
///
/// A text is given by its offset in the texts; several names have line feeds between them, the first being the one to
/// display. Places are in the order of their `NameKey`, those with the same key from the largest to the smallest, and so are
/// the other names: both are searched by name without an index.
package enum GazetteerLayout {
    /// `SunPlace`.
    package static let magic: [UInt32] = [0x506E_7553, 0x6563_616C]
    /// The version that this module reads.
    package static let version: UInt32 = 1
    /// Bytes of a word.
    package static let wordSize = 4
    /// Bytes of the header.
    package static let headerSize = 11 * wordSize
    /// The bytes of the checksum in the header.
    package static let checksumRange = 9 * wordSize..<headerSize
    /// The word of the header with the size of the texts.
    package static let wordOfTextSize = 8
    /// Coordinates are whole numbers of this part of a degree.
    package static let unitsPerDegree = 100_000

    /// A part that has records.
    package enum Part: Int, CaseIterable {
        case places, otherNames, tree, divisions, countries, timeZones

        /// The word of the header with the number of records.
        package var wordOfCount: Int {
            switch self {
            case .places, .tree: 3
            case .otherNames: 4
            case .divisions: 5
            case .countries: 6
            case .timeZones: 7
            }
        }

        /// The length of a record in words.
        package var wordsPerRecord: Int {
            switch self {
            case .places: 5
            case .otherNames, .countries: 2
            case .tree, .timeZones: 1
            case .divisions: 3
            }
        }
    }

    /// The FNV-1a checksum of the bytes without the checksum itself
    /// (Fowler, Noll, Vo: https://datatracker.ietf.org/doc/draft-eastlake-fnv).
    package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for (offset, byte) in bytes.enumerated() where !checksumRange.contains(offset) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash
    }
}
