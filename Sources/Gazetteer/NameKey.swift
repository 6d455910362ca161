// SPDX-License-Identifier: MIT
/// The form of a name for comparisons: its letters and digits, without case, accents and punctuation. Abbreviations of
/// `saint`, `fort` and `mount` are expanded.
///
/// `São Tomé` and `sao tome`, `Xi’an` and `Xian`, `St. Louis` and `saint-louis` have the same key. Latin letters lose
/// their diacritics (`LatinLetter`); other scripts are kept in lower case.
package struct NameKey: Hashable, Comparable, Sendable {
    /// The key in UTF-8: words separated by single spaces.
    package let bytes: [UInt8]

    /// Computes the key of a name.
    package init(_ name: String) {
        var key: [UInt8] = []
        var word = 0
        for scalar in name.unicodeScalars { Self.append(scalar, to: &key, word: &word) }
        Self.endWord(of: &key, &word)
        bytes = Array(key.dropLast())
    }

    /// Joins the keys of several names with spaces.
    init(joining keys: some Sequence<NameKey>) {
        bytes = Array(keys.map(\.bytes).joined(separator: [UInt8(ascii: " ")]))
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The keys of the words.
    var words: [NameKey] { bytes.split(separator: UInt8(ascii: " ")).map { NameKey(bytes: Array($0)) } }

    /// Whether the name contains no letters or digits.
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

    /// Compares the bytes of UTF-8, whose order is the order of the code points.
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
}

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
    /// Appends the key of a name in ASCII, without creating a `String`. For other names, returns false and appends
    /// nothing.
    static func appendKey(ofASCII name: UnsafeRawBufferPointer, to key: inout [UInt8]) -> Bool {
        guard name.allSatisfy({ $0 < 0x80 }) else { return false }
        let start = key.count
        var word = start
        for byte in name { append(UnicodeScalar(byte), to: &key, word: &word) }
        endWord(of: &key, &word)
        if key.count > start { key.removeLast() }
        return true
    }

    /// Appends a character of a name to a key.
    ///
    /// - Parameter word: the offset of the last word in the key.
    private static func append(_ scalar: Unicode.Scalar, to key: inout [UInt8], word: inout Int) {
        switch scalar {
        case "a"..."z", "0"..."9": key.append(UInt8(truncatingIfNeeded: scalar.value))
        case "A"..."Z": key.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
        case _ where isMark(scalar): break
        case "\0"..."\u{7F}": endWord(of: &key, &word)
        default:
            if let letters = LatinLetter.base(of: scalar) {
                key += letters.utf8
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark
            {
                key += scalar.properties.lowercaseMapping.utf8
            } else {
                endWord(of: &key, &word)
            }
        }
    }

    /// Ends the last word of a key with a space, and expands an abbreviation. Does nothing if the word is empty.
    private static func endWord(of key: inout [UInt8], _ word: inout Int) {
        guard key.count > word else { return }
        // The second letter of each abbreviation is a t.
        if 2...3 ~= key.count - word, key[word + 1] == UInt8(ascii: "t") {
            switch String(decoding: key[word...], as: UTF8.self) {
            case "st": key.replaceSubrange(word..., with: "saint".utf8)
            case "ste": key.replaceSubrange(word..., with: "sainte".utf8)
            case "ft": key.replaceSubrange(word..., with: "fort".utf8)
            case "mt": key.replaceSubrange(word..., with: "mount".utf8)
            default: break
            }
        }
        key.append(UInt8(ascii: " "))
        word = key.count
    }
}
