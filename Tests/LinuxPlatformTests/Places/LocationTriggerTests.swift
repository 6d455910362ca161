// SPDX-License-Identifier: MIT
import Foundation
import Systemd
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite("A signal of the system bus") struct LocationTriggerSignalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let signal: LocationTriggerSignal
        let values: [BusValue]
        let isOnline: Bool

        init(_ name: String, _ signal: LocationTriggerSignal, _ values: [BusValue], isOnline: Bool) {
            (testDescription, self.signal, self.values, self.isOnline) = (name, signal, values, isOnline)
        }

        /// A signal of networkd.
        init(_ name: String, _ properties: [String: BusValue], isOnline: Bool) {
            let values: [BusValue] = [
                .string("org.freedesktop.network1.Manager"), .dictionary(properties), .array(of: "s", []),
            ]
            self.init(name, .networkd, values, isOnline: isOnline)
        }
    }

    @Test(
        "says whether the machine has come online",
        arguments: [
            Case("connected", .networkManager, [.unsigned(70)], isOnline: true),
            Case("a login page", .networkManager, [.unsigned(60)], isOnline: false),
            Case("connecting", .networkManager, [.unsigned(40)], isOnline: false),
            Case("disconnected", .networkManager, [.unsigned(20)], isOnline: false),
            Case("a state of another type", .networkManager, [.string("70")], isOnline: false),
            Case("no state", .networkManager, [], isOnline: false),
            Case("an address", ["OperationalState": .string("routable")], isOnline: true),
            Case("an address on the link only", ["OperationalState": .string("degraded")], isOnline: false),
            Case("online without a route", ["OnlineState": .string("online")], isOnline: false),
            Case("a carrier", ["CarrierState": .string("carrier")], isOnline: false),
            Case("no properties", .networkd, [.string("org.freedesktop.network1.Manager")], isOnline: false),
            Case("properties of another type", .networkd, [.unsigned(70), .unsigned(70)], isOnline: false),
            Case("a session", .newSession, [.unsigned(70)], isOnline: false),
        ])
    func online(row: Case) {
        #expect(row.signal.saysOnline(row.values) == row.isOnline)
    }

    @Test(
        "belongs to a desktop of the user",
        arguments: [
            ("wayland", "user", 1000, true), ("x11", "user", 1000, true), ("x11", "user", 1001, false),
            ("x11", "greeter", 1000, false), ("tty", "user", 1000, false), ("unspecified", "background", 1000, false),
        ] as [(String, String, UInt32, Bool)])
    func desktop(type: String, kind: String, owner: UInt32, isDesktop: Bool) {
        let session: [String: BusValue] = [
            "Type": .string(type), "Class": .string(kind),
            "User": .structure([.unsigned(owner), .objectPath("/org/freedesktop/login1/user/_1000")]),
        ]
        #expect(LocationTriggerSignal.isDesktop([.dictionary(session)], of: 1000) == isDesktop)
        #expect(!LocationTriggerSignal.isDesktop([.dictionary(["Type": .string(type)])], of: 1000))
        #expect(!LocationTriggerSignal.isDesktop([], of: 1000))
    }

    @Test(
        "is subscribed to by a rule with its sender, object, interface and name",
        arguments: LocationTriggerSignal.allCases)
    func rule(signal: LocationTriggerSignal) {
        let parts = signal.rule.split(separator: ",").map { $0.prefix { $0 != "=" } }
        #expect(Set(parts).isSuperset(of: ["type", "sender", "path", "interface", "member"]))
        #expect(parts.count == Set(parts).count)
    }
}

@Suite("The triggers that the system bus reports", .holdsDescriptors) struct LocationTriggersTests {
    @Test(
        "are watched when the bus appears or restarts: each network manager, and desktop logins",
        .timeLimit(.minutes(20)))
    func reports() async {
        await #expect(processExitsWith: .success) {
            let bus = try PrivateBus()
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(bus.folder.path)/none", 1)
            try await Self.report(on: bus)
        }
    }

    /// Returns the next event. A login may be reported more than once, if it had to be repeated.
    private static func next(in events: AsyncStream<String>, besides passed: String? = nil) async -> String? {
        for await event in events where event != passed { return event }
        return nil
    }

    @MainActor
    private static func report(on bus: PrivateBus) async throws {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        // Ends the wait for an event that does not come.
        let limit = OneShotTimer()
        limit.start(.seconds(60)) { continuation.finish() }
        let countdown = ManualCountdown()
        let triggers = LocationTriggers(timer: countdown) { _ in
        } report: {
            continuation.yield("\($0)")
        }

        triggers.connect()
        #expect(countdown.span == .seconds(1))
        setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
        countdown.pass()
        for _ in 0..<2 {
            let machine = try SystemServices(on: bus)
            // The bus takes the rules in their order, the rule for logins last.
            let end = ContinuousClock.now + .seconds(60)
            while !machine.wasAsked, ContinuousClock.now < end { try await machine.logIn() }
            try #require(await Self.next(in: events) == "sessionBegan")
            try machine.connectNetworkd()
            try #require(await Self.next(in: events, besides: "sessionBegan") == "networkChanged")
            try machine.connectNetworkManager()
            try #require(await Self.next(in: events, besides: "sessionBegan") == "networkChanged")
            try bus.restart()
        }
        withExtendedLifetime((triggers, limit)) {}
    }
}

/// NetworkManager, systemd-networkd and systemd-logind on a separate bus.
@MainActor
private final class SystemServices {
    private let bus: Bus
    private let networkManager: BusObject
    private let networkd: BusObject
    private let logins: BusObject
    private var session: BusObject?
    /// Whether the properties of the session were read.
    private(set) var wasAsked = false

    private static let names = ["NetworkManager", "network1", "login1"].map { "org.freedesktop.\($0)" }

    init(on privateBus: PrivateBus) throws {
        bus = try privateBus.connection()
        networkManager = try BusObject(
            on: bus, path: "/org/freedesktop/NetworkManager", interface: "org.freedesktop.NetworkManager",
            members: [.signal("StateChanged", "u", "state\0")])
        networkd = try BusObject(
            on: bus, path: "/org/freedesktop/network1", interface: "org.freedesktop.network1.Manager",
            members: [.property("OperationalState", "s") { .string("routable") }])
        logins = try BusObject(
            on: bus, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
            members: [.signal("SessionNew", "so", "id\0path\0")])
        session = try BusObject(
            on: bus, path: "/org/freedesktop/login1/session/_31", interface: "org.freedesktop.login1.Session",
            members: [
                .property("Type", "s") { .string("wayland") }, .property("Class", "s") { .string("user") },
                .property("User", "(uo)") { [weak self] in
                    self?.wasAsked = true
                    return .structure([.unsigned(getuid()), .objectPath("/org/freedesktop/login1/user/self")])
                },
            ])
        for name in Self.names { try bus.requestName(name) }
    }

    /// Returns when the bus has received the signal.
    func logIn() async throws {
        try logins.emit("SessionNew", [.string("1"), .objectPath("/org/freedesktop/login1/session/_31")])
        _ = try await bus.answer(to: .ping)
    }

    func connectNetworkd() throws { try networkd.emitPropertiesChanged() }
    func connectNetworkManager() throws { try networkManager.emit("StateChanged", [.unsigned(70)]) }
}
