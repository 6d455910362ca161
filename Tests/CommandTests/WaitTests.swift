import Foundation
import Solar
import Testing

@Suite("suntracker poll, and suntracker wait")
struct WaitTests {
    @Test(
        "poll shows the light, and with --phase the phase by the settings, also in the exit status",
        arguments: [
            // Denver: dawns at 05:16, 05:49 and 06:22, sunrise at 06:51.
            ("12:10", nil, "night", 4), ("12:30", nil, "astronomical", 3), ("13:05", nil, "nautical", 2),
            ("13:35", nil, "civil", 1), ("13:55", nil, "day", 0), ("13:35", "", "night", 4), ("13:55", "", "day", 0),
            ("13:35", "Boundary=civil", "day", 0), ("13:55", "Day=+30min", "night", 4),
        ] as [(String, String?, String, Int32)])
    func poll(time: String, setting: String?, word: String, status: Int32) throws {
        let settings = try TemporaryFile("[Phases]\n\(setting ?? "")\n")
        let command = try Command(
            ["poll", "--location", "39.74,-104.99", "--at", "2026-11-21T\(time):00Z"]
                + (setting == nil ? [] : ["--phase", "--config", settings.path]))
        #expect(command.output == "\(word)\n")
        #expect(command.error == "")
        #expect(command.status == status)
    }

    /// An altitude event that happens at about so many seconds from now.
    private func coming(in seconds: Int64) -> (event: String, instant: Instant)? {
        guard let equator = Coordinate(latitude: 0, longitude: 0),
            let target = Instant(unixSeconds: Date.now.timeIntervalSince1970).map({ $0 + .seconds(seconds) })
        else { return nil }
        let altitude = SolarPosition(at: target).horizontal(at: equator).altitude
        let rises = SolarPosition(at: target).hourAngle(at: equator.longitude) < 0
        let event = "altitude:\(altitude):\(rises ? "rising" : "setting")"
        guard let solar = SolarEvent(name: event),
            case .occurs(let instant) = Sun.nextOccurrence(
                of: solar, after: target - .seconds(600), at: Observer(equator))
        else { return nil }
        return (event, instant)
    }

    // --or-late is for a machine that starts the program only after the event, for which it would wait until tomorrow.

    @Test(
        "wait exits at the event or at an offset from it, not before, and at once if it was a short time ago",
        arguments: [(2, 0), (62, -1), (-60, 0)] as [(Int64, Int)])
    func wait(seconds: Int64, minutes: Int) throws {
        let coming = try #require(self.coming(in: seconds))
        let command = try Command([
            "wait", coming.event, "--offset", "\(minutes)min", "--or-late", "5min", "--location", "0,0",
        ])
        let lateness = Date.now.timeIntervalSince1970 - (coming.instant.unixSeconds + Double(minutes * 60))
        #expect(command.status == 0)
        #expect(command.output == "")
        #expect((0..<(seconds < 0 ? 90 : 30)).contains(lateness))
    }
}
