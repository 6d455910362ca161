// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing

@testable import LinuxPlatform

/// A tree with a link to the system's Europe/Berlin, and a `/etc/localtime` in the same directory.
private struct BrokenMachine {
    let folder: TemporaryFolder
    let zone: [UInt8]
    var zoneinfo: ZoneinfoTree { ZoneinfoTree(path: folder.path + "/zoneinfo") }
    var localtimePath: String { folder.path + "/localtime" }

    init() throws {
        folder = try TemporaryFolder()
        zone = try #require(try readBytes("/usr/share/zoneinfo/Europe/Berlin", atMost: 1 << 20))
        try write(zone, to: "zoneinfo/Europe/Berlin")
        try folder.write("L America/Los_Angeles US/Pacific\n", to: "zoneinfo/tzdata.zi")
    }

    func write(_ bytes: [UInt8], to path: String) throws {
        try folder.write("", to: path)
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + path))
    }

    func problem(variable setting: String? = nil) -> String? {
        let environment = setting.map { ["TZ": $0] } ?? [:]
        return zoneinfo.problem(environment: environment, localtimePath: localtimePath)?.description
            .replacing(folder.path, with: "")
    }
}

@Suite("The problem with the time zone") struct ZoneProblemTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        fileprivate let damage: @Sendable (BrokenMachine) throws -> Void
        let problem: String?

        fileprivate init(
            _ name: String, _ problem: String?, _ damage: @escaping @Sendable (BrokenMachine) throws -> Void
        ) {
            (testDescription, self.problem, self.damage) = (name, problem, damage)
        }
    }

    private static let setAgain = "; set the time zone again: sudo timedatectl set-timezone ZONE"

    @Test(
        "is what keeps libc from reading /etc/localtime, with a remedy",
        arguments: [
            Case("none, for a link to a zone", nil) { try $0.folder.link("localtime", to: "zoneinfo/Europe/Berlin") },
            Case("none, for a copy of a zone", nil) { try $0.write($0.zone, to: "localtime") },
            Case("none, for no file, which means UTC", nil) { _ in },
            Case("none, for a link to UTC in an image without the database", nil) {
                try FileManager.default.removeItem(atPath: $0.zoneinfo.path)
                try $0.folder.link("localtime", to: "zoneinfo/Etc/UTC")
            },
            Case(
                "a link to an older name, whose file is in another package",
                "/localtime is a link to zoneinfo/US/Pacific, which does not exist; install tzdata-legacy, or use the name America/Los_Angeles"
            ) { try $0.folder.link("localtime", to: "zoneinfo/US/Pacific") },
            Case(
                "a link to no zone", "/localtime is a link to zoneinfo/Mars/Olympus, which does not exist\(setAgain)"
            ) { try $0.folder.link("localtime", to: "zoneinfo/Mars/Olympus") },
            Case(
                "a link out of the tree", "/localtime is a link to nowhere, which does not exist\(setAgain)"
            ) { try $0.folder.link("localtime", to: "nowhere") },
            Case(
                "a link to a zone without the database",
                "/localtime is a link to zoneinfo/Europe/Oslo, which does not exist; install tzdata"
            ) {
                try FileManager.default.removeItem(atPath: $0.zoneinfo.path)
                try $0.folder.link("localtime", to: "zoneinfo/Europe/Oslo")
            },
            Case("a loop", "/localtime: open /localtime: Too many levels of symbolic links\(setAgain)") {
                try $0.folder.link("localtime", to: "localtime")
            },
            Case("an empty file", "/localtime is empty\(setAgain)") { try $0.write([], to: "localtime") },
            Case("garbage", "/localtime is not a complete time zone file\(setAgain)") {
                try $0.write(Array("Europe/Berlin\n".utf8), to: "localtime")
            },
            Case("half a file of the tree", "/localtime is not a complete time zone file; reinstall tzdata") {
                try $0.write(Array($0.zone.prefix($0.zone.count / 2)), to: "zoneinfo/Europe/Oslo")
                try $0.folder.link("localtime", to: "zoneinfo/Europe/Oslo")
            },
            Case("a directory", "/localtime: it is a directory, not a regular file\(setAgain)") {
                try $0.folder.write("", to: "localtime/file")
            },
        ])
    func localtime(row: Case) throws {
        let machine = try BrokenMachine()
        try row.damage(machine)
        #expect(machine.problem() == row.problem.map { "times are in UTC, because " + $0 })
    }

    @Test("is any part of a file that is missing")
    func parts() throws {
        let zone = try BrokenMachine().zone
        #expect(ZoneinfoTree.isWholeZone(zone))
        // Each length that ends within the header or the data, or before the end of the last line.
        for length in 0..<zone.count {
            #expect(!ZoneinfoTree.isWholeZone(Array(zone.prefix(length))), "\(length) bytes")
        }
    }

    @Test("is none for any zone of this system")
    func system() throws {
        let tree = ZoneinfoTree(environment: [:])
        let names = try #require(FileManager.default.enumerator(atPath: tree.path)).compactMap { $0 as? String }
        var count = 0
        for name in names {
            guard let bytes = try? readBytes("\(tree.path)/\(name)", atMost: ZoneinfoTree.sizeLimit),
                bytes.starts(with: "TZif".utf8)
            else { continue }
            count += 1
            #expect(ZoneinfoTree.isWholeZone(bytes), "\(name)")
        }
        #expect(count > 300)
    }

    @Test(
        "is what keeps libc from reading the zone in TZ",
        arguments: [
            ("Europe/Berlin", nil), (":Europe/Berlin", nil), ("", nil), (":", nil), ("MST7", nil), (":MST7", nil),
            ("MST7MDT,M3.2.0,M11.1.0", nil), ("<+0530>-5:30", nil), ("EST+5", nil), ("UTC", nil), ("GMT", nil),
            ("US/Pacific", "is not a time zone; install tzdata-legacy, or use the name America/Los_Angeles"),
            ("Europe/Pariss", "is not a time zone\(setTZ)"), (":Europe/Pariss", "is not a time zone\(setTZ)"),
            ("Mars", "is not a time zone\(setTZ)"), ("AB7", "is not a time zone\(setTZ)"),
            ("<+0530", "is not a time zone\(setTZ)"), ("<>", "is not a time zone\(setTZ)"),
            ("EST+", "is not a time zone\(setTZ)"), ("/proc/nonexistent", "is not a time zone\(setTZ)"),
            ("Europe", ": it is a directory, not a regular file\(setTZ)"),
            ("/etc/passwd", "is not a complete time zone file\(setTZ)"), ("/dev/null", "is empty\(setTZ)"),
            ("tzdata.zi", "is not a complete time zone file; reinstall tzdata"),
        ])
    func variable(setting: String, problem: String?) throws {
        let separator = problem?.hasPrefix(":") == true ? "" : " "
        #expect(
            try BrokenMachine().problem(variable: setting)
                == problem.map { "times are in UTC, because TZ=\(setting)\(separator)\($0)" })
    }

    private static let setTZ = "; set TZ to a time zone such as Europe/Berlin, or unset it to use the system's"

    @Test("leaves the place of the zone that is named", arguments: [true, false])
    func place(hasTables: Bool) throws {
        let machine = try BrokenMachine()
        if hasTables {
            try machine.folder.write(
                "US\t+340308-1181434\tAmerica/Los_Angeles\tPacific\n", to: "zoneinfo/zone1970.tab")
        }
        let location = machine.zoneinfo
        try machine.folder.link("localtime", to: "zoneinfo/America/Los_Angeles")
        let zone = machine.zoneinfo.namedZone(environment: [:], localtimePath: machine.localtimePath)
        #expect(zone == "America/Los_Angeles")
        let rounded = try #require(try location.mainCity(ofZone: "America/Los_Angeles")).roundedCoordinate
        #expect(rounded.latitude == "34.05" && rounded.longitude == "-118.24")
        #expect((try location.mainCity(ofZone: "US/Pacific") != nil) == hasTables)
        #expect(try location.mainCity(ofZone: "Mars/Olympus") == nil)
        #expect(try location.mainCity(ofZone: "America/Boston") == nil)
    }
}
