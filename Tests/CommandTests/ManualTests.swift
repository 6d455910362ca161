import Foundation
import Testing

/// The command's arguments as ArgumentParser tells them to programs.
private struct Arguments: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String
    }
    struct Argument: Decodable {
        let names: [Name]?
        let shouldDisplay: Bool
    }
    struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// Every command below this one that has none below itself, by its words, with its long options.
        func leaves(_ words: [String] = []) -> [(words: [String], options: [String])] {
            let below = subcommands ?? []
            guard below.isEmpty else {
                return below.filter { $0.commandName != "help" }.flatMap { $0.leaves(words + [$0.commandName]) }
            }
            let options = (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
                .filter { $0.kind == "long" }.map(\.name)
            return [(words, options)]
        }
    }
    let command: Command
}

@Suite("The manual page of the command")
struct ManualTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "etc/man/suntracker.1")

    /// The parts of the page by their headings, without macros in them: `location set place`.
    private static func parts() throws -> [String: String] {
        var parts: [String: String] = [:]
        var heading = ""
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix(".Ss ") || line.hasPrefix(".Sh ") {
                heading = line.dropFirst(4).split(separator: " ").filter { !["Op", "Ar", "Cm", "|"].contains($0) }
                    .joined(separator: " ")
            }
            parts[heading, default: ""] += line + "\n"
        }
        return parts
    }

    @Test("has a part for every subcommand, and in it, or among the common ones, every option")
    func everything() throws {
        let dump = try Command(["--experimental-dump-help"])
        let leaves = try JSONDecoder().decode(Arguments.self, from: Data(dump.output.utf8)).command.leaves()
        #expect(leaves.count > 15)
        let parts = try Self.parts()
        let common = try #require(parts["COMMON OPTIONS"])
        for (words, options) in leaves {
            let name = words.joined(separator: " ")
            let part = parts.first { "\($0.key) ".hasPrefix("\(name) ") }?.value
            #expect(part != nil, "suntracker \(name)")
            for option in options {
                let item = "Fl Fl \(option)"
                let isThere = "\(part ?? "")\(common)".split(separator: "\n").contains {
                    $0.hasPrefix(".It ") && ("\($0) ".contains("\(item) "))
                }
                #expect(isThere, "suntracker \(name) --\(option)")
            }
        }
    }

    @Test("is typeset without a warning", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
    func typeset() throws {
        for name in ["suntracker.1", "suntrackerd.1", "suntracker.conf.5"] {
            let page = Self.page.deletingLastPathComponent().appending(path: name).path
            let groff = try Command(script: "exec groff -mandoc -ww -Tutf8 -z '\(page)'")
            #expect(groff.status == 0)
            #expect(groff.error == "", "\(name)")
        }
    }
}
