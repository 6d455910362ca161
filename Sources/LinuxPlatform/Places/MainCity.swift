// SPDX-License-Identifier: MIT
package import Configuration
import Solar

/// The main city of a time zone, an estimate of the user's location if nothing else is known.
extension ZoneinfoTree {
    /// Returns the main city of a zone; nil for a zone without one, such as `UTC`.
    ///
    /// Searches `zone1970.tab` first, which contains each zone whose time differs from all others since 1970, then
    /// `zone.tab`, which contains at least one zone for each country. A name in neither table is an alias
    /// (`US/Mountain`), whose file is a link to the file of a zone in the tables. If several countries share this zone,
    /// only the name shows which country is meant (`aliases`): since 2021, `Iceland` is a link to Abidjan, whose clocks
    /// show the same time. Without a file of the alias, the list of links tells its zone; without the tz database, the
    /// gazetteer knows the city.
    package func mainCity(ofZone zone: String) throws(ZoneTableError) -> Place? {
        guard !Self.zonesOfNoPlace.contains(zone) else { return nil }
        let name = Self.aliases[zone] ?? zone
        var tables: [[ZoneTable.Row]] = []
        for table in ["zone1970.tab", "zone.tab"] {
            let rows = try rows(of: table)
            if let row = rows.first(where: { $0.zone == name }) { return place(row, zone: zone) }
            tables.append(rows)
        }
        if tables.allSatisfy(\.isEmpty) {
            return ProgramPlaces().mainCity(ofZone: name).map {
                place(ZoneTable.Row(zone: name, coordinate: $0), zone: zone)
            }
        }
        let identity = fileIdentity(of: zone)
        let meant = identity == nil ? zoneMeant(byAlias: zone) : nil
        for rows in tables {
            if let row = rows.first(where: {
                $0.zone == meant || identity != nil && fileIdentity(of: $0.zone) == identity
            }) {
                return row.isOfOneCountry ? place(row, zone: zone) : nil
            }
        }
        return nil
    }

    /// The city after which a zone is named: `Buenos Aires` of `America/Argentina/Buenos_Aires`.
    static func city(ofZone zone: String) -> String {
        String((zone.split(separator: "/").last ?? "").map { $0 == "_" ? " " : $0 })
    }

    private func place(_ row: ZoneTable.Row, zone: String) -> Place {
        let name = ProgramPlaces().name(ofMainCity: row.placeName, at: row.coordinate)
        return Place(
            observer: Observer(row.coordinate), name: .own(name),
            provenance: Provenance(source: .timeZone(zone)))
    }

    private func rows(of table: String) throws(ZoneTableError) -> [ZoneTable.Row] {
        let path = "\(path)/\(table)"
        let text: String?
        do { text = try readText(path, atMost: ZoneTable.sizeLimit) } catch {
            throw ZoneTableError(description: "\(path): \(error)")
        }
        // The tables are missing on small systems.
        return try text.map { text throws(ZoneTableError) in try ZoneTable(text, file: path).rows } ?? []
    }

    /// The meanings of aliases whose files can be links to a zone of several countries, as of release 2025b. The main
    /// city must be in the same country, and less than a thousand kilometres away, so there is none for
    /// `Atlantic/Jan_Mayen`.
    private static let aliases = [
        "Africa/Asmera": "Africa/Asmara", "Africa/Timbuktu": "Africa/Bamako", "America/Montreal": "America/Toronto",
        "America/Nipigon": "America/Toronto", "America/Thunder_Bay": "America/Toronto",
        "America/Virgin": "America/St_Thomas", "Asia/Rangoon": "Asia/Yangon", "Canada/Eastern": "America/Toronto",
        "Europe/Belfast": "Europe/London", "GB": "Europe/London", "GB-Eire": "Europe/London",
        "Iceland": "Atlantic/Reykjavik", "Japan": "Asia/Tokyo", "NZ": "Pacific/Auckland",
        "Pacific/Ponape": "Pacific/Pohnpei", "Pacific/Samoa": "Pacific/Pago_Pago", "Pacific/Truk": "Pacific/Chuuk",
        "Singapore": "Asia/Singapore", "US/Arizona": "America/Phoenix", "US/Samoa": "Pacific/Pago_Pago",
    ]

    /// The names in the tz database for a standard time rather than a place. Newer releases link them to a city with
    /// that time, but `CET` does not mean Brussels, nor `EST` Panama.
    private static let zonesOfNoPlace: Set = [
        "CET", "CST6CDT", "EET", "EST", "EST5EDT", "HST", "MET", "MST", "MST7MDT", "PST8PDT", "WET",
    ]
}

/// The reason why the tables of the tz database cannot be used.
package struct ZoneTableError: Error, Equatable, CustomStringConvertible {
    /// The problem: `zone1970.tab:12: …`.
    package let description: String
}

/// The table `zone1970.tab` or `zone.tab` of the tz database, which contains each zone's main city.
///
/// The columns, separated by tabs, are country codes, coordinates (ISO 6709), the zone's name and optional comments.
struct ZoneTable {
    /// The maximum size of a table, in bytes. A typical size is 20,000 bytes.
    static let sizeLimit = 1 << 20

    struct Row: Equatable {
        let zone: String
        let coordinate: Coordinate
        /// Whether no other country shares the zone.
        var isOfOneCountry = true

        var placeName: String { ZoneinfoTree.city(ofZone: zone) }
    }

    let rows: [Row]

    /// Reads the table; `file` names it in errors.
    init(_ text: String, file: String) throws(ZoneTableError) {
        var rows: [Row] = []
        // Split by bytes, because for Swift, "\r\n" is one character, which is not "\n".
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard !line.isEmpty, line.first != UInt8(ascii: "#") else { continue }
            let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard columns.count >= 3, Self.isName(columns[2]) else {
                throw ZoneTableError(
                    description:
                        "\(file):\(index + 1): \"\(Substring(line))\" is not a zone; a line contains country codes, coordinates and a zone, "
                        + "separated by tabs")
            }
            guard let coordinate = Coordinate(iso6709: String(Substring(columns[1]))) else {
                throw ZoneTableError(
                    description:
                        "\(file):\(index + 1): \"\(Substring(columns[1]))\" is not a place; coordinates are ±DDMM±DDDMM or "
                        + "±DDMMSS±DDDMMSS")
            }
            let isOfOneCountry = !columns[0].contains(UInt8(ascii: ","))
            rows.append(
                Row(zone: String(Substring(columns[2])), coordinate: coordinate, isOfOneCountry: isOfOneCountry))
        }
        self.rows = rows
    }

    /// Whether the text is valid as the name of a zone and its file (tz, Theory and pragmatics, "Timezone
    /// identifiers").
    private static func isName(_ text: Substring.UTF8View) -> Bool {
        text.allSatisfy { $0.isAlphanumeric || "_+-/".utf8.contains($0) }
            && text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }
}

extension Coordinate {
    /// Parses ISO 6709 with degrees and minutes, and optional seconds: `+4230+00131`, `+513030-0000731`.
    init?(iso6709 text: String) {
        let bytes = Array(text.utf8)
        let isSign = { (byte: UInt8) in byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
        guard let middle = bytes.lastIndex(where: isSign), middle > 0,
            let latitude = Self.degrees(bytes[..<middle], degreeDigits: 2),
            let longitude = Self.degrees(bytes[middle...], degreeDigits: 3),
            // Either both angles contain seconds, or neither does.
            bytes.count - middle == middle + 1
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Parses a sign, this many digits of degrees, two digits of minutes, and optionally two digits of seconds.
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
