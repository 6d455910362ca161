// SPDX-License-Identifier: MIT
import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

private typealias Output = GeoClueSession.Output

private let client = GeoClueAnswers.client
private let place = GeoClueAnswers.place
private let timedOut = GeoClueAnswers.timedOut
private let properties = GeoClueAnswers.properties

@Suite("A failure of GeoClue") struct GeoClueFailureTests {
    @Test("that happens once is retried after a second, and not reported")
    func restarted() {
        var bus = ScriptedBus.watching()
        #expect(bus.handle(.ownerChanged(hasOwner: false)) == [.forget, .arm(.retry, after: .seconds(1))])
        #expect(bus.handle(.fired(.retry)) == [.call(.getClient)])
        // The session's own call has started GeoClue.
        #expect(bus.handle(.ownerChanged(hasOwner: true)).isEmpty)
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.answer(.start(client: client)) == [.arm(.firstFix, after: .seconds(600))])
    }

    @Test("that repeats is retried ever more rarely, at last once a day, and reported once")
    func failing() {
        var bus = ScriptedBus()
        bus.start()
        var delays: [Int64] = []
        var reports: [LocationReport] = []
        for _ in 0..<12 {
            let outputs = bus.handle(.ownerChanged(hasOwner: false))
            reports += outputs.reports
            delays += outputs.retries.compactMap { $0?.components.seconds }
            #expect(bus.handle(.fired(.retry)) == [.call(.getClient)])
        }
        #expect(delays == [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 86_400, 86_400, 86_400])
        #expect(reports == [.authorization(.restricted(.failing))])
        // A fix resets the delay.
        _ = bus.answer(.getClient, .objectPath(client))
        let coarse = properties.merging(["Accuracy": .double(300_000)]) { $1 }
        _ = bus.answer(.location(path: place), .dictionary(coarse))
        #expect(bus.handle(.ownerChanged(hasOwner: false)).retries == [.seconds(1)])
    }

    @Test(
        "is retried a minute after another program has started GeoClue, or another trigger, if the next retry is later"
    )
    func startedByOthers() {
        var bus = ScriptedBus()
        bus.start()
        for failures in 1...12 {
            _ = bus.handle(.ownerChanged(hasOwner: false))
            let expected: [Output] = failures > 4 ? [.arm(.retry, after: .seconds(60))] : []
            #expect(bus.handle(.askedAgain) == expected)
            #expect(bus.handle(.ownerChanged(hasOwner: true)) == expected)
            #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
            #expect(bus.handle(.fired(.retry)) == [.call(.getClient)])
            // The session's own call has started GeoClue.
            #expect(bus.handle(.ownerChanged(hasOwner: true)).isEmpty)
        }
    }

    @Test("caused by a missing agent is retried three times, and then when GeoClue starts, which an agent causes")
    func noAgent() {
        var bus = ScriptedBus()
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        var delays: [Duration?] = []
        for _ in 0..<4 {
            delays += bus.refuse(.getClient, timedOut).retries
            _ = bus.handle(.fired(.retry))
        }
        #expect(delays == [.seconds(60), .seconds(240), .seconds(960)])
        #expect(bus.refuse(.getClient, timedOut).retries == [])
        #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
        #expect(bus.handle(.ownerChanged(hasOwner: true)) == [.arm(.retry, after: nil), .call(.getClient)])
    }

    @Test("caused by a missing GeoClue is retried only when GeoClue appears")
    func noGeoClue() {
        var bus = ScriptedBus()
        _ = bus.handle(.begin)
        _ = bus.handle(.connected)
        let absent = BusError(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "")
        #expect(bus.refuse(.getClient, absent) == [.forget, .report(.authorization(.restricted(.noGeoClue)))])
        #expect(bus.handle(.ownerChanged(hasOwner: true)) == [.arm(.retry, after: nil), .call(.getClient)])
    }

    @Test("caused by a lost bus connection is followed by a few new connections")
    func noBus() {
        var bus = ScriptedBus.watching()
        #expect(
            bus.handle(.disconnected) == [
                .forget, .report(.authorization(.restricted(.noBus))), .arm(.retry, after: .seconds(60)),
            ])
        #expect(bus.handle(.fired(.retry)) == [.connect])
        #expect(bus.handle(.disconnected) == [.forget, .arm(.retry, after: .seconds(240))])
        #expect(bus.handle(.fired(.retry)) == [.connect])
        #expect(bus.handle(.connected) == [.call(.getClient)])
    }

    /// After the connection has ended, sd-bus itself replies to pending calls before it reports the end.
    @Test(
        "caused by the bus does not count as a denial by a person or an agent",
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
                .forget, .report(.authorization(.restricted(.noBus))), .arm(.retry, after: .seconds(60)),
            ])
    }

    @Test("to reply about a location restarts the watch")
    func silentLocation() {
        var bus = ScriptedBus.watching()
        #expect(
            bus.refuse(.location(path: place), timedOut) == [
                .send(.stop(client: client)), .send(.deleteClient(client)), .forget, .arm(.retry, after: .seconds(1)),
            ])
    }

    @Test("ends with the watch")
    func ended() {
        var bus = ScriptedBus()
        bus.start()
        _ = bus.handle(.ownerChanged(hasOwner: false))
        #expect(bus.handle(.end) == [.forget, .disconnect])
        for input: GeoClueSession.Input in [
            .connected, .disconnected, .ownerChanged(hasOwner: true), .fired(.retry), .askedAgain, .end,
        ] { #expect(bus.handle(input).isEmpty, "\(input)") }
    }
}
