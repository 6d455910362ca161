import Foundation
import Testing

/// A message bus for one test, with its socket in a folder of its own.
nonisolated final class PrivateBus {
    private static let program = "/usr/bin/dbus-daemon"

    /// `unix:path=…`
    let address: String
    /// Removed with the bus.
    let folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString)")
    private let process = Process()

    /// Starts the bus, and returns when it accepts connections.
    init() throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: Self.program),
            "dbus-daemon is not installed; etc/setup --tests installs it")
        address = "unix:path=\(folder.path)/bus"
        let settings = """
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        try folder.write(settings, to: "bus.conf")
        let output = Pipe()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = ["--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address"]
        process.standardOutput = output
        // It warns that it may not raise the limit of open files.
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // The bus prints its address when it listens.
        try #require(!output.fileHandleForReading.availableData.isEmpty, "\(Self.program) has ended")
    }

    deinit {
        // The threads that run tests have signals blocked, and child processes inherit that.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
