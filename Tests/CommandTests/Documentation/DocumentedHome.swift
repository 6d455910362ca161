// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// A home for the command lines of the documentation. The built programs are in PATH; programs that readers choose
/// themselves only print their arguments. In the settings, the sunset is half an hour and 8 seconds away, so a loaded
/// machine can start the program in time.
final class DocumentedHome {
    let path = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)").path

    init() throws {
        let manager = FileManager.default
        for folder in ["/bin", "/.config/suntracker"] {
            try manager.createDirectory(atPath: path + folder, withIntermediateDirectories: true)
        }
        for program in ["suntracker", "suntrackerd"] {
            let built = Command.program.deletingLastPathComponent().appending(path: program).path
            try manager.createSymbolicLink(atPath: "\(path)/bin/\(program)", withDestinationPath: built)
        }
        for (program, output) in [("lamps", ""), ("xdg-open", " >~/opened")] {
            try writeProgram("#!/bin/sh\necho \(program) \"$@\"\(output)\n", to: "\(path)/bin/\(program)")
        }
        let longitude = try comingSunset(in: .seconds(1808)).longitude
        try "[Location]\nLatitude=0\nLongitude=\(longitude)\n".write(
            toFile: path + "/.config/suntracker/suntracker.conf", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Runs the line to its end. Standard error is part of the output.
    func run(_ line: String) throws -> (status: Int32, output: String) {
        // This lamp ends the loop that turns it on. The time limit only ensures that the run ends.
        let lamp = "lamp() { echo lamp \"$@\"; exit; }\n"
        let output = Pipe()
        let process = try started(lamp + line, output, limit: ["timeout", "600"])
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// Runs the line until its output contains the text, and then ends it; returns whether the text appeared.
    func run(_ line: String, until shown: String) throws -> Bool {
        let output = ProcessOutput()
        let process = try started("exec " + line, output.pipe)
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        return (try? output.text(upTo: shown)) != nil
    }

    private func started(_ line: String, _ output: Pipe, limit: [String] = []) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = limit + ["/bin/sh", "-c", line.replacing("swift run ", with: "")]
        process.currentDirectoryURL = URL(filePath: path)
        process.environment = Command.environment([
            "HOME": path, "PATH": "\(path)/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": "",
        ])
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.start()
        return process
    }
}
