import Gazetteer
import Solar

/// The source of a gazetteer: the tables in etc/gazetteer, whose headers describe their columns.
public struct GazetteerSource: Sendable {
    /// A row of places.tsv or zone-places.tsv.
    struct Place: Sendable {
        let name: String
        let area: Area
        let coordinate: Coordinate
        /// In `GazetteerLayout.unitsPerDegree`.
        let latitude: Int32
        let longitude: Int32
        let population: UInt32
        let timeZone: String
    }

    /// A country, and a division of it; its code is empty for none.
    struct Area: Hashable, Comparable, Sendable {
        let country: String
        let division: String

        static func < (left: Area, right: Area) -> Bool {
            (left.country, left.division) < (right.country, right.division)
        }
    }

    /// A row of other-names.tsv: the name in those tables of the place in that country, and another name of it.
    struct OtherName: Sendable {
        let country: String
        let place: String
        let name: String
        let row: SourceTable.Row
    }

    let places: [Place]
    let otherNames: [OtherName]
    /// The names of countries, by code, and of divisions; the first is the one to display.
    let countryNames: [String: [String]]
    let divisionNames: [Area: [String]]

    /// A source from the texts of the tables. Every country must have a name, and every name must belong to a place.
    public init(
        places: String, zonePlaces: String, countries: String, divisions: String, otherNames: String
    ) throws(SourceError) {
        var parsed: [Place] = []
        for (text, file) in [(places, "places.tsv"), (zonePlaces, "zone-places.tsv")] {
            for row in try SourceTable(text, file: file, columns: 7...7).rows { parsed.append(try Place(row)) }
        }
        self.places = parsed

        let countriesOfPlaces = Set(parsed.map(\.area.country))
        let countryTable = try SourceTable(countries, file: "countries.tsv", columns: 2...20)
        countryNames = try countryTable.names(columns: 1) { $0[0] }
        for row in countryTable.rows where !countriesOfPlaces.contains(row.columns[0]) {
            throw row.error("no place is in \(row.columns[0]); remove the line")
        }
        for country in countriesOfPlaces.sorted() where countryNames[country] == nil {
            throw SourceError(description: "countries.tsv: \(country) is missing; add its name")
        }

        let areas = Set(parsed.map(\.area))
        let divisionTable = try SourceTable(divisions, file: "divisions.tsv", columns: 3...20)
        divisionNames = try divisionTable.names(columns: 2) { Area(country: $0[0], division: $0[1]) }
        for row in divisionTable.rows where !areas.contains(Area(country: row.columns[0], division: row.columns[1])) {
            throw row.error("no place is in \(row.columns[0])-\(row.columns[1]); remove the line")
        }

        self.otherNames = try SourceTable(otherNames, file: "other-names.tsv", columns: 3...20).rows.flatMap { row in
            row.columns[2...].map { OtherName(country: row.columns[0], place: row.columns[1], name: $0, row: row) }
        }
    }
}

extension SourceTable {
    /// The names after a number of columns, by a key from those columns.
    fileprivate func names<Key: Hashable>(
        columns: Int, by key: ([String]) -> Key
    ) throws(SourceError) -> [Key: [String]] {
        var names: [Key: [String]] = [:]
        for row in rows {
            guard names.updateValue(Array(row.columns[columns...]), forKey: key(row.columns)) == nil else {
                throw row.error(
                    "\(row.columns[..<columns].joined(separator: "-")) appears twice; put its names in one line")
            }
        }
        return names
    }
}

extension GazetteerSource.Place {
    fileprivate init(_ row: SourceTable.Row) throws(SourceError) {
        let columns = row.columns
        // GeoNames uses 00 for an unknown division.
        area = GazetteerSource.Area(country: columns[1], division: columns[2] == "00" ? "" : columns[2])
        guard let latitude = Int32(degrees: columns[3]), let longitude = Int32(degrees: columns[4]),
            let coordinate = Coordinate(latitude: latitude.inDegrees, longitude: longitude.inDegrees)
        else {
            throw row.error(
                "\(columns[3]) and \(columns[4]) are not a coordinate; write degrees with up to 5 decimals")
        }
        guard let population = UInt32(columns[5]) else {
            throw row.error("\(columns[5]) is not a population; write a whole number")
        }
        guard !columns[0].isEmpty, !columns[6].isEmpty else {
            throw row.error("the name or the time zone is empty; both are required")
        }
        name = columns[0]
        timeZone = columns[6]
        (self.latitude, self.longitude, self.coordinate) = (latitude, longitude, coordinate)
        self.population = population
    }
}

extension Int32 {
    /// The decimal number in `GazetteerLayout.unitsPerDegree`, without going through binary fractions; nil for what is no
    /// number or has more decimals.
    fileprivate init?(degrees text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = String(GazetteerLayout.unitsPerDegree).count - 1
        guard parts.count <= 2, let whole = Int32(parts[0]), abs(whole) <= 180,
            case let part = parts.count == 1 ? "" : parts[1], part.count <= decimals, part.allSatisfy(\.isNumber),
            let fraction = Int32(part + String(repeating: "0", count: decimals - part.count))
        else { return nil }
        self = whole * Int32(GazetteerLayout.unitsPerDegree) + (text.hasPrefix("-") ? -fraction : fraction)
    }

    fileprivate var inDegrees: Double { Double(self) / Double(GazetteerLayout.unitsPerDegree) }
}

/// An error in the source of a gazetteer.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, the line (from 1), the problem and a fix.
    public let description: String
}

/// A text of rows with tabs between their columns. Lines that begin with `#` are comments.
struct SourceTable {
    /// The name of the file in errors.
    let file: String
    /// The rows.
    let rows: [Row]

    /// A row.
    struct Row {
        let file: String
        let line: Int
        let columns: [String]

        func error(_ problem: String) -> SourceError {
            SourceError(description: "\(file):\(line): \(problem)")
        }
    }

    /// The rows of a text, each with a number of columns in the range.
    init(_ text: String, file: String, columns: ClosedRange<Int>) throws(SourceError) {
        self.file = file
        var rows: [Row] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated()
        where !line.isEmpty && line.first != UInt8(ascii: "#") {
            let row = Row(
                file: file, line: index + 1,
                columns: line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
                    String(Substring($0))
                })
            guard columns.contains(row.columns.count) else {
                let wanted = columns.count == 1 ? "\(columns.lowerBound)" : "\(columns.lowerBound) or more"
                throw row.error(
                    "the line has \(row.columns.count) columns; write \(wanted), separated by tabs")
            }
            rows.append(row)
        }
        self.rows = rows
    }
}
