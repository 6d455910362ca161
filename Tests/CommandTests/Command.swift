// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// One run of the built program, in an environment without settings and locale, and with the given time zone.
struct Command {
    /// The exit status.
    let status: Int32
    /// The standard output.
    let output: String
    /// The standard error.
    let error: String

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// The program, in the directory of the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "suntracker")

    /// Runs the program with these arguments.
    init(_ arguments: [String], zone: String = "UTC", variables: [String: String] = [:]) throws {
        try self.init(Self.program, arguments, zone: zone, variables: variables)
    }

    /// Runs a shell script in which `suntracker` and `$SUNTRACKER` are the program.
    init(script: String, zone: String = "UTC", variables: [String: String] = [:]) throws {
        let path = "\(Self.program.deletingLastPathComponent().path):/usr/bin:/bin"
        try self.init(
            URL(filePath: "/bin/sh"), ["-c", script], zone: zone,
            variables: variables.merging(["SUNTRACKER": Self.program.path, "PATH": path]) { $1 })
    }

    /// An environment without settings and locale. Not even root can create its state directory, so no test leaves
    /// state for another.
    static func environment(zone: String = "UTC", _ variables: [String: String]) -> [String: String] {
        let environment = [
            "TZ": zone, "LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": "/proc/nonexistent",
            "XDG_CONFIG_DIRS": "/proc/nonexistent", "XDG_STATE_HOME": "/dev/null/state",
        ]
        return environment.merging(ProcessInfo.ofBuild) { $1 }.merging(variables) { $1 }
    }

    private init(_ executable: URL, _ arguments: [String], zone: String, variables: [String: String]) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = Self.environment(zone: zone, variables)
        let (output, error) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, error)
        process.standardInput = FileHandle.nullDevice
        try process.start()
        // Standard error is a line here, which fits into the pipe's buffer.
        self.output = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        self.error = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}

/// A temporary `$XDG_CONFIG_HOME` with settings.
final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)").path
    var file: String { path + "/suntracker/suntracker.conf" }

    init(_ settings: String? = nil, part: String? = nil) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/suntracker/suntracker.conf.d", withIntermediateDirectories: true)
        try settings?.write(toFile: file, atomically: true, encoding: .utf8)
        try part?.write(toFile: self.part, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var part: String { path + "/suntracker/suntracker.conf.d/part.conf" }
    var settings: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    func run(_ arguments: String..., zone: String = "UTC") throws -> Command {
        try Command(arguments, zone: zone, variables: ["XDG_CONFIG_HOME": path])
    }

    /// Writes a file in it, and makes missing parents.
    func write(_ text: String, to name: String) throws {
        try makeParents(of: name)
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }

    /// Makes a symbolic link in it, and missing parents.
    func link(_ name: String, to target: String) throws {
        try makeParents(of: name)
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    private func makeParents(of name: String) throws {
        let folder = "\(path)/\(name)".split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: "/\(folder)", withIntermediateDirectories: true)
    }

    /// The target of a symbolic link in it; nil if it is none.
    func target(of link: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\(link)")
    }
}
