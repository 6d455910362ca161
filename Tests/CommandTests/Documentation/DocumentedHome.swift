// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// A home for the command lines of the documentation. The built programs are in PATH; programs that readers choose
/// themselves only print their arguments. In the settings, the sunset is half an hour and 8 seconds away, so a loaded
/// machine can start the program in time.
final class DocumentedHome {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws {
        folder = try TemporaryFolder()
        for program in ["suntracker", "suntrackerd"] {
            try folder.link("bin/\(program)", to: TestProgram.built(program))
        }
        for (program, output) in [("lamps", ""), ("xdg-open", " >~/opened")] {
            try writeProgram("#!/bin/sh\necho \(program) \"$@\"\(output)\n", to: folder.path("bin/\(program)"))
        }
        let longitude = try comingSunset(in: .seconds(1808)).longitude
        try folder.write("[Location]\nLatitude=0\nLongitude=\(longitude)\n", to: ".config/suntracker/suntracker.conf")
    }

    /// Runs the line to its end. Standard error is part of the output.
    func run(_ line: String) throws -> (status: Int32, output: String) {
        // This lamp ends the loop that turns it on. The time limit only ensures that the run ends.
        let lamp = "lamp() { echo lamp \"$@\"; exit; }\n"
        var program = program(lamp + line)
        program.limit = .seconds(600)
        let result = try program.run()
        return (result.status, result.output)
    }

    /// Runs the line until its output contains the text, and then ends it; returns whether the text appeared.
    func run(_ line: String, until shown: String) throws -> Bool {
        let running = try RunningProgram(program("exec " + line))
        return (try? running.output.text(upTo: shown)) != nil
    }

    private func program(_ line: String) -> TestProgram {
        let environment = Command.environment([
            "HOME": path, "PATH": "\(path)/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": "",
        ])
        let script = "exec 2>&1\n" + line.replacing("swift run ", with: "")
        return TestProgram(script: script, environment: environment, in: path)
    }
}
