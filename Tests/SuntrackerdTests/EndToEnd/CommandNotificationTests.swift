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
        try bus.folder.write(RunningService.placeAtNoon, to: ".config/suntracker/suntracker.conf")
    }

    @Test("is shown by the service; the server accepts it, and nobody knows whether it is visible")
    func preview() throws {
        let service = try RunningService(on: bus)
        let first = try server.preview()
        let command = try RunningProgram(bus.command(["preview", "sunset"]))
        #expect(try server.popup().summary == first?.summary)
        #expect(command.status() == 0)
        #expect(
            command.output.rest()
                == "suntrackerd sent the notification, and the notification server accepted it: sunset\n")
        #expect(service.stop() == 0)
    }

    @Test("is not shown without the service, which is not started")
    func noService() throws {
        let command = try bus.command(["preview", "sunset"]).run()
        #expect(command.status == 69)
        #expect(command.errors.hasPrefix("suntracker: suntrackerd is not running, "))
        #expect(server.requests.isEmpty)
    }
}
