package import Solar

extension Coordinate {
    /// Parses a coordinate, latitude first, as people write it and as maps and encyclopedias show it: `39.74,-104.99`,
    /// `39.74N 104.99W`, `39.74° N, 104.99° W`, `39°44′21″N 104°59′25″W`, `N39° 44.35′ W104° 59.42′`,
    /// `geo:39.74,-104.99?z=11`.
    package init(text: String) throws(PlaceLookupError) {
        var reader = AngleReader(Self.withoutScheme(text))
        guard !reader.isAtEnd else {
            throw PlaceLookupError(
                problem: .words("there is no coordinate"),
                remedy: .words(
                    "write one such as {example} or {other}", ["example": "39.74,-104.99", "other": "39.74N 104.99W"]))
        }
        let latitude = try reader.latitude()
        try reader.separator()
        let longitude = try reader.longitude()
        try reader.end()
        self.init(latitude: latitude, longitude: longitude)
    }

    /// The coordinate of a `geo:` URI (RFC 5870), without its parameters and the query that maps append; any other text as it
    /// is.
    private static func withoutScheme(_ text: String) -> Substring {
        guard text.lowercased().hasPrefix("geo:") else { return text[...] }
        return text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
    }
}

extension Latitude {
    /// Parses a latitude: `-33.87`, `33.87S`, `33.87° S`, `33°52′4″S`.
    package init(text: String) throws(PlaceLookupError) {
        var reader = AngleReader(text[...])
        self = try reader.latitude()
        try reader.end()
    }
}

extension Longitude {
    /// Parses a longitude: `-104.99`, `104.99W`, `104.99° W`, `104°59′25″W`.
    package init(text: String) throws(PlaceLookupError) {
        var reader = AngleReader(text[...])
        self = try reader.longitude()
        try reader.end()
    }
}

/// Reads the angles of a text one by one.
private struct AngleReader {
    /// The text as written.
    private let text: String
    /// The text with one spelling of each mark.
    private let spelled: Substring
    private var rest: Substring

    private enum Axis {
        case latitude
        case longitude

        var letters: (positive: Character, negative: Character) { self == .latitude ? ("N", "S") : ("E", "W") }

        var example: String { self == .latitude ? "39.74" : "104.99" }
    }

    init(_ text: Substring) {
        self.text = String(text)
        spelled = Self.respelled(text)[...]
        rest = spelled.drop(while: \.isWhitespace)
    }

    /// The text with one of the spellings of each mark that keyboards and typesetters have.
    private static func respelled(_ text: Substring) -> String {
        text.reduce(into: "") { spelled, character in
            switch character {
            case "º", "˚": spelled.append("°")
            case "'", "’", "´", "′":
                // Two of them are the mark of seconds.
                let mark: Character = spelled.last == "′" ? "″" : "′"
                if mark == "″" { spelled.removeLast() }
                spelled.append(mark)
            case "\"", "”", "“": spelled.append("″")
            case "\u{2212}": spelled.append("-")
            default: spelled.append(character)
            }
        }
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func latitude() throws(PlaceLookupError) -> Latitude {
        let (text, degrees) = try angle(.latitude)
        if let latitude = Latitude(degrees: degrees) { return latitude }
        throw PlaceLookupError(
            problem: .words("latitude {angle} is out of range", ["angle": "\(text)"]),
            // TRANSLATORS: the latitude
            remedy: .words("degrees north are {first} to {last}", ["first": "-90", "last": "90"]))
    }

    mutating func longitude() throws(PlaceLookupError) -> Longitude {
        let (text, degrees) = try angle(.longitude)
        if let longitude = Longitude(degrees: degrees) { return longitude }
        throw PlaceLookupError(
            problem: .words("longitude {angle} is out of range", ["angle": "\(text)"]),
            // TRANSLATORS: the longitude
            remedy: .words("degrees east are {first} to {last}", ["first": "-180", "last": "180"]))
    }

    /// Skips the separator between latitude and longitude: a comma, white space, or nothing after a letter.
    mutating func separator() throws(PlaceLookupError) {
        let start = rest
        rest = rest.drop(while: \.isWhitespace)
        if rest.first == "," { rest = rest.dropFirst().drop(while: \.isWhitespace) }
        let isAtLetter = spelled[..<start.startIndex].last?.isLetter == true || rest.first?.isLetter == true
        guard rest.startIndex > start.startIndex || isAtLetter || isAtEnd else { throw unreadable(.latitude) }
        guard !isAtEnd else {
            throw PlaceLookupError(
                problem: .words("the longitude is missing in \"{value}\"", ["value": "\(text)"]),
                // TRANSLATORS: the latitude and the longitude
                remedy: .words("write both, such as {example}", ["example": "39.74,-104.99"]))
        }
    }

    func end() throws(PlaceLookupError) {
        let left = rest.drop(while: \.isWhitespace)
        guard left.isEmpty else {
            let read = spelled[..<rest.startIndex]
            throw PlaceLookupError(
                problem: .words("\"{rest}\" is left over after \"{start}\"", ["rest": "\(left)", "start": "\(read)"]),
                remedy: .words("write decimals with a point, such as {example}", ["example": "39.74"]))
        }
    }

    /// Reads an angle with an optional sign, degrees or degrees and minutes and seconds, and a letter before or after it.
    private mutating func angle(_ axis: Axis) throws(PlaceLookupError) -> (text: Substring, degrees: Double) {
        let start = rest
        var letter = takeLetter()
        let isLetterFirst = letter != nil
        if isLetterFirst { rest = rest.drop(while: \.isWhitespace) }
        let (isNegative, isSigned) = (rest.first == "-", rest.first == "-" || rest.first == "+")
        if isSigned { rest.removeFirst() }
        guard let degrees = takeDegrees() else { throw unreadable(axis) }
        if !isLetterFirst { letter = takeLetter() }
        // "N39°44′W104°59′" has no space before the next letter.
        if let next = rest.first,
            next.isLetter && !isLetterFirst || "°′″".contains(next) || next.isNumber && letter == nil
        {
            throw unreadable(axis)
        }
        let text = start[..<rest.startIndex]
        guard let letter else { return (text, isNegative ? -degrees : degrees) }
        guard letter == axis.letters.positive || letter == axis.letters.negative else {
            throw PlaceLookupError(
                problem: axis == .latitude
                    ? .words("{angle} is not a latitude", ["angle": "\(text)"])
                    : .words("{angle} is not a longitude", ["angle": "\(text)"]),
                remedy: .words(
                    "the latitude comes first and ends in {north} or {south}, the longitude in {east} or {west}",
                    ["north": "N", "south": "S", "east": "E", "west": "W"]))
        }
        guard !isSigned else {
            throw PlaceLookupError(
                problem: axis == .latitude
                    ? .words("latitude {angle} has both a sign and a letter", ["angle": "\(text)"])
                    : .words("longitude {angle} has both a sign and a letter", ["angle": "\(text)"]),
                remedy: .words(
                    "write {example} or {other}",
                    ["example": "\(axis.example)\(axis.letters.negative)", "other": "-\(axis.example)"]))
        }
        return (text, letter == axis.letters.negative ? -degrees : degrees)
    }

    /// Reads a letter of the compass and the white space before it.
    private mutating func takeLetter() -> Character? {
        let after = rest.drop(while: \.isWhitespace)
        guard let first = after.first, "NSEWnsew".contains(first) else { return nil }
        rest = after.dropFirst()
        return Character(first.uppercased())
    }

    /// Reads decimal degrees, or whole degrees with minutes and seconds; the last part may have decimals. Minutes and
    /// seconds need their marks: "39° 104°" is a latitude and a longitude.
    private mutating func takeDegrees() -> Double? {
        guard let degrees = takeNumber() else { return nil }
        guard take("°"), degrees == degrees.rounded(), let minutes = takePart("′") else { return degrees }
        guard minutes == minutes.rounded(), let seconds = takePart("″") else { return degrees + minutes / 60 }
        return degrees + minutes / 60 + seconds / 3600
    }

    private mutating func takeNumber() -> Double? {
        let digits = rest.prefix { "0123456789.".contains($0) }
        guard let number = Double(digits) else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    /// Reads a number below 60 and its mark, and the white space before them.
    private mutating func takePart(_ mark: Character) -> Double? {
        let start = rest
        rest = rest.drop(while: \.isWhitespace)
        if let number = takeNumber(), number < 60, take(mark) { return number }
        rest = start
        return nil
    }

    /// Skips the mark and the white space before it, if it is there.
    private mutating func take(_ mark: Character) -> Bool {
        let after = rest.drop(while: \.isWhitespace)
        guard after.first == mark else { return false }
        rest = after.dropFirst()
        return true
    }

    private func unreadable(_ axis: Axis) -> PlaceLookupError {
        PlaceLookupError(
            problem: axis == .latitude
                ? .words("\"{value}\" has no latitude", ["value": "\(text)"])
                : .words("\"{value}\" has no longitude", ["value": "\(text)"]),
            remedy: .words(
                "write degrees with decimals, such as {example} or {other}",
                [
                    "example": .quoted(axis.example),
                    "other": .quoted(axis.example + (axis == .latitude ? "N" : "W")),
                ]))
    }
}
