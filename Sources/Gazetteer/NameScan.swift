extension NameKey {
    /// Appends the key of a name in ASCII, without going through `String`. Returns false, and appends nothing, for other
    /// names.
    static func appendKey(ofASCII name: UnsafeRawBufferPointer, to key: inout [UInt8]) -> Bool {
        let start = key.count
        var wordStart = start
        /// Ends the word, and writes out its abbreviation.
        func endWord() {
            guard key.count - wordStart <= 3 else { return }
            let word = Array(key[wordStart...])
            let full = unabbreviated(word)
            if full != word { key.replaceSubrange(wordStart..., with: full) }
        }
        for byte in name {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): key.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): key.append(byte | 0x20)
            case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "."): continue
            case 0x80...:
                key.removeSubrange(start...)
                return false
            default:
                guard key.count > wordStart else { continue }
                endWord()
                key.append(UInt8(ascii: " "))
                wordStart = key.count
            }
        }
        if key.count > wordStart {
            endWord()
        } else if key.count > start {
            key.removeLast()
        }
        return true
    }
}

extension GazetteerImage {
    /// Appends the key of a record's name.
    func appendKey(of part: GazetteerLayout.Part, _ record: Int, to key: inout [UInt8]) throws(GazetteerError) {
        if NameKey.appendKey(ofASCII: try textBytes(part, record, 0), to: &key) { return }
        key += NameKey(try text(part, record, 0)).bytes
    }

    /// Visits the keys of all names of places, with the numbers of their places.
    func visitNames(
        _ visitor: (_ key: [UInt8], _ part: GazetteerLayout.Part, _ record: Int) throws(GazetteerError) -> Void
    ) throws(GazetteerError) {
        var key: [UInt8] = []
        for part in [GazetteerLayout.Part.places, .otherNames] {
            for record in 0..<count(part) {
                key.removeAll(keepingCapacity: true)
                try appendKey(of: part, record, to: &key)
                try visitor(key, part, record)
            }
        }
    }

    /// The number of the place that has a name.
    func place(ofName part: GazetteerLayout.Part, _ record: Int) throws(GazetteerError) -> Int {
        part == .places ? record : try placeOfOtherName(record)
    }
}
