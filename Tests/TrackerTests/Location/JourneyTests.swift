// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

private let noon = at("2026-11-21T19:00:00Z")
private let denver = fix(39.7392, -104.9903)

@Suite("A journey") struct JourneyTests {
    /// A machine that has been in Denver since noon.
    private func machine(after sunset: Duration, grace: Duration? = nil) -> SimulatedMachine {
        var settings = Settings()
        if let grace { settings.notifications.grace = grace }
        let machine = SimulatedMachine(at: noon, settings: settings, localTime: SimulatedZone.denver)
        machine.start()
        machine.deliver(.location(.fix(denver)))
        machine.advance(to: sunsetInDenver + sunset)
        return machine
    }

    /// A machine a few minutes after the sunset in Denver, which has been announced.
    private func afterSunset() -> SimulatedMachine { machine(after: .seconds(300)) }

    @Test("to where the Sun sets within 45 min of the announced sunset does not announce it again")
    func sameSunset() {
        let machine = afterSunset()
        #expect(machine.shown.map(\.popup.tag) == ["sunset"])
        // 5 degrees to the west, the Sun sets 20 min later.
        machine.deliver(.location(.fix(fix(39.7392, -109.9903))))
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.map(\.popup.tag) == ["sunset"])
        #expect(machine.entries(.missed).isEmpty)
        #expect(machine.status == "Next: sunrise on 22 November at 07:12")
    }

    @Test("to where the Sun sets an hour later announces that sunset, too")
    func laterSunset() {
        let machine = afterSunset()
        machine.deliver(.location(.fix(fix(34.05, -118.24))))
        machine.advance(by: .seconds(2 * 3600))
        #expect(machine.shown.map(\.popup.tag) == ["sunset", "sunset"])
        #expect(machine.entries(.event).map { $0["SUNTRACKER_LATITUDE"] } == ["39.74", "34.05"])
    }

    @Test(
        "to where the Sun set in the last minutes announces that sunset, even after a crash before any output",
        arguments: 0...10)
    func crash(outputs: Int) {
        let machine = machine(after: .seconds(4800), grace: .seconds(3 * 3600))
        #expect(machine.entries(.event).map { $0["SUNTRACKER_LATITUDE"] } == ["39.74"])
        machine.actionsToLive = outputs
        machine.deliver(.location(.fix(fix(37.77, -122.42))))
        machine.kill()
        machine.actionsToLive = nil
        machine.start()
        machine.deliver(.location(.fix(fix(37.77, -122.42))))
        machine.advance(by: .seconds(60))
        // The next run starts at the earlier place, where what the crash interrupted does not happen: it is listed.
        let sunsets = (machine.entries(.event) + machine.entries(.missed)).compactMap {
            $0["SUNTRACKER_EVENT_TIME"]?.prefix(16)
        }
        #expect(sunsets.contains("2026-11-22T00:54"))
        #expect(Set(machine.shown.map(\.popup.tag)) == ["sunset"])
    }

    @Test("to a place where the Sun set hours ago announces nothing of the past")
    func earlierSunset() {
        let machine = afterSunset()
        machine.deliver(.location(.fix(fix(51.5, -0.13))))
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("to a place where the Sun has just set announces nothing of the past, even after a crash", arguments: 0...10)
    func crashedAfterSunset(outputs: Int) {
        let machine = machine(after: .seconds(-600), grace: .seconds(3 * 3600))
        // 12 degrees to the east, the Sun set 38 min ago.
        let east = Input.location(.fix(fix(39.7392, -92.9903)))
        machine.actionsToLive = outputs
        machine.deliver(east)
        machine.kill()
        machine.actionsToLive = nil
        machine.start()
        machine.deliver(east)
        machine.advance(by: .seconds(60))
        #expect(machine.entries(.event).isEmpty)
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("in small steps changes the plan once the Sun differs by 15 s from the last fix that changed it")
    func road() throws {
        let machine = afterSunset()
        let writes = machine.fixWrites
        // The Sun moves by 0.0625 degrees in 15 s.
        let longitudes = (1...10).map { -104.9903 + Double($0) * 0.025 }
        for longitude in longitudes { machine.deliver(.location(.fix(fix(39.7392, longitude)))) }
        #expect(machine.fixWrites - writes == 3)
        #expect(machine.entries(.locationChanged).count == 4)
        let last = try Place(lastFixText: #require(machine.fixOnDisk))
        #expect(last.observer.coordinate == coordinate(39.7392, longitudes[8]).toHundredths)
    }
}
