import Glibc
import Solar
import Tracker

@testable import LinuxPlatform

extension Property {
    /// Each line is a comment, a zone, or the mistake in the error.
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
        } catch let error as TimeZoneLocation.Failure {
            let parts = error.description.split(separator: ":", maxSplits: 2)
            let line = parts.count == 3 ? Int(parts[1]) : nil
            try require(line.map { (1...lines.count).contains($0) } == true, "no line: \(error)")
        }
    }

    /// Whatever the target of `/etc/localtime` and the value of `TZ`, the file of the resulting zone is in the tree.
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
        // Links and variables have no NUL.
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

    /// Whatever the locale's formats, the result is a time of day.
    static let timeOfDay = Property(
        "time of day",
        seeds: [
            "%T\n%I:%M:%S %p\nAM\nPM", "%r\n%p %I.%M\nvorm.\nnachm.", "%H.%M.%S\n\n\n", "%p %l:%M\n\n午前\n午後",
            "%-I:%M:%S %p\n\nAM\nPM", ",IP%-I[%P%P\n/%P%P\n/\n/",
        ],
        words: ["%r", "%Er", "%-r", "%-I", "%_l", "%T", "%R", "%I", "%p", "%", "%%", "\n"]
    ) { text in
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines += Array(repeating: "", count: 4)
        let format = TimeOfDayFormat(
            format: lines[0], formatWithHalves: lines[1], morning: lines[2], afternoon: lines[3])
        let separator = format.separator
        try require(separator == ":" || separator == ".", "\"\(separator)\" parts no time")
        if format.halves == nil {
            try require(format.text(hour: 0, minute: 5) == "00\(separator)05", "midnight")
            try require(format.text(hour: 16, minute: 45) == "16\(separator)45", "16:45")
            try require(format.text(hour: 24) == "24", "the end of the day")
        } else {
            let times = [(0, "12", lines[2]), (9, "9", lines[2]), (12, "12", lines[3]), (16, "4", lines[3])]
            for (hour, onDial, half) in times {
                let time = format.text(hour: hour, minute: 5)
                let (first, last) = ("\(half) \(onDial)\(separator)05", "\(onDial)\(separator)05 \(half)")
                try require(!half.isEmpty && (time == first || time == last), "\(time) is not \(hour):05")
            }
            try require(format.text(hour: 24) == format.text(hour: 0), "the end of the day")
        }
    }
}
