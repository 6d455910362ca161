// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

/// `Localizer` returns each text in brackets, so text outside of brackets is not from the catalog, except for the
/// values.
@Suite("Every word of the chart comes from the catalog")
struct TranslatedChartTests {
    /// The situations with each source of a place, a polar day and a polar night. A chart takes longer than all its
    /// texts.
    private static let years = [0, 1, 3, 4, 5, 8].map { Situation.days[$0] }
    private static let charts = years.map { year in Result { try chart(year, in: .bracketed) } }

    private static let values = [
        "Denver", "Tromsø", "London", "America/Denver", "Europe/Oslo", "Australia/Lord_Howe", "Pacific/Kiritimati",
        "GeoClue", "--place", "suntracker place", "GeoNames (geonames.org), CC BY 4.0",
    ]

    private static func chart(_ year: Situation, in words: Localizer) throws -> DaylightChart {
        DaylightChart(
            of: .year, at: year.place(), now: at(year.now), localTime: try year.localTime(), in: words)
    }

    /// Each situation in 80 columns and each width in one situation, or all of both.
    private static func layouts(_ widths: [Int]) -> [(year: Int, columns: Int)] {
        let all = years.indices.flatMap { year in widths.map { (year: year, columns: $0) } }
        return Scope.translatedChart.isFull ? all : all.filter { $0.year == 0 || $0.columns == 80 }
    }

    @Test("The table", arguments: layouts([120, 80, 60, 40]))
    func table(year: Int, columns: Int) throws {
        for period in ChartPeriod.allCases {
            // A line may break within brackets, which only affects this test.
            let text = try Self.charts[year].get().narrowed(to: period).text(columns: columns)
            #expect(untranslatedParts(of: text, values: Self.values) == [], "\(text)")
        }
    }

    @Test("The screen", arguments: layouts([200, 100, 80, 40]))
    func screen(year: Int, columns: Int) throws {
        var browser = ChartBrowser(
            try Self.charts[year].get(), showing: .year, in: WindowSize(columns: columns, rows: 40))
        for key in [TerminalKeys.Key.home, .pageDown, .character("t"), .pageDown, .character("1"), .end] {
            _ = browser.handle(key)
            // A text that is too long for its line ends without a bracket.
            for line in browser.lines(.none).map({ $0.map(\.text).joined() }) {
                #expect(untranslatedParts(of: line, values: Self.values) == [], "\(line)")
            }
        }
    }

    @Test("CSV and JSON are English")
    func machines() throws {
        let (chart, english) = (try Self.charts[0].get(), try Self.chart(Self.years[0], in: .english))
        #expect(chart.csv == english.csv)
        #expect(try chart.json() == english.json())
    }

    /// Attributes whose values are for machines.
    private static let machine: Set<String> = [
        "lang", "charset", "http-equiv", "content", "name", "id", "class", "href", "type", "value", "role", "tabindex",
        "scope", "d", "preserveAspectRatio", "aria-labelledby", "aria-hidden", "aria-live", "transform", "x", "y",
        "width", "height", "viewBox", "media", "rel", "display", "dx", "text-anchor", "data-asked", "data-at",
        "data-day",
        "data-days", "data-depth", "data-eclipse", "data-horizon", "data-latitude", "data-month", "data-now",
        "data-sun", "data-zone",
    ]

    /// The texts of the markup: texts between elements, without style and script, and values of attributes for people.
    private func texts(in markup: String) -> String {
        let markup = markup.replacing(/<(style|script)>(?s:.*?)<\/\1>/, with: "")
        let attributes = markup.matches(of: /<[a-z][^<>]*>/).flatMap { element in
            element.output.matches(of: /\s([a-zA-Z:-]+)="([^"]*)"/).compactMap { attribute in
                Self.machine.contains(String(attribute.output.1)) ? nil : String(attribute.output.2)
            }
        }
        let contents = markup.replacing(/<[^<>]*>/, with: "\n")
        return ([contents] + attributes).joined(separator: "\n").replacing("&#39;", with: "'")
    }

    @Test("The page", arguments: years.indices)
    func page(year: Int) throws {
        let page = try Self.charts[year].get().page(at: Self.years[year].now)
        let texts = texts(in: page)
        #expect(texts.contains("⟦Sunrise⟧") || texts.contains("⟦sunrise⟧"))
        #expect(untranslatedParts(of: texts, values: Self.values) == [])
        #expect(page.contains("<html lang=\"⟦en⟧\">"))
    }

    /// The page's texts are in its elements, so the script and its hash are the same in every language.
    @Test("The script contains no texts")
    func script() throws {
        let strings = ChartPageScript.text.replacing(/(?m)^ *\/\/.*$/, with: "").matches(of: /"([^"]*)"|`([^`]*)`/).map
        {
            String($0.output.1 ?? $0.output.2 ?? "")
        }
        // These strings are selectors, names of attributes, keys, elements and events, date formats, and units; letters
        // of paths are next to numbers.
        let known = /[#.\[]?[-a-z=:#.> \[\]]+|[0-9.em%]+|2-digit|\\ue00[01]/
        let names: Set = ["KeyT", "viewBox"]
        for text in strings where !names.contains(text) && !text.isEmpty {
            let isNumber = text.replacing(/\$\{[^}]*\}/, with: "").allSatisfy {
                !$0.isLetter || "MLVHvhemz".contains($0)
            }
            #expect(isNumber || text.wholeMatch(of: known) != nil, "\(text)")
        }
    }
}
