import Solar

/// The style sheet of the page: one column, in units of the font size, for any width from 320 pixels on.
///
/// Nothing on the page is animated, and no information is in colour alone.
///
/// The page follows the direction of writing, but for the chart and the steps through it. Its dates go from left to right
/// in every language: charts in Arabic books do so too, where the text and the formulas around them do not, and so the
/// arrow keys, the page, the image and the terminal agree.
enum ChartPageStyle {
    /// The hash of `text` for the content security policy (CSP 3, section 2.3.1). A test compares the two.
    static let hash = "sha256-iFDA9uGJ1T4t9Da/hdQUoTTA9VKzwdKTbF2AoirnTVs="

    static let text = """
        :root{color-scheme:light dark;\(ChartPalette.bright)}
        @media (prefers-color-scheme:dark){:root{\(ChartPalette.dark)}}
        @media print{:root{color-scheme:light;\(ChartPalette.bright)}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
        main{max-width:72rem;margin:auto;padding:clamp(.75rem,3vw,2rem)}
        h1{margin:0 0 .25rem;font-size:1.5rem;line-height:1.25;font-weight:650;overflow-wrap:anywhere}
        p{margin:0}
        header p,footer{color:var(--muted);overflow-wrap:anywhere}
        footer{margin-top:1.5rem;font-size:.875rem}
        .top,.day{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;justify-content:space-between}
        .day{margin:1.25rem 0 .75rem}
        .date{font-size:1.25rem;line-height:1.3;font-weight:650}
        .notes{color:var(--muted);min-height:1.5em}
        dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(8rem,100%),1fr));gap:.5rem 1.25rem;margin:0 0 .5rem}
        dt{color:var(--muted);font-size:.875rem}
        dd{margin:0;font-variant-numeric:tabular-nums;font-weight:600;min-height:1.5em}
        .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .periods,.steps{display:flex;flex-wrap:wrap;gap:.25rem}
        .steps{direction:ltr}
        .periods label{position:relative}
        .periods input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
        .periods span,button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;\
        min-width:44px;padding:.25rem .875rem;border:1px solid var(--outline);border-radius:.5rem;background:var(--page);\
        color:var(--text);font:inherit;line-height:1.2}
        .periods input:checked+span{background:var(--accent);border-color:var(--accent);color:var(--on-accent);\
        font-weight:650}
        button{cursor:pointer}
        :focus-visible,.periods input:focus-visible+span{outline:3px solid var(--accent);outline-offset:2px}
        figure{margin:0}
        .chart,.scale,#light{direction:ltr}
        .chart{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:.5rem}
        .hours{display:flex;flex-direction:column;justify-content:space-between;margin:-.6em 0;color:var(--muted);\
        font-size:.8125rem;line-height:1.2;text-align:right;font-variant-numeric:tabular-nums}
        .scale{grid-column:2;display:block;width:100%;height:1.5em;overflow:visible;font-size:.8125rem}
        .scale text{fill:var(--muted)}
        [dir=rtl] .scale text,[dir=rtl] .hours span{direction:rtl}
        [dir=rtl] .hours span{text-align:right}
        #plot{position:relative;height:clamp(200px,50vh,440px);border-radius:2px;cursor:ew-resize;\
        touch-action:pan-y pinch-zoom;user-select:none;-webkit-user-select:none}
        #light{display:block;width:100%;height:100%}
        #cursor{position:absolute;inset:0 auto 0 50%;width:2px;margin-left:-1px;background:\(ChartPalette.cursor);\
        box-shadow:0 0 0 1.5px \(ChartPalette.cursorHalo);pointer-events:none}
        #cursor::after{content:"";position:absolute;left:50%;bottom:0;width:28px;height:28px;border-radius:50%;\
        transform:translate(-50%,50%);background:var(--accent);border:3px solid var(--page);\
        box-shadow:0 0 0 1px var(--outline)}
        #months{margin-top:18px}
        figcaption ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.75rem 0 0;padding:0;list-style:none;\
        color:var(--muted);font-size:.875rem}
        figcaption li{display:flex;align-items:center;gap:.5rem}
        figcaption svg{flex:none;width:1.125rem;height:1.125rem;border:1px solid var(--outline);border-radius:2px}
        \(DaylightChart.pictureStyle)
        h2{margin:0 0 .5rem;font-size:1.125rem;line-height:1.3;font-weight:650}
        a{color:var(--accent)}
        .more{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1.5rem 3rem;margin-top:1.75rem}
        .more ul{margin:.5rem 0;padding:0;list-style:none}
        .more li{margin:.375rem 0;overflow-wrap:anywhere}
        .seasons{font-variant-numeric:tabular-nums}
        .seasons strong{display:block;font-weight:600}
        .seasons span{display:inline-block;color:var(--muted)}
        code{direction:ltr;unicode-bidi:isolate;display:inline-block;max-width:100%;font:.9375em/1.4 ui-monospace,monospace;padding:0 .25em;border:1px solid var(--outline);border-radius:.25rem}
        #place{scroll-margin-top:1rem}
        details{margin-top:1.25rem}
        summary{min-height:44px;padding:.5rem 0;cursor:pointer;font-weight:600}
        .scroll{overflow:auto;max-height:70vh}
        table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
        caption{text-align:start;color:var(--muted);padding-bottom:.5rem}
        th,td{padding-block:.25rem;padding-inline:0 .75rem;text-align:start;white-space:nowrap;border-bottom:1px solid var(--outline)}
        thead th{position:sticky;top:0;background:var(--page)}
        tbody th{font-weight:400}
        @media (forced-colors:active){
        #plot,figcaption svg{forced-color-adjust:none;outline:1px solid CanvasText}
        #plot:focus-visible{outline:4px solid Highlight}
        #cursor::after{background:Highlight;border-color:Canvas;box-shadow:0 0 0 1px CanvasText}
        .scale text{fill:CanvasText}
        .periods input:checked+span{forced-color-adjust:none;background:Highlight;color:HighlightText}
        }
        @media (max-width:30rem){
        .steps,.periods{flex:1 1 100%}
        .steps button,.periods label{flex:1 1 auto}
        .periods span{width:100%;padding:.25rem .5rem}
        dl{grid-template-columns:repeat(auto-fit,minmax(min(7rem,100%),1fr))}
        }
        @media print{
        .steps,.periods,details,#place,.link,#cursor::after{display:none}
        main{max-width:none;padding:0}
        #light,figcaption svg,#cursor{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        figure{break-inside:avoid}
        }
        """
}

/// The colours of the chart as a picture, and of the page around it, as custom properties of CSS: those of secondary text
/// (`muted`), of outlines and lines, of the selected or focused control and the text on it (`accent`, `on-accent`), of the
/// lines of sunrise and sunset (`horizon`), and of the phases from night to day.
enum ChartPalette {
    /// The line through the selected day and its halo. One of the two contrasts with any background.
    static let cursor = "#ffffff"
    static let cursorHalo = "#10141f"

    static let bright = properties(
        [
            "page": "#ffffff", "text": "#1b2233", "muted": "#525c73", "outline": "#767f94", "accent": "#0b57d0",
            "on-accent": "#ffffff", "horizon": "#8f4a00",
        ], light: ["#3d4c78", "#5c6c9c", "#8796c0", "#bcc7e2", "#fff0bf"])

    static let dark = properties(
        [
            "page": "#0e1322", "text": "#e8ecf5", "muted": "#a9b3cb", "outline": "#7f8aa8", "accent": "#8ab4ff",
            "on-accent": "#0e1322", "horizon": "#6e3700",
        ], light: DayPhase.allCases.map(\.colour.hex))

    private static func properties(_ colours: KeyValuePairs<String, String>, light: [String]) -> String {
        let lights = light.enumerated().map { ("light-\($0)", $1) }
        return (colours.map { ($0, $1) } + lights).map { "--\($0):\($1);" }.joined()
    }
}

extension Colour {
    /// `#rrggbb`.
    var hex: String {
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
