// SPDX-License-Identifier: MIT
import CGazetteer
import Configuration
import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import TestSupport
import Testing
import Wording

@Suite("The places of the gazetteer") struct ProgramPlacesTests {
    @Test(
        "are listed in one line if a name is ambiguous",
        arguments: [
            ("Santa", "\"Santa\" matches 1"),
            ("6th of Octoberr", "unknown place \"6th of Octoberr\"; similar names: \"6th of October"),
            ("", "unknown place \"\"; for a smaller place, use its coordinates, such as 39.74,-104.99"),
        ])
    func unclear(name: String, message: String) {
        let error = #expect(throws: PlaceLookupError.self) { try ProgramPlaces().place(meantBy: name) }
        #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test(
        "are named in the language of the user, unless the settings name them in another language",
        arguments: [
            ("Munich", "de", "München"), ("Munich", "en", "Munich"), ("munchen", "en", "Munich"),
            ("München", "en", "München"), ("München, Bavaria", "fr", "München"), ("Vienne, Austria", "de", "Vienne"),
            ("Roma", "en", "Roma"), ("roma", "en", "Rome"), ("Sverdlovsk", "en", "Yekaterinburg"),
        ])
    func named(text: String, language: String, name: String) throws {
        let places = ProgramPlaces(language: language)
        #expect(try places.place(meantBy: text).name == name)
    }

    @Test(
        "have a shortest name in the language of the user, which means the place in every language",
        arguments: [
            ("Vienna", "de", "Wien"), ("Vienna", "fr", "Vienne, Austria"), ("Beijing", "es", "Pekín, China"),
            ("Springfield, IL", "de", "Springfield, Illinois"), ("Hino, JP-35", "ja", "Hino, JP-35"),
        ])
    func shortest(text: String, language: String, name: String) throws {
        let places = ProgramPlaces(language: language)
        #expect(try places.shortestName(of: places.gazetteerPlace(meantBy: text)) ?? text == name)
        let (meant, place) = try (ProgramPlaces().place(meantBy: name), ProgramPlaces().place(meantBy: text))
        #expect(meant.coordinate == place.coordinate)
    }

    @Test("have no shortest name if another place has the same names")
    func nameless() {
        let places = ProgramPlaces()
        guard case .ambiguous(let hinos) = places.resolve("Hino, Japan") else {
            Issue.record("one place")
            return
        }
        for hino in hinos { #expect(places.shortestName(of: hino) == nil) }
    }

    @Test("name the surroundings and time zones in the language")
    func around() throws {
        let vienna = coordinate(48.21, 16.37)
        let places = ProgramPlaces(language: "de")
        #expect(places.name(of: vienna) == .own("Wien"))
        #expect(places.name(ofMainCity: "Vienna", at: vienna) == "Wien")
        #expect(places.name(ofMainCity: "Elsewhere", at: vienna) == "Elsewhere")
        #expect(ProgramPlaces(language: "en").name(ofMainCity: "Vienna", at: vienna) == "Vienna")
    }

    @Test(
        "give a coordinate the name of its prevailing place",
        arguments: [
            ("Denver's middle", 39.74, -104.99, "in Denver"),
            ("the south of Denver", 39.68, -104.96, "in Denver"),
            ("a mile from Boulder's middle", 40.0, -105.27, "in Boulder"),
            ("a quarter of Berlin, whose own middle is nearer", 52.5200, 13.4050, "in Berlin"),
            ("the far edge of Berlin", 52.45, 13.65, "in Berlin"),
            ("Potsdam, beside Berlin", 52.3989, 13.0657, "in Potsdam"),
            ("a village between small towns", 50.50, 10.50, "near Meiningen"),
            ("the plains", 39.5, -104.0, "near Denver"),
            ("the sea", 0, -140, nil), ("the pole", -90, 0, nil),
            ("a capital with few people", 43.936, 12.447, "in San Marino"),
        ] as [(String, Double, Double, String?)])
    func phrase(where: String, latitude: Double, longitude: Double, phrase: String?) throws {
        let coordinate = coordinate(latitude, longitude)
        #expect(ProgramPlaces().name(of: coordinate)?.locationPhrase() == phrase)
    }

    @Test(
        "give a coordinate the time zone of the nearest place, if one is near",
        arguments: [
            ("Denver", 39.74, -104.99, "America/Denver"),
            ("the south of New Zealand", -46.6, 168.35, "Pacific/Auckland"),
            ("a small place on an island", 51.88, -176.66, "America/Adak"), ("the North Sea", 56, 3, nil),
            ("190 km off Lisbon", 38.7, -11.6, "Europe/Lisbon"), ("220 km off Lisbon", 38.7, -12, nil),
            ("the ocean", 0, -140, nil),
        ] as [(String, Double, Double, String?)])
    func timeZone(where: String, latitude: Double, longitude: Double, zone: String?) throws {
        let coordinate = coordinate(latitude, longitude)
        #expect(ProgramPlaces().timeZone(of: coordinate) == zone)
    }

    @Test("are not resident after a look-up")
    func released() async {
        // This runs in a separate process, in which no other test uses the gazetteer.
        await #expect(processExitsWith: .success) {
            let denver = coordinate(39.74, -104.99)
            for offset in stride(from: 0, to: suntracker_gazetteer_size(), by: 4096) {
                _ = suntracker_gazetteer_start().load(fromByteOffset: offset, as: UInt8.self)
            }
            try #require(residentPagesOfGazetteer() > 100)
            #expect(ProgramPlaces().name(of: denver) == .own("Denver"))
            #expect(try residentPagesOfGazetteer() == 0)
            #expect(try ProgramPlaces().place(meantBy: "Tromsø").name == "Tromsø")
            #expect(try residentPagesOfGazetteer() == 0)
        }
    }
}

/// The pages of the gazetteer that this process has in memory (proc_pid_pagemap(5)).
private func residentPagesOfGazetteer() throws -> Int {
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    var entries = [UInt64](repeating: 0, count: (suntracker_gazetteer_size() + pageSize - 1) / pageSize)
    let map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
    defer { close(map) }
    let offset = Int(bitPattern: suntracker_gazetteer_start()) / pageSize * MemoryLayout<UInt64>.size
    let size = entries.withUnsafeMutableBytes { pread(map, $0.baseAddress, $0.count, offset) }
    try #require(size == entries.count * MemoryLayout<UInt64>.size)
    return entries.count { $0 >> 63 == 1 }
}
