// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing

@Suite("suntracker wait")
struct WaitTests {
    // Without --or-late, a program that a slow machine starts after the event would wait until tomorrow.

    @Test(
        "wait exits at the event or at an offset from it, not before, and immediately shortly after the event",
        arguments: [(2, 0), (62, -1), (-60, 0), (-421, 7)] as [(Int64, Int)])
    func wait(seconds: Int64, minutes: Int) throws {
        let coming = try comingSunset(in: .seconds(seconds))
        let command = try Command([
            "wait", "sunset", "--offset", "\(minutes)min", "--or-late", "5min", "--place", "0,\(coming.longitude)",
        ])
        let lateness = Date.now.timeIntervalSince1970 - (coming.instant.unixSeconds + Double(minutes * 60))
        #expect(command.status == 0)
        #expect(command.output == "")
        #expect((0..<(seconds < 0 ? 90 : 30)).contains(lateness))
    }
}
