import Solar

/// A line of a table of the tz database that is not as tz's own comments in the table describe it.
public struct ZoneTableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The table.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong with it; what would be right.
    public let problem: String

    /// `zone1970.tab:12: …`.
    public var description: String { "\(file):\(line): \(problem)" }
}

/// The table `zone1970.tab` or `zone.tab` of the tz database: each zone's principal location.
///
/// The columns, parted by tabs, are country codes, coordinates (ISO 6709), the zone's name, and maybe comments.
struct ZoneTable {
    /// The most bytes that a table can have: they have some 20,000.
    static let sizeLimit = 1 << 20

    struct Row: Equatable {
        let zone: String
        let coordinate: Coordinate

        /// The city after which the zone is named: `Buenos Aires` of `America/Argentina/Buenos_Aires`.
        var placeName: String {
            let city = zone.split(separator: "/").last ?? ""
            return String(city.map { $0 == "_" ? " " : $0 })
        }
    }

    let rows: [Row]

    /// Reads the table; `file` names it in errors.
    init(_ text: String, file: String) throws(ZoneTableError) {
        var rows: [Row] = []
        // Split at the byte: Swift takes "\r\n" for one character, and would find no line at all.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard !line.isEmpty, line.first != UInt8(ascii: "#") else { continue }
            let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard columns.count >= 3, Self.isName(columns[2]) else {
                throw ZoneTableError(
                    file: file, line: index + 1,
                    problem: "\"\(Substring(line))\" is no zone; a line has country codes, coordinates and a zone, "
                        + "parted by tabs")
            }
            guard let coordinate = Coordinate(iso6709: Substring(columns[1])) else {
                throw ZoneTableError(
                    file: file, line: index + 1,
                    problem: "\"\(Substring(columns[1]))\" is no place; coordinates are ±DDMM±DDDMM or "
                        + "±DDMMSS±DDDMMSS")
            }
            rows.append(Row(zone: String(Substring(columns[2])), coordinate: coordinate))
        }
        self.rows = rows
    }

    /// Whether it can be the name of a zone, and of its file (tz, Theory and pragmatics, "Timezone identifiers").
    private static func isName(_ text: Substring.UTF8View) -> Bool {
        let isCharacter = { (byte: UInt8) in
            switch UnicodeScalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "+", "-", "/": true
            default: false
            }
        }
        return text.allSatisfy(isCharacter)
            && text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }
}

extension Coordinate {
    /// The point that a text in ISO 6709 with degrees and minutes, and maybe seconds, names: `+4230+00131`,
    /// `+513030-0000731`; nil if it names none.
    init?(iso6709 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let isSign = { (byte: UInt8) in byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
        guard let middle = bytes.lastIndex(where: isSign), middle > 0,
            let latitude = Self.degrees(bytes[..<middle], degreeDigits: 2),
            let longitude = Self.degrees(bytes[middle...], degreeDigits: 3),
            // Both with seconds or both without.
            bytes.count - middle == middle + 1
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// The degrees of a sign, so many digits of degrees, two of minutes, and maybe two of seconds.
    private static func degrees(_ text: ArraySlice<UInt8>, degreeDigits: Int) -> Double? {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = text.dropFirst()
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        guard digits.count == degreeDigits + 2 || digits.count == degreeDigits + 4 else { return nil }
        func number(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        let afterDegrees = digits.dropFirst(degreeDigits)
        let (minutes, seconds) = (number(afterDegrees.prefix(2)), number(afterDegrees.dropFirst(2)))
        guard minutes < 60, seconds < 60 else { return nil }
        let magnitude = Double(number(digits.prefix(degreeDigits)) * 3600 + minutes * 60 + seconds) / 3600
        return sign == UInt8(ascii: "-") ? -magnitude : magnitude
    }
}
