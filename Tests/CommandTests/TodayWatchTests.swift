// SPDX-License-Identifier: MIT
import Foundation
import LinuxPlatform
import Solar
import TestSupport
import Testing

/// The watch with the real clock and real files. It exits when its reader does, without writing another line.
/// ReportsTests tests the times of the updates.
@Suite("suntracker today --watch", .serialized)
struct TodayWatchTests {
    @Test("A new line comes at sunset, and not before")
    func sunset() throws {
        let home = try Home("[Location]\nLatitude=0\nLongitude=\(try comingSunset(in: .seconds(3600)).longitude)\n")
        let command = try RunningProgram(["today", "--watch", "--format", "waybar", "--config", home.file])
        _ = try command.object()
        // The program is running now, so it only has to show the new place within this time.
        let (longitude, sunset) = try comingSunset(in: .seconds(5))
        try home.write("[Location]\nLatitude=0\nLongitude=\(longitude)\n", to: "suntracker/suntracker.conf")
        let before = try command.object()
        #expect(before["class"] as? [String] == ["day", "phase-day"])
        #expect(before["alt"] as? String == "sunset")
        let after = try command.object()
        #expect(DispatchWallClock.time >= sunset)
        #expect(after["class"] as? [String] == ["civil", "phase-night"])
        #expect(after["alt"] as? String == "sunrise")
        #expect(after["percentage"] as? Int == 0)
        #expect(command.closeOutput() == 0)
    }

    @Test("A new place in the settings is shown immediately; after an error, the old place stays")
    func settings() throws {
        let home = try Home("[Location]\nLatitude=39.74\nLongitude=-104.98\n")
        let command = try RunningProgram(["today", "--watch", "--format", "json", "--config", home.file])
        func latitude() throws -> Double? { (try command.object()["place"] as? [String: Any])?["latitude"] as? Double }
        #expect(try latitude() == 39.74)
        try home.write("[Location]\nLatitude=139.74\n", to: "suntracker/suntracker.conf")
        #expect(
            try command.errors.line()
                == "suntracker: \(home.file):2: Latitude: latitude 139.74 is out of range; it must be between -90 and 90"
        )
        try "[Location]\nLatitude=69.65\nLongitude=18.96\n".write(
            toFile: home.file, atomically: false, encoding: .utf8)
        #expect(try latitude() == 69.65)
        #expect(command.closeOutput() == 0)
    }

    @Test("On a terminal, the day is a view: a resized window is drawn again, and q leaves it")
    func view() throws {
        let session = try TerminalSession("today --watch --place Denver", variables: ["NO_COLOR": "1"])
        let terminal = try session.answer(after: "/dev/")
        try session.wait(for: "\u{1B}[?1049h")
        try session.wait(for: "q quit")
        _ = try Command(script: "stty --file=/dev/\(terminal) cols 40")
        try session.wait(for: " 0   3    6   9    12  15   18  21   24")
        try session.wait(for: "q quit")
        try session.type("q")
        try session.wait(for: "\u{1B}[?1049l")
        try session.wait(for: "status 0\r\nas before")
    }

    @Test("The view shows an error in the settings, and the place when it is right again; Ctrl-C restores the terminal")
    func viewOfSettings() throws {
        let home = try Home("[Location]\nLatitude=39.74\nLongitude=-104.98\n")
        let session = try TerminalSession("today --watch --config \(home.file)", variables: ["NO_COLOR": "1"])
        try session.wait(for: "39.74° N")
        try session.wait(for: "q quit")
        try "[Location]\nLatitude=139.74\n".write(toFile: home.file, atomically: false, encoding: .utf8)
        try session.wait(for: "139.74")
        try "[Location]\nLatitude=69.65\nLongitude=18.96\n".write(
            toFile: home.file, atomically: false, encoding: .utf8)
        try session.wait(for: "69.65° N")
        try session.type("\u{03}")
        try session.wait(for: "\u{1B}[?1049l")
    }

    @Test(
        "A new location that the service or Plasma saves is shown immediately; the clock is watched for changes",
        arguments: [
            ("suntracker/last-fix", "suntracker-fix 1\ncoordinate ", " ", "\nobserved 2026-11-21T08:00:00Z\nend\n"),
            ("none/knighttimerc", "[Location]\nAutomatic=false\nLatitude=", "\nLongitude=", "\n"),
        ])
    func savedPlace(file: String, start: String, separator: String, end: String) throws {
        let home = try Home(nil)
        func write(_ coordinate: String) throws {
            try home.write(start + coordinate.replacing(" ", with: separator) + end, to: file)
        }
        try write("39.74 -104.99")
        let command = try RunningProgram(
            ["today", "--watch", "--format", "json"],
            variables: ["XDG_CONFIG_HOME": home.path + "/none", "XDG_STATE_HOME": home.path])
        func latitude() throws -> Double? { (try command.object()["place"] as? [String: Any])?["latitude"] as? Double }
        #expect(try latitude() == 39.74)
        try write("69.65 18.96")
        #expect(try latitude() == 69.65)
        // Only the second change tests the watch: the file is also read when the watch starts, after the first line.
        try write("52.52 13.41")
        #expect(try latitude() == 52.52)
        #expect(try numberOfClockMonitors(in: command.number) == 1)
        #expect(command.closeOutput() == 0)
    }

    @Test(
        "New rules of the time zone are applied immediately, whether it is the zone of the place or of TZ",
        arguments: [["--place", "Almaty"], []])
    func newRules(place: [String]) throws {
        let home = try Home(nil)
        func install(_ zone: String) throws {
            let rules = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/" + zone))
            let folder = URL(fileURLWithPath: home.path + "/Asia")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try rules.write(to: folder.appendingPathComponent("Almaty"), options: .atomic)
        }
        try install("Asia/Karachi")
        let command = try RunningProgram(
            ["today", "--watch", "--template", "{sunset}"] + place,
            variables: ["TZDIR": home.path, "TZ": "Asia/Almaty", "HOME": home.path])
        func minutes() throws -> Int {
            let time = try command.output.line().split(separator: ":").compactMap { Int($0) }
            try #require(time.count == 2)
            return time[0] * 60 + time[1]
        }
        let first = try minutes()
        try install("Asia/Tokyo")
        // While Tokyo's date is the next one, the sunset is another.
        #expect((237...243).contains(try minutes() - first))
        // Only the second change tests the watch, as above.
        try install("Asia/Karachi")
        #expect(try minutes() == first)
        #expect(command.closeOutput() == 0)
    }
}
