// SPDX-License-Identifier: MIT
import Foundation

/// A message bus for one test, with its socket in a separate directory.
package final class PrivateBus {
    private static let program = "/usr/bin/dbus-daemon"

    /// The address, `unix:path=…`.
    package let address: String
    /// The directory with the socket `bus`, which can be a home. Its path is short, because a socket's has to be.
    package let folder: TemporaryFolder
    /// The socket. Like systemd's, it outlives the bus.
    private let listener: Int32
    private var running: RunningProgram?
    /// A socket on which nothing listens, at the address of a bus that was stopped; nil while the bus is running.
    private var refusing: Int32?

    /// The reason why the bus cannot run.
    package struct Obstacle: Error {
        let description: String
    }

    /// Starts the bus, and returns when it accepts connections.
    package init() throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            throw Obstacle(description: "dbus-daemon is not installed; etc/setup --tests installs it")
        }
        folder = try TemporaryFolder(at: newSocketPath())
        let path = folder.path("bus")
        address = "unix:path=\(path)"
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
        try folder.write(settings, to: "bus.conf")
        listener = try boundSocket(SOCK_STREAM, at: path)
        guard listen(listener, 64) == 0 else { throw Obstacle(description: "no socket at \(path)") }
        try start()
    }

    private func start() throws {
        // The protocol of sd_listen_fds(3).
        let command = "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$@\" 3<&0 </dev/null 2>/dev/null"
        let arguments = ["--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address"]
        var program = TestProgram("/bin/sh", ["-c", command, "sh", Self.program] + arguments)
        program.input = FileHandle(fileDescriptor: listener, closeOnDealloc: false)
        // No test waits for its end, and a test may wait long for its turns on the main queue.
        program.limit = nil
        let bus = try RunningProgram(program)
        running = bus
        // The bus prints its address once it listens.
        _ = try bus.output.line()
        bus.output.close()
        bus.errors.close()
    }

    /// Kills the bus, and starts another one at the same socket.
    package func restart() throws {
        running?.kill()
        if let refusing {
            close(refusing)
            self.refusing = nil
            rename(folder.path("bus-kept"), folder.path("bus"))
        }
        try start()
    }

    /// Kills the bus. Until `restart`, its address refuses connections, as of a bus without systemd's socket.
    package func stop() throws {
        rename(folder.path("bus"), folder.path("bus-kept"))
        refusing = try boundSocket(SOCK_STREAM, at: folder.path("bus"))
        running?.kill()
    }

    deinit {
        running?.kill()
        close(listener)
        if let refusing { close(refusing) }
    }
}
