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
        ])
    func isolated(line: String, shown: String) {
        #expect(words.line(line.withIsolates, of: line) == "\u{2067}\(shown.withIsolates)\u{2069}")
    }

    @Test("are isolated in a line of their own too")
    func part() {
        let text = "بدلًا من suntracker.conf."
        #expect(words.line("suntracker.conf.", of: text) == "\u{2067}⟨suntracker.conf⟩.\u{2069}".withIsolates)
        #expect(words.line("", of: text) == "")
        #expect(words.line("  suntracker --at x", of: "  suntracker --at x") == "  suntracker --at x")
    }

    @Test("stay as they are in a language from left to right")
    func leftToRight() {
        #expect(Words.english.line("é --plain", of: "é --plain") == "é --plain")
        #expect(Words.english.isolatedCommand("suntracker <é>") == "suntracker <é>")
    }

    @Test("keep their isolates in each line of a wrapped text")
    func lines() {
        let lines = ["انظر ⟨suntracker", "--help", "x⟩ هنا"].map(\.withIsolates)
        #expect(
            words.endingIsolates(in: lines)
                == ["انظر ⟨suntracker⟩", "⟨--help⟩", "⟨x⟩ هنا"].map(\.withIsolates))
    }
}

extension String {
    /// The text with isolates in place of angle brackets.
    fileprivate var withIsolates: String {
        String(map { $0 == "⟨" ? "\u{2066}" : $0 == "⟩" ? "\u{2069}" : $0 })
    }
}
