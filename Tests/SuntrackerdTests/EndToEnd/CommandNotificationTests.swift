// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The built command on a separate bus with a notification server.
@Suite("The preview of the real command")
nonisolated struct CommandNotificationTests {
    private let bus: PrivateBus
    private let server: RecordingServer

    init() throws {
        bus = try PrivateBus()
        server = try RecordingServer(at: bus.address)
        try bus.folder.write("[Location]\nPlace=Denver\n", to: ".config/suntracker/suntracker.conf")
    }

    @Test("is shown by the service; the server accepts it, and nobody knows whether it is visible")
    func preview() throws {
        let service = try RunningService([], variables: ["DBUS_SESSION_BUS_ADDRESS": bus.address], in: bus.folder)
        let first = try server.preview()
        let output = Pipe()
        let process = try bus.command(["preview", "sunset"], output: output)
        #expect(try server.popup().summary == first?.summary)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(
            text == "suntrackerd sent the notification, and the notification server accepted it: sunset\n")
        #expect(service.stop() == 0)
    }

    @Test("is not shown without the service, which is not started")
    func noService() throws {
        let error = Pipe()
        let process = try bus.command(["preview", "sunset"], error: error)
        process.waitUntilExit()
        #expect(process.terminationStatus == 69)
        let text = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.hasPrefix("suntracker: suntrackerd is not running, "))
        #expect(server.requests.isEmpty)
    }
}
