// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let noon = at("2026-11-21T12:00:00Z")
private let berlin = coordinate(52.52, 13.405)

/// A time zone with its main city.
private enum Zone: String, CaseIterable {
    case berlin = "Europe/Berlin"
    case tokyo = "Asia/Tokyo"
    case moscow = "Europe/Moscow"
    case vienna = "Europe/Vienna"
    case johannesburg = "Africa/Johannesburg"

    var place: Place {
        let (latitude, longitude, name): (Double, Double, String) =
            switch self {
            case .berlin: (52.5, 13.3667, "Berlin")
            case .tokyo: (35.6544, 139.7447, "Tokyo")
            case .moscow: (55.7558, 37.6178, "Moscow")
            case .vienna: (48.2167, 16.3333, "Vienna")
            case .johannesburg: (-26.25, 28, "Johannesburg")
            }
        return Place(
            observer: Observer(coordinate(latitude, longitude)), name: .own(name),
            provenance: Provenance(source: .timeZone(rawValue)))
    }

    var clocks: SimulatedZone {
        let hours: [Zone: Int] = [.tokyo: 9, .moscow: 3, .johannesburg: 2]
        return SimulatedZone(name: rawValue, utcOffset: hours[self, default: 1] * 3600)
    }
}

extension SimulatedMachine {
    fileprivate func move(to zone: Zone) { changeZone(to: zone.clocks, mainCity: zone.place) }

    fileprivate var announcedAt: [String?] { entries(.event).map { $0["SUNTRACKER_SOURCE"] } }
}

@Suite("A fix and the time zone") struct TimeZoneAndFixTests {
    /// A machine with a fix of GeoClue; by default, in Berlin.
    private func machine(
        in zone: Zone = .berlin, at fix: Place = fix(berlin), _ change: (inout SimulatedMachine) -> Void = { _ in }
    ) -> SimulatedMachine {
        var machine = SimulatedMachine(at: noon, settings: Settings(), localTime: zone.clocks)
        machine.locations.timeZonePlace = zone.place
        change(&machine)
        machine.start()
        machine.deliver(.location(.authorization(.allowedAlways)))
        machine.deliver(.location(.fix(fix)))
        return machine
    }

    @Test(
        "after a flight that GeoClue does not notice, the time zone's place is used and labelled, and GeoClue is asked again"
    )
    func flight() throws {
        let machine = machine()
        let orders = machine.watchOrders
        machine.move(to: .tokyo)
        let entry = try #require(machine.entries(.locationChanged).last)
        #expect(entry["SUNTRACKER_SOURCE"] == "timezone")
        #expect(
            entry.entry.message.contains("in Tokyo (35.65, 139.74; the main city of the time zone Asia/Tokyo"))
        #expect(machine.watchOrders == orders + 1)
        machine.advance(by: .seconds(86_400))
        #expect(machine.announcedAt == ["timezone", "timezone"])
        #expect(machine.status.contains("in Tokyo on "))
    }

    @Test(
        "the place set in Plasma comes before the place of the time zone and after a fix, immediately when it is set")
    func plasma() throws {
        let machine = SimulatedMachine(at: noon, settings: Settings(), localTime: Zone.berlin.clocks)
        machine.locations.timeZonePlace = Zone.berlin.place
        machine.start()
        func set(_ place: Place?) {
            machine.deliver(
                .timeZoneChanged(Zone.berlin.clocks, mainCity: Zone.berlin.place, plasmaPlace: place))
        }
        let tokyo = Place(
            observer: Zone.tokyo.place.observer, name: nil, provenance: Provenance(source: .plasma))
        func source() -> String? { machine.entries(.locationChanged).last?["SUNTRACKER_SOURCE"] }
        set(tokyo)
        #expect(source() == "plasma")
        set(nil)
        #expect(source() == "timezone")
        set(tokyo)
        machine.deliver(.location(.authorization(.allowedAlways)))
        machine.deliver(.location(.fix(fix(berlin))))
        #expect(source() == "geoclue")
        // The time zone did not change.
        #expect(machine.entries(.timeZoneChanged).isEmpty)
    }

    @Test("the new zone still counts after a restart, while GeoClue reports no fix")
    func restarted() {
        let machine = machine()
        machine.deliver(.stopRequested)
        machine.localTime = Zone.tokyo.clocks
        machine.locations.timeZonePlace = Zone.tokyo.place
        machine.start()
        #expect(machine.entries(.started).last?["SUNTRACKER_SOURCE"] == "timezone")
    }

    @Test(
        "GeoClue's next fix takes precedence, wherever it is, and stays",
        arguments: [berlin, coordinate(35.68, 139.69)])
    func nextFix(coordinate: Coordinate) {
        let machine = machine()
        machine.move(to: .tokyo)
        machine.deliver(.location(.fix(fix(coordinate))))
        #expect(machine.entries(.locationChanged).last?["SUNTRACKER_SOURCE"] == "geoclue")
        // In this zone, nothing contradicts the fix, even after a restart.
        machine.deliver(.stopRequested)
        machine.start()
        #expect(machine.entries(.started).last?["SUNTRACKER_SOURCE"] == "last-fix")
    }

    struct Cached: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The time from the change of the time zone to GeoClue's time stamp; nil for a location without one.
        let stamp: Duration?
        var coordinate = berlin
        /// What happens after the fix in Berlin, and before the cached location arrives.
        var before: @Sendable (SimulatedMachine) -> Void = { $0.move(to: .tokyo) }
        /// What happens after the cached location.
        var after: @Sendable (SimulatedMachine) -> Void = { _ in }
        let expected: String

        static func stopped(_ machine: SimulatedMachine) {
            machine.deliver(.stopRequested)
            (machine.localTime, machine.locations.timeZonePlace) = (Zone.tokyo.clocks, Zone.tokyo.place)
            machine.start()
        }
    }

    @Test(
        "a location that GeoClue has kept since before the time zone changed does not count",
        arguments: [
            Cached(testDescription: "from before", stamp: .seconds(-900), expected: "timezone"),
            Cached(testDescription: "from after", stamp: .seconds(60), expected: "geoclue"),
            Cached(
                testDescription: "from which the desktop has just got the time zone, nearer to the former main city",
                stamp: .seconds(-5), expected: "geoclue"),
            Cached(
                testDescription: "that is the last fix, after a change while the service was stopped",
                stamp: .seconds(-3600), before: Cached.stopped, expected: "timezone"),
            Cached(testDescription: "without a time stamp", stamp: nil, expected: "geoclue"),
            Cached(
                testDescription: "of a receiver whose clock has no date", stamp: .seconds(-1_700_000_000),
                expected: "geoclue"),
            Cached(
                testDescription: "after a stopover in a time zone that is farther away", stamp: .seconds(-900),
                before: {
                    $0.move(to: .johannesburg)
                    $0.advance(by: .seconds(3600))
                    $0.move(to: .moscow)
                }, expected: "timezone"),
            Cached(
                testDescription: "of the former time zone, after a change while the service was stopped",
                stamp: .seconds(-3700), before: Cached.stopped, expected: "timezone"),
            Cached(
                testDescription: "with a clock that was set back after the change", stamp: .seconds(-86_000),
                before: {
                    $0.move(to: .tokyo)
                    $0.setClock(to: noon - .seconds(86_400))
                }, expected: "geoclue"),
            Cached(
                testDescription: "from which the desktop has just got the time zone", stamp: .seconds(-5),
                coordinate: coordinate(35.68, 139.69), expected: "geoclue"),
            Cached(
                testDescription: "from which the desktop has got the time zone, after the flight home",
                stamp: .seconds(-5), coordinate: coordinate(35.68, 139.69), after: { $0.move(to: .berlin) },
                expected: "timezone"),
        ])
    func cached(row: Cached) {
        let machine = machine()
        machine.advance(by: .seconds(3600))
        let change = machine.clock.now
        row.before(machine)
        var cached = fix(row.coordinate)
        cached.provenance.observed = row.stamp.map { change + $0 }
        machine.deliver(.location(.fix(cached)))
        row.after(machine)
        #expect(machine.state?.place?.provenance.source.identifier == row.expected)
        let onDisk = machine.fixOnDisk.flatMap { try? Place(lastFixText: $0) }
        if row.expected == "timezone" { #expect(onDisk.map { machine.locations.isContradicted($0) } == true) }
    }

    @Test("the zone under another name does not contradict the fix, and GeoClue is not asked again")
    func renamed() {
        let machine = machine()
        let orders = machine.watchOrders
        let clocks = SimulatedZone(name: "Europe/Berlin-Mitte", utcOffset: 3600)
        machine.changeZone(
            to: clocks,
            mainCity: Place(
                observer: Zone.berlin.place.observer, name: "Berlin",
                provenance: Provenance(source: .timeZone(clocks.zoneName ?? ""))))
        machine.advance(by: .seconds(86_400))
        #expect(Set(machine.announcedAt) == ["geoclue"])
        #expect(machine.watchOrders == orders)
    }

    @Test("back in the zone of the fix, the fix counts again")
    func back() {
        let machine = machine()
        machine.move(to: .tokyo)
        machine.move(to: .berlin)
        #expect(machine.entries(.locationChanged).last?["SUNTRACKER_SOURCE"] == "geoclue")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        fileprivate var former = Zone.berlin
        var fix = berlin
        fileprivate let zone: Zone
        var source = LocationSettings.Source.auto
        let expected: String
    }

    @Test(
        "which new zones contradict a fix",
        arguments: [
            Case(testDescription: "one to the east does", zone: .tokyo, expected: "timezone"),
            Case(testDescription: "one on the same continent does", zone: .moscow, expected: "timezone"),
            Case(
                testDescription: "one to the south, with nearly the same clocks, does", zone: .johannesburg,
                expected: "timezone"),
            Case(testDescription: "a neighbouring one does", zone: .vienna, expected: "timezone"),
            Case(
                testDescription: "a neighbouring one does not if the fix, in Passau, is nearer to its main city",
                fix: coordinate(48.57, 13.46), zone: .vienna, expected: "geoclue"),
            Case(
                testDescription: "the right zone of the fix does not, after a wrong one", former: .tokyo, zone: .berlin,
                expected: "geoclue"),
            Case(
                testDescription: "none does where GeoClue alone is to say", zone: .tokyo, source: .geoclue,
                expected: "geoclue"),
        ])
    func contradicts(row: Case) {
        let machine = machine(in: row.former, at: fix(row.fix)) { $0.settings.location.source = row.source }
        machine.move(to: row.zone)
        machine.advance(by: .seconds(86_400))
        #expect(Set(machine.announcedAt) == [row.expected])
    }

    @Test("the fix of somebody who uses the time zone of another continent is not contradicted")
    func farFromHome() {
        let machine = SimulatedMachine(at: noon, settings: Settings(), localTime: Zone.tokyo.clocks)
        machine.locations.timeZonePlace = Zone.tokyo.place
        machine.start()
        machine.deliver(.location(.fix(fix(berlin))))
        machine.deliver(.stopRequested)
        machine.start()
        machine.advance(by: .seconds(86_400))
        #expect(machine.announcedAt == ["last-fix", "last-fix"])
    }

    @Test("a zone without a place contradicts nothing, and a fix kept without a zone belongs to the current one")
    func withoutPlace() throws {
        let machine = machine()
        machine.changeZone(to: SimulatedZone.utc)
        #expect(machine.entries(.locationChanged).last?["SUNTRACKER_SOURCE"] == "geoclue")
        machine.deliver(.stopRequested)
        machine.damageFix("suntracker-fix 1\ncoordinate 52.52 13.405\nend\n")
        machine.localTime = Zone.vienna.clocks
        machine.locations.timeZonePlace = Zone.vienna.place
        machine.start()
        #expect(machine.entries(.started).last?["SUNTRACKER_SOURCE"] == "last-fix")
        machine.move(to: .moscow)
        #expect(machine.entries(.locationChanged).last?["SUNTRACKER_SOURCE"] == "timezone")
    }
}

@Suite("A coarser fix") struct CoarserFixTests {
    private static let wide = fix(coordinate(52.52, 14.5), within: 200_000)

    private func machine() -> SimulatedMachine {
        let machine = SimulatedMachine(at: noon, settings: Settings(), localTime: Zone.berlin.clocks)
        machine.start()
        machine.deliver(.location(.fix(fix(berlin))))
        machine.advance(by: .seconds(60))
        machine.deliver(.location(.fix(Self.wide)))
        return machine
    }

    private func longitude(_ machine: SimulatedMachine) -> String? {
        machine.entries(.locationChanged).last?["SUNTRACKER_LONGITUDE"]
    }

    @Test("replaces the current one when the current one is six hours old, with one wakeup")
    func stale() throws {
        let machine = machine()
        #expect(longitude(machine) == "13.41")
        let wakeups = machine.wakeups
        machine.advance(to: noon + .seconds(6 * 3600 - 1))
        #expect(longitude(machine) == "13.41")
        machine.advance(to: noon + .seconds(6 * 3600))
        #expect(longitude(machine) == "14.50")
        // One wakeup is for the sunset, and one for this.
        #expect(machine.wakeups - wakeups == 2)
        #expect(try Place(lastFixText: machine.fixOnDisk ?? "").observer == Self.wide.observer)
        machine.advance(by: .seconds(6 * 3600))
        #expect(machine.wakeups - wakeups == 2)
    }

    @Test("is dropped when a better one arrives, and when access to the location is denied")
    func forgotten() {
        for news in [Input.location(.fix(fix(berlin))), .location(.authorization(.denied(.turnedOff)))] {
            let machine = machine()
            machine.deliver(news)
            machine.advance(by: .seconds(12 * 3600))
            #expect(longitude(machine) == "13.41")
        }
    }

    @Test("is accepted on resume if the current one became stale while suspended")
    func asleep() {
        let machine = machine()
        machine.sleep(for: .seconds(12 * 3600))
        #expect(longitude(machine) == "14.50")
    }
}
