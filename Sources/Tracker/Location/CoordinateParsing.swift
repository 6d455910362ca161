public import Solar

/// Why a text is not a latitude, a longitude or a coordinate.
public struct CoordinateTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong: `latitude 139.74 is out of range`.
    public let problem: TranslatableText
    /// What would be correct: `degrees north are -90 to 90`.
    public let remedy: TranslatableText

    /// The problem and the remedy in one sentence, in English.
    public var description: String { description(in: .english) }

    /// The problem and the remedy in one sentence.
    public func description(in words: Words) -> String {
        // TRANSLATORS: an error and what to do: there is no such file; name one that exists
        words("{problem}; {remedy}", ["problem": problem.text(in: words), "remedy": remedy.text(in: words)])
    }
}

extension Coordinate {
    /// Parses a coordinate, latitude first, as people write it and as maps and encyclopedias show it: `39.74,-104.99`,
    /// `39.74N 104.99W`, `39.74° N, 104.99° W`, `39°44′21″N 104°59′25″W`, `N39° 44.35′ W104° 59.42′`,
    /// `geo:39.74,-104.99?z=11`.
    public init(text: some StringProtocol) throws(CoordinateTextError) {
        var reader = AngleReader(Self.withoutScheme(text))
        guard !reader.isAtEnd else {
            throw CoordinateTextError(

                problem: .words("there is no coordinate"),
                remedy: .words(
                    "write one such as {example} or {other}",
                    ["example": .quoted("39.74,-104.99"), "other": .quoted("39.74N 104.99W")]))
        }
        let latitude = try reader.latitude()
        try reader.separator()
        let longitude = try reader.longitude()
        try reader.end()
        self.init(latitude: latitude, longitude: longitude)
    }

    /// The coordinate of a `geo:` URI (RFC 5870), without its parameters and the query that maps append; any other text as it
    /// is.
    private static func withoutScheme(_ text: some StringProtocol) -> Substring {
        let text = Substring(text)
        guard text.lowercased().hasPrefix("geo:") else { return text }
        return text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
    }
}

extension Latitude {
    /// Parses a latitude: `-33.87`, `33.87S`, `33.87° S`, `33°52′4″S`.
    public init(text: some StringProtocol) throws(CoordinateTextError) {
        var reader = AngleReader(text)
        self = try reader.latitude()
        try reader.end()
    }
}

extension Longitude {
    /// Parses a longitude: `-104.99`, `104.99W`, `104.99° W`, `104°59′25″W`.
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

    private enum Axis {
        case latitude
        case longitude

        var letters: (positive: Character, negative: Character) { self == .latitude ? ("N", "S") : ("E", "W") }

        var example: String { self == .latitude ? "39.74" : "104.99" }
    }

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
        let (angle, degrees) = try signedAngle(.latitude)
        guard let latitude = Latitude(degrees: degrees) else {
            throw CoordinateTextError(

                problem: .words("latitude {angle} is out of range", ["angle": .quoted(String(angle))]),
                remedy: .words(
                    "degrees north are {first} to {last}", ["first": .quoted("-90"), "last": .quoted("90")]))
        }
        return latitude
    }

    mutating func longitude() throws(CoordinateTextError) -> Longitude {
        let (angle, degrees) = try signedAngle(.longitude)
        guard let longitude = Longitude(degrees: degrees) else {
            throw CoordinateTextError(

                problem: .words("longitude {angle} is out of range", ["angle": .quoted(String(angle))]),
                remedy: .words(
                    "degrees east are {first} to {last}", ["first": .quoted("-180"), "last": .quoted("180")]))
        }
        return longitude
    }

    /// Skips the separator between latitude and longitude: a comma, white space, or nothing after a letter.
    mutating func separator() throws(CoordinateTextError) {
        let start = rest
        rest = rest.drop(while: \.isWhitespace)
        if rest.first == "," { rest = rest.dropFirst().drop(while: \.isWhitespace) }
        let isAtLetter = text[..<start.startIndex].last?.isLetter == true || rest.first?.isLetter == true
        guard rest.startIndex > start.startIndex || isAtLetter || isAtEnd else {
            throw unreadable(.latitude)
        }
        guard !isAtEnd else {
            throw CoordinateTextError(

                problem: .words("the longitude is missing in \"{value}\"", ["value": .quoted(String(text))]),
                remedy: .words("write both, such as {example}", ["example": .quoted("39.74,-104.99")]))
        }
    }

    func end() throws(CoordinateTextError) {
        let left = rest.drop(while: \.isWhitespace)
        guard left.isEmpty else {
            let read = text[..<rest.startIndex]
            throw CoordinateTextError(
                problem: .words(
                    "\"{rest}\" is left over after \"{start}\"",
                    ["rest": .quoted(String(left)), "start": .quoted(String(read))]),
                remedy: .words("write decimals with a point, such as {example}", ["example": .quoted("39.74")]))
        }
    }

    private mutating func signedAngle(
        _ axis: Axis
    ) throws(CoordinateTextError) -> (text: Substring, degrees: Double) {
        guard let angle = angle() else { throw unreadable(axis) }
        guard let letter = angle.letter else { return (angle.text, angle.degrees) }
        guard letter == axis.letters.positive || letter == axis.letters.negative else {
            throw CoordinateTextError(
                problem: axis == .latitude
                    ? .words("{angle} is not a latitude", ["angle": .quoted(String(angle.text))])
                    : .words("{angle} is not a longitude", ["angle": .quoted(String(angle.text))]),
                remedy: .words(
                    "the latitude comes first and ends in {north} or {south}, the longitude in {east} or {west}",
                    ["north": .quoted("N"), "south": .quoted("S"), "east": .quoted("E"), "west": .quoted("W")]))
        }
        guard !angle.isSigned else {
            throw CoordinateTextError(
                problem: axis == .latitude
                    ? .words(
                        "latitude {angle} has both a sign and a letter", ["angle": .quoted(String(angle.text))])
                    : .words(
                        "longitude {angle} has both a sign and a letter", ["angle": .quoted(String(angle.text))]),
                remedy: .words(
                    "write {example} or {other}",
                    [
                        "example": .quoted("\(axis.example)\(axis.letters.negative)"),
                        "other": .quoted("-\(axis.example)"),
                    ]))
        }
        return (angle.text, letter == axis.letters.negative ? -angle.degrees : angle.degrees)
    }

    /// Reads an angle with an optional sign, degrees or degrees and minutes and seconds, and a letter before or after it;
    /// nil if there is none here, or other characters follow it directly.
    private mutating func angle() -> Angle? {
        let start = rest
        guard let angle = angle(from: start) else {
            rest = start
            return nil
        }
        return angle
    }

    private mutating func angle(from start: Substring) -> Angle? {
        var letter = hemisphere()
        let isLetterFirst = letter != nil
        if isLetterFirst { rest = rest.drop(while: \.isWhitespace) }
        // U+2212 is the minus sign used in print.
        let isNegative = rest.first == "-" || rest.first == "\u{2212}"
        let isSigned = isNegative || rest.first == "+"
        if isSigned { rest.removeFirst() }
        guard let degrees = sexagesimal() else { return nil }
        if !isLetterFirst { letter = hemisphere() }
        if let next = rest.first {
            // "N39°44′W104°59′" has no space before the next letter.
            let isNextAngle = isLetterFirst && next.isLetter
            if next.isLetter && !isNextAngle || Mark.isAny(next) || next.isNumber && letter == nil { return nil }
        }
        return Angle(
            text: start[..<rest.startIndex], degrees: isNegative ? -degrees : degrees, isSigned: isSigned,
            letter: letter)
    }

    /// Reads a letter of the compass and the white space before it.
    private mutating func hemisphere() -> Character? {
        let text = rest.drop(while: \.isWhitespace)
        // Only ASCII: the long "ſ" would become an S in upper case.
        guard let first = text.first, first.isASCII, ["N", "S", "E", "W"].contains(first.uppercased()) else {
            return nil
        }
        rest = text.dropFirst()
        return Character(first.uppercased())
    }

    /// Reads decimal degrees, or whole degrees with minutes and seconds, of which the last may have decimals. Minutes and
    /// seconds need their marks: "39° 104°" is a latitude and a longitude.
    private mutating func sexagesimal() -> Double? {
        guard let degrees = number() else { return nil }
        guard take(.degrees), degrees == degrees.rounded(), let minutes = number(before: .minutes) else {
            return degrees
        }
        guard minutes == minutes.rounded(), let seconds = number(before: .seconds) else {
            return degrees + minutes / 60
        }
        return degrees + minutes / 60 + seconds / 3600
    }

    private mutating func number() -> Double? {
        let digits = rest.prefix { "0123456789.".contains($0) }
        guard let number = Double(digits) else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    /// Reads a number below 60 and its mark, and the white space before them.
    private mutating func number(before mark: Mark) -> Double? {
        let start = rest
        rest = rest.drop(while: \.isWhitespace)
        guard let number = number(), number < 60, take(mark) else {
            rest = start
            return nil
        }
        return number
    }

    /// Skips the mark and the white space before it, if it is there.
    private mutating func take(_ mark: Mark) -> Bool {
        let text = rest.drop(while: \.isWhitespace)
        guard let spelling = mark.spellings.first(where: { text.hasPrefix($0) }) else { return false }
        rest = text.dropFirst(spelling.count)
        return true
    }

    /// The marks after the parts of an angle, as keyboards and typesetters write them.
    private enum Mark: CaseIterable {
        case degrees, seconds, minutes

        /// Longer ones first.
        var spellings: [String] {
            switch self {
            case .degrees: ["°", "º", "˚"]
            case .minutes: ["′", "'", "’", "´"]
            case .seconds: ["′′", "''", "’’", "″", "\"", "”", "“"]
            }
        }

        static func isAny(_ character: Character) -> Bool {
            allCases.contains { $0.spellings.contains(String(character)) }
        }
    }

    private func unreadable(_ axis: Axis) -> CoordinateTextError {
        CoordinateTextError(
            problem: axis == .latitude
                ? .words("\"{value}\" has no latitude", ["value": .quoted(String(text))])
                : .words("\"{value}\" has no longitude", ["value": .quoted(String(text))]),
            remedy: .words(
                "write degrees with decimals, such as {example} or {other}",
                [
                    "example": .quoted(axis.example),
                    "other": .quoted(axis.example + (axis == .latitude ? "N" : "W")),
                ]))
    }
}
