import Foundation
import Testing
import Tracker

@Suite("The manual")
struct ManualTests {
    /// The parts of the page by their headings, which are without macros: `config set key value`.
    private static func parts() throws -> [String: String] {
        var parts: [String: String] = [:]
        var heading = ""
        for line in try Checkout.text(of: "etc/man/suntracker.1").split(separator: "\n") {
            if line.hasPrefix(".Ss ") || line.hasPrefix(".Sh ") {
                heading = line.dropFirst(4).split(separator: " ").filter { !["Op", "Ar", "Cm", "|"].contains($0) }
                    .joined(separator: " ")
            }
            parts[heading, default: ""] += line + "\n"
        }
        return parts
    }

    @Test("has a section for every subcommand, with its options or the common ones")
    func everything() throws {
        let leaves = try CommandDump.ofProgram().command.all().filter { ($0.subcommand.subcommands ?? []).isEmpty }
        #expect(leaves.count > 15)
        let parts = try Self.parts()
        let common = try #require(parts["COMMON OPTIONS"])
        for (words, subcommand) in leaves {
            let name = words.joined(separator: " ")
            let part = parts.first { "\($0.key) ".hasPrefix("\(name) ") }?.value
            #expect(part != nil, "suntracker \(name)")
            for option in subcommand.options {
                let item = "Fl Fl \(option)"
                let isThere = "\(part ?? "")\(common)".split(separator: "\n").contains {
                    $0.hasPrefix(".It ") && ("\($0) ".contains("\(item) "))
                }
                #expect(isThere, "suntracker \(name) --\(option)")
            }
        }
    }

    @Test("lists every event", arguments: ["suntracker.1", "suntracker.conf.5"])
    func events(page: String) throws {
        let words = try Checkout.text(of: "etc/man/\(page)").split { " \n,".contains($0) }
        let missing = AnnouncedEvent.names.filter { !words.contains(Substring($0)) }
        #expect(missing == [])
    }

    @Test("lists every setting in its section")
    func settings() throws {
        var (section, documented): (Substring, Set<String>) = ("", [])
        for line in try Checkout.text(of: "etc/man/suntracker.conf.5").split(separator: "\n") {
            if line.hasPrefix(".Sh ") { section = line.dropFirst(4) }
            guard line.hasPrefix(".It Cm ") else { continue }
            documented.formUnion(line.split(separator: " ").map { "\(section) \($0)" })
        }
        let missing = SettingName.all.filter { !documented.contains("[\($0.group.uppercased())] \($0.key)=") }
        #expect(missing == [])
    }

    @Test("is completed by a file that contains every setting with its default, as a comment")
    func defaults() throws {
        let lines = try Checkout.text(of: "etc/data/suntracker.conf").split(separator: "\n")
        let missing = SettingName.all.map { "#\($0.key)=\($0.defaultValue ?? "")" }.filter {
            !lines.contains(Substring($0))
        }
        #expect(missing == ["#Elevation="])
    }

    @Test("formats without a warning", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
    func typeset() throws {
        for name in ["suntracker.1", "suntrackerd.1", "suntracker.conf.5"] {
            let page = Checkout.root.appending(path: "etc/man/\(name)").path
            let groff = try Command(script: "exec groff -mandoc -ww -Tutf8 -z '\(page)'")
            #expect(groff.status == 0)
            #expect(groff.error == "", "\(name)")
        }
    }
}
