import Foundation
import Solar
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform
@testable import Systemd

/// In processes of their own, since the addresses of the buses are in the environment.
@Suite("The late end of an earlier connection") struct StaleConnectionTests {
    /// A bus, and a connection to it that ended earlier.
    @MainActor
    private struct Wire {
        let bus: PrivateBus
        let stale: Bus

        init() throws {
            bus = try PrivateBus()
            setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
            setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
            stale = try Bus.open(address: bus.address)
        }
    }

    @MainActor private static var requests: StatusIcon.Requests {
        StatusIcon.Requests(now: { sunsetInDenver }, localTime: { SimulatedZone.denver })
    }

    @Test("does not drop the newer one of the status icon")
    func icon() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let wire = try Wire()
                let icon = StatusIcon(iconFolder: "", requests: Self.requests)
                icon.connect()
                let bus = try #require(icon.connection?.bus)
                icon.reconnect(after: wire.stale)
                #expect(icon.connection?.bus === bus)
                icon.reconnect(after: bus)
                #expect(icon.connection == nil)
            }
        }
    }

    @Test("does not drop the newer one of the service's object")
    func object() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let wire = try Wire()
                let session = SessionBus(
                    ownsName: false, since: sunsetInDenver, requests: SessionBus.Requests())
                session.connect()
                let bus = try #require(session.connection?.bus)
                session.reconnect(after: wire.stale)
                #expect(session.connection?.bus === bus)
                session.reconnect(after: bus)
                #expect(session.connection == nil)
            }
        }
    }

    @Test("does not drop the newer one to GeoClue")
    func geoclue() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let wire = try Wire()
                let location = GeoClueLocation(now: { sunsetInDenver }, onTrigger: { _ in })
                location.watch(LocationWatch(mode: .hold)) { _ in }
                let bus = try #require(location.bus)
                location.connectionIsLost(wire.stale)
                #expect(location.bus === bus)
                location.connectionIsLost(bus)
                #expect(location.bus !== bus)
            }
        }
    }

    @Test("is followed by a new connection, if the bus has ever answered", .timeLimit(.minutes(20)))
    func reconnects() async {
        await #expect(processExitsWith: .success) {
            try await Self.reconnectsOnce()
        }
    }

    @MainActor private static func reconnectsOnce() async throws {
        let wire = try Wire()
        let session = SessionBus(ownsName: true, since: sunsetInDenver, requests: SessionBus.Requests())
        session.connect()
        try await wire.bus.hasOwner(of: "io.github.suntracker.Suntracker1")
        try wire.bus.restart()
        try await wire.bus.hasOwner(of: "io.github.suntracker.Suntracker1")
        withExtendedLifetime(session) {}
    }

    @Test("A refusal of the status icon is reported once for each reason, until a panel shows the icon")
    @MainActor
    func refusals() {
        var reported: [String] = []
        var requests = Self.requests
        requests.onRefusal = { reported.append($0) }
        let icon = StatusIcon(iconFolder: "", requests: requests)
        let full = BusError(name: BusError.failed, message: "too many icons")
        let gone = BusError(name: BusError.serviceUnknown, message: "no panel")
        let other = BusError(name: BusError.failed, message: "not this one")
        for answer in [full, full, gone, full, nil, full, other, other, full] {
            icon.handle(answer.map { .failure($0) } ?? .success([]))
        }
        #expect(reported == [full, full, other, full].map { "\($0)" })
    }

    @Test("The entry about a page that cannot be opened says what to do")
    @MainActor
    func page() {
        #expect(
            DaylightPage.advice("The chart", "no answer")
                == "The chart cannot be opened: no answer. Open it with: suntracker chart --open")
        #expect(DaylightPage.advice("/c", "no answer") == "/c cannot be opened: no answer")
    }
}
