// SPDX-License-Identifier: MIT
import Foundation
import LinuxPlatform
import Solar
import Synchronization
import Systemd
import TestSupport
import Testing
import Wording

@testable import DesktopNotifications
@testable import Tracker

@Suite("The session with the notification server")
nonisolated struct NotificationSessionTests {
    private static let deadline = at("2026-11-21T23:50:00Z")

    private func failure(at now: Instant, environment: [String: String]) -> Popup.Failure? {
        let popup = WrittenPopup(tag: "sunset", summary: "Sunset", body: "16:40")
        let session = NotificationSession(
            environment: Environment(environment), memory: .init(), now: { now }, handler: { _ in })
        return withExtendedLifetime(session) { session.show(popup, until: Self.deadline, icon: nil) }
    }

    @Test("sends nothing if the popup's deadline has passed while others were shown")
    func late() {
        // No bus listens at this address, so a call would return an error.
        let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/proc/nonexistent/bus"]
        let late = failure(at: Self.deadline + .microseconds(1), environment: bus)
        #expect(late == .unreachable("the notification server did not respond in time"))
        guard case .noBus = failure(at: Self.deadline, environment: [:]) else {
            Issue.record("not late, but without a bus")
            return
        }
    }

    /// libnotify keeps the number in a signed property. GLib warns if it does not fit, and here a warning ends the
    /// process.
    @Test(
        "A popup replaces the last popup with its tag, whatever number the server gave to the last one",
        .timeLimit(.minutes(20)))
    func numbers() async {
        // Swift 6.2 cannot pass an argument to an exit test.
        await #expect(processExitsWith: .success) { try await Self.check(1, "replaces 1") }
        await #expect(processExitsWith: .success) { try await Self.check(2_147_483_647, "replaces 2147483647") }
        await #expect(processExitsWith: .success) { try await Self.check(2_147_483_648, "closes 2147483648") }
        await #expect(processExitsWith: .success) { try await Self.check(.max, "closes 4294967295") }
    }

    private static func check(_ number: UInt32, _ step: String) async throws {
        setenv("G_DEBUG", "fatal-warnings", 1)
        let bus = try PrivateBus()
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
        let calls = try await calls(of: number, on: bus)
        #expect(calls == ["replaces 0", step] + (step.hasPrefix("closes") ? ["replaces 0"] : []))
    }

    @Test("sends nothing if the deadline passes while the server reports its capabilities", .timeLimit(.minutes(20)))
    func lateCapabilities() async {
        await #expect(processExitsWith: .success) {
            let bus = try PrivateBus()
            setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
            let calls = try await Self.calls(of: 1, on: bus, answering: Self.deadline + .microseconds(1))
            #expect(calls.isEmpty)
        }
    }

    /// Returns when the bus has handled all earlier calls of the connection, such as the request for a name.
    @MainActor
    private static func handled(by connection: Bus) async throws {
        let ping = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Peer", "Ping", startsService: false)
        let (answers, continuation) = AsyncStream.makeStream(of: Void.self)
        let slot = try connection.call(ping, deadline: .seconds(60)) { _ in continuation.yield() }
        defer { withExtendedLifetime(slot) {} }
        var iterator = answers.makeAsyncIterator()
        await iterator.next()
    }

    /// The calls to a server that gives this number to all popups, for two popups with the same tag.
    ///
    /// - Parameter time: the time from the server's reply about its capabilities on.
    @MainActor
    private static func calls(
        of number: UInt32, on bus: PrivateBus, answering time: Instant = deadline
    ) async throws -> [String] {
        var calls: [String] = []
        let now = Mutex(deadline)
        let server = try Bus.open(address: bus.address, timeout: .seconds(86_400))
        let name = "org.freedesktop.Notifications"
        let object = try BusObject(
            on: server, path: "/org/freedesktop/Notifications", interface: name,
            members: [
                .method("GetCapabilities", "", returns: "as", "names\0") {
                    now.withLock { $0 = time }
                    $1(.success([.array(of: "s", [])]))
                },
                .method("GetServerInformation", "", returns: "ssss", "name\0vendor\0version\0spec\0") {
                    $1(.success([.string("test"), .string("Suntracker"), .string("1"), .string("1.2")]))
                },
                .method("CloseNotification", "u", "id\0") { arguments, reply in
                    if case .unsigned(let number)? = arguments.first { calls.append("closes \(number)") }
                    reply(.success([]))
                },
                .method(
                    "Notify", "susssasa{sv}i", returns: "u",
                    "name\0replaces\0icon\0summary\0body\0actions\0hints\0timeout\0id\0"
                ) { arguments, reply in
                    if case .unsigned(let replaced) = arguments[1] { calls.append("replaces \(replaced)") }
                    reply(.success([.unsigned(number)]))
                },
            ])
        try server.requestName(name)
        try await handled(by: server)
        let session = NotificationSession(
            environment: Environment(["DBUS_SESSION_BUS_ADDRESS": bus.address]), memory: .init(),
            now: { now.withLock(\.self) }, handler: { _ in })
        for text in ["16:40", "16:41"] {
            let popup = WrittenPopup(tag: "sunset", summary: "Sunset", body: text)
            let failure = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(returning: session.show(popup, until: deadline, icon: nil))
                }
            }
            #expect((failure == nil) == (time <= deadline))
        }
        withExtendedLifetime(object) {}
        return calls
    }
}
