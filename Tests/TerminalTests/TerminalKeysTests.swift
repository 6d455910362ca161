import Terminal
import Testing

@Suite("The keys of a terminal")
struct TerminalKeysTests {
    @Test(
        "Bytes become keys",
        arguments: [
            ("text", "Denver", [.text("Denver")]), ("UTF-8", "東京ø", [.text("東京ø")]),
            ("Enter", "\r", [.enter]), ("Enter of the keypad", "\u{1B}OM", [.enter]),
            ("text and Enter", "a\r", [.text("a"), .enter]),
            ("arrows", "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
            ("arrows in application mode", "\u{1B}OA\u{1B}OB", [.up, .down]),
            ("an arrow with Shift", "\u{1B}[1;2A", [.up]),
            ("pages", "\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
            (
                "Home and End of xterm, the Linux console and rxvt",
                "\u{1B}[H\u{1B}[1~\u{1B}[7~\u{1B}[F\u{1B}[4~\u{1B}[8~", [.home, .home, .home, .end, .end, .end]
            ),
            ("Delete", "\u{1B}[3~", [.delete]), ("Backspace", "\u{7F}\u{8}", [.backspace, .backspace]),
            ("Ctrl", "\u{1}\u{E}", [.control("a"), .control("n")]), ("Alt", "\u{1B}v", [.alt("v")]),
            ("Alt and Backspace", "\u{1B}\u{7F}", [.control("w")]), ("two Escapes", "\u{1B}\u{1B}[A", [.escape, .up]),
            (
                "pasted text", "\u{1B}[200~a\tb\r\nc\u{1B}[31md\u{3}\u{1B}[201~\r",
                [.text("a"), .text(" "), .text("b"), .text(" "), .text(" "), .text("c"), .text("d"), .enter]
            ),
            ("an unknown key", "\u{1B}[15~x", [.text("x")]),
            ("a control character of two bytes", "a\u{9B}b", [.text("ab")]),
            (
                "an endless sequence", "\u{1B}[" + String(repeating: "1", count: 40) + "\r",
                [.text("1111111111"), .enter]
            ),
        ] as [(String, String, [TerminalKeys.Key])])
    func keys(case: String, text: String, keys: [TerminalKeys.Key]) {
        var whole = TerminalKeys()
        #expect(whole.read(Array(text.utf8)) == keys)
        #expect(!whole.isWaiting)
        // The same keys, with text in pieces, if the bytes come one by one.
        var parts = TerminalKeys()
        let read = text.utf8.flatMap { parts.read([$0]) }
        func joined(_ keys: [TerminalKeys.Key]) -> [TerminalKeys.Key] {
            keys.reduce(into: []) { result, key in
                if case .text(let more) = key, case .text(let text)? = result.last {
                    result[result.count - 1] = .text(text + more)
                } else {
                    result.append(key)
                }
            }
        }
        #expect(joined(read) == joined(keys))
    }

    @Test("Bytes that are not UTF-8 are left out")
    func invalid() {
        var keys = TerminalKeys()
        #expect(keys.read([0x61, 0xFF, 0x80, 0x62, 0xC3, 0x28]) == [.text("ab(")])
    }

    @Test("An Escape is a key if nothing follows")
    func escape() {
        var keys = TerminalKeys()
        #expect(keys.read([0x1B]) == [])
        #expect(keys.isWaiting)
        #expect(keys.flush() == [.escape])
        #expect(!keys.isWaiting)
        #expect(keys.read(Array("\u{1B}[".utf8)) == [])
        #expect(keys.flush() == [])
        #expect(keys.read(Array("a".utf8)) == [.text("a")])
    }
}

@Suite("A line that is edited")
struct LineEditorTests {
    @Test(
        "Keys edit the text at the cursor",
        arguments: [
            ("typing", [.text("Oslo")], "Oslo", 4),
            ("at the start", [.text("slo"), .control("a"), .text("O")], "Oslo", 1),
            ("Backspace", [.text("Oslo"), .backspace], "Osl", 3),
            ("Delete", [.text("Oslo"), .left, .delete], "Osl", 3),
            ("nothing to remove", [.backspace, .delete, .control("w"), .control("k")], "", 0),
            ("a word", [.text("New York"), .control("w")], "New ", 4),
            ("to the start", [.text("New York"), .alt("b"), .control("u")], "York", 0),
            ("to the end", [.text("New York"), .control("a"), .alt("f"), .control("k")], "New", 3),
            ("a combining accent", [.text("u"), .text("\u{308}"), .backspace], "", 0),
            ("a combining accent in the middle", [.text("un"), .left, .text("\u{308}")], "u\u{308}n", 1),
            ("a wide character", [.text("東京"), .left, .backspace], "京", 0),
            ("beyond the ends", [.left, .text("a"), .right, .right, .text("b")], "ab", 2),
            ("a long paste", [.text(String(repeating: "x", count: 100_000))], String(repeating: "x", count: 200), 200),
        ] as [(String, [TerminalKeys.Key], String, Int)])
    func edits(case: String, keys: [TerminalKeys.Key], text: String, cursor: Int) {
        var line = LineEditor()
        for key in keys { #expect(line.handle(key) == true) }
        #expect(line.text == text)
        #expect(line.cursor == cursor)
    }

    @Test("Other keys are left to others")
    func others() {
        var line = LineEditor("a")
        for key in [TerminalKeys.Key.enter, .escape, .up, .control("x"), .alt("x")] {
            #expect(line.handle(key) == false)
        }
        #expect(line == LineEditor("a"))
    }

    @Test(
        "A field shows the part around the cursor",
        arguments: [
            ("Oslo", 10, "Oslo", 4), ("Oslo", 4, "slo", 3), ("Oslo", 1, "", 0), ("東京都", 5, "京都", 4), ("東京都", 4, "都", 2),
            ("Oslo", 0, "", 0),
        ])
    func window(text: String, width: Int, visible: String, cursor: Int) {
        #expect(LineEditor(text).window(width) == (visible, cursor))
    }
}
