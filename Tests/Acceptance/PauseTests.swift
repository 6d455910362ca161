import Foundation
import Testing

/// A pause of notifications, with a server that records what it is asked for. The scenario is scenarios/pause.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct PauseTests {
    @Test("In a pause nothing is shown, also after a crash; the hooks run, and the next event after it is shown")
    func pause() async throws {
        let found = try await TestBed.run("pause")
        #expect(try found.fact("exit.not_running") == "69")
        #expect(try found.text("not_running.txt").hasPrefix("suntracker: suntrackerd is not running; what to do: "))
        #expect(try found.fact("exit.pause") == "0")
        #expect(try found.text("pause.txt").hasPrefix("Notifications are paused until "))
        #expect(try found.fact("status_line").contains("; no notifications until 20"))
        #expect(try found.text("status.txt").contains("Notifications  paused until "))
        #expect(try found.fact("pauses") == "0")
        #expect(try found.text("alert.txt").contains("alert later  today"))

        #expect(try found.entries().map { $0["SUNTRACKER_QUIET"] } == ["1", nil])
        #expect(try found.entries().map { $0["SUNTRACKER_ALERT"] } == [nil, "later"])
        let summaries = try found.recordedPopups("paused").map(\.summary)
        #expect(summaries.count == 2)
        #expect(summaries.first?.hasPrefix("Preview: ") == true)
        #expect(try found.fact("property") == "t 0")
        #expect(try found.fact("exit.too_long") == "64")
        #expect(try found.text("past.txt").contains("that time has passed"))
        #expect(
            try found.entries("paused").map { $0["MESSAGE"]?.hasPrefix("Notifications are paused until ") }
                == [true, false, true])
        #expect(try found.fact("wakeups") == "0")
        // Those of the kill.
        let complaints = try found.text("complaints.txt").split(separator: "\n")
        #expect(complaints.allSatisfy { $0.hasPrefix("suntrackerd.service: ") }, "\(complaints)")
    }
}
