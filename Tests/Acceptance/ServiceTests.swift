// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The installed service on a real desktop, in scenarios/NAME.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct ServiceTests {
    @Test("The installed service becomes ready and announces a real sunrise")
    func announces() async throws {
        let found = try await TestBed.run("announces")
        #expect(try found.fact("active") == "active")
        #expect(try found.fact("status").contains(#/^Next: sunrise in Testville on \d+ \w+( \d+)? at /#))
        #expect(try found.fact("status_after").hasPrefix("Next: sunset in Testville "))
        #expect(try found.text("complaints.txt").isEmpty)
        #expect(try found.fact("state_mode") == "700")
        #expect(try found.fact("ledger_mode") == "600")

        let announcements = try found.entries().filter { $0["SUNTRACKER_EVENT"] != nil }
        #expect(announcements.count == 1)
        let entry = try #require(announcements.first)
        #expect(entry["MESSAGE_ID"] == "106b6f75c64645c29e51d4e68eb41f8f")
        #expect(entry["SUNTRACKER_EVENT"] == "sunrise")
        #expect(entry["PRIORITY"] == "5")
        #expect(entry["SYSLOG_IDENTIFIER"] == "suntrackerd")
        #expect(entry["_SYSTEMD_USER_UNIT"] == "suntrackerd.service")
        #expect(entry["SUNTRACKER_PLACE"] == "Testville")
        #expect(entry["SUNTRACKER_SOURCE"] == "settings")
        #expect(entry["SUNTRACKER_LATITUDE"] == "0.00")
        #expect(entry["SUNTRACKER_LONGITUDE"]?.wholeMatch(of: /-?\d{1,3}\.\d\d/) != nil)
        #expect(entry["SUNTRACKER_RECOVERED"] == nil)
        #expect(entry["MESSAGE"]?.hasPrefix("Sunrise in Testville at ") == true)

        // journald's time stamp shows that the entry was not early.
        #expect(try entry.moment("__REALTIME_TIMESTAMP") >= entry.moment("SUNTRACKER_EVENT_TIME"))
        #expect(try (0..<1).contains(#require(entry.lateness)))

        let notifications = try found.notifications()
        #expect(notifications.count == 1)
        let popup = try #require(notifications.first)
        #expect(popup.application == "Suntracker")
        #expect(popup.summary == "Sunrise in Testville")
        #expect(popup.body.contains(" · sunset ") && popup.body.contains(" of daylight"))
    }

    @Test(
        "Changes of the settings files and the time zone are applied; an error is reported once, and the last valid settings stay in effect"
    )
    func settings() async throws {
        let found = try await TestBed.run("settings")
        #expect(try found.fact("status.nothing") == "No place is known")
        // Four edits with a change, and the file that became readable again.
        #expect(try found.fact("reloads") == "5")

        let refusals = try found.entries("refusals").compactMap { $0["MESSAGE"] }
        #expect(refusals.count == 2, "\(refusals)")
        #expect(refusals.first?.contains("cannot be read") == true, "\(refusals)")
        #expect(refusals.last?.contains("suntracker.conf:3: Latitude: ") == true, "\(refusals)")
        // A sunrise in this minute may have caused another popup.
        let notices = try found.recordedPopups("settings").filter { $0.summary == "Suntracker keeps its old settings" }
        // Only the user sees the value, because it is part of the place.
        let file = "/home/tester/.config/suntracker/suntracker.conf"
        #expect(
            notices.map(\.body).sorted() == [
                "\(file): it cannot be read (open \(file): Permission denied); make it readable",
                "\(file):3: Latitude: latitude 139.7392 is out of range; it must be between -90 and 90",
            ])
        #expect(!refusals.contains { $0.contains("139") }, "\(refusals)")
        #expect(try found.fact("status.invalid").contains(" in Denver "))
        #expect(
            try found.facts("active.invalid", "reload_failed", "bus_reload_failed", "restarts") == [
                "active", "yes", "yes", "0",
            ])
        #expect(try found.fact("bus_reload").contains("suntracker.conf:3: Latitude: "))

        #expect(try found.fact("status.started").contains(" in Denver "))
        let failures = try found.entries("start").compactMap { $0["MESSAGE"] }
        #expect(failures.count == 1 && failures[0].contains("the last valid settings apply: "), "\(failures)")
        let errors = try found.recordedPopups("mended").filter { $0.summary.hasPrefix("Suntracker ") }
        #expect(errors.map(\.summary) == ["Suntracker uses its last valid settings"])
        #expect(try found.fact("closed") == errors.first?.number, "the notice goes with the error")

        #expect(try found.fact("zone_entry.timedated") == "Time zone changed: now Europe/Oslo")
        #expect(try found.fact("zone_status.timedated").contains(" in Denver "))
        #expect(try found.fact("zone_entry.link") == "Time zone changed: now America/Denver")
        #expect(try found.fact("places") == "2", "Oslo when the settings were removed, Denver by the link")
        #expect(try found.fact("zone_entry.copy") == "Time zone changed: now Asia/Tokyo")
        #expect(try found.fact("zones") == "3")
        #expect(try found.fact("zones_with_own") == "3")
        // systemd's message about the reload, which is meant to fail.
        #expect(try found.lines("complaints.txt").map { $0.prefix(13) } == ["Reload failed"])
    }

    @Test("SIGTERM stops the service cleanly; the watchdog restarts a service that hangs at its event")
    func stops() async throws {
        let found = try await TestBed.run("stops")
        #expect(try found.fact("restarts") == "1")
        #expect(try found.fact("restart_reason").contains("watchdog"))
        let entries = try found.entries()
        // systemd kills the service with SIGABRT and continues it. If the thread that handles the signal is slower than
        // the thread that writes the entry, the crash comes in the middle of an announcement.
        #expect([["sunrise"], ["sunrise", "sunrise"]].contains(entries.map { $0["SUNTRACKER_EVENT"] }))
        #expect(entries.dropFirst().allSatisfy { $0["SUNTRACKER_RECOVERED"] == "1" })
        #expect(try #require(entries.first?.lateness) > 1)

        #expect(try found.fact("result") == "success")
        #expect(try found.fact("exit_status") == "0")
        #expect(try found.entries("stopped").count == 1)
        #expect(try found.notifications().count == 1)
    }

    @Test("SIGKILL at random moments around a sunrise loses nothing and repeats nothing")
    func killed() async throws {
        let rounds = 8
        let seed = Int.random(in: 0..<32768)
        let found = try await TestBed.run("killed", ["ROUNDS": "\(rounds)", "SEED": "\(seed)"])
        for round in 1...rounds {
            let moment = Comment(rawValue: "SEED=\(seed), \(try found.fact("offset.\(round)")) ms after the sunrise")
            let entries = try found.entries("entries.\(round)")
            #expect(!entries.isEmpty, moment)
            #expect(entries.count { $0["SUNTRACKER_RECOVERED"] == nil } <= 1, moment)
            // After the restart, the instant of the sunrise is computed again, and is the same.
            #expect(Set(entries.map { $0["SUNTRACKER_EVENT_TIME"] }).count == 1, moment)
            #expect(
                try found.notifications("notifications.\(round)").map(\.summary) == ["Sunrise in Testville"], moment)
        }
    }

    @Test("Nothing in the sandbox creates code, network sockets, namespaces or programs with a set-user-ID bit")
    func sandbox() async throws {
        let found = try await TestBed.run("sandbox")
        let outside = try found.lines("outside.txt")
        #expect(outside.count == 9 && outside.allSatisfy { $0.hasSuffix("=possible") }, "\(outside)")
        #expect(
            try found.lines("inside.txt") == [
                "unix=possible", "internet=EAFNOSUPPORT", "internet6=EAFNOSUPPORT", "netlink=EAFNOSUPPORT",
                "code=EPERM", "namespace=EPERM", "personality=EPERM", "set_user=EPERM", "affinity=EPERM",
            ])
    }

    @Test("Other programs reach the service over the bus, which starts it; its interface is as documented")
    func bus() async throws {
        let found = try await TestBed.run("bus")
        #expect(try found.fact("active") == "active")
        #expect(try found.fact("place") == "s \"Testville\"")
        #expect(try found.fact("place_after") == "s \"Denver\"")
        #expect(try found.fact("no_such_event").contains("no such event"))
        #expect(
            try found.notifications().map(\.summary) == ["Sunset in Testville", "Preview: Sunrise in Testville"])

        let signals = try found.text("signals.json").split(separator: "\n")
        #expect(signals.contains { $0.contains("EventFired") && $0.contains("sunset") })
        // The signal about the new place names no event.
        #expect(
            signals.contains {
                $0.contains("PropertiesChanged") && $0.contains("NextSunset") && $0.contains("\"sunset\"")
            })

        let reply = try #require(
            try JSONSerialization.jsonObject(with: Data(found.text("introspection.json").utf8)) as? [String: Any])
        let introspection = try #require((reply["data"] as? [String])?.first)
        let members = /<(?:property|method|signal) name="\w+"(?: type="[^"]+" access="read")?/
        let interface = Checkout.path("etc/data/io.github.suntracker.Suntracker1.xml")
        let documented = try String(contentsOfFile: interface, encoding: .utf8).matches(of: members).map {
            String($0.output)
        }
        let own = introspection.split(separator: "<interface name=\"io.github.suntracker.Suntracker1\">").last ?? ""
        #expect(own.matches(of: members).map { String($0.output) }.sorted() == documented.sorted())
    }

    @Test("The installed files are valid, and --remove leaves nothing except files of the user")
    func installs() async throws {
        let found = try await TestBed.run("installs")
        #expect(try found.fact("active") == "active")
        #expect(try found.fact("unit_path") == "/home/tester/.local/share/systemd/user/suntrackerd.service")
        #expect(try found.fact("verify").isEmpty)
        #expect(try found.fact("activatable") == "1")
        #expect(
            try found.fact("icons")
                == "./128x128/apps ./256x256/apps ./48x48/apps ./64x64/apps ./64x64/apps ./64x64/apps ./64x64/apps "
                + "./64x64/apps ./64x64/apps ./scalable/apps ./scalable/apps ./scalable/apps ./symbolic/apps ./symbolic/apps ./symbolic/apps"
        )
        #expect(try found.fact("completions") == "sunset")
        #expect(try found.fact("active_by_dbus") == "active")
        #expect(try found.fact("upgraded") == "active restarted")
        #expect(try found.fact("active_removed") == "inactive")
        #expect(try found.text("tree.after_user") == found.text("tree.before"))

        #expect(try found.facts("target", "target_removed") == ["active inactive", "inactive inactive"])

        #expect(try found.fact("system_unit_path") == "/usr/local/lib/systemd/user/suntrackerd.service")
        #expect(try found.fact("system_active") == "active")
        #expect(try found.fact("system_upgraded") == "active restarted")
        #expect(try found.text("system_upgraded.txt").contains("restarting suntrackerd of user "))
        #expect(try found.fact("system_removed") == "inactive")
        #expect(try found.fact("catalog_entries") == "17")
        #expect(try found.text("explained.txt").contains("Subject: Suntracker has started"))
        #expect(try found.text("tree.after_system") == found.text("tree.before"))
    }
}

/// The requirements of this module's tests. Without them, other tests are skipped, and these fail.
struct RequirementTests {
    @Test("A test bed can be booted")
    func testBed() {
        #expect(TestBed.obstacle == nil)
    }

    @Test("A machine can be emulated")
    func emulatedMachine() {
        #expect(EmulatedMachine.obstacle == nil)
    }
}
