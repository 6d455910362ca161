import Foundation
import TestSupport
import Testing
import Wording

@testable import Systemd

/// The built service with a notification server that closes popups, leaves the bus, and finds the service restarted.
@Suite("The second popup of a kind")
nonisolated struct SecondPopupTests {
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
        try bus.folder.write("[Location]\nPlace=Denver\n", to: ".config/suntracker/suntracker.conf")
        // Without a ledger, this would be the first start, which shows another popup.
        let ledger = "suntracker-ledger 1\nsettled-through 2026-01-01T00:00:00Z\nend 0\n"
        try bus.folder.write(ledger, to: ".local/state/suntracker/ledger")
    }

    private func start() throws -> RunningService {
        try RunningService([], variables: ["DBUS_SESSION_BUS_ADDRESS": bus.address], in: bus.folder)
    }

    /// A server, and what it is asked for the second popup.
    struct Case: CustomTestStringConvertible {
        let kind: RecordingServer.Kind
        var isBroadcast = false
        let calls: [String]

        var testDescription: String { "\(kind.rawValue)\(isBroadcast ? ", broadcasts" : "")" }
    }

    @Test(
        "is shown, however the first one ended; its number is forgotten if the server says so",
        arguments: RecordingServer.End.allCases,
        [
            Case(kind: .plasma, calls: ["shows"]),
            Case(kind: .plasma, isBroadcast: true, calls: ["closes 1", "shows"]),
            Case(kind: .numbers, calls: ["shows"]), Case(kind: .numbers, isBroadcast: true, calls: ["replaces 1"]),
            Case(kind: .tags, calls: ["shows"]), Case(kind: .tags, isBroadcast: true, calls: ["shows"]),
        ])
    func ended(end: RecordingServer.End, server kind: Case) throws {
        let server = try RecordingServer(at: bus.address, as: kind.kind)
        let service = try start()
        _ = try server.preview()
        try server.close(by: end, isBroadcast: kind.isBroadcast)
        #expect(server.screen.isEmpty)
        let second = try #require(try server.preview(isFirst: false))
        #expect(Array(server.screen.values) == [second])
        #expect(server.calls == ["shows"] + kind.calls)
        #expect(service.stop() == 0)
    }

    @Test(
        "takes the place of the first one while that is on the screen, also of one that an earlier run has shown",
        arguments: [
            Case(kind: .plasma, calls: ["closes 1", "shows", "closes 2", "shows"]),
            Case(kind: .numbers, calls: ["replaces 1", "replaces 1"]), Case(kind: .tags, calls: ["shows", "shows"]),
        ])
    func open(server kind: Case) throws {
        let server = try RecordingServer(at: bus.address, as: kind.kind)
        let first = try start()
        _ = try server.preview()
        #expect(server.screen.count == 1)
        _ = try server.preview(isFirst: false)
        #expect(server.screen.count == 1)
        #expect(first.stop() == 0)
        let next = try start()
        _ = try server.preview()
        #expect(server.screen.count == 1)
        #expect(server.calls == ["shows"] + kind.calls)
        #expect(next.stop() == 0)
    }

    @Test(
        "is shown after a restart, whether the first one was closed before or meanwhile",
        arguments: [
            Case(kind: .plasma, calls: ["closes 1", "shows"]), Case(kind: .numbers, calls: ["replaces 1"]),
            Case(kind: .tags, calls: ["shows"]),
        ], [true, false])
    func restarted(server kind: Case, isClosedBefore: Bool) throws {
        let server = try RecordingServer(at: bus.address, as: kind.kind)
        let first = try start()
        _ = try server.preview()
        if isClosedBefore { try server.close(by: .expires) }
        #expect(first.stop() == 0)
        // The sender has left the bus, so nobody receives this signal.
        if !isClosedBefore { try server.close(by: .expires, isBroadcast: true) }
        let next = try start()
        let second = try #require(try server.preview())
        #expect(Array(server.screen.values) == [second])
        #expect(server.calls == ["shows"] + kind.calls)
        #expect(next.stop() == 0)
    }

    @Test(
        "leaves another program's popup alone that has the first one's number on another server",
        arguments: [RecordingServer.Kind.plasma, .numbers], [true, false])
    func otherServer(kind: RecordingServer.Kind, isRestarted: Bool) throws {
        var service = try start()
        do {
            let first = try RecordingServer(at: bus.address, as: kind)
            _ = try first.preview()
        }
        if isRestarted {
            #expect(service.stop() == 0)
            service = try start()
        }
        let server = try RecordingServer(at: bus.address, as: kind)
        let other = server.showOther()
        _ = try server.preview(isFirst: isRestarted)
        #expect(server.screen.keys.sorted() == [other, 2])
        #expect(server.calls == ["shows"])
        #expect(service.stop() == 0)
    }
}
