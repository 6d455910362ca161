/// The form of a name for comparisons: its letters and digits, without case, accents and punctuation, with `saint`, `fort`
/// and `mount` for their abbreviations.
///
/// `São Tomé` and `sao tome`, `Xi’an` and `Xian`, `St. Louis` and `saint-louis` have the same key. Latin letters lose
/// their diacritics (`LatinLetter`); other scripts are kept in lower case.
package struct NameKey: Hashable, Comparable, Sendable {
    /// The key in UTF-8: words with one space between them.
    package let bytes: [UInt8]

    /// The key of a name.
    package init(_ name: String) {
        var key: [UInt8] = []
        let isComplete = name.utf8.withContiguousStorageIfAvailable { name in
            Self.appendKey(ofASCII: UnsafeRawBufferPointer(name), to: &key)
        }
        guard isComplete != true else {
            bytes = key
            return
        }
        var words: [[UInt8]] = [[]]
        for scalar in name.unicodeScalars {
            if let letters = LatinLetter.base(of: scalar) {
                words[words.count - 1] += letters.utf8
            } else if Self.isMark(scalar) {
                continue
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark
            {
                words[words.count - 1] += scalar.properties.lowercaseMapping.utf8
            } else if words[words.count - 1] != [] {
                words.append([])
            }
        }
        if words[words.count - 1] == [] { words.removeLast() }
        bytes = Array(words.map(Self.unabbreviated).joined(separator: [UInt8(ascii: " ")]))
    }

    /// The key of several names with spaces between them.
    init(joining keys: some Sequence<NameKey>) {
        bytes = Array(keys.map(\.bytes).joined(separator: [UInt8(ascii: " ")]))
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the key has no letters and digits.
    var isEmpty: Bool { bytes.isEmpty }

    /// The key with `a`, `o` and `u` for `ae`, `oe` and `ue`, which replace ä, ö, ø and ü on other keyboards:
    /// `Duesseldorf`, `Tromsoe`.
    var withoutDigraphs: NameKey {
        var result: [UInt8] = []
        for byte in bytes {
            let isDigraph = byte == UInt8(ascii: "e") && result.last.map { "aou".utf8.contains($0) } == true
            if !isDigraph { result.append(byte) }
        }
        return NameKey(bytes: result)
    }

    /// The order of the bytes of UTF-8, which is that of the code points.
    package static func < (left: NameKey, right: NameKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Whether a character is removed without splitting the word: apostrophes, full stops and combining accents.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "'", "’", "‘", "ʻ", "ʼ", "ʾ", "ʿ", "`", "´", "′", ".", "\u{300}"..."\u{36F}": true
        default: false
        }
    }

    static func unabbreviated(_ word: [UInt8]) -> [UInt8] {
        switch word {
        case Array("st".utf8): Array("saint".utf8)
        case Array("ste".utf8): Array("sainte".utf8)
        case Array("ft".utf8): Array("fort".utf8)
        case Array("mt".utf8): Array("mount".utf8)
        default: word
        }
    }
}

/// The letters of the Latin script.
enum LatinLetter {
    /// The letters from a to z that replace a letter of the Latin script on other keyboards: `o` for Ö, ø and ộ, `ss` for ß;
    /// nil for other characters.
    ///
    /// These are the letters of the blocks Latin-1 Supplement, Extended-A, Extended-B and Extended Additional that Unicode
    /// decomposes into a letter and accents, and others that occur in names (æ, đ, ð, ə, ħ, ı, ł, ŋ, ø, œ,
    /// ß, þ, ŧ).
    static func base(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "A", "a", "À"..."Å", "à"..."å", "Ā"..."ą", "Ə", "Ǎ", "ǎ", "Ǟ"..."ǡ", "Ǻ", "ǻ", "Ȁ"..."ȃ", "Ȧ",
            "ȧ", "ə", "Ḁ", "ḁ", "ẚ", "Ạ"..."ặ":
            "a"
        case "Æ", "æ", "Ǣ", "ǣ", "Ǽ", "ǽ": "ae"
        case "B", "b", "ƀ", "Ḃ"..."ḇ": "b"
        case "C", "c", "Ç", "ç", "Ć"..."č", "Ḉ", "ḉ": "c"
        case "D", "d", "Ð", "ð", "Ď"..."đ", "Ḋ"..."ḓ": "d"
        case "E", "e", "È"..."Ë", "è"..."ë", "Ē"..."ě", "Ɛ", "Ȅ"..."ȇ", "Ȩ", "ȩ", "ɛ", "Ḕ"..."ḝ", "Ẹ"..."ệ": "e"
        case "F", "f", "Ḟ", "ḟ": "f"
        case "G", "g", "Ĝ"..."ģ", "Ǥ"..."ǧ", "Ǵ", "ǵ", "Ḡ", "ḡ": "g"
        case "H", "h", "Ĥ"..."ħ", "Ȟ", "ȟ", "Ḣ"..."ḫ", "ẖ": "h"
        case "I", "i", "Ì"..."Ï", "ì"..."ï", "Ĩ"..."ı", "Ɨ", "Ǐ", "ǐ", "Ȉ"..."ȋ", "ɨ", "Ḭ"..."ḯ", "Ỉ"..."ị": "i"
        case "Ĳ", "ĳ": "ij"
        case "J", "j", "Ĵ", "ĵ", "ǰ": "j"
        case "K", "k", "Ķ"..."ĸ", "Ǩ", "ǩ", "Ḱ"..."ḵ": "k"
        case "L", "l", "Ĺ"..."ł", "Ḷ"..."ḽ": "l"
        case "M", "m", "Ḿ"..."ṃ": "m"
        case "N", "n", "Ñ", "ñ", "Ń"..."ŋ", "Ǹ", "ǹ", "Ṅ"..."ṋ": "n"
        case "O", "o", "Ò"..."Ö", "Ø", "ò"..."ö", "ø", "Ō"..."ő", "Ɔ", "Ơ", "ơ", "Ǒ", "ǒ", "Ǫ"..."ǭ", "Ǿ", "ǿ",
            "Ȍ"..."ȏ", "Ȫ"..."ȱ", "ɔ", "Ṍ"..."ṓ", "Ọ"..."ợ":
            "o"
        case "Œ", "œ": "oe"
        case "P", "p", "Ṕ"..."ṗ": "p"
        case "Q", "q": "q"
        case "R", "r", "Ŕ"..."ř", "Ȑ"..."ȓ", "Ṙ"..."ṟ": "r"
        case "S", "s", "Ś"..."š", "ſ", "Ș", "ș", "Ṡ"..."ṩ", "ẛ"..."ẝ": "s"
        case "ß", "ẞ": "ss"
        case "T", "t", "Ţ"..."ŧ", "Ț", "ț", "Ṫ"..."ṱ", "ẗ": "t"
        case "Þ", "þ": "th"
        case "U", "u", "Ù"..."Ü", "ù"..."ü", "Ũ"..."ų", "Ư", "ư", "Ǔ"..."ǜ", "Ȕ"..."ȗ", "Ṳ"..."ṻ", "Ụ"..."ự": "u"
        case "V", "v", "Ṽ"..."ṿ": "v"
        case "W", "w", "Ŵ", "ŵ", "Ẁ"..."ẉ", "ẘ": "w"
        case "X", "x", "Ẋ"..."ẍ": "x"
        case "Y", "y", "Ý", "ý", "ÿ", "Ŷ"..."Ÿ", "Ȳ", "ȳ", "Ẏ", "ẏ", "ẙ", "Ỳ"..."ỹ": "y"
        case "Z", "z", "Ź"..."ž", "Ẑ"..."ẕ": "z"
        default: nil
        }
    }
}

extension NameKey {
    /// Appends the key of a name in ASCII, without going through `String`. Returns false, and appends nothing, for other
    /// names.
    static func appendKey(ofASCII name: UnsafeRawBufferPointer, to key: inout [UInt8]) -> Bool {
        let start = key.count
        var wordStart = start
        /// Ends the word, and writes out its abbreviation.
        func endWord() {
            // The second letter of each abbreviation is a t.
            guard 2...3 ~= key.count - wordStart, key[wordStart + 1] == UInt8(ascii: "t") else { return }
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
