// SPDX-License-Identifier: MIT
import Configuration
import Glibc
import Solar

@testable import LinuxPlatform

extension Property {
    /// Each line is a comment, a zone, or the problem that the error names.
    static let zoneTable = Property(
        "zone table",
        seeds: [
            "# tzdb\n\nUS\t+394421-1045903\tAmerica/Denver\tMountain (most areas)\nPA,CA,KY\t+0858-07932\tAmerica/Panama\n",
            "AR\t-3436-05827\tAmerica/Argentina/Buenos_Aires\tBA\nNO\t+5955+01045\tEurope/Oslo",
        ],
        words: ["\n#", "\t", "\tEurope/", "+4230+00131", "-9000-18000", "+9001+00131", "/", "_", "..", "\r\n"]
    ) { text in
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        do {
            let table = try ZoneTable(text, file: "zone.tab")
            let expected = lines.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
            try require(table.rows.count == expected.count, "\(table.rows.count) zones of \(expected.count) lines")
            for (row, line) in zip(table.rows, expected) {
                let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                try require(columns[2].elementsEqual(row.zone.utf8), "another zone: \(row.zone)")
                try require(!row.zone.hasControlCharacter && !row.placeName.isEmpty, "no name: \(row.zone)")
                try require(abs(row.coordinate.latitude.degrees) <= 90, "latitude")
                try require(abs(row.coordinate.longitude.degrees) <= 180, "longitude")
            }
        } catch let error as ZoneTableError {
            let parts = error.description.split(separator: ":", maxSplits: 2)
            let line = parts.count == 3 ? Int(parts[1]) : nil
            try require(line.map { (1...lines.count).contains($0) } == true, "no line: \(error)")
        }
    }

    /// For any target of `/etc/localtime` and any value of `TZ`, the file of the resulting zone is in the tree.
    static let zoneName = Property(
        "zone name",
        seeds: [
            "/usr/share/zoneinfo/America/Denver", "../usr/share/zoneinfo/Europe/Oslo", ":Europe/Berlin",
            "posix/America/Denver",
            "MST7MDT,M3.2.0,M11.1.0", "/etc/zoneinfo/right/Europe/Paris", "loop",
        ],
        words: [
            "/usr/share/zoneinfo/", "zoneinfo/", "posix/", "right/", "..", "/../", "./", "//", "localtime", "UTC",
            "Europe/Oslo",
            ":", String(repeating: "a/", count: 200), String(repeating: "x", count: 4096),
        ]
    ) { text in
        let folder = "/tmp/suntracker-fuzz.\(getpid())"
        let link = folder + "/loop"
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        // Links and variables contain no NUL.
        let target = String(text.prefix { $0 != "\0" })
        let tree = ZoneinfoTree(environment: [:])
        var found = [tree.systemZone(environment: ["TZ": target])]
        if symlink(target, link) == 0 {
            found.append(tree.systemZone(environment: [:], localtimePath: link))
            unlink(link)
        }
        for zone in found.compactMap({ $0 }) {
            try require(!zone.isEmpty && !zone.hasPrefix("/"), "\"\(zone)\" is no name")
            try require(!zone.split(separator: "/").contains(".."), "\"\(zone)\" leads out of the tree")
            var status = stat()
            try require(
                stat("\(tree.path)/\(zone)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG,
                "\"\(zone)\" is no file")
        }
    }
}
