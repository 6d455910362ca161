import Foundation
import TestSupport
import Testing

/// The built command on a separate bus with a notification server, but without the service.
@Suite("The real command without a service")
nonisolated struct CommandNotificationTests {
    private let bus: PrivateBus
    private let server: RecordingServer

    init() throws {
        bus = try PrivateBus()
        server = try RecordingServer(at: bus.address)
    }

    @Test("says of a preview that the server accepted it, because nobody knows whether it is visible")
    func preview() throws {
        try bus.folder.write("[Location]\nLatitude=0\nLongitude=0\n", to: ".config/suntracker/suntracker.conf")
        let output = Pipe()
        let process = try bus.command(["preview", "sunset"], output: output)
        _ = try server.popup()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(
            text == "suntracker itself sent the notification, because suntrackerd is not running, and the notification "
                + "server accepted it: sunset\n")
    }
}
