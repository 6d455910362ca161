// SPDX-License-Identifier: MIT
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
        try bus.folder.write(RunningService.placeAtNoon, to: ".config/suntracker/suntracker.conf")
        try bus.folder.write(RunningService.ledger, to: ".local/state/suntracker/ledger")
    }

    /// A server, and what it is asked for after the first popup.
    struct Case: CustomTestStringConvertible {
        let kind: RecordingServer.Kind
        let calls: [String]

        var testDescription: String { kind.rawValue }
    }

    @Test(
        "is shown, however the first one ended, and whether or not the server broadcasts this",
        arguments: RecordingServer.Kind.allCases, RecordingServer.End.allCases)
    func ended(kind: RecordingServer.Kind, end: RecordingServer.End) throws {
        let server = try RecordingServer(at: bus.address, as: kind)
        let service = try RunningService(on: bus)
        _ = try server.preview()
        for isBroadcast in [false, true] {
            try server.close(by: end, isBroadcast: isBroadcast)
            #expect(server.screen.isEmpty)
            let next = try #require(try server.preview(isFirst: false))
            #expect(Array(server.screen.values) == [next])
        }
        #expect(server.calls == ["shows", "shows", "shows"], "the number is forgotten")
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
        let first = try RunningService(on: bus)
        _ = try server.preview()
        #expect(server.screen.count == 1)
        _ = try server.preview(isFirst: false)
        #expect(server.screen.count == 1)
        #expect(first.stop() == 0)
        let next = try RunningService(on: bus)
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
        let first = try RunningService(on: bus)
        _ = try server.preview()
        if isClosedBefore { try server.close(by: .expires) }
        #expect(first.stop() == 0)
        if !isClosedBefore { try server.close(by: .expires) }
        let next = try RunningService(on: bus)
        let second = try #require(try server.preview())
        #expect(Array(server.screen.values) == [second])
        #expect(server.calls == ["shows"] + kind.calls)
        #expect(next.stop() == 0)
    }

    @Test(
        "leaves another program's popup alone that has the first one's number on another server",
        arguments: [RecordingServer.Kind.plasma, .numbers], [true, false])
    func otherServer(kind: RecordingServer.Kind, isRestarted: Bool) throws {
        var service = try RunningService(on: bus)
        do {
            let first = try RecordingServer(at: bus.address, as: kind)
            _ = try first.preview()
        }
        if isRestarted { #expect(service.stop() == 0) }
        let server = try RecordingServer(at: bus.address, as: kind)
        let other = server.showOther()
        // The server notices the name of a service only if that starts later.
        if isRestarted { service = try RunningService(on: bus) }
        _ = try server.preview(isFirst: isRestarted)
        #expect(server.screen.keys.sorted() == [other, 2])
        #expect(server.calls == ["shows"])
        #expect(service.stop() == 0)
    }

    @Test("An error that is mended while another server runs closes none of the popups there")
    func mended() throws {
        let service = try RunningService(on: bus)
        let settings = ".config/suntracker/suntracker.conf"
        do {
            let first = try RecordingServer(at: bus.address, as: .numbers)
            _ = try first.preview()
            try bus.folder.write("[Location]\nLatitude=139\nLongitude=0\n", to: settings)
            service.reload()
            #expect(try first.popup().summary.contains("settings"))
        }
        let server = try RecordingServer(at: bus.address, as: .numbers)
        let others = [server.showOther(), server.showOther()]
        try bus.folder.write(RunningService.placeAtNoon, to: settings)
        try server.reload()
        _ = try server.preview(isFirst: false)
        #expect(server.screen.keys.sorted() == others + [3])
        #expect(service.stop() == 0)
    }

    @Test("An error that is mended closes its popup, unless that is closed already", arguments: [true, false])
    func mendedInTime(isClosed: Bool) throws {
        let server = try RecordingServer(at: bus.address, as: .numbers)
        let service = try RunningService(on: bus)
        let settings = ".config/suntracker/suntracker.conf"
        _ = try server.preview()
        try server.close(by: .expires)
        try bus.folder.write("[Location]\nLatitude=139\nLongitude=0\n", to: settings)
        service.reload()
        _ = try server.popup()
        if isClosed { try server.close(by: .isDismissed) }
        try bus.folder.write(RunningService.placeAtNoon, to: settings)
        try server.reload()
        _ = try server.preview(isFirst: false)
        #expect(server.calls == ["shows", "shows"] + (isClosed ? [] : ["closes 2"]) + ["shows"])
        #expect(service.stop() == 0)
    }

    @Test("has the picture of its event, next to the program's icon")
    func icon() throws {
        let icon = ".local/share/icons/hicolor/64x64/apps/io.github.suntracker.Suntracker"
        try bus.folder.write("", to: "\(icon).png")
        let server = try RecordingServer(at: bus.address)
        let service = try RunningService(on: bus)
        _ = try server.preview()
        let pictures = ["sunrise", "sunset"].map { "file://\(bus.folder.path)/\(icon)-\($0).png" }
        #expect(pictures.contains(try server.preview(isFirst: false)?.image ?? ""))
        #expect(service.stop() == 0)
    }
}
