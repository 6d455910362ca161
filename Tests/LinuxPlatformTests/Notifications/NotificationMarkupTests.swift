// SPDX-License-Identifier: MIT
import Testing

@testable import LinuxPlatform

@Suite("A notification's markup") struct NotificationMarkupTests {
    @Test(
        "is escaped, whatever the text contains",
        arguments: [
            ("9 < 10 & 11 > 10", "9 &lt; 10 &amp; 11 &gt; 10"), ("<b>", "&lt;b&gt;"),
            ("<\u{338}", "&lt;\u{338}"), ("&\u{301}lt;", "&amp;\u{301}lt;"),
        ])
    func escaped(text: String, markup: String) {
        #expect(Array(text.escapedForPopup.unicodeScalars) == Array(markup.unicodeScalars))
    }

    @Test(
        "is replaced in a summary for a server that interprets it",
        arguments: [("A & B <i>x</i>", "A & B ‹i›x‹/i›"), ("Denver", "Denver"), ("<\u{338}", "‹\u{338}")])
    func summary(text: String, plain: String) {
        #expect(Array(text.withoutMarkup.unicodeScalars) == Array(plain.unicodeScalars))
    }

    @Test("Plasma gets no-break spaces as entities, which it does not replace")
    func plasma() {
        #expect("9\u{A0}h < R&D 1 s".escapedForPlasma == "9&#160;h &lt; R&amp;D 1 s")
    }
}
