import Testing

@testable import LinuxPlatform

@Suite("A notification's markup") struct NotificationMarkupTests {
    @Test(
        "is none, whatever the text",
        arguments: [
            ("9 < 10 & 11 > 10", "9 &lt; 10 &amp; 11 &gt; 10"), ("<b>", "&lt;b&gt;"),
            ("<\u{338}", "&lt;\u{338}"), ("&\u{301}lt;", "&amp;\u{301}lt;"),
        ])
    func escaped(text: String, markup: String) {
        #expect(Array(text.escapedForMarkup.unicodeScalars) == Array(markup.unicodeScalars))
    }
}
