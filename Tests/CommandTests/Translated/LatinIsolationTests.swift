import Testing
import Tracker

@testable import suntracker

@Suite("Latin words in a line from right to left") struct LatinIsolationTests {
    /// A language that is written from right to left.
    private struct RightToLeft: Translations {
        func translation(of text: String, inContext context: String?) -> String? {
            context == "the direction of writing" ? "rtl" : nil
        }
        func translation(of one: String, other: String, count: Int) -> String? { nil }
    }

    private let words = Words(RightToLeft())

    @Test(
        "are isolated with their hyphens and signs",
        arguments: [
            ("استخدم --plain.", "استخدم ⟨--plain⟩."),
            ("أضف --open، أو --html", "أضف ⟨--open⟩، أو ⟨--html⟩"),
            ("مثل 39.74,-104.99 (المبدئي: 7d)", "مثل ⟨39.74,-104.99⟩ (المبدئي: ⟨7d⟩)"),
            ("يسردها suntracker location find \"Springfield\"", "يسردها ⟨suntracker location find \"Springfield\"⟩"),
            ("(الأمثلة في suntracker(1)): نصًا", "(الأمثلة في ⟨suntracker(1)⟩): نصًا"),
            ("صفحة suntracker(1) دقتها", "صفحة ⟨suntracker(1)⟩ دقتها"),
            ("من 1800 إلى 2200", "من 1800 إلى 2200"),
            ("قبل 15,000 نسمة", "قبل 15,000 نسمة"),
            ("مقدار الضوء: day أو night", "مقدار الضوء: ⟨day⟩ أو ⟨night⟩"),
            ("⟨--place <اسم>⟩ مكان", "⟨--place <اسم>⟩ مكان"),
            ("  suntracker --place Tokyo", "  suntracker --place Tokyo"),
        ])
    func isolated(line: String, shown: String) {
        #expect(words.withIsolatedLatin(line.withIsolates) == shown.withIsolates)
    }

    @Test("stay as they are in a language from left to right")
    func leftToRight() {
        #expect(Words.english.withIsolatedLatin("é --plain") == "é --plain")
        #expect(Words.english.isolatedCommand("suntracker <é>") == "suntracker <é>")
        #expect(Words.english.isolatedStart("--plain") == "--plain")
        #expect(Words.english.directed("--plain") == "--plain")
    }

    @Test("have the direction of the lines around them")
    func direction() {
        #expect(words.directed("suntracker.conf.") == "\u{200F}suntracker.conf.")
        #expect(words.directed("") == "")
        #expect(words.directed("من suntracker.conf.") == "من suntracker.conf.")
        #expect(words.isolatedStart("--plain") == "\u{200F}\u{2066}--plain\u{2069}")
    }

    @Test("keep their isolates in each line of a wrapped text")
    func lines() {
        let lines = ["انظر ⟨suntracker", "--help", "x⟩ هنا"].map(\.withIsolates)
        #expect(
            words.endingIsolates(in: lines)
                == ["انظر ⟨suntracker⟩", "\u{200F}⟨--help⟩", "\u{200F}⟨x⟩ هنا"].map(\.withIsolates))
    }
}

extension String {
    /// The text with isolates in place of angle brackets.
    fileprivate var withIsolates: String {
        String(map { $0 == "⟨" ? "\u{2066}" : $0 == "⟩" ? "\u{2069}" : $0 })
    }
}
