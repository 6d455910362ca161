import Solar

/// The style sheet of the page: one column, in units of the font size, for any width from 320 pixels on.
///
/// Nothing on the page is animated, and no information is conveyed by colour alone.
///
/// The page follows the writing direction, except for the chart and the buttons that step through it. The dates of the
/// chart run from left to right in every language, as in charts in Arabic books, although the text and the formulas
/// there do not. The arrow keys, the page and the terminal therefore agree.
enum ChartPageStyle {
    /// The hash of `text` for the content security policy (CSP 3, section 2.3.1). A test compares the two.
    static let hash = "sha256-E2tUc6z3ytXqiCc1JrCtU4GQ1ajkjbkgsjVrZL0rNQ0="

    static let text = """
        :root{color-scheme:light dark;\(ChartPalette.bright)\(ChartPalette.sky)}
        @media (prefers-color-scheme:dark){:root{\(ChartPalette.dark)}}
        @media print{:root{color-scheme:light;\(ChartPalette.bright)}}
        @supports (color:AccentColor){:root{--accent:AccentColor}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
        main{max-width:76rem;margin:auto;padding:clamp(.75rem,2.5vw,2rem)}
        header,.top{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between}
        h1{margin:0;color:var(--muted);font-size:1rem;font-weight:400;overflow-wrap:anywhere}
        #next{margin:0;font-size:clamp(1.5rem,5vw,2.25rem);line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums}
        h2{margin:0;font-size:1.25rem;line-height:1.3;font-weight:650}
        #spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .group{display:flex;border:1px solid var(--outline);border-radius:.5rem}
        .group>*+*{border-inline-start:1px solid var(--outline)}
        .group label{position:relative;display:flex}
        .group input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
        .group span,button{display:flex;align-items:center;justify-content:center;min-height:44px;\
        min-width:44px;padding:.25rem min(.875rem,2vw);border:0;background:none;color:inherit;font:inherit;line-height:1.2;text-align:center}
        .group>:first-child,.group>:first-child span{border-start-start-radius:.4rem;border-end-start-radius:.4rem}
        .group>:last-child,.group>:last-child span{border-start-end-radius:.4rem;border-end-end-radius:.4rem}
        .group input:checked+span{background:var(--hover);box-shadow:inset 0 -4px var(--accent);font-weight:650}
        button{cursor:pointer}
        #before,#after{font-size:1.5rem}
        button:hover,.group input:not(:checked):hover+span{background:var(--hover)}
        :focus-visible,.group input:focus-visible+span{outline:3px solid var(--text);outline-offset:2px}
        #year{margin:2.25rem 0 1.25rem}
        .chart,.scale,#light,#strip,.across,.steps{direction:ltr}
        .chart{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:.5rem}
        .hours{display:flex;flex-direction:column;justify-content:space-between;margin:-.6em 0;color:var(--muted);\
        font-size:.8125rem;line-height:1.2;text-align:right;font-variant-numeric:tabular-nums}
        .across{display:grid;grid-template-columns:1fr 2fr 2fr 2fr 1fr;margin:.25rem 0 1rem;text-align:center}
        .across :first-child{text-align:left}
        .across :last-child{text-align:right}
        .scale{grid-column:2;display:block;width:100%;height:1.5em;overflow:visible;font-size:.8125rem}
        #marks{height:4em}
        .scale text{fill:var(--muted)}
        #marks text{text-anchor:middle}
        #marks .now{fill:var(--text);font-weight:650}
        [dir=rtl] #marks text,[dir=rtl] .hours span{direction:rtl}
        #plot{position:relative;height:clamp(220px,46vh,480px);cursor:ew-resize;\
        touch-action:pan-y pinch-zoom;user-select:none;-webkit-user-select:none}
        #light,#strip{display:block;width:100%;height:100%;border-radius:.375rem}
        #strip{height:1.75rem;margin-top:.75rem}
        #day{touch-action:pan-y pinch-zoom}
        #chip{position:absolute;bottom:100%;margin-bottom:4px;padding:0 .5em;border-radius:.375rem;background:var(--text);\
        color:var(--page);font-size:.8125rem;line-height:1.7;font-weight:600;white-space:nowrap}
        #chip:empty{display:none}
        \(DayPhase.allCases.map { ".light-\($0.level){fill:var(--light-\($0.level))}" }.joined())
        .gap{fill:var(--page)}
        .halo,.line,.horizon{fill:none;vector-effect:non-scaling-stroke}
        .horizon{stroke:var(--horizon);stroke-width:1.5px;stroke-linejoin:round}
        .halo{stroke:var(--dark);stroke-width:3px}
        .line{stroke:var(--bright);stroke-width:1px}
        .halo.grid{stroke-width:2px;stroke-opacity:.22}
        .line.grid{stroke-opacity:.38}
        .halo.change{stroke-width:1px;stroke-opacity:.7}
        .line.change{stroke-dasharray:3 4}
        .halo.today{stroke-width:2px}
        .line.today{stroke-width:2px;stroke-dasharray:6 5}
        .halo.chosen{stroke-width:4px}
        .line.chosen{stroke-width:2px}
        .halo.sun{stroke-width:17px;stroke-linecap:round}
        .line.sun{stroke:var(--sun);stroke-width:13px;stroke-linecap:round}
        #legend{display:flex;flex-wrap:wrap;gap:.125rem 1.25rem;margin:.25rem 0 0;padding:0;list-style:none;\
        color:var(--muted);font-size:.875rem}
        #legend li{display:flex;align-items:center;gap:.5rem}
        #legend svg{flex:none;width:1rem;height:1rem;border:1px solid var(--outline);border-radius:3px}
        dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(8rem,100%),1fr));gap:.5rem 1.25rem;margin:0}
        dt,.notes,footer{color:var(--muted);font-size:.875rem}
        dd{margin:0;font-variant-numeric:tabular-nums;font-size:1.125rem;font-weight:600}
        dd+dd{color:var(--muted);font-size:.875rem;font-weight:400}
        .notes{margin:.25rem 0 0;min-height:1.5em}
        .notes::first-letter{text-transform:uppercase}
        #dates{margin-top:1rem}
        #dates ul{columns:22rem;column-gap:2rem;margin:.5rem 0 0;padding:0;list-style:none}
        #dates li{padding-bottom:.5rem;break-inside:avoid}
        #dates span{display:block;color:var(--muted);font-size:.875rem}
        #next,h2,dd,#dates span{text-wrap:balance}
        a{display:inline-flex;align-items:center;min-height:2rem;color:inherit}
        details{margin-top:1rem}
        summary{min-height:44px;padding:.5rem 0;cursor:pointer;font-weight:600}
        .scroll{overflow:auto;max-height:70vh}
        table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
        caption{text-align:start;color:var(--muted);padding-bottom:.5rem}
        th,td{padding-block:.25rem;padding-inline:0 .75rem;text-align:start;white-space:nowrap;border-bottom:1px solid var(--outline)}
        thead th{position:sticky;top:0;background:var(--page)}
        tbody th{font-weight:400}
        footer{margin-top:1rem;overflow-wrap:anywhere}
        footer p{margin:0}
        @media (forced-colors:active){
        #light,#strip,#legend svg{forced-color-adjust:none;outline:1px solid CanvasText}
        #plot:focus-visible{outline:4px solid Highlight}
        #chip{border:1px solid CanvasText}
        .scale text{fill:CanvasText}
        .group input:checked+span{forced-color-adjust:none;background:Highlight;color:HighlightText}
        }
        @media (max-width:30rem){
        header>*,.top>*{flex:1 1 100%}
        .group>*{flex:1}
        .group span{width:100%}
        .group span,button{padding:.25rem}
        #year{margin:2rem 0 .75rem}
        #plot{height:clamp(180px,30vh,300px)}
        #strip{margin-top:.5rem}
        .across{margin-bottom:.25rem}
        #legend{gap:0 .75rem;font-size:.8125rem}
        dl{grid-template-columns:repeat(auto-fit,minmax(min(7rem,100%),1fr));column-gap:.75rem}
        }
        @page{size:landscape;margin:.8cm}
        @media print{
        .group,details,.how{display:none}
        body{font-size:.8125rem}
        main{max-width:none;padding:0}
        #year{margin:1.75rem 0 0}
        #plot{height:4.5cm}
        #next{font-size:1.5rem}
        dl{grid-template-columns:repeat(6,1fr)}
        .notes{min-height:0}
        .top,header{gap:0}
        #dates,footer{margin-top:.5rem}
        #light,#strip,#chip,#legend svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        #dates ul{columns:3}
        #dates li{padding:0}
        #dates span{display:inline}
        a{min-height:0;margin-inline-end:.5rem}
        }
        """
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
