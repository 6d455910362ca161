import FoundationEssentials
import Solar
import Testing

@testable import Gazetteer

@Suite("The principal places of time zones")
struct ZonePlacesTests {
    /// The zones of the system's tables, with the coordinates of their principal places.
    private static func zones() throws -> [(zone: String, coordinate: Coordinate)] {
        try ["zone.tab", "zone1970.tab"].flatMap { table in
            try String(contentsOfFile: "/usr/share/zoneinfo/\(table)", encoding: .utf8).split(separator: "\n")
                .filter { !$0.hasPrefix("#") }
                .map { line in
                    let columns = line.split(separator: "\t")
                    return (String(columns[2]), try #require(coordinate(String(columns[1]))))
                }
        }
    }

    /// ISO 6709, as in the tables: `+4230+00131`, `+513030-0000731`.
    private static func coordinate(_ text: String) -> Coordinate? {
        let middle = text.lastIndex { "+-".contains($0) } ?? text.startIndex
        func degrees(_ text: Substring, _ digits: Int) -> Double {
            let parts = [
                text.dropFirst().prefix(digits), text.dropFirst(digits + 1).prefix(2), text.dropFirst(digits + 3),
            ].map { Double($0) ?? 0 }
            return (parts[0] + parts[1] / 60 + parts[2] / 3600) * (text.hasPrefix("-") ? -1 : 1)
        }
        return Coordinate(latitude: degrees(text[..<middle], 2), longitude: degrees(text[middle...], 3))
    }

    @Test(
        "Every zone of the system is found by its city's name, in that zone or near its coordinate",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/zone.tab")))
    func everyZone() throws {
        let gazetteer = Gazetteer.ofProgram
        let zones = try Self.zones()
        #expect(zones.count > 600)
        func city(_ zone: String) -> String {
            (zone.split(separator: "/").last ?? "").split(separator: "_").joined(separator: " ")
        }
        // One reading of all names is enough for nearly all of them.
        let keys = Set(zones.map { NameKey(city($0.zone)) })
        var known: [NameKey: [GazetteerPlace]] = [:]
        gazetteer.forEachName { key, name in
            let key = NameKey(bytes: key)
            if keys.contains(key) { known[key, default: []].append(gazetteer.place(at: name.place)) }
        }
        for (zone, coordinate) in zones {
            let places = known[NameKey(city(zone))] ?? gazetteer.places(named: city(zone))
            let isFound = places.contains {
                $0.timeZone == zone || $0.coordinate.distance(to: coordinate) < 60_000
            }
            #expect(isFound, "\(zone): \(places.map(\.qualifiedName))")
        }
    }

    @Test(
        "Small ones mean one place, in their own time zone",
        arguments: [
            ("Kiritimati", "Kiritimati, KI", "Pacific/Kiritimati"),
            ("Longyearbyen", "Longyearbyen, SJ-21", "Arctic/Longyearbyen"),
            ("Lord Howe", "Lord Howe Island, AU-02", "Australia/Lord_Howe"),
            ("Eucla", "Eucla, AU-08", "Australia/Eucla"),
            ("Dumont d'Urville", "Dumont d’Urville, AQ", "Antarctica/DumontDUrville"),
            ("Easter Island", "Hanga Roa, CL-01", "Pacific/Easter"),
            ("Galapagos", "Puerto Baquerizo Moreno, EC-01", "Pacific/Galapagos"),
            ("Büsingen", "Büsingen, DE-01", "Europe/Busingen"),
            ("Scoresbysund", "Ittoqqortoormiit, GL", "America/Scoresbysund"),
            ("Tell City", "Tell City, US-IN", "America/Indiana/Tell_City"),
            ("Petersburg, Indiana", "Petersburg, US-IN", "America/Indiana/Petersburg"),
            ("Midway", "Midway, US-FL", "America/Chicago"),
        ])
    func small(text: String, name: String, zone: String) {
        guard case .place(let place) = Gazetteer.ofProgram.resolve(text) else {
            Issue.record("\(Gazetteer.ofProgram.resolve(text))")
            return
        }
        #expect(place.qualifiedName == name)
        #expect(place.timeZone == zone)
    }
}
