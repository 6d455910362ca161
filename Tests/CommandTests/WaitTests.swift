import Foundation
import Solar
import Testing

@Suite("suntracker wait")
struct WaitTests {
    // --or-late is for a machine that starts the program only after the event, for which it would wait until tomorrow.

    @Test("wait exits at the event, and not before")
    func wait() throws {
        let coming = try comingSunset(in: .seconds(2))
        let command = try Command(["wait", "sunset", "--or-late", "5min", "--location", "0,\(coming.longitude)"])
        let lateness = Date.now.timeIntervalSince1970 - coming.instant.unixSeconds
        #expect(command.status == 0)
        #expect(command.output == "")
        #expect((0..<30).contains(lateness))
    }

    @Test("wait exits at the offset from the event")
    func offset() throws {
        let coming = try comingSunset(in: .seconds(62))
        let command = try Command([
            "wait", "sunset", "--offset", "-1min", "--or-late", "5min", "--location", "0,\(coming.longitude)",
        ])
        let lateness = Date.now.timeIntervalSince1970 - (coming.instant.unixSeconds - 60)
        #expect(command.status == 0)
        #expect((0..<30).contains(lateness))
    }

    @Test("wait exits at once for a time that passed no longer ago than --or-late")
    func late() throws {
        let coming = try comingSunset(in: .seconds(-60))
        let command = try Command(["wait", "sunset", "--or-late", "2min", "--location", "0,\(coming.longitude)"])
        #expect(command.status == 0)
    }
}
