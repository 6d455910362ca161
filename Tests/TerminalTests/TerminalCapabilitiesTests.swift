// SPDX-License-Identifier: MIT
import Testing

@testable import suntracker

@Suite("Capabilities of the terminal")
struct TerminalCapabilitiesTests {
    @Test(
        "The colour depth follows NO_COLOR, COLORTERM and TERM, in this order",
        arguments: [
            (["TERM": "xterm-256color"], .indexed), (["TERM": "xterm"], .indexed), ([:], .indexed),
            (["TERM": "xterm", "COLORTERM": "truecolor"], .direct), (["TERM": "foot", "COLORTERM": "24bit"], .direct),
            (["TERM": "xterm", "COLORTERM": "yes"], .indexed), (["TERM": "linux"], .few), (["TERM": "vt220"], .none),
            (["TERM": "rxvt-16color"], .few), (["TERM": "xterm-mono"], .none),
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], .none), (["NO_COLOR": "", "TERM": "xterm"], .indexed),
        ] as [([String: String], ColourDepth)])
    func colours(variables: [String: String], depth: ColourDepth) {
        #expect(TerminalCapabilities(environment: variables).colourDepth == depth)
    }
}
