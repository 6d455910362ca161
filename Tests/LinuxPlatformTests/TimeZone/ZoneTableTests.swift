// SPDX-License-Identifier: MIT
import Glibc
import Solar
import Testing

@testable import Gazetteer
@testable import LinuxPlatform

@Suite("The tables of the tz database")
struct ZoneTableTests {
    /// The expected coordinates are in seconds of arc, so that each is a whole number.
    @Test(
        "ISO 6709 in degrees and minutes, with and without seconds",
        arguments: [
            ("+4230+00131", 153_000, 5_460), ("-3352+15113", -121_920, 544_380),
            ("+513030-0000731", 185_430, -451), ("-9000+00000", -324_000, 0), ("+0000-18000", 0, -648_000),
        ])
    func iso6709(text: String, latitude: Double, longitude: Double) throws {
        let coordinate = try #require(Coordinate(iso6709: text))
        #expect(abs(coordinate.latitude.degrees * 3600 - latitude) < 1e-6)
        #expect(abs(coordinate.longitude.degrees * 3600 - longitude) < 1e-6)
    }

    @Test(
        "A coordinate that does not follow ISO 6709 is invalid",
        arguments: [
            "", "+4230", "4230+00131", "+423000131", "+4230+0131", "+4230+0013100", "+423000+00131", "+4260+00131",
            "+9001+00131", "+4230+18001", "+4230+001x1", "+4230+00131/", "+423060+0013100",
        ])
    func notISO6709(text: String) {
        #expect(Coordinate(iso6709: text) == nil)
    }

    @Test("Comments and empty lines are ignored, and the place is the city of the zone's name")
    func rows() throws {
        let text =
            "# tzdb\n#country\n\nAD\t+4230+00131\tEurope/Andorra\nAR\t-3436-05827\tAmerica/Argentina/Buenos_Aires\tBA"
        let table = try ZoneTable(text, file: "zone.tab")
        #expect(table.rows.map(\.zone) == ["Europe/Andorra", "America/Argentina/Buenos_Aires"])
        #expect(table.rows.map(\.placeName) == ["Andorra", "Buenos Aires"])
        #expect(table.rows.map(\.coordinate.latitude.degrees) == [42.5, -34.6])
    }

    @Test(
        "Every zone of the system is found by its city's name, in that zone or near its coordinate",
        .enabled(if: access("/usr/share/zoneinfo/zone.tab", R_OK) == 0))
    func system() throws {
        let rows = try ["zone.tab", "zone1970.tab"].flatMap { table in
            try ZoneTable(readText("/usr/share/zoneinfo/\(table)", atMost: ZoneTable.sizeLimit) ?? "", file: table).rows
        }
        #expect(rows.count > 600)
        let gazetteer = Gazetteer.ofProgram
        // One scan of all names finds nearly all of the cities.
        let keys = Set(rows.map { NameKey($0.placeName) })
        var known: [NameKey: [GazetteerPlace]] = [:]
        gazetteer.forEachName { key, name in
            let key = NameKey(bytes: key)
            if keys.contains(key) { known[key, default: []].append(gazetteer.place(at: name.place)) }
        }
        for row in rows {
            let places = known[NameKey(row.placeName)] ?? gazetteer.places(named: row.placeName)
            let isFound = places.contains {
                $0.timeZone == row.zone || $0.coordinate.distance(to: row.coordinate) < 60_000
            }
            #expect(isFound, "\(row.zone): \(places.map(\.spokenName))")
        }
    }

    @Test("A table with CRLF line ends is not empty")
    func lineEnds() {
        let error = #expect(throws: ZoneTableError.self) {
            try ZoneTable("# tzdb\r\nAD\t+4230+00131\tEurope/Andorra\r\n", file: "zone.tab")
        }
        #expect(error?.description.hasPrefix("zone.tab:2: ") == true)
    }

    @Test(
        "An error names the line",
        arguments: [
            (
                "# c\nAD +4230+00131 Europe/Andorra",
                "zone.tab:2: \"AD +4230+00131 Europe/Andorra\" is not a zone; a line contains country codes, "
                    + "coordinates and a zone, separated by tabs"
            ),
            (
                "AD\t+4230+00131\t",
                "zone.tab:1: \"AD\t+4230+00131\t\" is not a zone; a line contains country codes, coordinates and a zone, separated "
                    + "by tabs"
            ),
            (
                "AD\t+4230+00131\tEurope/Andorra\nAE\t+2518+5518\tAsia/Dubai",
                "zone.tab:2: \"+2518+5518\" is not a place; coordinates are ±DDMM±DDDMM or ±DDMMSS±DDDMMSS"
            ),
        ])
    func malformed(text: String, message: String) {
        let error = #expect(throws: ZoneTableError.self) { try ZoneTable(text, file: "zone.tab") }
        #expect(error?.description == message)
    }
}
