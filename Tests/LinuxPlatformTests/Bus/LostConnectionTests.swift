// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import LinuxPlatform
@testable import Systemd

/// A bus that is away while the test says so, and the reports about it.
@MainActor
private final class Absence {
    var isGone = false
    var reports: [String] = []
}

@Suite("The end of a connection to a bus", .holdsDescriptors) struct LostConnectionTests {
    @MainActor private static var requests: StatusIcon.Requests {
        StatusIcon.Requests(now: { sunsetInDenver }, localTime: { SimulatedZone.denver })
    }

    @Test("is not reported by a connection that was released before", .timeLimit(.minutes(20)))
    @MainActor
    func released() async throws {
        let bus = try PrivateBus()
        let server = try bus.connection()
        // The bus ends instead of replying.
        let object = try BusObject(
            on: server, path: "/", interface: "org.x",
            members: [.method("Ping", "", "") { _, _ in #expect(throws: Never.self) { try bus.restart() } }])
        try server.requestName("org.x")
        try await bus.hasOwner(of: "org.x")
        var connection: Bus? = try bus.connection()
        var ends = 0
        connection?.onDisconnect = { ends += 1 }
        let ping = BusCall("org.x", "/", "org.x", "Ping", startsService: false)
        var slot: BusSlot?
        await withCheckedContinuation { continuation in
            do {
                // sd-bus itself replies with an error, before it reports the end on a later turn of the main queue.
                slot = try connection?.call(ping, deadline: .seconds(60)) { _ in
                    connection = nil
                    continuation.resume()
                }
            } catch {
                Issue.record(error)
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in onNextTurn { onNextTurn { continuation.resume() } } }
        #expect(connection == nil && ends == 0)
        withExtendedLifetime((slot, object)) {}
    }

    @Test("comes if the process reads the first response of the bus too late", .timeLimit(.minutes(20)))
    @MainActor
    func late() async throws {
        let bus = try PrivateBus()
        let connection = try Bus.open(address: bus.address, timeout: .microseconds(1))
        await withCheckedContinuation { ended in connection.onDisconnect = { ended.resume() } }
        #expect(!connection.isOpen)
    }

    @Test("is followed by a new connection, if the bus has ever responded", .timeLimit(.minutes(20)))
    func reconnects() async {
        await #expect(processExitsWith: .success) { try await Self.reconnect() }
    }

    /// A connection whose name is requested, and the times that it publishes.
    @MainActor
    private static func makeSession(
        _ requests: SessionBus.Requests = SessionBus.Requests(), retries: any Countdown = OneShotTimer()
    ) throws -> (SessionBus, PublishedState) {
        let session = SessionBus(ownsName: true, since: sunsetInDenver, requests: requests, retries: retries)
        var tracker = Tracker(
            settings: Settings(), locations: LocationChain(lastFix: TestPlace.denver.place),
            localTime: SimulatedZone.denver, places: NoPlaces(), ledger: nil, now: sunsetInDenver)
        let state = tracker.handle(.started(ledgerProblem: nil), at: sunsetInDenver).lazy.compactMap { output in
            if case .publish(let state) = output { state } else { nil }
        }.first
        return (session, try #require(state))
    }

    @Test("A service that a call starts owns its name when its state is known", .timeLimit(.minutes(20)))
    func firstCall() async {
        await #expect(processExitsWith: .success) {
            let bus = try PrivateBus()
            setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
            let (session, state) = try await Self.makeSession()
            try await Self.firstCall(to: session, on: bus, state)
        }
    }

    @MainActor
    private static func firstCall(to session: SessionBus, on bus: PrivateBus, _ state: PublishedState) async throws {
        let client = try bus.connection()
        session.connect()
        // The bus replies in the order of the calls.
        await withCheckedContinuation { continuation in session.whenResponding { _ in continuation.resume() } }
        let owner = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            [.string(SessionBus.name)], startsService: false)
        #expect(try await client.answer(to: owner).get() == [.boolean(false)])
        session.publish(state)
        try await bus.hasOwner(of: SessionBus.name)
        let place = BusCall(
            SessionBus.name, SessionBus.path, "org.freedesktop.DBus.Properties", "Get",
            [.string(SessionBus.name), .string("Place")], startsService: false)
        #expect(try await client.answer(to: place).get() == [.string("denver")])
        withExtendedLifetime(session) {}
    }

    @MainActor
    private static func reconnect() async throws {
        let bus = try PrivateBus()
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
        var requests = SessionBus.Requests()
        var servers: [Bool] = []
        var session: SessionBus?
        let (responses, response) = AsyncStream<Bool>.makeStream()
        // A popup is shown at once.
        requests.notificationServerChanged = {
            servers.append($0)
            guard servers.count == 1 else { return }
            session?.connect()
            session?.whenResponding { response.yield($0) }
        }
        let state: PublishedState
        (session, state) = try makeSession(requests)
        session?.publish(state)
        session?.connect()
        try await bus.hasOwner(of: SessionBus.name)
        #expect(servers.isEmpty)
        try bus.restart()
        try await bus.hasOwner(of: SessionBus.name)
        // The server of the former bus has gone with it, and the next one may already be there.
        #expect(servers == [false])
        var iterator = responses.makeAsyncIterator()
        #expect(await iterator.next() == true)
        withExtendedLifetime(session) {}
    }

    @Test("is followed by a new connection with the next event, if the bus was away", .timeLimit(.minutes(20)))
    func returns() async {
        await #expect(processExitsWith: .success) { try await Self.comeBack() }
    }

    @MainActor
    private static func comeBack() async throws {
        let bus = try PrivateBus()
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.address + "-gone", 1)
        // The time of the next attempt never comes.
        let (session, state) = try makeSession(retries: ManualCountdown())
        session.publish(state)
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
        session.publish(state)
        try await bus.hasOwner(of: SessionBus.name)
        withExtendedLifetime(session) {}
    }

    @Test(
        "is reported once if the bus stays away, and causes at most twelve attempts a day",
        .timeLimit(.minutes(20)), arguments: [60, 3600, 86_400, 30 * 86_400])
    @MainActor
    func away(seconds: Int64) async throws {
        let bus = try PrivateBus()
        let countdown = ManualCountdown()
        let (attempts, continuation) = AsyncStream.makeStream(of: Void.self)
        let absence = Absence()
        let connection = KeptConnection(
            open: { () throws(SystemError) in
                continuation.yield()
                if absence.isGone { throw SystemError("connect", number: ECONNREFUSED) }
                return try bus.connection()
            }, timer: countdown, onAbsence: { absence.reports.append($0 ?? "back") }, prepare: { _ in })
        connection.connect()
        _ = try await connection.current?.bus.answer(to: .ping)

        absence.isGone = true
        try bus.restart()
        var iterator = attempts.makeAsyncIterator()
        for _ in 0..<2 { await iterator.next(isolation: MainActor.shared) }
        #expect(absence.reports.isEmpty, "it may be restarting")
        var (elapsed, wakeups) = (Duration.zero, 0)
        while let span = countdown.span, elapsed + span <= .seconds(seconds) {
            elapsed += span
            wakeups += 1
            countdown.pass()
            // Whatever else happens in the meantime does not make attempts more frequent or rarer.
            connection.connect()
        }
        #expect(wakeups <= 12 * max(1, Int(seconds) / 86_400))
        #expect(absence.reports == ["connect: Connection refused"])
        absence.isGone = false
        countdown.pass()
        _ = try await connection.current?.bus.answer(to: .ping)
        #expect(absence.reports == ["connect: Connection refused", "back"])
        #expect(countdown.span == nil, "there are no wakeups while it is connected")
    }

    @Test("is not followed by another attempt once the connection is no longer wanted")
    @MainActor
    func closed() {
        let countdown = ManualCountdown()
        let connection = KeptConnection(
            open: { () throws(SystemError) in throw SystemError("connect", number: ENOENT) }, timer: countdown
        ) { _ in }
        connection.connect()
        #expect(countdown.span == .seconds(1))
        connection.close()
        #expect(countdown.span == nil)
    }

    @Test("The switch for location services counts only if dconf reports it")
    @MainActor
    func locationSetting() {
        #expect(SessionBus.locationSetting.contains("sender='ca.desrt.dconf'"))
    }

    @Test("A name that another program owns is not waited for", .timeLimit(.minutes(20)))
    @MainActor
    func taken() async throws {
        let bus = try PrivateBus()
        let (first, second) = (try bus.connection(), try bus.connection())
        try first.requestName("org.x")
        try await bus.hasOwner(of: "org.x")
        try second.requestName("org.x")
        // The bus replies in the order of the calls.
        let queue = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListQueuedOwners",
            [.string("org.x")], startsService: false)
        guard case .array(_, let owners) = try await second.answer(to: queue).get().first else {
            Issue.record("no owners")
            return
        }
        #expect(owners.count == 1)
        withExtendedLifetime(first) {}
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
        let hung = BusError(name: BusError.noReply, message: "no answer")
        let other = BusError(name: BusError.failed, message: "not this one")
        for answer in [full, full, gone, hung, full, nil, full, other, other, full] {
            icon.handle(answer.map { .failure($0) } ?? .success([]))
        }
        #expect(reported == [full, full, other, full].map { "\($0)" })
    }

    @Test("The journal entry about a page that cannot be opened says what to do")
    @MainActor
    func page() {
        #expect(
            DaylightPage.advice("the chart", "no answer")
                == "Cannot open the chart: no answer. Open it with: suntracker chart --open")
        #expect(DaylightPage.advice("/c", "no answer") == "Cannot open /c: no answer")
    }
}
