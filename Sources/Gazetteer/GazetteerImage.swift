import Solar

/// A gazetteer in its binary form, read in place.
///
/// Each record and text is checked when it is read, so that any bytes result in a value or an error. A check in advance
/// would have to read them all.
struct GazetteerImage {
    private let bytes: UnsafeRawBufferPointer
    private let starts: [Int]
    private let counts: [Int]
    private let texts: Range<Int>

    /// The gazetteer in these bytes, which must not change while the value is in use. Only the header is read.
    init(_ bytes: UnsafeRawBufferPointer) throws(GazetteerError) {
        func word(_ index: Int) -> UInt32 { bytes.word(at: index * GazetteerLayout.wordSize) }
        guard bytes.count >= GazetteerLayout.headerSize, [word(0), word(1)] == GazetteerLayout.magic else {
            throw .notAGazetteer
        }
        guard word(2) == GazetteerLayout.version else {
            throw .version(found: word(2), supported: GazetteerLayout.version)
        }
        var starts: [Int] = []
        var counts: [Int] = []
        // The sum of seven products of a 32-bit and a small number cannot overflow.
        var end = GazetteerLayout.headerSize
        for part in GazetteerLayout.Part.allCases {
            starts.append(end)
            counts.append(Int(word(part.wordOfCount)))
            end += Int(word(part.wordOfCount)) * part.wordsPerRecord * GazetteerLayout.wordSize
        }
        let size = end + Int(word(GazetteerLayout.wordOfTextSize))
        guard size == bytes.count else { throw .size(found: bytes.count, expected: size) }
        guard counts[GazetteerLayout.Part.places.rawValue] > 0 else {
            throw .damaged(offset: GazetteerLayout.Part.places.wordOfCount * GazetteerLayout.wordSize, "no places")
        }
        self.bytes = bytes
        self.starts = starts
        self.counts = counts
        texts = end..<size
    }

    /// The number of records of a part.
    func count(_ part: GazetteerLayout.Part) -> Int { counts[part.rawValue] }

    /// Throws unless the checksum is correct. It reads all bytes.
    func verifyChecksum() throws(GazetteerError) {
        let word = GazetteerLayout.checksumRange.lowerBound
        let written = UInt64(bytes.word(at: word)) | UInt64(bytes.word(at: word + GazetteerLayout.wordSize)) << 32
        guard GazetteerLayout.checksum(of: bytes) == written else { throw .checksum }
    }

    /// A word of a record.
    func word(_ part: GazetteerLayout.Part, _ record: Int, _ index: Int) throws(GazetteerError) -> UInt32 {
        guard record < count(part) else {
            throw .damaged(offset: starts[part.rawValue], "there is no record \(record) of \(part)")
        }
        return bytes.word(at: offset(part, record, index))
    }

    /// The text whose offset is in a word of a record.
    func text(_ part: GazetteerLayout.Part, _ record: Int, _ index: Int) throws(GazetteerError) -> String {
        guard let text = String(validating: try textBytes(part, record, index), as: UTF8.self) else {
            throw .damaged(offset: offset(part, record, index), "a text is not UTF-8")
        }
        return text
    }

    /// The bytes of the text whose offset is in a word of a record.
    func textBytes(
        _ part: GazetteerLayout.Part, _ record: Int, _ index: Int
    ) throws(GazetteerError) -> UnsafeRawBufferPointer {
        let start = texts.lowerBound + Int(try word(part, record, index))
        guard texts.contains(start), start + Int(bytes[start]) < texts.upperBound else {
            throw .damaged(offset: offset(part, record, index), "a text is out of range")
        }
        return UnsafeRawBufferPointer(rebasing: bytes[(start + 1)...][..<(start + 1 + Int(bytes[start]))])
    }

    /// The offset of a word of a record in bytes.
    func offset(_ part: GazetteerLayout.Part, _ record: Int, _ index: Int) -> Int {
        starts[part.rawValue] + (record * part.wordsPerRecord + index) * GazetteerLayout.wordSize
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func word(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

extension GazetteerImage {
    /// The name of a place, by its number.
    func nameOfPlace(_ place: Int) throws(GazetteerError) -> String {
        try text(.places, place, 0)
    }

    /// The coordinate of a place, by its number.
    func coordinateOfPlace(_ place: Int) throws(GazetteerError) -> Coordinate {
        let unit = Double(GazetteerLayout.unitsPerDegree)
        let latitude = Double(Int32(bitPattern: try word(.places, place, 1))) / unit
        let longitude = Double(Int32(bitPattern: try word(.places, place, 2))) / unit
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .damaged(offset: offset(.places, place, 1), "a coordinate is out of range")
        }
        return coordinate
    }

    /// The population of a place, by its number.
    func populationOfPlace(_ place: Int) throws(GazetteerError) -> Int {
        Int(try word(.places, place, 3))
    }

    /// A place, by its number.
    func place(_ place: Int) throws(GazetteerError) -> GazetteerPlace {
        let numbers = try word(.places, place, 4)
        let division = Int(numbers & 0xFFFF)
        let divisionCode = try text(.divisions, division, 1)
        let country = try country(ofDivision: division)
        return GazetteerPlace(
            name: try nameOfPlace(place),
            country: GazetteerPlace.Country(
                code: try text(.countries, country, 0), name: try names(.countries, country, 1).first ?? ""),
            division: divisionCode.isEmpty
                ? nil : GazetteerPlace.Division(code: divisionCode, name: try names(.divisions, division, 2).first),
            coordinate: try coordinateOfPlace(place), population: try populationOfPlace(place),
            timeZone: try timeZoneOfPlace(place))
    }

    /// The qualifiers that match a place: the code and the names of its country and its division, and both codes together.
    func qualifiers(ofPlace place: Int) throws(GazetteerError) -> [NameKey] {
        try qualifiers(ofDivision: try divisionOfPlace(place))
    }

    /// The number of the division that has a place.
    func divisionOfPlace(_ place: Int) throws(GazetteerError) -> Int {
        Int(try word(.places, place, 4) & 0xFFFF)
    }

    /// The qualifiers that match the places of a division.
    func qualifiers(ofDivision division: Int) throws(GazetteerError) -> [NameKey] {
        let country = try country(ofDivision: division)
        let countryCode = try text(.countries, country, 0)
        let divisionCode = try text(.divisions, division, 1)
        var texts = [countryCode] + (try names(.countries, country, 1)) + (try names(.divisions, division, 2))
        if !divisionCode.isEmpty { texts += [divisionCode, "\(countryCode)-\(divisionCode)"] }
        return texts.map { NameKey($0) }
    }

    /// The name of the time zone of a place, by the number of the place.
    func timeZoneOfPlace(_ place: Int) throws(GazetteerError) -> String {
        try text(.timeZones, Int(try word(.places, place, 4) >> 16), 0)
    }

    /// The place to which another name belongs, by the number of the name.
    func placeOfOtherName(_ otherName: Int) throws(GazetteerError) -> Int {
        Int(try word(.otherNames, otherName, 1))
    }

    /// The place at a node of the tree.
    func placeOfNode(_ node: Int) throws(GazetteerError) -> Int {
        Int(try word(.tree, node, 0))
    }

    private func country(ofDivision division: Int) throws(GazetteerError) -> Int {
        Int(try word(.divisions, division, 0))
    }

    private func names(
        _ part: GazetteerLayout.Part, _ record: Int, _ index: Int
    ) throws(GazetteerError) -> [String] {
        try text(part, record, index).split(separator: "\n").map(String.init)
    }
}

/// The reason why bytes cannot be used as a gazetteer.
public enum GazetteerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They are not a gazetteer.
    case notAGazetteer
    /// They have another version of the format.
    case version(found: UInt32, supported: UInt32)
    /// The size differs from that in the header; both in bytes.
    case size(found: Int, expected: Int)
    /// The checksum is wrong.
    case checksum
    /// The contents at an offset in bytes are invalid.
    case damaged(offset: Int, String)

    /// What is wrong, and what to do.
    public var description: String {
        let problem =
            switch self {
            case .notAGazetteer: "it does not begin like one"
            case .version(let found, let supported): "it has version \(found) of the format, not \(supported)"
            case .size(let found, let expected): "it has \(found) bytes in place of \(expected)"
            case .checksum: "its checksum is wrong"
            case .damaged(let offset, let problem): "\(problem) (at byte \(offset))"
            }
        return "the gazetteer cannot be used: \(problem); install Suntracker again"
    }
}
