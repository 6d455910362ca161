// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// One run of the built program, in an environment without settings and locale, and with the given time zone.
typealias Command = TestProgram.Result

extension Command {
    static let program = TestProgram.built("suntracker")

    init(_ arguments: [String], zone: String = "UTC", variables: [String: String] = [:]) throws {
        self = try TestProgram(Self.program, arguments, environment: Self.environment(zone: zone, variables)).run()
    }

    /// Runs a shell script in which `suntracker` and `$SUNTRACKER` are the program.
    init(script: String, zone: String = "UTC", variables: [String: String] = [:]) throws {
        let ours = ["SUNTRACKER": Self.program, "PATH": "\(TestProgram.folder.path):/usr/bin:/bin"]
        let environment = Self.environment(zone: zone, variables.merging(ours) { $1 })
        self = try TestProgram(script: script, environment: environment).run()
    }

    /// An environment without settings and locale. Not even root can create its state directory, so no test leaves
    /// state for another.
    static func environment(zone: String = "UTC", _ variables: [String: String]) -> [String: String] {
        [
            "TZ": zone, "LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": "/proc/nonexistent",
            "XDG_CONFIG_DIRS": "/proc/nonexistent", "XDG_STATE_HOME": "/dev/null/state",
        ].merging(variables) { $1 }
    }
}

extension RunningProgram {
    /// A run of the built program whose lines are read as they arrive.
    convenience init(_ arguments: [String], variables: [String: String] = [:]) throws {
        try self.init(TestProgram(Command.program, arguments, environment: Command.environment(variables)))
    }

    /// The next line of standard output, as a JSON object.
    func object() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(try output.line().utf8)) as? [String: Any])
    }

    /// Closes the reading end of standard output, and returns the exit status.
    func closeOutput() -> Int32 {
        output.close()
        return status()
    }
}

/// A temporary `$XDG_CONFIG_HOME`.
typealias Home = TemporaryFolder

extension Home {
    /// A home with settings, or with only the directories for them.
    convenience init(_ settings: String?, part: String? = nil) throws {
        try self.init()
        try FileManager.default.createDirectory(
            atPath: path("suntracker/suntracker.conf.d"), withIntermediateDirectories: true)
        if let settings { try write(settings, to: Self.main) }
        if let part { try write(part, to: Self.part) }
    }

    private static let main = "suntracker/suntracker.conf", part = "suntracker/suntracker.conf.d/part.conf"

    var file: String { path(Self.main) }
    var part: String { path(Self.part) }
    var settings: String? { read(Self.main) }

    func run(_ arguments: [String], zone: String = "UTC") throws -> Command {
        try Command(arguments, zone: zone, variables: ["XDG_CONFIG_HOME": path])
    }

    func run(_ arguments: String..., zone: String = "UTC") throws -> Command { try run(arguments, zone: zone) }

    /// Runs the program with the words of a line, which contains no quotation marks.
    func run(line: String, zone: String = "UTC") throws -> Command {
        try run(line.split(separator: " ").map(String.init), zone: zone)
    }
}
