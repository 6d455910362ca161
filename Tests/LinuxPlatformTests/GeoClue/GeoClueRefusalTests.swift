// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import TestSupport
import Testing
import Tracker
import Wording

@testable import LinuxPlatform

private let client = GeoClueAnswers.client
private let place = GeoClueAnswers.place
private let denied = GeoClueAnswers.denied
private let timedOut = GeoClueAnswers.timedOut
private let crashed = BusError(
    name: BusError.noReply, message: "Message recipient disconnected from message bus without replying")
private let start = GeoClueRequest.start(client: client)
/// The error of dbus-broker 33 for a service that was not started.
private func notActivated(_ reason: String) -> BusError {
    BusError(name: BusError.nameHasNoOwner, message: "Could not activate remote peer: \(reason).")
}
private func refused(_ reason: String) -> BusError { BusError(name: denied, message: "\(reason) for UID 1000") }

@Suite("A denial by GeoClue") struct GeoClueRefusalTests {
    // The texts are from GeoClue 2.6.0 and 2.7.2, src/gclue-service-client.c and src/gclue-service-manager.c.
    @Test(
        "is classified by its name and its text",
        arguments: [
            (
                start, refused("'io.github.suntracker.Suntracker' disallowed by configuration"),
                .denied(.byConfiguration)
            ),
            (start, refused("'io.github.suntracker.Suntracker' disallowed, no agent"), .restricted(.noAgent)),
            (start, refused("Geolocation disabled"), .denied(.turnedOff)),
            (start, BusError(name: denied, message: "Agent rejected 'x' for user 1000"), .denied(.refused)),
            // A rule of the bus denies the call.
            (
                .getClient, BusError(name: denied, message: "Rejected send message, 2 matched rules"), .denied(.refused)
            ), (.getClient, timedOut, .restricted(.noAgent)), (start, timedOut, .denied(.unanswered)),
            (.location(path: place), timedOut, .restricted(.failing)), (start, crashed, .restricted(.failing)),
            (start, notActivated("startup job failed"), .restricted(.failing)),
            // GeoClue has exited meanwhile.
            (start, BusError(name: BusError.serviceUnknown, message: "not activatable"), .restricted(.failing)),
            (.getClient, BusError(name: "org.freedesktop.DBus.Error.NoMemory", message: ""), .restricted(.failing)),
        ] as [(GeoClueRequest, BusError, LocationAuthorization)])
    func authorization(request: GeoClueRequest, error: BusError, authorization: LocationAuthorization) {
        #expect(request.authorization(after: error) == authorization)
    }

    /// GetClient is the service's only call for which a bus starts a program. Both buses ask systemd to start it and
    /// wait, so a unit that hangs counts as a crash. Observed with dbus-daemon 1.14, dbus-broker 33 and systemd 252.
    @Test(
        "to start means the same with both buses",
        arguments: [
            (
                "not installed",
                BusError(
                    name: BusError.serviceUnknown,
                    message: "The name org.freedesktop.GeoClue2 was not provided by any .service files"),
                BusError(name: BusError.serviceUnknown, message: "The name is not activatable"), .noGeoClue
            ),
            (
                "masked",
                BusError(name: "org.freedesktop.systemd1.UnitMasked", message: "Unit geoclue.service is masked."),
                notActivated("activation request failed: unit is masked"), .noGeoClue
            ),
            (
                "its unit is missing",
                BusError(name: "org.freedesktop.systemd1.NoSuchUnit", message: "Unit geoclue.service not found."),
                notActivated("activation request failed: unknown unit"), .noGeoClue
            ),
            (
                "crashes at its start",
                BusError(
                    name: "org.freedesktop.DBus.Error.TimedOut",
                    message:
                        "Failed to activate service 'org.freedesktop.GeoClue2': timed out (service_start_timeout=25000ms)"
                ),
                notActivated("startup job failed"), .failing
            ),
            (
                "is stopped while it starts",
                BusError(
                    name: "org.freedesktop.DBus.Error.TimedOut", message: "Failed to activate service: timed out"),
                notActivated("activation request failed: a concurrent deactivation request is already in progress"),
                .failing
            ),
            (
                "exits during the call", crashed,
                BusError(name: BusError.noReply, message: "Remote peer disconnected"), .failing
            ),
        ] as [(String, BusError, BusError, LocationAuthorization.Restriction)])
    func starting(
        failure: String, onDaemon: BusError, onBroker: BusError, restriction: LocationAuthorization.Restriction
    ) {
        for error in [onDaemon, onBroker] {
            #expect(GeoClueRequest.getClient.authorization(after: error) == .restricted(restriction), "\(error)")
        }
    }

    @Test("comes with advice in one sentence")
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
        let refusal = refused("'x' disallowed by configuration")
        #expect(
            bus.refuse(start, refusal) == [
                .send(.stop(client: client)), .send(.deleteClient(client)), .forget,
                .report(.authorization(.denied(.byConfiguration))),
            ])
        #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
        #expect(bus.handle(.ownerChanged(hasOwner: true)) == [.arm(.retry, after: nil), .call(.getClient)])
        // The same denial is not reported again.
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.refuse(start, refusal).reports.isEmpty)
    }

    @Test("with Mode=once, is retried when location services are switched in the desktop's settings, and only then")
    func switchedOn() {
        var bus = ScriptedBus(LocationWatch(mode: .once))
        #expect(bus.handle(.settingChanged).isEmpty)
        bus.start()
        #expect(bus.handle(.settingChanged).isEmpty)
        _ = bus.refuse(start, refused("Geolocation disabled"))
        // GeoClue exits when it is unused, and the system bus has no signal for the switch.
        #expect(bus.handle(.ownerChanged(hasOwner: false)).isEmpty)
        #expect(bus.handle(.settingChanged) == [.arm(.retry, after: .seconds(2))])
        #expect(bus.handle(.fired(.retry)) == [.call(.getClient)])
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.answer(.start(client: client)).reports == [.authorization(.allowedOnce)])
        #expect(bus.handle(.settingChanged).isEmpty)
    }

    @Test("with Mode=once, ends when the user turns location services on again")
    func turnedOff() {
        func active(_ isActive: Bool) -> GeoClueSession.Input {
            .propertiesChanged([
                .string("org.freedesktop.GeoClue2.Client"), .dictionary(["Active": .boolean(isActive)]), .other("as"),
            ])
        }
        var bus = ScriptedBus.watching(LocationWatch(mode: .once))
        #expect(bus.handle(active(true)).isEmpty)
        let off = bus.handle(active(false))
        #expect(off.reports == [.authorization(.denied(.turnedOff))])
        #expect(off.contains(.arm(.firstFix, after: nil)), "no fix is awaited meanwhile")
        #expect(bus.handle(active(false)).isEmpty)
        #expect(bus.handle(active(true)).reports == [.authorization(.allowedOnce)])
    }
}
