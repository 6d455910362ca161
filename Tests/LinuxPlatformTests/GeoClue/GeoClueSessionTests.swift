import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

private typealias Session = GeoClueSession
private typealias Output = GeoClueSession.Output

private let client = GeoClueAnswers.client
private let place = GeoClueAnswers.place
private let properties = GeoClueAnswers.properties
private let denver = GeoClueAnswers.denver

@Suite("A GeoClue session") struct GeoClueSessionTests {
    @Test("gets a client, configures it, subscribes, starts it, and reports each location")
    func sequence() {
        var bus = ScriptedBus(LocationWatch(mode: .hold, accuracy: .city))
        #expect(bus.handle(.begin) == [.connect])
        #expect(bus.handle(.connected) == [.call(.getClient)])
        #expect(
            bus.answer(.getClient, .objectPath(client)) == [
                .listen(client: client),
                .call(
                    .set(client: client, property: "DesktopId", .string("io.github.suntracker.Suntracker"))),
                .call(.set(client: client, property: "RequestedAccuracyLevel", .unsigned(4))),
                .call(.set(client: client, property: "DistanceThreshold", .unsigned(20_000))),
                .call(.set(client: client, property: "TimeThreshold", .unsigned(0))),
                .call(.start(client: client)),
            ])
        #expect(
            bus.answer(.start(client: client)) == [
                .report(.authorization(.allowedAlways)), .awaitFirstFix(for: .seconds(600)),
            ])
        #expect(
            bus.handle(.locationUpdated([.objectPath("/"), .objectPath(place)])) == [.call(.location(path: place))])
        #expect(
            bus.answer(.location(path: place), .dictionary(properties)) == [
                .awaitFirstFix(for: nil), .report(.fix(denver)),
            ])
        #expect(
            bus.handle(.end) == [
                .send(.stop(client: client)), .send(.deleteClient(client)), .forget, .retry(after: nil), .disconnect,
            ])
        #expect(bus.handle(.locationUpdated([.objectPath("/"), .objectPath(place)])).isEmpty)
    }

    @Test("requests exact fixes if the settings say so")
    func exact() {
        var bus = ScriptedBus(LocationWatch(mode: .hold, accuracy: .exact))
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        let outputs = bus.answer(.getClient, .objectPath(client))
        #expect(outputs.contains(.call(.set(client: client, property: "RequestedAccuracyLevel", .unsigned(8)))))
        #expect(outputs.contains(.call(.set(client: client, property: "DistanceThreshold", .unsigned(2000)))))
    }

    @Test("in mode once, releases everything at the first fix, and nothing before")
    func once() {
        var bus = ScriptedBus.watching(LocationWatch(mode: .once))
        #expect(bus.answer(.location(path: place), .dictionary([:])).isEmpty)
        var nowhere = properties
        (nowhere["Latitude"], nowhere["Longitude"]) = (.double(0), .double(0))
        #expect(bus.answer(.location(path: place), .dictionary(nowhere)).count == 1)
        #expect(
            bus.answer(.location(path: place), .dictionary(properties)) == [
                .awaitFirstFix(for: nil), .report(.fix(denver)), .send(.stop(client: client)),
                .send(.deleteClient(client)), .forget, .retry(after: nil), .disconnect,
            ])
        for input in [Session.Input.ownerChanged(hasOwner: true), .retryTimerFired, .disconnected, .end] {
            #expect(bus.handle(input).isEmpty)
        }
    }

    @Test("reports a fix that arrives before the answer to Start, after the authorization")
    func overtaken() {
        var bus = ScriptedBus()
        bus.start()
        #expect(bus.handle(.locationUpdated([.objectPath("/"), .objectPath(place)])).count == 1)
        #expect(
            bus.answer(.location(path: place), .dictionary(properties)).reports == [
                .authorization(.allowedAlways), .fix(denver),
            ])
        #expect(bus.answer(.start(client: client)).isEmpty)
    }

    @Test(
        "ignores a location without a valid place",
        arguments: [
            ("without a latitude", ["Longitude": .double(1)]),
            ("of text", ["Latitude": .string("39.7"), "Longitude": .double(1)]),
            ("not a number", ["Latitude": .double(.nan), "Longitude": .double(1)]),
            ("infinite", ["Latitude": .double(1), "Longitude": .double(.infinity)]),
            ("north of the pole", ["Latitude": .double(90.01), "Longitude": .double(1)]),
            ("east of the date line", ["Latitude": .double(1), "Longitude": .double(180.5)]),
        ] as [(String, [String: BusValue])])
    func nowhere(name: String, properties: [String: BusValue]) {
        var bus = ScriptedBus.watching()
        #expect(bus.answer(.location(path: place), .dictionary(properties)).isEmpty)
    }

    @Test("ignores an accuracy that is not valid", arguments: [-1, .nan, .infinity] as [Double])
    func accuracy(radius: Double) {
        var properties = properties
        properties["Accuracy"] = .double(radius)
        #expect(Place(geoClueLocation: properties)?.provenance.accuracy == nil)
    }

    @Test("ignores answers of the wrong types")
    func wrongTypes() {
        var bus = ScriptedBus()
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        #expect(bus.answer(.getClient, .string(client)).retries == [.seconds(1)])
        var watching = ScriptedBus.watching()
        #expect(watching.handle(.locationUpdated([.string(place), .string(place)])).isEmpty)
        #expect(watching.handle(.locationUpdated([.objectPath(place)])).isEmpty)
        #expect(watching.handle(.locationUpdated([.objectPath(place), .objectPath("/")])).isEmpty)
        #expect(watching.handle(.propertiesChanged([.string("x")])).isEmpty)
        #expect(watching.handle(.propertiesChanged([.string("x"), .dictionary(["Active": .unsigned(0)])])).isEmpty)
        #expect(watching.answer(.location(path: place), .unsigned(1)).isEmpty)
        #expect(watching.answer(.location(path: place)).isEmpty)
    }

    @Test("ignores a location that no longer exists: another one was signalled since")
    func vanished() {
        var bus = ScriptedBus.watching()
        let gone = BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "Object does not exist")
        #expect(bus.refuse(.location(path: place), gone).isEmpty)
    }
}

/// A session whose timers run on a simulated clock.
private struct TimedSession {
    private var bus: ScriptedBus
    private(set) var now = Duration.zero
    private var retry: Duration?
    private var firstFix: Duration?
    /// When it reports that the fix is overdue.
    private(set) var overdue: [Duration] = []

    init(_ bus: ScriptedBus) { self.bus = bus }

    mutating func receive(_ input: Session.Input) {
        for output in bus.handle(input) {
            switch output {
            case .retry(let delay): retry = delay.map { now + $0 }
            case .awaitFirstFix(let delay): firstFix = delay.map { now + $0 }
            case .report(.fixOverdue): overdue.append(now)
            default: break
            }
        }
    }

    mutating func advance(to end: Duration) {
        while let next = [retry, firstFix].compactMap({ $0 }).min(), next <= end {
            now = next
            if firstFix == next {
                firstFix = nil
                receive(.firstFixIsLate)
            } else {
                retry = nil
                receive(.retryTimerFired)
            }
        }
        now = end
    }

    /// Everything from GetClient to the answer to Start.
    mutating func startClient() {
        receive(.answered(.getClient, .success([.objectPath(client)])))
        receive(.answered(.start(client: client), .success([])))
    }

    static func started() -> TimedSession {
        var session = TimedSession(ScriptedBus())
        session.receive(.begin)
        session.receive(.connected)
        session.startClient()
        return session
    }
}

@Suite("A first fix that does not come") struct MissingFixTests {
    private let fix = Session.Input.answered(.location(path: place), .success([.dictionary(properties)]))

    @Test("causes one warning, after GeoClue has had two Wi-Fi scans")
    func warning() {
        var session = TimedSession.started()
        session.advance(to: .seconds(599))
        #expect(session.overdue.isEmpty)
        session.advance(to: .seconds(86_400))
        #expect(session.overdue == [.seconds(600)])
        // Not again after GeoClue has restarted.
        session.receive(.ownerChanged(hasOwner: false))
        session.advance(to: .seconds(86_401))
        session.startClient()
        session.advance(to: .seconds(2 * 86_400))
        #expect(session.overdue.count == 1)
    }

    @Test("causes no warning if it comes in time, even if none follows")
    func inTime() {
        var session = TimedSession.started()
        session.advance(to: .seconds(599))
        session.receive(fix)
        session.advance(to: .seconds(86_400))
        #expect(session.overdue.isEmpty)
    }

    @Test("is awaited only while GeoClue allows access")
    func restarted() {
        var session = TimedSession.started()
        session.advance(to: .seconds(300))
        session.receive(.ownerChanged(hasOwner: false))
        session.advance(to: .seconds(301))
        session.startClient()
        session.advance(to: .seconds(900))
        #expect(session.overdue.isEmpty)
        session.advance(to: .seconds(901))
        #expect(session.overdue == [.seconds(901)])
    }

    @Test("is not awaited while location services are turned off, nor after the watch has ended")
    func turnedOff() {
        let off = Session.Input.propertiesChanged([
            .string(GeoClueRequest.clientInterface), .dictionary(["Active": .boolean(false)]), .other("as"),
        ])
        for input in [off, .end, .disconnected] {
            var session = TimedSession.started()
            session.receive(input)
            session.advance(to: .seconds(3000))
            #expect(session.overdue.isEmpty)
        }
    }

    @Test("is not replaced by a fix at the origin")
    func origin() {
        var session = TimedSession.started()
        session.receive(
            .answered(
                .location(path: place),
                .success([.dictionary(["Latitude": .double(0), "Longitude": .double(0)])])))
        session.advance(to: .seconds(600))
        #expect(session.overdue.count == 1)
    }
}
