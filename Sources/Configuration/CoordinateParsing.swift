// SPDX-License-Identifier: MIT
package import Solar

extension Coordinate {
    /// Parses a coordinate in degrees, latitude first: `39.74,-104.99`, `39.74 -104.99`, `39.74N 104.99W`,
    /// `39.74° N, 104.99° W`, `39°44′N 104°59′24″W`.
    package init(text: String) throws(PlaceLookupError) {
        var reader = AngleReader(text)
        guard !reader.isAtEnd else {
            throw PlaceLookupError(
                problem: "there is no coordinate", remedy: "write one such as 39.74,-104.99 or 39.74N 104.99W")
        }
        let latitude = try reader.latitude()
        try reader.separator()
        let longitude = try reader.longitude()
        try reader.end()
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension Latitude {
    /// Parses a latitude: `-33.87`, `33.87S`, `33.87° S`.
    package init(text: String) throws(PlaceLookupError) {
        var reader = AngleReader(text)
        self = try reader.latitude()
        try reader.end()
    }
}

extension Longitude {
    /// Parses a longitude: `-104.99`, `104.99W`, `104.99° W`.
    package init(text: String) throws(PlaceLookupError) {
        var reader = AngleReader(text)
        self = try reader.longitude()
        try reader.end()
    }
}

/// Reads the angles of a text one by one.
private struct AngleReader {
    private let text: String
    private var rest: Substring

    private enum Axis: String {
        case latitude, longitude

        var letters: (positive: Character, negative: Character) { self == .latitude ? ("N", "S") : ("E", "W") }

        var example: String { self == .latitude ? "39.74" : "104.99" }
    }

    init(_ text: String) {
        self.text = text
        rest = text.drop(while: \.isWhitespace)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func latitude() throws(PlaceLookupError) -> Latitude {
        let (text, degrees) = try angle(.latitude)
        if let latitude = Latitude(degrees: degrees) { return latitude }
        throw PlaceLookupError(
            problem: "latitude \(text) is out of range", remedy: "it must be between -90 and 90")
    }

    mutating func longitude() throws(PlaceLookupError) -> Longitude {
        let (text, degrees) = try angle(.longitude)
        if let longitude = Longitude(degrees: degrees) { return longitude }
        throw PlaceLookupError(
            problem: "longitude \(text) is out of range", remedy: "it must be between -180 and 180")
    }

    /// Skips the separator between latitude and longitude: a comma, white space, or nothing after a letter.
    mutating func separator() throws(PlaceLookupError) {
        let read = text[..<rest.startIndex]
        rest = rest.drop(while: \.isWhitespace)
        if rest.first == "," { rest = rest.dropFirst().drop(while: \.isWhitespace) }
        guard !isAtEnd else {
            throw PlaceLookupError(
                problem: "the longitude is missing in \"\(text)\"", remedy: "write both, such as 39.74,-104.99")
        }
        guard rest.startIndex > read.endIndex || read.last?.isLetter == true else { throw unreadable(.latitude) }
    }

    func end() throws(PlaceLookupError) {
        let left = rest.drop(while: \.isWhitespace)
        guard left.isEmpty else {
            throw PlaceLookupError(
                problem: "\"\(left)\" is left over after \"\(text[..<rest.startIndex])\"",
                remedy: "write decimals with a point, such as 39.74")
        }
    }

    /// Reads degrees with a sign before them, or a letter of the compass after them. Whole degrees may be followed by
    /// minutes and seconds.
    private mutating func angle(_ axis: Axis) throws(PlaceLookupError) -> (text: Substring, degrees: Double) {
        let start = rest
        let sign = rest.first.flatMap { "+-\u{2212}".contains($0) ? $0 : nil }
        if sign != nil { rest.removeFirst() }
        let digits = rest.prefix { "0123456789.".contains($0) }
        guard var magnitude = Double(digits) else { throw unreadable(axis) }
        rest = rest[digits.endIndex...]
        let mark = rest.drop(while: \.isWhitespace)
        if mark.first == "°" {
            rest = mark.dropFirst()
            if !digits.contains(".") { magnitude += try minutes(axis) }
        }
        let letter = takeLetter()
        if let next = rest.first, next.isLetter || "°'\"′″’”".contains(next) || next.isNumber && letter == nil {
            throw unreadable(axis)
        }
        let text = start[..<rest.startIndex]
        guard let letter else { return (text, sign == nil || sign == "+" ? magnitude : -magnitude) }
        guard letter == axis.letters.positive || letter == axis.letters.negative else {
            throw PlaceLookupError(
                problem: "\(text) is not a \(axis)",
                remedy: "write the latitude first, ending in N or S, and then the longitude, ending in E or W")
        }
        guard sign == nil else {
            throw PlaceLookupError(
                problem: "\(axis) \(text) has both a sign and a letter",
                remedy: "write \(axis.example)\(axis.letters.negative) or -\(axis.example)")
        }
        return (text, letter == axis.letters.negative ? -magnitude : magnitude)
    }

    /// Reads minutes and seconds, and returns them in degrees: `44′24″`.
    private mutating func minutes(_ axis: Axis) throws(PlaceLookupError) -> Double {
        var degrees = 0.0
        for (marks, fraction) in [("'′’", 60.0), ("\"″”", 3600.0)] {
            let text = rest.drop(while: \.isWhitespace)
            let digits = text.prefix { "0123456789.".contains($0) }
            guard let mark = text[digits.endIndex...].first, marks.contains(mark) else { continue }
            guard let value = Double(digits), value < 60 else { throw unreadable(axis) }
            degrees += value / fraction
            rest = text[digits.endIndex...].dropFirst()
        }
        return degrees
    }

    /// Reads a letter of the compass and the white space before it.
    private mutating func takeLetter() -> Character? {
        let after = rest.drop(while: \.isWhitespace)
        guard let first = after.first, "NSEWnsew".contains(first) else { return nil }
        rest = after.dropFirst()
        return Character(first.uppercased())
    }

    private func unreadable(_ axis: Axis) -> PlaceLookupError {
        let letter = axis == .latitude ? "N" : "W"
        return PlaceLookupError(
            problem: "\"\(text)\" has no \(axis)",
            remedy: "write degrees with decimals, such as \(axis.example) or \(axis.example)\(letter)")
    }
}
