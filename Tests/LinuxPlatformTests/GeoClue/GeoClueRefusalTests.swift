import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

private typealias Session = GeoClueSession

private let client = GeoClueAnswers.client
private let place = GeoClueAnswers.place
private let denied = GeoClueAnswers.denied
private let timedOut = GeoClueAnswers.timedOut
private let crashed = BusError(
    name: BusError.noReply, message: "Message recipient disconnected from message bus without replying")

@Suite("A refusal by GeoClue") struct GeoClueRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: GeoClueRequest
        let error: BusError
        let authorization: LocationAuthorization
    }

    // The texts are those of GeoClue 2.6.0 and 2.7.2, src/gclue-service-client.c and src/gclue-service-manager.c.
    @Test(
        "is classified by its name and its text",
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
                testDescription: "no answer to GetClient", request: .getClient, error: timedOut,
                authorization: .restricted(.noAgent)),
            Case(
                testDescription: "no answer to Start", request: .start(client: client), error: timedOut,
                authorization: .denied(.unanswered)),
            Case(
                testDescription: "no answer to GetAll", request: .location(path: place), error: timedOut,
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
                testDescription: "a GeoClue that has exited meanwhile", request: .start(client: client),
                error: BusError(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "not activatable"),
                authorization: .restricted(.failing)),
            Case(
                testDescription: "another error", request: .getClient,
                error: BusError(name: "org.freedesktop.DBus.Error.NoMemory", message: ""),
                authorization: .restricted(.failing)),
        ])
    func authorization(row: Case) {
        #expect(row.request.authorization(after: row.error) == row.authorization)
    }

    @Test("has advice in one sentence")
    func advice() {
        let all: [LocationAuthorization] =
            [.notDetermined, .allowedAlways, .allowedOnce]
            + LocationAuthorization.Denial.allCases.map { .denied($0) }
            + LocationAuthorization.Restriction.allCases.map { .restricted($0) }
        #expect(Set(all.map(\.identifier)).count == 5)
        #expect(Set(all.map { $0.advice() }).count == all.count)
        #expect(all.filter { $0.advice().contains(". ") || $0.advice().hasSuffix(".") }.isEmpty)
    }

    @Test("arms no timer if it is deliberate, and asks again when GeoClue restarts")
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
        // The same answer is not reported again.
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.refuse(.start(client: client), refusal).reports.isEmpty)
    }

    @Test("is retried when location services are switched in the desktop's settings, and only then")
    func switchedOn() {
        var bus = ScriptedBus()
        #expect(bus.handle(.settingChanged).isEmpty)
        bus.start()
        #expect(bus.handle(.settingChanged).isEmpty)
        let refusal = BusError(name: denied, message: "Geolocation disabled for UID 1000")
        _ = bus.refuse(.start(client: client), refusal)
        // GeoClue exits when it is unused, and nothing on the system bus reports the switch.
        #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
        #expect(bus.handle(.settingChanged) == [.retry(after: .seconds(2))])
        #expect(bus.handle(.retryTimerFired) == [.call(.getClient)])
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.answer(.start(client: client)).reports == [.authorization(.allowedAlways)])
        #expect(bus.handle(.settingChanged).isEmpty)
    }

    @Test("ends when the user turns location services on again")
    func turnedOff() {
        func active(_ isActive: Bool) -> Session.Input {
            .propertiesChanged([
                .string("org.freedesktop.GeoClue2.Client"), .dictionary(["Active": .boolean(isActive)]), .other("as"),
            ])
        }
        var bus = ScriptedBus.watching()
        #expect(bus.handle(active(true)).isEmpty)
        #expect(bus.handle(active(false)).reports == [.authorization(.denied(.turnedOff))])
        #expect(bus.handle(active(false)).isEmpty)
        #expect(bus.handle(active(true)).reports == [.authorization(.allowedAlways)])
    }
}
