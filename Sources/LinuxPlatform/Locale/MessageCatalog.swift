// SPDX-License-Identifier: MIT
import Tracker
import Wording

/// The translations of a gettext catalog, an .mo file.
///
/// gettext(3) trusts its file: a damaged file crashes the process or yields garbage. So the file is read here, once,
/// and its tables are checked. Whatever happens to the file, a text gets either its translation or none.
struct MessageCatalog: Translations {
    private let bytes: [UInt8]
    private let count: Int
    private let (texts, translations): (Int, Int)
    private let pluralRule: PluralRule

    /// Parses a catalog; nil if msgfmt cannot have written it.
    ///
    /// The hash table is not used, because the texts are sorted.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 28, bytes.number(at: 0) == 0x9504_12de, bytes.number(at: 4) == 0 else { return nil }
        (self.bytes, count) = (bytes, bytes.number(at: 8))
        (texts, translations) = (bytes.number(at: 12), bytes.number(at: 16))
        // The translation of the empty text is the header.
        guard count > 0, bytes.hasStrings(count, inTable: texts), bytes.hasStrings(count, inTable: translations),
            bytes.string(0, inTable: texts).isEmpty,
            let header = String(validating: bytes.string(0, inTable: translations), as: UTF8.self),
            header.split(separator: "\n").contains(where: { $0.hasSuffix("; charset=UTF-8") }),
            let pluralRule = PluralRule(header: header)
        else { return nil }
        self.pluralRule = pluralRule
        for index in 1..<count {
            let text = bytes.string(index - 1, inTable: texts)
            guard text.lexicographicallyPrecedes(bytes.string(index, inTable: texts)) else { return nil }
        }
    }

    func translation(of text: String, inContext context: String?) -> String? {
        forms(of: context.map { "\($0)\u{4}\(text)" } ?? text, count: 1)?.first.flatMap(Self.readable)
    }

    func translation(of one: String, other: String, count: Int) -> String? {
        guard let forms = forms(of: "\(one)\0\(other)", count: pluralRule.forms),
            let index = pluralRule.form(of: count.magnitude)
        else { return nil }
        return Self.readable(forms[index])
    }

    /// Returns the forms of a translation; nil if there is no translation of the text with this number of forms.
    private func forms(of text: String, count expected: Int) -> [ArraySlice<UInt8>]? {
        // The first entry is the header.
        var (low, high) = (1, count)
        while low < high {
            let middle = (low + high) / 2
            if bytes.string(middle, inTable: texts).lexicographicallyPrecedes(text.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < count, bytes.string(low, inTable: texts).elementsEqual(text.utf8) else { return nil }
        let forms = bytes.string(low, inTable: translations).split(separator: 0, omittingEmptySubsequences: false)
        return forms.count == expected ? forms : nil
    }

    /// Returns the text; nil if it is empty, is not UTF-8, or contains a control character other than a line feed.
    private static func readable(_ form: ArraySlice<UInt8>) -> String? {
        guard let text = String(validating: form, as: UTF8.self), !text.isEmpty else { return nil }
        let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }
        return hasControl ? nil : text
    }
}

/// The parts of an .mo file ("The Format of GNU MO Files" in the manual of gettext).
extension [UInt8] {
    /// A little-endian number of four bytes.
    fileprivate func number(at offset: Int) -> Int {
        let (low, high) = (
            Int(self[offset]) | Int(self[offset + 1]) << 8, Int(self[offset + 2]) | Int(self[offset + 3]) << 8
        )
        return low | high << 16
    }

    /// A string in a table of lengths and offsets.
    fileprivate func string(_ index: Int, inTable table: Int) -> ArraySlice<UInt8> {
        let start = number(at: table + 8 * index + 4)
        return self[start..<start + number(at: table + 8 * index)]
    }

    /// Whether a table contains this many strings, one after the other, each with a NUL at the end.
    fileprivate func hasStrings(_ count: Int, inTable table: Int) -> Bool {
        guard table + 8 * count <= self.count else { return false }
        var next = number(at: table + 4)
        for index in 0..<count {
            let end = next + number(at: table + 8 * index)
            guard number(at: table + 8 * index + 4) == next, end < self.count, self[end] == 0 else { return false }
            next = end + 1
        }
        return true
    }
}
