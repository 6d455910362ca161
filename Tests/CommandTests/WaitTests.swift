import Foundation
import Solar
import Testing

@Suite("suntracker wait")
struct WaitTests {
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

    @Test("wait exits at the event, and not before")
    func wait() throws {
        let coming = try #require(self.coming(in: 2))
        let command = try Command(["wait", coming.event, "--or-late", "5min", "--location", "0,0"])
        let lateness = Date.now.timeIntervalSince1970 - coming.instant.unixSeconds
        #expect(command.status == 0)
        #expect(command.output == "")
        #expect((0..<30).contains(lateness))
    }

    @Test("wait exits at the offset from the event")
    func offset() throws {
        let coming = try #require(self.coming(in: 62))
        let command = try Command(["wait", coming.event, "--offset", "-1min", "--or-late", "5min", "--location", "0,0"])
        let lateness = Date.now.timeIntervalSince1970 - (coming.instant.unixSeconds - 60)
        #expect(command.status == 0)
        #expect((0..<30).contains(lateness))
    }

    @Test("wait exits at once for a time that passed no longer ago than --or-late")
    func late() throws {
        let coming = try #require(self.coming(in: -60))
        let command = try Command(["wait", coming.event, "--or-late", "2min", "--location", "0,0"])
        #expect(command.status == 0)
    }
}
