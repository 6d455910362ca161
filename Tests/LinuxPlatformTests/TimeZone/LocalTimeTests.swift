// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Glibc
import LinuxPlatform
import Solar
import TestSupport
import Testing
import Tracker
import Wording

/// libc has one zone per process, so each test runs in a separate process (an exit test), which goes from zone to zone:
/// Swift 6.2 cannot pass an argument to an exit test. The expected values come from another implementation on the same
/// tz database: Python's zoneinfo, searched second by second.
@Suite("Local time, by libc")
struct LocalTimeTests {
    @Test("A named pipe in place of /etc/localtime means UTC, and is not waited for", .timeLimit(.minutes(20)))
    func namedPipe() async {
        await #expect(processExitsWith: .success) {
            // If the file were read, the time zone of this machine would apply, which shows unless it is UTC.
            unsetenv("TZ")
            let folder = try TemporaryFolder()
            #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
            let zone = CurrentZone(of: Environment([:]), localtimePath: folder.path + "/pipe")
            #expect(
                zone.problems == [
                    "Times are in UTC, because \(folder.path)/pipe: it is a named pipe, not a regular file; set the time zone again: sudo timedatectl set-timezone ZONE"
                ])
            #expect(zone.localTime.zoneName == nil)
            #expect(zone.localTime.civilTime(at: .unixEpoch).utcOffset == 0)
            #expect(getenv("TZ") == nil)
            #expect(SystemLocalTime(environment: [:], localtimePath: folder.path + "/none").problem == nil)
        }
    }

    @Test("New rules of the zone in TZ are read, whatever the form of TZ")
    func newRules() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let file = folder.path + "/Some/Zone"
            try folder.write("", to: "Some/Zone")
            setenv("TZDIR", folder.path, 1)
            for setting in ["Some/Zone", ":Some/Zone", file, ":" + file] {
                setenv("TZ", setting, 1)
                for (zone, offset) in [("Tokyo", 9), ("Karachi", 5), ("Tokyo", 9)] {
                    // As packages do: a new file in place of the old one.
                    let new = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Asia/" + zone))
                    try new.write(to: URL(fileURLWithPath: file), options: .atomic)
                    let localTime = SystemLocalTime(environment: ["TZ": setting, "TZDIR": folder.path])
                    let read = localTime.civilTime(at: at("2026-11-28T12:00:00Z")).utcOffset
                    #expect(read == offset * 3600, "\(setting), \(zone)")
                    #expect(getenv("TZ").map { String(cString: $0) } == setting)
                }
            }
        }
    }

    /// Sets the zone of the exit test's process, and returns its local time.
    private static func localTime(_ zone: String) -> SystemLocalTime {
        setenv("TZ", zone, 1)
        return SystemLocalTime(environment: ["TZ": zone])
    }

    private typealias Reading = (zone: String, instant: String, clock: String)

    private static let readings: [Reading] = [
        ("UTC", "2026-11-21T13:46:12Z", "2026-11-21 13:46:12 +0"),
        ("America/Denver", "2026-11-21T13:46:12.999999Z", "2026-11-21 06:46:12 -25200"),
        ("America/Denver", "1969-12-31T23:59:59.5Z", "1969-12-31 16:59:59 -25200"),
        ("Australia/Lord_Howe", "2026-10-03T15:29:59Z", "2026-10-04 01:59:59 +37800"),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z", "2026-10-04 02:30:00 +39600"),
        ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29 23:59:59 -36000"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31 00:00:00 +50400"),
        ("America/Denver", "1850-01-01T06:59:56Z", "1850-01-01 00:00:00 -25196"),
        // Dates end with the calendar.
        ("America/Denver", "0001-01-01T00:00:00Z", "0001-01-01 17:00:04 -25196"),
        ("Etc/GMT-14", "9999-12-31T23:00:00Z", "9999-12-31 13:00:00 +50400"),
    ]

    @Test("The clock on the wall")
    func civilTime() async {
        await #expect(processExitsWith: .success) {
            for row in Self.readings {
                let time = Self.localTime(row.zone).civilTime(at: at(row.instant))
                func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
                let clock = "\(time.date) \(two(time.hour)):\(two(time.minute)):\(two(time.second))"
                #expect(clock + " \(time.utcOffset < 0 ? "" : "+")\(time.utcOffset)" == row.clock, "\(row)")
            }
        }
    }

    private static let dates: [Reading] = [
        ("America/Denver", "2026-07-01T06:00:00Z", "2026-07-01"),
        ("Asia/Beirut", "2022-03-26T22:00:00Z", "2022-03-27"),
        ("America/Santiago", "2024-09-08T04:00:00Z", "2024-09-08"),
        ("America/Santiago", "2024-04-07T04:00:00Z", "2024-04-07"),
        ("America/Havana", "2026-11-01T04:00:00Z", "2026-11-01"),
        ("America/St_Johns", "2006-10-29T02:30:00Z", "2006-10-29"),
        ("Pacific/Apia", "2011-12-29T10:00:00Z", "2011-12-29"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-30"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31"),
        ("America/Juneau", "1867-10-18T08:57:41Z", "1867-10-19"),
        ("Australia/Lord_Howe", "2026-10-03T13:30:00Z", "2026-10-04"),
    ]

    @Test("The start of a date, even if the date has no midnight or was skipped")
    func start() async {
        await #expect(processExitsWith: .success) {
            for row in Self.dates {
                let date = try #require(CivilDate(row.clock))
                #expect(Self.localTime(row.zone).start(of: date).description == row.instant, "\(row)")
            }
        }
    }

    private static let years: [(zone: String, from: String, to: String, changes: [String])] = [
        (
            "America/Denver", "2026-01-01", "2027-01-01",
            ["2026-03-08T09:00:00Z -25200 -21600", "2026-11-01T08:00:00Z -21600 -25200"]
        ),
        (
            "America/Denver", "2099-01-01", "2100-01-01",
            ["2099-03-08T09:00:00Z -25200 -21600", "2099-11-01T08:00:00Z -21600 -25200"]
        ),
        (
            "Australia/Lord_Howe", "2026-01-01", "2027-01-01",
            ["2026-04-04T15:00:00Z 39600 37800", "2026-10-03T15:30:00Z 37800 39600"]
        ),
        (
            "Europe/Dublin", "2026-01-01", "2027-01-01",
            ["2026-03-29T01:00:00Z 0 3600", "2026-10-25T01:00:00Z 3600 0"]
        ),
        // Permanent summer time: the name of the time changed on 2016-09-07, the offset did not.
        ("Europe/Istanbul", "2016-01-01", "2018-01-01", ["2016-03-27T01:00:00Z 7200 10800"]),
        ("Asia/Tokyo", "2026-01-01", "2030-01-01", []),
        (
            "Pacific/Apia", "2011-09-01", "2012-02-01",
            ["2011-09-24T14:00:00Z -39600 -36000", "2011-12-30T10:00:00Z -36000 50400"]
        ),
        (
            "America/Recife", "2000-02-28", "2001-01-01",
            // A week of summer time.
            ["2000-10-08T03:00:00Z -10800 -7200", "2000-10-15T02:00:00Z -7200 -10800"]
        ),
    ]

    @Test("Clock changes, one after the other")
    func clockChanges() async {
        await #expect(processExitsWith: .success) {
            for row in Self.years {
                let time = Self.localTime(row.zone)
                let limit = at(row.to + "T00:00:00Z")
                var start = at(row.from + "T00:00:00Z")
                var found: [String] = []
                while let change = time.nextZoneTransition(after: start, before: limit) {
                    found.append("\(change.instant) \(change.offsetBefore) \(change.offsetAfter)")
                    start = change.instant
                }
                #expect(found == row.changes, "\(row.zone) \(row.from)")
            }
        }
    }

    @Test("A zone that was read before the current one keeps its clocks, for years from then on")
    func earlierZone() async {
        await #expect(processExitsWith: .success) {
            let zones = ["America/Denver", "Europe/Dublin", "UTC"].map { zone in
                setenv("TZ", zone, 1)
                return CurrentZone(of: Environment(["TZ": zone]), now: at("2026-11-21T12:00:00Z")).localTime
            }
            for (month, offsets) in [("2026-11", [-7, 0, 0]), ("2027-07", [-6, 1, 0]), ("2033-07", [-6, 1, 0])] {
                let instant = at(month + "-01T12:00:00Z")
                #expect(zones.map { $0.civilTime(at: instant).utcOffset / 3600 } == offsets)
                #expect(zones.map { $0.inEnglish.civilTime(at: instant).utcOffset / 3600 } == offsets)
            }
            let (start, end) = (at("2026-12-01T00:00:00Z"), at("2027-12-01T00:00:00Z"))
            #expect(
                zones.map { $0.nextZoneTransition(after: start, before: end)?.instant } == [
                    at("2027-03-14T09:00:00Z"), at("2027-03-28T01:00:00Z"), nil,
                ])
        }
    }

    @Test("What a new zone moves into the past is listed, though libc already uses the new zone")
    func movedIntoThePast() async {
        await #expect(processExitsWith: .success) {
            func zone(_ name: String) -> SystemLocalTime {
                setenv("TZ", name, 1)
                return CurrentZone(of: Environment(["TZ": name]), now: at("2026-12-11T00:00:00Z")).localTime
            }
            var settings = TestPlace.denver.settings
            var alert = Alert(name: "rest", event: .solar(.solarNoon))
            alert.bounds = AlertBounds(notBefore: TimeOfDay("18:00"), notAfter: nil)
            settings.alerts = [alert]
            // It is 17:00 in Denver.
            let machine = SimulatedMachine(
                at: at("2026-12-11T00:00:00Z"), settings: settings, localTime: zone("America/Denver"))
            machine.start()
            machine.advance(to: at("2026-12-11T21:00:00Z"))
            machine.changeZone(to: zone("Europe/Dublin"))
            #expect(machine.entries(.event).compactMap { $0["SUNTRACKER_ALERT"] } == ["rest"])
            #expect(machine.entries(.missed).compactMap { $0["SUNTRACKER_ALERT"] } == ["rest"])
        }
    }

    @Test("A change counts strictly after the instant and strictly before the limit")
    func clockChangeLimits() async {
        await #expect(processExitsWith: .success) {
            let time = Self.localTime("America/Denver")
            let change = at("2026-03-08T09:00:00Z")
            let (before, after) = (change - .microseconds(1), change + .microseconds(1))
            #expect(time.nextZoneTransition(after: before, before: after)?.instant == change)
            #expect(time.nextZoneTransition(after: before, before: change) == nil)
            #expect(time.nextZoneTransition(after: change, before: after) == nil)
            #expect(time.nextZoneTransition(after: after, before: before) == nil)
        }
    }
}
