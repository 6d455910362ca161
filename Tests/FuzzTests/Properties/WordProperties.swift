// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Wording

@testable import LinuxPlatform
@testable import suntracker

extension Property {
    /// An accepted coordinate is on the Earth, and its decimals are read as the same coordinate.
    static let coordinate = Property(
        "coordinate",
        seeds: goodCoordinates + ["-33.9", "151E", "39.74,-180.5", "-90.5,0"],
        words: [
            "N", "s", "E", "w", "°", "-", "+", "\u{2212}", ",", ".", " ", "90", "180", "91", "1e1", "ſ", "nan", "½",
            "′", "\"", "30′",
        ]
    ) { text in
        if let coordinate = try spoken({ () throws(PlaceLookupError) in try Coordinate(text: text) }) {
            let (latitude, longitude) = (coordinate.latitude.degrees, coordinate.longitude.degrees)
            try require(
                (-90...90).contains(latitude) && (-180...180).contains(longitude), "out of range: \(coordinate)")
            let decimals = "\(latitude.decimalText(places: 7)),\(longitude.decimalText(places: 7))"
            let again = try Coordinate(text: decimals)
            try require(
                abs(again.latitude.degrees - latitude) < 6e-8 && abs(again.longitude.degrees - longitude) < 6e-8,
                "\(decimals) is another one: \(again)")
        } else {
            try require(!goodCoordinates.contains(text), "a good one is refused")
        }
        if let latitude = try spoken({ () throws(PlaceLookupError) in try Latitude(text: text) }) {
            try require((-90...90).contains(latitude.degrees), "out of range: \(latitude)")
        }
        if let longitude = try spoken({ () throws(PlaceLookupError) in try Longitude(text: text) }) {
            try require((-180...180).contains(longitude.degrees), "out of range: \(longitude)")
        }
    }

    private static let goodCoordinates = [
        "39.74,-104.99", "39.74N 104.99W", "39.74° N, 104.99° W", "\u{2212}33.9, 151.2", "90S180E", ".5,-.5",
    ]

    /// The result; nil for an error, which must contain a problem and a remedy.
    private static func spoken<Value>(_ read: () throws(PlaceLookupError) -> Value) throws -> Value? {
        do { return try read() } catch {
            try require(![error.problem, error.remedy].contains { $0.description.isEmpty }, "no reason: \(error)")
            return nil
        }
    }

    /// Escaped text shows the original text, and contains no elements.
    static let markup = Property(
        "markup", seeds: ["06:46 · 9 h <b>54</b> min & more", "<\u{338}img src=\"x\">", "&amp;\u{301}"],
        words: ["<\u{338}", ">\u{338}", "&\u{301}", "<", ">", "&", "&lt;", "\r\n", "👨‍👩‍👧", "\"", "'"]
    ) { text in
        for markup in [text.escapedForPopup, text.escapedForMarkup] {
            try require(!markup.utf8.contains(UInt8(ascii: "<")), "there is markup in \(markup)")
            try require(!markup.utf8.contains(UInt8(ascii: ">")), "there is markup in \(markup)")
            try require(shown(markup).elementsEqual(text.unicodeScalars), "\(markup) shows another text")
        }
        // Pages also contain the text within quotes.
        try require(
            !text.escapedForMarkup.utf8.contains { "\"'".utf8.contains($0) }, "a quote ends in \(text.escapedForMarkup)"
        )
    }

    /// The text that a browser shows for markup without elements.
    private static func shown(_ markup: String) -> [Unicode.Scalar] {
        let entities = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]
        var rest = markup.unicodeScalars[...]
        var shown: [Unicode.Scalar] = []
        while let next = rest.first {
            let entity = entities.first { rest.starts(with: $0.0.unicodeScalars) }
            shown += entity.map { Array($0.1.unicodeScalars) } ?? [next]
            rest = rest.dropFirst(entity?.0.unicodeScalars.count ?? 1)
        }
        return shown
    }
}
