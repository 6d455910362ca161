import Foundation
import Glibc
import Terminal
import Testing

/// The widths that terminals and programs go by: those of wcwidth(3).
@Suite("Widths are those of libc") struct LibraryWidthTests {
    /// Scalars to which libc and the command give different widths, each with the reason.
    private static let exceptions: [(scalars: ClosedRange<UInt32>, reason: String)] = [
        (0x80...0x9F, "control characters have no width; libc says -1"),
        (0x2028...0x2029, "libc says -1 to the separators of lines and paragraphs, which no text here has"),
        (0x1171E...0x1171E, "a spacing mark since Unicode 15.1, and a nonspacing one in older tables of libc"),
        (0x2630...0x2637, "wide since Unicode 16, in newer tables of libc"),
        (0x268A...0x268F, "wide since Unicode 16, in newer tables of libc"),
        (0x1D300...0x1D376, "wide since Unicode 16, in newer tables of libc"),
    ]

    @Test("All scalars that libc knows")
    func scalars() throws {
        let libc = try LibraryWidths()
        var known = 0
        for value in UInt32(0x20)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), !Self.exceptions.contains(where: { $0.scalars ~= value }),
                ![.unassigned, .privateUse].contains(scalar.properties.generalCategory)
            else { continue }
            let width = libc.width(scalar)
            // libc does not know characters that are newer than its tables.
            guard width >= 0 else { continue }
            known += 1
            #expect(
                Character(scalar).columns == width, "U+\(String(value, radix: 16)) \(scalar.properties.name ?? "")")
        }
        // Unicode 14 has 144,697 characters, those without a width and the controls among them.
        #expect(known > 140_000)
    }

    @Test("All characters of the catalogs, of the names of places, and of the sources")
    func characters() throws {
        let libc = try LibraryWidths()
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        var characters: Set<Character> = []
        for (folder, suffix) in [("etc/po", "po"), ("etc/gazetteer", "tsv"), ("Sources", "swift")] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
                .filter { $0.hasSuffix("." + suffix) }
            #expect(files.count >= 5)
            for file in files {
                let text = try String(contentsOf: root.appending(path: "\(folder)/\(file)"), encoding: .utf8)
                characters.formUnion(text)
            }
        }
        for example in ["é", "ß", "録", "ー", "ش", "▾", "█", "╵", "°", "−", "ø"] as [Character] {
            #expect(characters.contains(example))
        }
        for character in characters where character != "\r\n" && !character.isNewline && character != "\t" {
            let widths = character.unicodeScalars.map { libc.width($0) }
            #expect(widths.allSatisfy { $0 >= 0 }, "\(character)")
            #expect(character.columns == widths.reduce(0, +), "\(character)")
        }
    }

    /// What libc counts scalar by scalar, and terminals draw as one.
    @Test(
        "Exceptions are characters of several scalars that are drawn as one emoji",
        arguments: [
            ("with the selector of the emoji form", "☀\u{FE0F}", 1), ("a key", "1\u{FE0F}\u{20E3}", 1),
            ("with a modifier", "👍🏽", 4), ("with a modifier, from a text form", "☝🏽", 3),
            ("a sequence with joiners", "👩\u{200D}🚀", 4),
            ("a sequence with joiners and a selector", "👩\u{200D}❤\u{FE0F}\u{200D}👩", 5),
        ] as [(String, Character, Int)])
    func emoji(which: String, character: Character, libraryWidth: Int) throws {
        let libc = try LibraryWidths()
        #expect(character.unicodeScalars.reduce(0) { $0 + libc.width($1) } == libraryWidth)
        #expect(character.columns == 2)
    }

    @Test(
        "Other characters of several scalars are as wide as libc says",
        arguments: [
            ("a flag", "🇳🇴", 2), ("half a flag", "🇳", 1), ("a syllable of three consonants and vowels", "각", 2),
            ("with an accent", "e\u{301}", 1), ("a kana with its voiced mark", "か\u{3099}", 2),
            ("with a spacing vowel sign", "नि", 2), ("with the selector of the text form", "☀\u{FE0E}", 1),
            ("a letter with a stray selector", "a\u{FE0F}", 1), ("a start of an isolate", "\u{2068}", 0),
            ("an end of an isolate", "\u{2069}", 0), ("a mark of direction", "\u{200F}", 0),
            ("a zero-width joiner", "\u{200D}", 0), ("a soft hyphen", "\u{AD}", 1),
            ("a no-break space", "\u{A0}", 1), ("a narrow no-break space", "\u{202F}", 1),
        ] as [(String, Character, Int)])
    func sequences(which: String, character: Character, width: Int) throws {
        let libc = try LibraryWidths()
        #expect(character.unicodeScalars.reduce(0) { $0 + libc.width($1) } == width)
        #expect(character.columns == width)
    }
}

/// wcwidth(3) in a UTF-8 locale of this thread alone. `C.UTF-8` is a part of glibc, with the widths of all locales.
private final class LibraryWidths {
    private let locale: locale_t
    private let former: locale_t?
    private let wcwidth: @convention(c) (wchar_t) -> Int32

    init() throws {
        // <wchar.h> declares it only with _XOPEN_SOURCE.
        let symbol = try #require(dlsym(nil, "wcwidth"))
        wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
        let locale = try #require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
        self.locale = locale
        former = uselocale(locale)
    }

    deinit {
        uselocale(former)
        freelocale(locale)
    }

    /// The width of a scalar; -1 for control characters, and for those that libc does not know.
    func width(_ scalar: Unicode.Scalar) -> Int { Int(wcwidth(wchar_t(scalar.value))) }
}
