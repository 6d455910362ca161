import Foundation
import Solar
import Testing

@Suite("suntracker wait")
struct WaitTests {
    // --or-late is for a machine that starts the program only after the event, for which it would wait until tomorrow.

    @Test(
        "wait exits at the event or at an offset from it, not before, and at once if it was a short time ago",
        arguments: [(2, 0), (62, -1), (-60, 0)] as [(Int64, Int)])
    func wait(seconds: Int64, minutes: Int) throws {
        let coming = try comingSunset(in: .seconds(seconds))
        let command = try Command([
            "wait", "sunset", "--offset", "\(minutes)min", "--or-late", "5min", "--location", "0,\(coming.longitude)",
        ])
        let lateness = Date.now.timeIntervalSince1970 - (coming.instant.unixSeconds + Double(minutes * 60))
        #expect(command.status == 0)
        #expect(command.output == "")
        #expect((0..<(seconds < 0 ? 90 : 30)).contains(lateness))
    }
}
