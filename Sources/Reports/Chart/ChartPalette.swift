import Terminal

/// The colours of the chart as a picture, and of the page around it: `#RRGGBB`.
struct ChartPalette {
    let page: String
    let text: String
    /// What is less important, yet to be read.
    let mutedText: String
    /// The outline of a control, and lines.
    let outline: String
    /// What is chosen or has the focus, and the text on it.
    let accent: String
    let textOnAccent: String
    /// The light from night to day.
    let light: [String]
    /// The line of sunrise and sunset.
    let horizon: String

    /// The line through the selected day, and what surrounds it, so that one of them stands out from whatever is behind.
    static let cursor = "#ffffff"
    static let cursorHalo = "#10141f"

    static let bright = ChartPalette(
        page: "#ffffff", text: "#1b2233", mutedText: "#525c73", outline: "#767f94", accent: "#0b57d0",
        textOnAccent: "#ffffff", light: ["#3d4c78", "#5c6c9c", "#8796c0", "#bcc7e2", "#fff0bf"], horizon: "#8f4a00")

    static let dark = ChartPalette(
        page: "#0e1322", text: "#e8ecf5", mutedText: "#a9b3cb", outline: "#7f8aa8", accent: "#8ab4ff",
        textOnAccent: "#0e1322", light: Light.allCases.map(\.colour.hex), horizon: "#6e3700")

    /// The colours as custom properties of CSS.
    var customProperties: String {
        var text = "--page:\(page);--text:\(self.text);--muted:\(mutedText);--outline:\(outline);--accent:\(accent);"
        text += "--on-accent:\(textOnAccent);--horizon:\(horizon);"
        for (level, colour) in light.enumerated() { text += "--light-\(level):\(colour);" }
        return text
    }
}

extension Colour {
    /// `#rrggbb`.
    var hex: String {
        "#" + [red, green, blue].map { (($0 < 16) ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
