import CPage
import Solar

/// The style sheet and the script of the page, `chart.css` and `chart.js`, with their hashes for the content security
/// policy (CSP 3, section 2.3.1). A test compares the hashes.
enum ChartPageStyle {
    static let hash = "sha256-u5H4a61z2mGaPCSdMKH2shFzU2HiupB6df8c8kAqPeM="

    /// The colours, and the style sheet that uses them.
    static let text =
        """
        :root{color-scheme:light dark;\(ChartPalette.bright)\(ChartPalette.sky)}
        @media (prefers-color-scheme:dark){:root{\(ChartPalette.dark)}}
        @media print{:root{color-scheme:light;\(ChartPalette.bright)}}
        \(DayPhase.allCases.map { ".light-\($0.level){fill:var(--light-\($0.level))}" }.joined())

        """ + String(cString: suntracker_page_style())
}

enum ChartPageScript {
    static let hash = "sha256-nZXk4QXrwjcCYozmIk7uTynUWpVxoimdL1FIVob2b20="

    static let text = String(cString: suntracker_page_script())
}

/// The colours of the page as custom properties of CSS, for example for secondary text (`muted`), outlines, the button
/// below the pointer (`hover`), and the selection (`accent`). No text is shown on the accent colour, because a
/// desktop's accent colour can have any brightness. Both palettes share the colours of the sky.
enum ChartPalette {
    static let bright = properties([
        "page": "#ffffff", "text": "#1b2233", "muted": "#525c73", "outline": "#767f94", "hover": "#e9edf5",
        "accent": "#0b57d0",
    ])

    static let dark = properties([
        "page": "#15181f", "text": "#eceff6", "muted": "#aab2c4", "outline": "#7f8aa0", "hover": "#272c37",
        "accent": "#8ab4ff",
    ])

    /// The colours of the lights from night to day, of the lines of sunrise and sunset, and of the Sun. `bright` and
    /// `dark` are for lines across the lights: one of the two contrasts with any light.
    static let sky =
        properties(
            KeyValuePairs(
                dictionaryLiteral: ("horizon", "#7a3b00"), ("sun", "#ffb300"), ("bright", "#ffffff"),
                ("dark", "#10141f")))
        + DayPhase.allCases.map { "--light-\($0.level):\($0.colour.hex);" }.joined()

    private static func properties(_ colours: KeyValuePairs<String, String>) -> String {
        colours.map { "--\($0):\($1);" }.joined()
    }
}

extension Colour {
    /// `#rrggbb`.
    fileprivate var hex: String {
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
