// SPDX-License-Identifier: MIT
package import Foundation

/// A message bus for one test, with its socket in a separate directory.
package final class PrivateBus {
    private static let program = "/usr/bin/dbus-daemon"

    /// The address, `unix:path=…`.
    package let address: String
    /// The directory with the socket `bus`. It is removed with the bus.
    package let folder = URL(filePath: newSocketPath())
    /// The socket. Like systemd's, it outlives the bus.
    private let listener: Int32
    private var process = Process()

    /// The reason why the bus cannot run.
    package struct Obstacle: Error {
        let description: String
    }

    /// Starts the bus, and returns when it accepts connections.
    package init() throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            throw Obstacle(description: "dbus-daemon is not installed; etc/setup --tests installs it")
        }
        let path = folder.appending(path: "bus").path
        address = "unix:path=\(path)"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let settings = """
            <busconfig>
              <type>session</type>
              <listen>systemd:</listen>
              <!-- As in session.conf. The default is 30 s, and the main queue of a full run may be busy for longer. -->
              <limit name="auth_timeout">240000</limit>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        try settings.write(to: folder.appending(path: "bus.conf"), atomically: true, encoding: .utf8)
        listener = try boundSocket(SOCK_STREAM, at: path)
        guard listen(listener, 64) == 0 else { throw Obstacle(description: "no socket at \(path)") }
        try start()
    }

    private func start() throws {
        let output = Pipe()
        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // The protocol of sd_listen_fds(3).
        let command = "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$@\" 3<&0 </dev/null"
        process.arguments = [
            "-c", command, "sh", Self.program, "--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address",
        ]
        process.standardOutput = output
        // The bus warns that it may not raise the limit of open files.
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle(fileDescriptor: listener, closeOnDealloc: false)
        // Without a limit of time: no test waits for its end, and a test may wait long for its turns on the main queue.
        try process.run()
        // The bus prints its address once it listens.
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw Obstacle(description: "\(Self.program) has ended")
        }
    }

    private func end() {
        // Not SIGTERM: the threads that run tests block signals, and child processes inherit this mask.
        process.killGroup()
        process.waitUntilExit()
    }

    /// Kills the bus, and starts another one at the same socket.
    package func restart() throws {
        end()
        try start()
    }

    deinit {
        end()
        close(listener)
        try? FileManager.default.removeItem(at: folder)
    }
}
