import Testing

@testable import suntracker

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
            ("Backspace", "\u{7F}\u{8}", [.backspace, .backspace]),
            ("Ctrl-U, and an unknown one", "\u{15}\u{E}", [.erase]), ("Alt", "\u{1B}v", [.escape, .text("v")]),
            ("two Escapes", "\u{1B}\u{1B}[A", [.escape, .up]),
            (
                "pasted text", "\u{1B}[200~a\tb\r\nc\u{1B}[31md\u{3}\u{1B}[201~\r",
                [.text("a b  cd"), .enter]
            ),
            ("an unknown key", "\u{1B}[15~x", [.text("x")]),
            ("a control character of two bytes", "a\u{9B}b", [.text("ab")]),
            ("Tab and Shift-Tab", "\t\u{1B}[Z", [.tab, .backTab]),
            (
                "the mouse", "\u{1B}[<0;4;6M\u{1B}[<32;5;7M\u{1B}[<0;5;7m",
                [.press(column: 3, row: 5), .drag(column: 4, row: 6), .release]
            ),
            ("the right button and the wheel", "\u{1B}[<2;4;6M\u{1B}[<64;4;6M", []),
            ("no cell", "\u{1B}[<0;0;6M\u{1B}[<0;4M", []),
            ("a column beyond all", "\u{1B}[<0;99999999999999999999;1M", []),
        ] as [(String, String, [TerminalKeys.Key])])
    func keys(case: String, text: String, keys: [TerminalKeys.Key]) {
        var whole = TerminalKeys()
        let all = whole.read(Array(text.utf8))
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
        #expect(joined(all) == keys)
        #expect(joined(read) == keys)
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
