// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing
import Wording

@testable import Systemd

/// The built service on a separate bus, with an alert at an altitude that the real Sun passes a few seconds later.
@Suite("The real service")
nonisolated struct EndToEndTests {
    /// The bus; its directory is also the home.
    private let bus: PrivateBus
    private let server: RecordingServer
    private static let settings = ".config/suntracker/suntracker.conf"

    /// The event of the alert, and when the Sun passes the altitude.
    private typealias Alert = (event: SolarEvent, due: Instant)

    init() throws {
        bus = try PrivateBus()
        server = try RecordingServer(at: bus.address)
        try bus.folder.write(RunningService.placeAtNoon, to: Self.settings)
        let settled = (Self.now - .seconds(600)).rfc3339(fractionDigits: 0)
        // Without a ledger, this would be the first start, which shows another popup.
        let ledger = "suntracker-ledger 1\nsettled-through \(settled)\nsince \(settled)\nend 2\n"
        try bus.folder.write(ledger, to: ".local/state/suntracker/ledger")
    }

    private static var now: Instant { Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1e6)) }

    /// A place on the equator where the Sun rises in the east, its altitude at about this moment, and the exact time at
    /// which it passes this altitude.
    private static func morning(at moment: Instant) throws -> (longitude: Double, event: SolarEvent, instant: Instant) {
        let sun = SolarPosition(at: moment)
        let equator = coordinate(0, 0)
        let degrees = -60 - sun.hourAngle(at: equator.longitude)
        // The service rounds the longitude to 0.01 degree.
        let longitude = ((degrees - 360 * (degrees / 360).rounded()) * 100).rounded() / 100
        let place = coordinate(0, longitude)
        let altitude = try #require(Altitude(degrees: sun.horizontal(at: place).altitude))
        let event = SolarEvent.altitude(altitude, .rising)
        let found = Sun.nextOccurrence(of: event, after: moment - .seconds(600), at: Observer(place))
        guard case .occurs(let instant) = found else { throw ProgramOutput.Ended(description: "\(found)") }
        return (longitude, event, instant)
    }

    /// Adds the alert, once the service has started, which may take long on a busy machine.
    private func addAlert() throws -> Alert {
        try server.awaitService()
        let morning = try Self.morning(at: Self.now + .seconds(3))
        let settings = """
            [Location]
            Latitude=0
            Longitude=\(morning.longitude)
            Name=Testville
            [Alert lamp]
            Event=\(morning.event)

            """
        try bus.folder.write(settings, to: Self.settings)
        try server.reload()
        return (morning.event, morning.instant)
    }

    /// Checks the journal entry of the announcement, which was just written.
    private func check(_ entry: [String: String]?, of alert: Alert, isRecovered: Bool = false) throws {
        let entry = try #require(entry)
        #expect(Self.now >= alert.due)
        #expect(entry["SUNTRACKER_ALERT"] == "lamp")
        #expect(entry["SUNTRACKER_EVENT"] == alert.event.name)
        #expect(entry["SUNTRACKER_EVENT_TIME"] == alert.due.rfc3339(fractionDigits: 6))
        #expect(entry["SUNTRACKER_RECOVERED"] == (isRecovered ? "1" : nil))
        let lateness = try #require(entry["SUNTRACKER_LATENESS_USEC"].flatMap(Int.init))
        if !isRecovered { #expect((0..<1_000_000).contains(lateness)) }
    }

    /// Stops the service, and checks that it announced nothing more.
    private func checkStops(_ service: RunningService) throws {
        #expect(service.stop() == 0)
        let kinds = try service.entries(through: .stopped).map { $0["MESSAGE_ID"] }
        #expect(!kinds.contains(JournalEntry.Kind.event.rawValue))
    }

    /// Starts the service again, and checks that it shows nothing but the requested preview.
    private func checkNothingIsRepeated() throws {
        let requests = server.requests
        let service = try RunningService(on: bus)
        let preview = try #require(try server.preview())
        #expect(preview.tag == "suntracker-preview")
        #expect(server.requests == requests + [preview])
        #expect(service.stop() == 0)
        let kinds = try service.entries(through: .stopped).map { $0["MESSAGE_ID"] }
        #expect(kinds == [JournalEntry.Kind.started.rawValue, JournalEntry.Kind.stopped.rawValue])
    }

    @Test("An altitude is announced once, on time, and not again after a restart")
    func once() throws {
        let service = try RunningService(on: bus)
        let alert = try addAlert()
        try check(service.entries(through: .event).last, of: alert)
        let popup = try server.popup()
        #expect(popup == .init(summary: popup.summary, tag: "suntracker-alert:lamp", replaces: 0))
        #expect(popup.summary.contains("Testville"))
        _ = try server.preview()
        #expect(server.requests.count == 2)
        #expect(server.events == ["alert:lamp \(alert.due.microseconds)"])
        try checkStops(service)
        try checkNothingIsRepeated()
    }

    /// With `SUNTRACKER_JOURNAL=stderr`, each entry is a write to standard error.
    @Test("An altitude is announced, and the service stops, though nobody reads its standard error")
    func stoppedStandardError() throws {
        let service = try RunningService(on: bus, after: RunningService.stopsStandardError)
        let alert = try addAlert()
        #expect(try server.popup().tag == "suntracker-alert:lamp")
        _ = try server.preview()
        #expect(server.events == ["alert:lamp \(alert.due.microseconds)"])
        #expect(service.stop() == 0)
        let ledger = try #require(bus.folder.read(".local/state/suntracker/ledger"))
        #expect(ledger.contains(/\nannounced .* alert:lamp\b/), "\(ledger)")
    }

    @Test("After a kill before the notification server replies, the event is announced again, marked, in one popup")
    func killed() throws {
        let killed = try RunningService(on: bus)
        let alert = try addAlert()
        let interrupted = try server.popup { _ in #expect(killed.program.kill() == 128 + SIGKILL) }
        try check(killed.entries(through: .event).last, of: alert)

        let service = try RunningService(on: bus)
        try check(service.entries(through: .event).last, of: alert, isRecovered: true)
        #expect(try server.popup().tag == interrupted.tag)
        #expect(server.screen.count == 1)
        _ = try server.preview()
        try checkStops(service)
        try checkNothingIsRepeated()
    }
}
