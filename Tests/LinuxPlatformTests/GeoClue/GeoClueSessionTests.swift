// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

private let client = GeoClueAnswers.client
private let place = GeoClueAnswers.place
private let properties = GeoClueAnswers.properties
private let denver = GeoClueAnswers.denver

@Suite("A GeoClue session") struct GeoClueSessionTests {
    @Test("gets a client, configures it, subscribes, starts it, reports the location, and releases everything")
    func sequence() {
        var bus = ScriptedBus(LocationWatch(accuracy: .city))
        #expect(bus.handle(.begin) == [.connect])
        #expect(bus.handle(.connected) == [.call(.getClient)])
        #expect(
            bus.answer(.getClient, .objectPath(client)) == [
                .listen(client: client),
                .call(
                    .set(client: client, property: "DesktopId", .string("io.github.suntracker.Suntracker"))),
                .call(.set(client: client, property: "RequestedAccuracyLevel", .unsigned(4))),
                .call(.set(client: client, property: "DistanceThreshold", .unsigned(0))),
                .call(.set(client: client, property: "TimeThreshold", .unsigned(0))),
                .call(.start(client: client)),
            ])
        #expect(
            bus.answer(.start(client: client)) == [
                .report(.authorization(.allowedAlways)), .arm(.firstFix, after: .seconds(600)),
            ])
        #expect(
            bus.handle(.locationUpdated([.objectPath("/"), .objectPath(place)])) == [.call(.location(path: place))])
        #expect(
            bus.answer(.location(path: place), .dictionary(properties)) == [
                .arm(.firstFix, after: nil), .report(.fix(denver)), .send(.stop(client: client)),
                .send(.deleteClient(client)), .forget, .disconnect,
            ])
        #expect(bus.handle(.end).isEmpty)
        #expect(bus.handle(.locationUpdated([.objectPath("/"), .objectPath(place)])).isEmpty)
    }

    @Test("requests exact fixes if the settings say so")
    func exact() {
        var bus = ScriptedBus(LocationWatch(accuracy: .exact))
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        let outputs = bus.answer(.getClient, .objectPath(client))
        #expect(outputs.contains(.call(.set(client: client, property: "RequestedAccuracyLevel", .unsigned(8)))))
    }

    @Test("in mode once, releases everything at the first fix, and not before")
    func once() {
        var bus = ScriptedBus.watching(LocationWatch(mode: .once))
        #expect(bus.answer(.location(path: place), .dictionary([:])).isEmpty)
        var nowhere = properties
        (nowhere["Latitude"], nowhere["Longitude"]) = (.double(0), .double(0))
        #expect(bus.answer(.location(path: place), .dictionary(nowhere)).count == 1)
        #expect(
            bus.answer(.location(path: place), .dictionary(properties)) == [
                .arm(.firstFix, after: nil), .report(.fix(denver)), .send(.stop(client: client)),
                .send(.deleteClient(client)), .forget, .disconnect,
            ])
        for input in [GeoClueSession.Input.ownerChanged(hasOwner: true), .fired(.retry), .disconnected, .end] {
            #expect(bus.handle(input).isEmpty)
        }
    }

    @Test("reports a fix that arrives before the reply to Start, after the authorization")
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
            ("north of the pole", ["Latitude": .double(90.01), "Longitude": .double(1)]),
        ] as [(String, [String: BusValue])])
    func nowhere(name: String, properties: [String: BusValue]) {
        var bus = ScriptedBus.watching()
        #expect(bus.answer(.location(path: place), .dictionary(properties)).isEmpty)
    }

    @Test("ignores an accuracy that is not valid", arguments: [-1, .nan, -.infinity] as [Double])
    func accuracy(radius: Double) {
        var properties = properties
        properties["Accuracy"] = .double(radius)
        #expect(Place(geoClueLocation: properties)?.provenance.accuracy == nil)
    }

    @Test("ignores replies of the wrong types")
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

    @Test("ignores a location that no longer exists, because another location was signalled since")
    func vanished() {
        var bus = ScriptedBus.watching()
        let gone = BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "Object does not exist")
        #expect(bus.refuse(.location(path: place), gone).isEmpty)
    }
}

@Suite("A first fix that does not come") struct MissingFixTests {
    @Test("causes one warning, after GeoClue has had two Wi-Fi scans, and none after GeoClue has restarted")
    func warning() {
        var bus = ScriptedBus(LocationWatch(mode: .once))
        bus.start()
        #expect(bus.answer(.start(client: client)).contains(.arm(.firstFix, after: .seconds(600))))
        #expect(bus.handle(.fired(.firstFix)).reports == [.fixOverdue(nil)])
        _ = bus.handle(.ownerChanged(hasOwner: false))
        _ = bus.handle(.fired(.retry))
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.answer(.start(client: client)).isEmpty)
    }
}
