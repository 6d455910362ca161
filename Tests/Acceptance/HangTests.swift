// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The installed service while a disk, a bus or journald accepts requests and never responds, in scenarios/hangs.bash.
/// The disks are FUSE file systems whose program does not read the kernel's requests.
@Suite(
    .unless(TestBed.obstacle), .enabled(if: TestBed.hasFUSE, "this kernel has no FUSE"),
    .timeLimit(ConcurrencyLimit.timeLimit))
struct HangTests {
    @Test("A disk, a bus or journald that hangs delays no announcement and no stop; only a bus delays popups")
    func hangs() async throws {
        let found = try await TestBed.run("hangs")
        for name in ["state", "settings", "hook", "home", "zone", "bus", "journal", "system_bus"] {
            let starts = name != "home"
            let entries = try found.entries(name)
            let announced = try found.announcements(name)
            // The second run cannot read the ledger in the hung state directory.
            let sunrises = announced.filter { $0["SUNTRACKER_ALERT"] == nil }
            #expect(sunrises.count == (name == "state" ? 2 : 1), "\(name)")
            #expect((0...2).contains(sunrises.first?.lateness ?? -1), "\(name): on time")
            let later = announced.filter { $0["SUNTRACKER_ALERT"] == "later" }
            #expect(later.count == (starts ? 1 : 0), "\(name)")
            #expect(!starts || (0...2).contains(later.first?.lateness ?? -1), "\(name): on time after the start")

            for stop in starts ? ["stop", "stop_again"] : ["stop"] {
                let result = try found.fact("\(name).\(stop)").split(separator: " ")
                #expect(result.last == "success", "\(name).\(stop)")
                // The limit is TimeoutStopSec=10s of the unit.
                #expect(try #require(result.first.flatMap { Double($0) }) < 10, "\(name).\(stop)")
            }
            let summaries = try found.recordedPopups(name).map(\.summary)
            #expect(summaries.contains { $0.hasPrefix("Sunrise") } == (name != "bus"), "\(name): \(summaries)")
            #expect(!starts || summaries.contains("Later"), "\(name): \(summaries)")

            let messages = entries.compactMap { $0["MESSAGE"] }
            #expect(!messages.contains { $0.contains("notification server") }, "\(name): \(messages)")
            let blamed = [
                "state": "suntracker (the disk has not responded for 10 seconds); earlier announcements are unknown",
                "settings": "it cannot be read (the disk has not responded for 10 seconds)",
                "zone": "The time zone is unknown, so times are in UTC: the disk has not responded for 10 seconds",
                "bus": "the session bus does not respond",
            ]
            if let blame = blamed[name] { #expect(messages.contains { $0.contains(blame) }, "\(name): \(messages)") }
        }
        #expect(try found.fact("bus.popups") == "0")
        // Popups that were shown while journald hung: two previews and the sunrise.
        #expect(try found.fact("journal.hung") == "3 popups")
    }
}
