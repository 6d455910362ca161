// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import LinuxPlatform
import Solar
import TestSupport
import Testing

/// A small tree of zones in a temporary directory, with files and links as in distributions.
private struct TemporaryTree {
    let folder: TemporaryFolder
    var zoneinfo: ZoneinfoTree { ZoneinfoTree(path: folder.path + "/zoneinfo") }
    var localtimePath: String { folder.path + "/localtime" }

    init(zone1970: String? = nil, zoneTab: String? = nil) throws {
        folder = try TemporaryFolder()
        for zone in ["America/Denver", "America/Panama", "Europe/Berlin", "Etc/UTC", "posix/America/Denver"] {
            try folder.write(zone, to: "zoneinfo/\(zone)")
        }
        try folder.write("", to: "zoneinfo/US/Mountain")
        try folder.link("zoneinfo/US/Mountain", to: "../America/Denver")
        for (target, zone) in [
            ("Europe/Berlin", "Europe/Oslo"), ("America/Denver", "Navajo"), ("America/Panama", "EST"),
            ("America/Panama", "America/Coral_Harbour"), ("Europe/Berlin", "Iceland"),
        ] {
            try FileManager.default.linkItem(
                atPath: "\(zoneinfo.path)/\(target)", toPath: "\(zoneinfo.path)/\(zone)")
        }
        if let zone1970 { try folder.write(zone1970, to: "zoneinfo/zone1970.tab") }
        if let zoneTab { try folder.write(zoneTab, to: "zoneinfo/zone.tab") }
    }
}

private let zone1970 = """
    US\t+394421-1045903\tAmerica/Denver\tMountain (most areas)
    PA,CA,KY\t+0858-07932\tAmerica/Panama\tEST - ON (Atikokan)
    DE,DK,NO\t+5230+01322\tEurope/Berlin\tmost of Germany

    """
private let zoneTab = "NO\t+5955+01045\tEurope/Oslo\nIS\t+6409-02151\tAtlantic/Reykjavik\n"

@Suite("The place of the time zone")
struct MainCityTests {
    @Test(
        "Zones, countries' zones and aliases by both kinds of links",
        arguments: [
            ("America/Denver", "Denver"), ("US/Mountain", "Denver"), ("Navajo", "Denver"), ("Europe/Oslo", "Oslo"),
            ("Europe/Berlin", "Berlin"), ("Etc/UTC", nil), ("UTC", nil), ("EST", nil), ("Mars/Olympus", nil),
            // Both are links to the files of zones in other countries.
            ("Iceland", "Reykjavik"), ("America/Coral_Harbour", nil),
        ])
    func places(zone: String, name: String?) throws {
        let tree = try TemporaryTree(zone1970: zone1970, zoneTab: zoneTab)
        let place = try tree.zoneinfo.mainCity(ofZone: zone)
        #expect(place?.name?.description == name)
        #expect(place?.provenance.source == name.map { _ in .timeZone(zone) })
    }

    @Test("The coordinate is the table's, to the second of arc")
    func coordinate() throws {
        let tree = try TemporaryTree(zone1970: zone1970)
        let place = try #require(try tree.zoneinfo.mainCity(ofZone: "America/Denver"))
        #expect(abs(place.observer.coordinate.latitude.degrees - 39.739167) < 1e-6)
        #expect(abs(place.observer.coordinate.longitude.degrees + 104.984167) < 1e-6)
        #expect(place.observer.elevation == nil)
    }

    @Test("Without tables, the gazetteer knows the city; a line that is not valid causes an error that names it")
    func tables() throws {
        let bare = try TemporaryTree()
        #expect(try bare.zoneinfo.mainCity(ofZone: "America/Denver")?.name == "Denver")
        #expect(try bare.zoneinfo.mainCity(ofZone: "Etc/UTC") == nil)
        let wrong = try TemporaryTree(zone1970: "US +3944-10459 America/Denver\n")
        let error = #expect(throws: ZoneTableError.self) {
            try wrong.zoneinfo.mainCity(ofZone: "America/Denver")
        }
        #expect(error?.description.hasPrefix("\(wrong.zoneinfo.path)/zone1970.tab:1: ") == true)
    }

    @Test("A table that does not decide is not read")
    func unreadTable() throws {
        let tree = try TemporaryTree(zone1970: zone1970, zoneTab: "wrong\n")
        let location = tree.zoneinfo
        #expect(try location.mainCity(ofZone: "America/Denver")?.name == "Denver")
        #expect(throws: ZoneTableError.self) { try location.mainCity(ofZone: "Europe/Oslo") }
    }

    @Test(
        "An alias leads to a place in the same country, or to none, whatever its file is a link to",
        arguments: [
            ("Iceland", "64.15", "-21.85"), ("Africa/Asmera", "15.33", "38.88"), ("Pacific/Truk", "7.42", "151.78"),
            ("America/Virgin", "18.35", "-64.93"), ("Pacific/Ponape", "6.97", "158.22"), ("GB", "51.51", "-0.13"),
            ("Canada/Eastern", "43.65", "-79.38"), ("US/Arizona", "33.45", "-112.07"),
            ("US/Mountain", "39.74", "-104.98"), ("Asia/Calcutta", "22.53", "88.37"), ("Atlantic/Jan_Mayen", nil, nil),
            ("Antarctica/South_Pole", nil, nil),
        ] as [(String, String?, String?)])
    func alias(zone: String, latitude: String?, longitude: String?) throws {
        let place = try ZoneinfoTree(environment: [:]).mainCity(ofZone: zone)
        #expect(place?.roundedCoordinate.latitude == latitude)
        #expect(place?.roundedCoordinate.longitude == longitude)
    }
}

@Suite("The name of the current zone")
struct ZoneinfoTreeTests {
    @Test(
        "TZ in all its forms",
        arguments: [
            ("America/Denver", "America/Denver"), (":America/Denver", "America/Denver"),
            ("posix/America/Denver", "America/Denver"), ("US/Mountain", "US/Mountain"), ("", "UTC"), (":", "UTC"),
            ("MST7MDT,M3.2.0,M11.1.0", nil), ("<-07>7", nil), ("Mars/Olympus", nil), ("../localtime", nil),
            ("America", nil),
            ("America//Denver", "America/Denver"), ("./America/./Denver", "America/Denver"),
        ])
    func variable(tz: String, name: String?) throws {
        let tree = try TemporaryTree()
        #expect(tree.zoneinfo.systemZone(environment: ["TZ": tz], localtimePath: tree.localtimePath) == name)
    }

    @Test("TZ as a path into the tree, or to a link that leads there")
    func path() throws {
        let tree = try TemporaryTree()
        let file = tree.zoneinfo.path + "/America/Denver"
        #expect(tree.zoneinfo.systemZone(environment: ["TZ": file]) == "America/Denver")
        try tree.folder.link("here", to: file)
        let link = tree.folder.path + "/here"
        #expect(tree.zoneinfo.systemZone(environment: ["TZ": ":" + link]) == "America/Denver")
    }

    @Test(
        "The target of /etc/localtime, absolute, relative, in another tree, or of an alias",
        arguments: [
            ("/usr/share/zoneinfo/America/Denver", "America/Denver"), ("zoneinfo/US/Mountain", "US/Mountain"),
            ("/etc/zoneinfo/Europe/Oslo", "Europe/Oslo"), ("./zoneinfo/posix/America/Denver", "America/Denver"),
            ("/usr/share/zoneinfo//America/Denver", "America/Denver"), ("/proc/nonexistent", nil),
        ])
    func link(target: String, name: String?) throws {
        let tree = try TemporaryTree()
        try tree.folder.link("localtime", to: target)
        #expect(tree.zoneinfo.systemZone(environment: [:], localtimePath: tree.localtimePath) == name)
    }

    @Test("Links are followed until one names a zone, up to a limit")
    func chain() throws {
        let tree = try TemporaryTree()
        try tree.folder.link("localtime", to: "second")
        try tree.folder.link("second", to: "zoneinfo/Europe/Oslo")
        #expect(tree.zoneinfo.systemZone(environment: [:], localtimePath: tree.localtimePath) == "Europe/Oslo")
        try tree.folder.link("loop", to: "loop")
        let loop = tree.folder.path + "/loop"
        #expect(tree.zoneinfo.systemZone(environment: [:], localtimePath: loop) == nil)
    }

    @Test(
        "A copy is identified by its bytes if a zone of the table consists of the same bytes",
        arguments: [("Europe/Berlin", "Europe/Berlin"), ("America/Denveр", nil), ("Etc/UTC", nil), ("", nil)])
    func copy(bytes: String, name: String?) throws {
        let tree = try TemporaryTree(zone1970: zone1970)
        #expect(tree.zoneinfo.systemZone(environment: [:], localtimePath: tree.localtimePath) == nil)
        try tree.folder.write(bytes, to: "localtime")
        #expect(tree.zoneinfo.systemZone(environment: [:], localtimePath: tree.localtimePath) == name)
    }
}
