// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The installed service with the real GeoClue, in scenarios/NAME.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct GeoClueTests {
    @Test(
        "The service gets its place, follows a move of 300 km within a second, and a flight without GeoClue by the time zone"
    )
    func follows() async throws {
        let found = try await TestBed.run("follows")
        #expect(try found.fact("active") == "active")
        #expect(try found.fact("status_berlin").hasPrefix("Next: sun"))
        #expect(try found.fact("status_berlin").contains(" in Berlin "))
        #expect(try found.fact("fix_mode") == "600")
        #expect(try found.fact("fix_kept") == "yes")
        #expect(try found.fact("status_away") != found.fact("status_berlin"))

        let moves = try found.entries("followed")
        #expect(moves.map { $0["SUNTRACKER_LATITUDE"] } == ["52.52", "50.50", "48.14"])
        #expect(moves.map { $0["SUNTRACKER_LONGITUDE"] } == ["13.41", "10.50", "11.58"])
        #expect(moves.map { $0["SUNTRACKER_PLACE"] } == ["Berlin", "near Meiningen", "Munich"])
        #expect(moves.allSatisfy { $0["SUNTRACKER_SOURCE"] == "geoclue" && $0["PRIORITY"] == "6" })
        let entry = try moves[1].moment("__REALTIME_TIMESTAMP")
        #expect(try entry > found.number("moved_usec") / 1e6)
        // The monitor may receive its copy of the signal after the service has acted on it.
        #expect(try entry - found.number("signal_usec") / 1e6 < 1)

        #expect(try found.fact("status_denied").hasPrefix("Next: sun"))
        #expect(try found.fact("exit.location_denied") == "0")
        #expect(try found.text("location_denied.txt").contains("\nAuthorization  denied: "))
        #expect(try found.fact("wakeups_denied") == "0")
        #expect(try found.fact("result") == "success")
        #expect(try found.fact("status_absent").hasPrefix("Next: sun"))
        let started = try found.entries().filter { $0["MESSAGE_ID"] == "83ac6929e3e2437d8d437abab38c04b0" }
        #expect(started.last?["SUNTRACKER_SOURCE"] == "last-fix")
        #expect(
            try found.entries().compactMap { $0["SUNTRACKER_AUTHORIZATION"] } == [
                "allowed-always", "denied", "allowed-always", "restricted",
            ])
        let flown = try found.entries("flown").suffix(2)
        #expect(flown.map { $0["SUNTRACKER_PLACE"] } == ["Moscow", "Munich"])
        #expect(flown.map { $0["SUNTRACKER_SOURCE"] } == ["timezone", "last-fix"])
        #expect(try found.fact("status_flown").contains(" in Munich "))
        #expect(try found.text("complaints.txt").isEmpty)
    }

    @Test("Mode=once takes one fix per start, and closes the connection to the system bus")
    func once() async throws {
        let found = try await TestBed.run("once")
        #expect(try found.fact("connections_once") == "0")
        #expect(try found.fact("connections_follow") == "1")
        #expect(try found.fact("connections_timezone") == "0")
        let authorizations = try found.entries().compactMap { $0["SUNTRACKER_AUTHORIZATION"] }
        #expect(authorizations == ["allowed-once", "allowed-always"])
    }

    @Test(
        "With Mode=follow, GeoClue 2.7 is asked on each trigger, and released after the fix",
        .unless(TestBed.obstacleToOthers))
    func occasions() async throws {
        let found = try await TestBed.run("occasions", root: TestBed.withCityFixes, with: ["network-manager"])
        // A move without a trigger does not wake the service, and GeoClue is not in use.
        #expect(try found.fact("switches_idle") == "0")
        #expect(try found.fact("pins_start") == "1")
        let moves = try found.entries("followed")
        #expect(moves.map { $0["SUNTRACKER_LATITUDE"] } == ["52.52", "50.50", "52.52", "50.50", "52.52", "50.50"])
        for (index, name) in ["network", "zone", "login", "setting", "other_network"].enumerated() {
            #expect(try found.fact("pins_\(name)") == "\(index + 2)", "\(name)")
        }
        #expect(try found.entries().compactMap { $0["SUNTRACKER_AUTHORIZATION"] } == ["allowed-always"])
        #expect(try found.text("complaints.txt").isEmpty)
    }

    @Test("Without an agent, the service starts and reports that it is missing; it continues when an agent starts")
    func unattended() async throws {
        let found = try await TestBed.run("unattended")
        #expect(try found.fact("active") == "active")
        #expect(try found.fact("status_start") == "No place is known")
        #expect(try found.fact("status_unattended").contains("No GeoClue agent is running for you"))
        #expect(try found.entries("unattended").compactMap { $0["SUNTRACKER_AUTHORIZATION"] } == ["restricted"])
        #expect(try found.fact("status_attended").hasPrefix("Next: sun"))
        #expect(
            try found.entries().compactMap { $0["SUNTRACKER_AUTHORIZATION"] } == ["restricted", "allowed-always"])
    }

    @Test(
        "Without any configuration the service uses city fixes of GeoClue 2.7",
        .unless(TestBed.obstacleToOthers))
    func cities() async throws {
        let found = try await TestBed.run("cities", root: TestBed.withCityFixes)
        let latitudes = try found.entries().filter { $0["MESSAGE_ID"] == "05a0fd27ebcd449db1ec444007d95d02" }
            .compactMap { $0["SUNTRACKER_LATITUDE"].flatMap(Double.init) }
        #expect(latitudes.count == 2)
        // GeoClue blurs city fixes by some kilometres.
        #expect(zip(latitudes, [52.52, 50.5]).allSatisfy { abs($0 - $1) < 0.2 })
    }
}
