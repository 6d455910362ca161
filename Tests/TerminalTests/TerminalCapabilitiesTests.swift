import Testing

@testable import suntracker

@Suite("Capabilities of the terminal")
struct TerminalCapabilitiesTests {
    @Test(
        "The colour depth follows NO_COLOR, COLORTERM and TERM, in this order",
        arguments: [
            (["TERM": "xterm-256color"], .indexed), (["TERM": "xterm"], .indexed), ([:], .indexed),
            (["TERM": "xterm", "COLORTERM": "truecolor"], .direct), (["TERM": "foot", "COLORTERM": "24bit"], .direct),
            (["TERM": "xterm", "COLORTERM": "yes"], .indexed), (["TERM": "linux"], .none), (["TERM": "vt220"], .none),
            (["TERM": "rxvt-16color"], .none), (["TERM": "xterm-mono"], .none),
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], .none), (["NO_COLOR": "", "TERM": "xterm"], .indexed),
        ] as [([String: String], ColourDepth)])
    func colours(variables: [String: String], depth: ColourDepth) {
        #expect(TerminalCapabilities(environment: variables).colourDepth == depth)
    }

    @Test(
        "Symbols need a UTF-8 locale, and a terminal other than the Linux console",
        arguments: [
            (["LC_ALL": "C.UTF-8"], true), (["LC_ALL": "", "LANG": "de_DE.utf8"], true),
            (["LC_CTYPE": "C.UTF-8", "LANG": "C"], true), (["LC_ALL": "C"], false), ([:], false),
            (["LC_ALL": "C.UTF-8", "TERM": "linux"], false), (["LC_ALL": "C.UTF-8", "TERM": "xterm"], true),
            (["LC_ALL": "de_DE.ISO-8859-1", "LANG": "C.UTF-8"], false),
        ] as [([String: String], Bool)])
    func symbols(variables: [String: String], symbols: Bool) {
        #expect(TerminalCapabilities(environment: variables).hasSymbols == symbols)
    }
}
