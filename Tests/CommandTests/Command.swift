import Foundation
import Testing

/// One run of the built program, in an environment of its own: no settings, no locale, and a time zone as given.
struct Command {
    /// The exit status.
    let status: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
    let error: String

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// The program, which the build puts beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "suntracker")

    /// Runs it with these arguments.
    init(_ arguments: [String], zone: String = "UTC", variables: [String: String] = [:]) throws {
        try self.init(Self.program, arguments, zone: zone, variables: variables)
    }

    /// Runs a script of the shell in which `$SUNTRACKER` is the program.
    init(script: String, zone: String = "UTC") throws {
        try self.init(
            URL(filePath: "/bin/sh"), ["-c", script], zone: zone, variables: ["SUNTRACKER": Self.program.path])
    }

    private init(_ executable: URL, _ arguments: [String], zone: String, variables: [String: String]) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        var environment = [
            "TZ": zone, "LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
            "XDG_CONFIG_DIRS": "/nonexistent",
            // Nothing can be made there, not even by root: what one test leaves is none of another's.
            "XDG_STATE_HOME": "/dev/null/state",
        ]
        environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = environment.merging(variables) { _, given in given }
        let (output, error) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, error)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // What goes to standard error here is a line, which a pipe holds.
        self.output = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        self.error = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}

/// A file that is there as long as the value.
struct TemporaryFile: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString).conf").path

    init(_ text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
