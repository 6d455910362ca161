// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The built command and the built service on a separate bus, without a user manager.
@Suite("The status of the real command")
nonisolated struct CommandStatusTests {
    @Test("contains the hooks that the service cannot start, and nothing that the command has found itself")
    func hooks() throws {
        let bus = try PrivateBus()
        let server = try RecordingServer(at: bus.address)
        try bus.folder.write("[Location]\nPlace=Denver\n", to: ".config/suntracker/suntracker.conf")
        try bus.folder.write("", to: ".config/suntracker/hooks/sunset.d/unfit")
        let service = try RunningService(on: bus)
        _ = try service.line(
            "The hook \(bus.folder.path)/.config/suntracker/hooks/sunset.d/unfit, for the sunset, cannot")
        _ = try server.preview()
        func status(in configuration: String) throws -> String {
            let arguments = ["status", "--verbose", "--format", "json"]
            return try bus.command(arguments, variables: ["XDG_CONFIG_HOME": configuration]).run().output
        }
        let problem = "\(bus.folder.path)/.config/suntracker/hooks/sunset.d/unfit, for the sunset, is not executable"
        #expect(try status(in: bus.folder.path + "/.config").contains("\"problem\" : \"\(problem)\""))
        #expect(try status(in: "/proc/nonexistent").contains("\"problem\" : \"\(problem)\""))
        #expect(service.stop() == 0)
        let stopped = try status(in: bus.folder.path + "/.config")
        #expect(stopped.contains("\"running\" : false") && !stopped.contains("unfit"))
    }
}
