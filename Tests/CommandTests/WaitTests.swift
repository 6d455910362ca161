import Foundation
import Solar
import Testing

@Suite("Waiting and polling") struct WaitTests {
    @Test(
        "poll says how light it is, and says it in the exit status (Denver on 2026-11-21: dawns 05:16, 05:49, 06:22, sunrise 06:51)",
        arguments: [
            ("2026-11-21T12:10:00Z", "night", 4), ("2026-11-21T12:30:00Z", "astronomical", 3),
            ("2026-11-21T13:05:00Z", "nautical", 2), ("2026-11-21T13:35:00Z", "civil", 1),
            ("2026-11-21T13:55:00Z", "day", 0),
        ] as [(String, String, Int32)])
    func poll(time: String, word: String, status: Int32) throws {
        let command = try Command(["poll", "--location", "39.74,-104.99", "--at", time])
        #expect(command.output == "\(word)\n")
        #expect(command.error == "")
        #expect(command.status == status)
    }

    /// Where the Sun will stand, and whether it rises or sets, in so many seconds from now.
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

    @Test("wait ends when the moment has come, and not before it")
    func wait() throws {
        let coming = try #require(self.coming(in: 2))
        let command = try Command(["wait", coming.event, "--location", "0,0"])
        let lateness = Date.now.timeIntervalSince1970 - coming.instant.unixSeconds
        #expect(command.status == 0)
        #expect(command.output == "")
        #expect((0..<30).contains(lateness))
    }

    @Test("wait ends at the offset from the event")
    func offset() throws {
        let coming = try #require(self.coming(in: 62))
        let command = try Command(["wait", coming.event, "--offset", "-1min", "--location", "0,0"])
        let lateness = Date.now.timeIntervalSince1970 - (coming.instant.unixSeconds - 60)
        #expect(command.status == 0)
        #expect((0..<30).contains(lateness))
    }

    @Test("wait ends at once for a moment that passed no longer ago than --or-late")
    func late() throws {
        let coming = try #require(self.coming(in: -60))
        let command = try Command(["wait", coming.event, "--or-late", "2min", "--location", "0,0"])
        #expect(command.status == 0)
    }

    @Test(
        "mistakes are told in a line",
        arguments: [
            (
                ["wait", "altitude:80:rising", "--location", "69,18"], 69,
                "there is no altitude:80:rising within a year: the Sun stays below that altitude; name another event"
            ),
            (
                ["wait", "sunset", "--offset", "soon"], 64,
                "The value 'soon' is invalid for '--offset <time span>': write a time span such as 10min, 90s or 1h 30min (see suntracker --help)"
            ),
            (
                ["wait", "all"], 64,
                "The value 'all' is invalid for '<event>': name one event, such as sunset (see suntracker --help)"
            ),
        ] as [([String], Int32, String)])
    func mistakes(arguments: [String], status: Int32, message: String) throws {
        let command = try Command(arguments)
        #expect(command.status == status)
        #expect(command.error == "suntracker: \(message)\n")
    }
}
