// SPDX-License-Identifier: MIT
import Testing

@testable import suntracker

@Suite("The keys of a terminal")
struct TerminalKeysTests {
    @Test(
        "Bytes become keys, all at once or one by one",
        arguments: [
            ("characters", "q1t", [.character("q"), .character("1"), .character("t")]),
            ("arrows", "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
            ("arrows in application mode", "\u{1B}OA\u{1B}OB", [.up, .down]),
            ("an arrow with Shift", "\u{1B}[1;2A", [.up]),
            ("pages", "\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("a page with Ctrl", "\u{1B}[5;5~", [.pageUp]),
            (
                "Home and End of xterm, the Linux console and rxvt",
                "\u{1B}[H\u{1B}[1~\u{1B}[7~\u{1B}[F\u{1B}[4~\u{1B}[8~", [.home, .home, .home, .end, .end, .end]
            ),
            ("Escape and Alt", "\u{1B}q\u{1B}\u{1B}[A", [.character("q"), .up]),
            ("an unknown key", "\u{1B}[15~\u{1B}OPx", [.character("x")]),
            ("control characters, and what is not ASCII", "\r\t\u{7F}ä東\u{9B}x", [.character("x")]),
        ] as [(String, String, [TerminalKeys.Key])])
    func keys(case: String, text: String, keys: [TerminalKeys.Key]) {
        var (whole, parts) = (TerminalKeys(), TerminalKeys())
        #expect(whole.read(Array(text.utf8)) == keys)
        #expect(text.utf8.flatMap { parts.read([$0]) } == keys)
    }
}
