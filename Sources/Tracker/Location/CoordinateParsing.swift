public import Solar

/// Why a text is not a latitude, a longitude or a coordinate.
public struct CoordinateTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong: `latitude 139.74 is out of range`.
    public let problem: String
    /// What would be correct: `degrees north are -90 to 90`.
    public let remedy: String

    /// The problem and the remedy in one sentence.
    public var description: String { "\(problem); \(remedy)" }
}

extension Coordinate {
    /// Parses a coordinate, latitude first: `39.74,-104.99`, `39.74N 104.99W`, `39.74° N, 104.99° W`.
    public init(text: some StringProtocol) throws(CoordinateTextError) {
        var reader = AngleReader(text)
        guard !reader.isAtEnd else {
            throw CoordinateTextError(
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
    public init(text: some StringProtocol) throws(CoordinateTextError) {
        var reader = AngleReader(text)
        self = try reader.latitude()
        try reader.end()
    }
}

extension Longitude {
    /// Parses a longitude: `-104.99`, `104.99W`, `104.99° W`.
    public init(text: some StringProtocol) throws(CoordinateTextError) {
        var reader = AngleReader(text)
        self = try reader.longitude()
        try reader.end()
    }
}

/// Reads the angles of a text one by one.
private struct AngleReader {
    private let text: Substring
    private var rest: Substring

    /// An angle as written: its degrees without the sign of the letter, and the letter.
    private struct Angle {
        let text: Substring
        let degrees: Double
        let isSigned: Bool
        let letter: Character?
    }

    init(_ text: some StringProtocol) {
        self.text = Substring(text)
        rest = self.text.drop(while: \.isWhitespace)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func latitude() throws(CoordinateTextError) -> Latitude {
        let (angle, degrees) = try signedAngle("latitude", letters: ("N", "S"), example: "39.74")
        guard let latitude = Latitude(degrees: degrees) else {
            throw CoordinateTextError(
                problem: "latitude \(angle) is out of range", remedy: "degrees north are -90 to 90")
        }
        return latitude
    }

    mutating func longitude() throws(CoordinateTextError) -> Longitude {
        let (angle, degrees) = try signedAngle("longitude", letters: ("E", "W"), example: "104.99")
        guard let longitude = Longitude(degrees: degrees) else {
            throw CoordinateTextError(
                problem: "longitude \(angle) is out of range", remedy: "degrees east are -180 to 180")
        }
        return longitude
    }

    /// Skips the separator between latitude and longitude: a comma, white space, or nothing after a letter.
    mutating func separator() throws(CoordinateTextError) {
        let start = rest
        rest = rest.drop(while: \.isWhitespace)
        if rest.first == "," { rest = rest.dropFirst().drop(while: \.isWhitespace) }
        let endsInLetter = text[..<start.startIndex].last?.isLetter == true
        guard rest.startIndex > start.startIndex || endsInLetter || isAtEnd else {
            throw unreadable("latitude", example: "39.74")
        }
        guard !isAtEnd else {
            throw CoordinateTextError(
                problem: "the longitude is missing in \"\(text)\"", remedy: "write both, such as 39.74,-104.99")
        }
    }

    func end() throws(CoordinateTextError) {
        let left = rest.drop(while: \.isWhitespace)
        guard left.isEmpty else {
            let read = text[..<rest.startIndex]
            throw CoordinateTextError(
                problem: "\"\(left)\" is left over after \"\(read)\"",
                remedy: "write decimals with a point, such as 39.74")
        }
    }

    private mutating func signedAngle(
        _ name: String, letters: (positive: Character, negative: Character), example: String
    ) throws(CoordinateTextError) -> (text: Substring, degrees: Double) {
        guard let angle = angle() else { throw unreadable(name, example: example) }
        guard let letter = angle.letter else { return (angle.text, angle.degrees) }
        guard letter == letters.positive || letter == letters.negative else {
            throw CoordinateTextError(
                problem: "\(angle.text) is not a \(name)",
                remedy: "the latitude comes first and ends in N or S, the longitude in E or W")
        }
        guard !angle.isSigned else {
            throw CoordinateTextError(
                problem: "\(name) \(angle.text) has both a sign and a letter",
                remedy: "write \(example)\(letters.negative) or -\(example)")
        }
        return (angle.text, letter == letters.negative ? -angle.degrees : angle.degrees)
    }

    /// Reads a number with an optional sign, degree sign and letter; nil if there is none here, or other characters
    /// follow it directly.
    private mutating func angle() -> Angle? {
        let start = rest
        // U+2212 is the minus sign used in print.
        let isNegative = rest.first == "-" || rest.first == "\u{2212}"
        let isSigned = isNegative || rest.first == "+"
        if isSigned { rest.removeFirst() }
        let digits = rest.prefix { "0123456789.".contains($0) }
        guard let degrees = Double(digits) else {
            rest = start
            return nil
        }
        rest = rest[digits.endIndex...]

        var letter: Character?
        let unit = rest.drop(while: \.isWhitespace)
        if unit.first == "°" { rest = unit.dropFirst() }
        let hemisphere = rest.drop(while: \.isWhitespace)
        // Only ASCII: the long "ſ" would become an S in upper case.
        if let first = hemisphere.first, first.isASCII, "NSEW".contains(first.uppercased()) {
            letter = Character(first.uppercased())
            rest = hemisphere.dropFirst()
        }
        if let next = rest.first, next.isLetter || "°'\"′″".contains(next) || (next.isNumber && letter == nil) {
            rest = start
            return nil
        }
        return Angle(
            text: start[..<rest.startIndex], degrees: isNegative ? -degrees : degrees, isSigned: isSigned,
            letter: letter)
    }

    private func unreadable(_ name: String, example: String) -> CoordinateTextError {
        CoordinateTextError(
            problem: "\"\(text)\" has no \(name)",
            remedy: "write degrees with decimals, such as \(example) or \(example)\(name == "latitude" ? "N" : "W")")
    }
}
