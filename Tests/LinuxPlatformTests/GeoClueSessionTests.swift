import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

private typealias Session = GeoClueSession
private typealias Output = GeoClueSession.Output

private let client = "/org/freedesktop/GeoClue2/Client/1"
private let place = "/org/freedesktop/GeoClue2/Client/1/Location/0"
private let denied = "org.freedesktop.DBus.Error.AccessDenied"
private let timedOut = BusError(name: BusError.noReply, message: "Method call timed out")
private let crashed = BusError(
    name: BusError.noReply, message: "Message recipient disconnected from message bus without replying")

/// The properties of a location in Denver, as GeoClue 2.6 answers GetAll.
private let properties: [String: BusValue] = [
    "Latitude": .double(39.7392), "Longitude": .double(-104.9903), "Accuracy": .double(25),
    "Altitude": .double(-1.7976931348623157e308), "Description": .string("NMEA"), "Timestamp": .other("(tt)"),
    "Speed": .double(-1),
]

private let denver = Place(
    observer: TestPlace.denver.observer, name: nil, provenance: Provenance(source: .geoclue, accuracy: 25))

/// A watch on a bus that says what the test has it say.
private struct ScriptedBus {
    var session: Session

    init(_ watch: LocationWatch = LocationWatch()) { session = Session(watch) }

    /// Everything up to the answer to Start.
    static func watching(_ watch: LocationWatch = LocationWatch()) -> ScriptedBus {
        var bus = ScriptedBus(watch)
        bus.start()
        _ = bus.answer(.start(client: client))
        return bus
    }

    mutating func start() {
        _ = session.handle(.begin)
        _ = session.handle(.connected)
        _ = answer(.getClient, .objectPath(client))
    }

    mutating func handle(_ input: Session.Input) -> [Output] { session.handle(input) }
    mutating func answer(_ request: GeoClueRequest, _ values: BusValue...) -> [Output] {
        session.handle(.answered(request, .success(values)))
    }
    mutating func refuse(_ request: GeoClueRequest, _ error: BusError) -> [Output] {
        session.handle(.answered(request, .failure(error)))
    }
}

extension [GeoClueSession.Output] {
    fileprivate var reports: [LocationReport] {
        compactMap { if case .report(let report) = $0 { report } else { nil } }
    }
    /// The delays of the timer; nil for one that is disarmed.
    fileprivate var retries: [Duration?] {
        compactMap { if case .retry(let delay) = $0 { delay } else { nil } }
    }
}

@Suite("A watch through GeoClue") struct GeoClueSessionTests {
    @Test("gets a client, sets it up, listens, starts it, and tells of each location")
    func sequence() {
        var bus = ScriptedBus(LocationWatch(mode: .follow, accuracy: .city))
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
        #expect(bus.answer(.start(client: client)) == [.report(.authorization(.allowedAlways))])
        #expect(
            bus.handle(.locationUpdated([.objectPath("/"), .objectPath(place)])) == [.call(.location(path: place))])
        #expect(bus.answer(.location(path: place), .dictionary(properties)) == [.report(.fix(denver))])
        #expect(
            bus.handle(.end) == [
                .send(.stop(client: client)), .send(.deleteClient(client)), .forget, .retry(after: nil), .disconnect,
            ])
        #expect(bus.handle(.locationUpdated([.objectPath("/"), .objectPath(place)])).isEmpty)
    }

    @Test("asks a receiver for exact fixes where the settings say so")
    func exact() {
        var bus = ScriptedBus(LocationWatch(accuracy: .exact))
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        let outputs = bus.answer(.getClient, .objectPath(client))
        #expect(outputs.contains(.call(.set(client: client, property: "RequestedAccuracyLevel", .unsigned(8)))))
        #expect(outputs.contains(.call(.set(client: client, property: "DistanceThreshold", .unsigned(2000)))))
    }

    @Test("once, lets go of everything at the first fix, and of nothing before")
    func once() {
        var bus = ScriptedBus.watching(LocationWatch(mode: .once))
        #expect(bus.answer(.location(path: place), .dictionary([:])).isEmpty)
        var nowhere = properties
        (nowhere["Latitude"], nowhere["Longitude"]) = (.double(0), .double(0))
        #expect(bus.answer(.location(path: place), .dictionary(nowhere)).count == 1)
        #expect(
            bus.answer(.location(path: place), .dictionary(properties)) == [
                .report(.fix(denver)), .send(.stop(client: client)), .send(.deleteClient(client)), .forget,
                .retry(after: nil), .disconnect,
            ])
        for input in [Session.Input.ownerChanged(hasOwner: true), .retryTimerFired, .disconnected, .end] {
            #expect(bus.handle(input).isEmpty)
        }
    }

    @Test("takes a fix that overtakes the answer to Start, and says first that it may")
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
        "a location that tells no place is passed over",
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

    @Test("an accuracy that makes no sense is not known", arguments: [-1, .nan, .infinity] as [Double])
    func accuracy(radius: Double) {
        var properties = properties
        properties["Accuracy"] = .double(radius)
        #expect(Place(geoClueLocation: properties)?.provenance.accuracy == nil)
    }

    @Test("answers of the wrong types are no crash, and as good as none")
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

    @Test("a location that has vanished is passed over: another was told of since")
    func vanished() {
        var bus = ScriptedBus.watching()
        let gone = BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "Object does not exist")
        #expect(bus.refuse(.location(path: place), gone).isEmpty)
    }
}

@Suite("A refusal by GeoClue") struct GeoClueRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: GeoClueRequest
        let error: BusError
        let authorization: LocationAuthorization
    }

    // The texts are those of GeoClue 2.6.0 and 2.7.2, src/gclue-service-client.c and src/gclue-service-manager.c.
    @Test(
        "is told apart by its name and its text",
        arguments: [
            Case(
                testDescription: "the configuration", request: .start(client: client),
                error: BusError(
                    name: denied,
                    message: "'io.github.suntracker.Suntracker' disallowed by configuration for UID 1000"),
                authorization: .denied(.byConfiguration)),
            Case(
                testDescription: "no agent", request: .start(client: client),
                error: BusError(
                    name: denied, message: "'io.github.suntracker.Suntracker' disallowed, no agent for UID 1000"),
                authorization: .restricted(.noAgent)),
            Case(
                testDescription: "location services turned off", request: .start(client: client),
                error: BusError(name: denied, message: "Geolocation disabled for UID 1000"),
                authorization: .denied(.turnedOff)),
            Case(
                testDescription: "the user", request: .start(client: client),
                error: BusError(name: denied, message: "Agent rejected 'x' for user 1000"),
                authorization: .denied(.refused)),
            Case(
                testDescription: "the bus's policy", request: .getClient,
                error: BusError(name: denied, message: "Rejected send message, 2 matched rules"),
                authorization: .denied(.refused)),
            Case(
                testDescription: "a silent GetClient", request: .getClient, error: timedOut,
                authorization: .restricted(.noAgent)),
            Case(
                testDescription: "a silent Start", request: .start(client: client), error: timedOut,
                authorization: .denied(.unanswered)),
            Case(
                testDescription: "a silent GetAll", request: .location(path: place), error: timedOut,
                authorization: .restricted(.failing)),
            Case(
                testDescription: "a crash in GetClient", request: .getClient, error: crashed,
                authorization: .restricted(.failing)),
            Case(
                testDescription: "a crash in Start", request: .start(client: client), error: crashed,
                authorization: .restricted(.failing)),
            Case(
                testDescription: "no GeoClue", request: .getClient,
                error: BusError(
                    name: "org.freedesktop.DBus.Error.ServiceUnknown",
                    message: "The name org.freedesktop.GeoClue2 was not provided by any .service files"),
                authorization: .restricted(.noGeoClue)),
            Case(
                testDescription: "a masked GeoClue", request: .getClient,
                error: BusError(
                    name: "org.freedesktop.systemd1.UnitMasked", message: "Unit geoclue.service is masked."),
                authorization: .restricted(.noGeoClue)),
            Case(
                testDescription: "a GeoClue that left in between", request: .start(client: client),
                error: BusError(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "not activatable"),
                authorization: .restricted(.failing)),
            Case(
                testDescription: "anything else", request: .getClient,
                error: BusError(name: "org.freedesktop.DBus.Error.NoMemory", message: ""),
                authorization: .restricted(.failing)),
        ])
    func authorization(row: Case) {
        #expect(row.request.authorization(after: row.error) == row.authorization)
    }

    @Test("tells the user what to do in one sentence")
    func advice() {
        let all: [LocationAuthorization] =
            [.notDetermined, .allowedAlways, .allowedOnce]
            + LocationAuthorization.Denial.allCases.map { .denied($0) }
            + LocationAuthorization.Restriction.allCases.map { .restricted($0) }
        #expect(Set(all.map(\.identifier)).count == 5)
        #expect(Set(all.map(\.advice)).count == all.count)
        #expect(all.filter { $0.advice.contains(". ") || $0.advice.hasSuffix(".") }.isEmpty)
    }

    @Test("leaves no timer where it was meant, and asks again when GeoClue starts anew")
    func deniedForGood() {
        var bus = ScriptedBus()
        bus.start()
        let refusal = BusError(name: denied, message: "'x' disallowed by configuration for UID 1000")
        let outputs = bus.refuse(.start(client: client), refusal)
        #expect(
            outputs == [
                .send(.stop(client: client)), .send(.deleteClient(client)), .forget,
                .report(.authorization(.denied(.byConfiguration))), .retry(after: nil),
            ])
        #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
        #expect(bus.handle(.ownerChanged(hasOwner: true)) == [.retry(after: nil), .call(.getClient)])
        // The same answer is no news.
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.refuse(.start(client: client), refusal).reports.isEmpty)
    }

    @Test("is asked about again when location services are switched in the desktop's settings, and only then")
    func switchedOn() {
        var bus = ScriptedBus()
        #expect(bus.handle(.settingChanged).isEmpty)
        bus.start()
        #expect(bus.handle(.settingChanged).isEmpty)
        let refusal = BusError(name: denied, message: "Geolocation disabled for UID 1000")
        _ = bus.refuse(.start(client: client), refusal)
        // GeoClue leaves when nobody uses it, and nothing on the system bus tells of the switch.
        #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
        #expect(bus.handle(.settingChanged) == [.retry(after: .seconds(2))])
        #expect(bus.handle(.retryTimerFired) == [.call(.getClient)])
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.answer(.start(client: client)) == [.report(.authorization(.allowedAlways))])
        #expect(bus.handle(.settingChanged).isEmpty)
    }

    @Test("is withdrawn by the user who turns location services on again")
    func turnedOff() {
        func active(_ isActive: Bool) -> Session.Input {
            .propertiesChanged([
                .string("org.freedesktop.GeoClue2.Client"), .dictionary(["Active": .boolean(isActive)]), .other("as"),
            ])
        }
        var bus = ScriptedBus.watching()
        #expect(bus.handle(active(true)).isEmpty)
        #expect(bus.handle(active(false)) == [.report(.authorization(.denied(.turnedOff)))])
        #expect(bus.handle(active(false)).isEmpty)
        #expect(bus.handle(active(true)) == [.report(.authorization(.allowedAlways))])
    }
}

@Suite("Trouble with GeoClue") struct GeoClueTroubleTests {
    @Test("that has ended once is mended in a second, without a word")
    func restarted() {
        var bus = ScriptedBus.watching()
        #expect(bus.handle(.ownerChanged(hasOwner: false)) == [.forget, .retry(after: .seconds(1))])
        #expect(bus.handle(.retryTimerFired) == [.call(.getClient)])
        // Its own call is what has started it.
        #expect(bus.handle(.ownerChanged(hasOwner: true)).isEmpty)
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.answer(.start(client: client)).isEmpty)
    }

    @Test("that goes on is tried ever more rarely, at last once a day, said once, and never in a busy loop")
    func failing() {
        var bus = ScriptedBus()
        bus.start()
        var delays: [Int64] = []
        var reports: [LocationReport] = []
        for _ in 0..<12 {
            let outputs = bus.handle(.ownerChanged(hasOwner: false))
            reports += outputs.reports
            delays += outputs.retries.compactMap { $0?.components.seconds }
            #expect(bus.handle(.retryTimerFired) == [.call(.getClient)])
        }
        #expect(delays == [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 86_400, 86_400, 86_400])
        #expect(reports == [.authorization(.restricted(.failing))])
        // A fix ends it.
        _ = bus.answer(.getClient, .objectPath(client))
        _ = bus.answer(.location(path: place), .dictionary(properties))
        #expect(bus.handle(.ownerChanged(hasOwner: false)).retries == [.seconds(1)])
    }

    @Test("is tried a minute after somebody else has GeoClue started, where the next try is further off than that")
    func startedByOthers() {
        var bus = ScriptedBus()
        bus.start()
        for failures in 1...12 {
            _ = bus.handle(.ownerChanged(hasOwner: false))
            let expected: [Output] = failures > 4 ? [.retry(after: .seconds(60))] : []
            #expect(bus.handle(.ownerChanged(hasOwner: true)) == expected)
            #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
            #expect(bus.handle(.retryTimerFired) == [.call(.getClient)])
            // Its own call is what has started it.
            #expect(bus.handle(.ownerChanged(hasOwner: true)).isEmpty)
        }
    }

    @Test("for want of an agent is tried three times more, and then when GeoClue starts, which an agent has it do")
    func noAgent() {
        var bus = ScriptedBus()
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        var delays: [Duration?] = []
        for _ in 0..<4 {
            delays += bus.refuse(.getClient, timedOut).retries
            _ = bus.handle(.retryTimerFired)
        }
        #expect(delays == [.seconds(60), .seconds(240), .seconds(960), nil])
        #expect(bus.refuse(.getClient, timedOut).retries == [nil])
        #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
        #expect(bus.handle(.ownerChanged(hasOwner: true)) == [.retry(after: nil), .call(.getClient)])
    }

    @Test("for want of GeoClue wakes nobody, until it is there")
    func noGeoClue() {
        var bus = ScriptedBus()
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        let absent = BusError(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "")
        #expect(
            bus.refuse(.getClient, absent) == [
                .forget, .report(.authorization(.restricted(.noGeoClue))), .retry(after: nil),
            ])
        #expect(bus.handle(.ownerChanged(hasOwner: true)) == [.retry(after: nil), .call(.getClient)])
    }

    @Test("with the bus connects again, a few times")
    func noBus() {
        var bus = ScriptedBus.watching()
        #expect(
            bus.handle(.disconnected) == [
                .forget, .report(.authorization(.restricted(.noBus))), .retry(after: .seconds(60)),
            ])
        #expect(bus.handle(.retryTimerFired) == [.connect])
        #expect(bus.handle(.disconnected) == [.forget, .retry(after: .seconds(240))])
        #expect(bus.handle(.retryTimerFired) == [.connect])
        #expect(bus.handle(.connected) == [.call(.getClient)])
    }

    /// sd-bus answers in the place of the bus, before it says that the connection has ended.
    @Test(
        "with the bus is no answer of a person's or an agent's",
        arguments: [
            GeoClueRequest.getClient, .set(client: client, property: "DesktopId", .string("x")), .start(client: client),
            .location(path: place),
        ])
    func lostBus(request: GeoClueRequest) {
        var bus = ScriptedBus()
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        if request != .getClient { _ = bus.answer(.getClient, .objectPath(client)) }
        #expect(
            bus.refuse(request, BusError(name: BusError.noReply, message: "Connection terminated")).isEmpty)
        #expect(
            bus.handle(.disconnected) == [
                .forget, .report(.authorization(.restricted(.noBus))), .retry(after: .seconds(60)),
            ])
    }

    @Test("with a silent location begins anew")
    func silentLocation() {
        var bus = ScriptedBus.watching()
        #expect(
            bus.refuse(.location(path: place), timedOut) == [
                .send(.stop(client: client)), .send(.deleteClient(client)), .forget, .retry(after: .seconds(1)),
            ])
    }

    @Test("is over with the watch")
    func ended() {
        var bus = ScriptedBus()
        bus.start()
        _ = bus.handle(.ownerChanged(hasOwner: false))
        #expect(bus.handle(.end) == [.forget, .retry(after: nil), .disconnect])
        #expect(bus.handle(.retryTimerFired).isEmpty)
    }
}
