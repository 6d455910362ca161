/// A gazetteer in its binary form, read where it lies.
///
/// Whatever the bytes are, reading ends in a value or an error: each record and text is checked when it is read. To check
/// them all beforehand would be to read them all.
struct GazetteerImage {
    private let bytes: UnsafeRawBufferPointer
    private let starts: [Int]
    private let counts: [Int]
    private let texts: Range<Int>

    /// The gazetteer in these bytes, of which the header is read and nothing else. They must stay as they are while the
    /// value is in use.
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
        // No sum of seven products of 32 bits and a small number overflows.
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

    /// How many records a part has.
    func count(_ part: GazetteerLayout.Part) -> Int { counts[part.rawValue] }

    /// Throws unless the bytes are those that were written. It reads them all.
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

    /// The text that a word of a record tells the offset of.
    func text(_ part: GazetteerLayout.Part, _ record: Int, _ index: Int) throws(GazetteerError) -> String {
        let start = texts.lowerBound + Int(try word(part, record, index))
        guard texts.contains(start), start + Int(bytes[start]) < texts.upperBound else {
            throw .damaged(offset: offset(part, record, index), "a text is out of range")
        }
        let text = UnsafeRawBufferPointer(rebasing: bytes[(start + 1)...][..<(start + 1 + Int(bytes[start]))])
        guard let text = String(validating: text, as: UTF8.self) else {
            throw .damaged(offset: start, "a text is not UTF-8")
        }
        return text
    }

    /// Where in the bytes a word of a record is.
    func offset(_ part: GazetteerLayout.Part, _ record: Int, _ index: Int) -> Int {
        starts[part.rawValue] + (record * part.wordsPerRecord + index) * GazetteerLayout.wordSize
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func word(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
