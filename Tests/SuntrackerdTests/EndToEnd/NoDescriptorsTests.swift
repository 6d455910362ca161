// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@testable import Systemd

/// The built service on a separate bus, which may not open any more files.
@Suite("The real service without descriptors")
nonisolated struct NoDescriptorsTests {
    private let bus: PrivateBus
    private let server: RecordingServer

    init() throws {
        bus = try PrivateBus()
        server = try RecordingServer(at: bus.address)
        try bus.folder.write("[Location]\nLatitude=0\nLongitude=0\n", to: ".config/suntracker/suntracker.conf")
        try bus.folder.write(RunningService.ledger, to: ".local/state/suntracker/ledger")
    }

    /// Sets how many files the service may open.
    private func limit(_ service: RunningService, to number: Int) throws {
        let limit = try TestProgram("prlimit", ["--pid", "\(service.number)", "--nofile=\(number):"]).run()
        try #require(limit.status == 0)
    }

    /// GLib ends the process if it cannot open a descriptor with which to wake up a thread.
    @Test("keeps running, says why a popup is not shown, and shows the next one", arguments: [true, false])
    func popup(isFirst: Bool) throws {
        let service = try RunningService(on: bus)
        if isFirst { try server.awaitService() } else { _ = try server.preview() }
        // The numbers below 3 are taken.
        try limit(service, to: 3)
        let error = #expect(throws: BusError.self) { try server.preview(isFirst: false) }
        #expect(error?.message.contains("Too many open files") == true, "\(error)")
        #expect(throws: BusError.self) { try server.reload() }
        let line = try service.line("The previous settings stay in effect: ")
        #expect(line.contains("Too many open files); raise LimitNOFILE= or ulimit -n"))
        try limit(service, to: 64)
        #expect(try server.preview(isFirst: false) != nil)
        #expect(service.stop() == 0)
    }
}
