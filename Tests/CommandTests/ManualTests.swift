// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing
import Wording

@testable import suntracker

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

    @Test("says which subcommands accept each common option")
    func commonOptions() throws {
        let leaves = try CommandDump.ofProgram().command.all().filter { ($0.subcommand.subcommands ?? []).isEmpty }
        let list = try #require(Self.parts()["COMMON OPTIONS"]?.split(separator: "\n.El\n").first)
        let rows = list.split(separator: "\n.It ").dropFirst()
        #expect(rows.count > 3)
        for row in rows {
            let lines = row.split(separator: "\n")
            let documented = lines[1].dropFirst(".Cm ".count).split(separator: " , ").map(String.init)
            for option in lines[0].matches(of: /Fl Fl (\w+)/).map({ String($0.1) }) {
                let accepting = leaves.filter { $0.subcommand.options.contains(option) }.map {
                    $0.words.joined(separator: " ")
                }
                #expect(documented.sorted() == accepting.sorted(), "--\(option)")
            }
        }
    }

    /// The names that follow a type of object in the sources, and the first line of each CSV.
    private static func namesInOutput() throws -> Set<Substring> {
        var names: Set<Substring> = []
        // Waybar defines its own names.
        for path in try Checkout.files(below: "Sources/suntracker")
        where path.hasSuffix(".swift") && !path.hasSuffix("TodayLine.swift") {
            let text = try Checkout.text(of: path)
            for start in text.ranges(of: /JSONObject\??(?: \{| in\b)/) {
                var depth = 1
                let end = text[start.upperBound...].indices.first { index in
                    depth += text[index] == "{" ? 1 : text[index] == "}" ? -1 : 0
                    return depth == 0
                }
                let body = text[start.upperBound..<(end ?? text.endIndex)]
                names.formUnion(body.matches(of: /"([A-Za-z]+)":/).map { $0.1 })
            }
        }
        return names
    }

    @Test("lists every name in JSON and CSV, and no others")
    func names() throws {
        let csv = try ["chart --format csv", "events lamps --format csv"].flatMap { line in
            let home = try Home("[Alert lamps]\nEvent=sunset\n")
            return try home.run(line: line + " --place Denver").lines[0].split(separator: ",").map(Substring.init)
        }
        #expect(csv.count > 15)
        let part = try #require(Self.parts()["OUTPUT FOR PROGRAMS"])
        let documented = part.split(separator: "\n").filter { $0.hasPrefix(".It Li ") }.flatMap { row in
            (row.split(separator: " Ta ")[0]).dropFirst(".It Li ".count).split { " ,".contains($0) }
        }
        #expect(documented.count == Set(documented).count)
        let names = try Self.namesInOutput().union(csv)
        #expect(names.subtracting(documented).sorted() == [])
        #expect(Set(documented).subtracting(names).sorted() == [])
    }

    @Test("lists every event", arguments: ["suntracker.1", "suntracker.conf.5"])
    func events(page: String) throws {
        let words = try Checkout.text(of: "etc/man/\(page)").split { " \n,".contains($0) }
        let missing = AnnouncedEvent.names.filter { !words.contains(Substring($0)) }
        #expect(missing == [])
    }

    @Test("names every format")
    func formats() throws {
        let words = try Checkout.text(of: "etc/man/suntracker.1").split { " \n,".contains($0) }
        let formats = Set(EventTable.formats + Today.formats + DaylightChart.formats).map(\.rawValue)
        #expect(formats.filter { !words.contains(Substring($0)) } == [])
    }

    @Test("lists every sample hook")
    func samples() throws {
        let names = try Checkout.files(below: "etc/data/hooks").map { URL(filePath: $0).lastPathComponent }
        let page = try Checkout.text(of: "etc/man/suntracker-hooks.7")
        #expect(names.filter { !page.contains("\n.It Pa \($0)\n") } == [])
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
        var (lines, section): (Set<String>, Substring) = ([], "")
        for line in try Checkout.text(of: "etc/data/suntracker.conf").split(separator: "\n") {
            if line.hasPrefix("[") { section = line }
            lines.insert("\(section)\(line)")
        }
        let missing = SettingName.all.map { "[\($0.group)]#\($0.key)=\($0.defaultValue ?? "")" }
            .filter { !lines.contains($0) }
        #expect(missing == ["[Location]#Elevation="])
    }

    /// The default of a key according to suntracker.conf(5); nil if its item names none.
    private func documentedDefault(of key: String, in section: String) throws -> String? {
        func isItem(_ line: String) -> Bool { line.hasPrefix(".It Cm ") && line.hasSuffix("=") }
        let page = try Checkout.text(of: "etc/man/suntracker.conf.5")
        let text = try #require(page.components(separatedBy: "\n.Sh [\(section.uppercased())]\n").last)
        let item = text.components(separatedBy: "\n").drop {
            !isItem($0) || !$0.split(separator: " ").contains("\(key)=")
        }
        .enumerated().prefix { $0 == 0 || !isItem($1) }.map(\.element)
        // The last word in this font before "(the default)" or "by default".
        guard let end = item.firstIndex(where: { $0.contains("the default)") || $0.contains("by default") }) else {
            return nil
        }
        let words = item[...end].last { $0.hasPrefix(".Cm ") || $0.hasPrefix(".It Cm ") }
        return words?.split(separator: " ").last { $0.contains(/[a-z0-9]/) }.map(String.init)
    }

    @Test("names each default")
    func namedDefaults() throws {
        for name in SettingName.all where name.defaultValue != nil {
            #expect(try documentedDefault(of: name.key, in: name.group) == name.defaultValue, "\(name)")
        }
    }

    @Test("names the defaults of an alert, as the file does", arguments: ["Outside", "Enabled"])
    func alertDefaults(key: String) throws {
        let lines = try Checkout.text(of: "etc/data/suntracker.conf").split(separator: "\n")
        let value = try #require(lines.first { $0.hasPrefix("#\(key)=") }?.dropFirst(key.count + 2))
        #expect(try documentedDefault(of: key, in: "Alert name") == String(value))
        let alert = ["Alert lamps.Event=sunset", "Alert lamps.NotBefore=07:00"]
        #expect(try Settings(lines: alert + ["Alert lamps.\(key)=\(value)"]) == Settings(lines: alert))
    }

    @Test("names the bounds of a time span", arguments: [("Notifications", "Grace"), ("Hooks", "Timeout")])
    func bounds(group: String, key: String) throws {
        let lines = try Checkout.text(of: "etc/man/suntracker.conf.5").split(separator: "\n")
        let item = lines.drop { $0 != ".It Cm \(key)=" }
        let first = try #require(item.firstIndex { $0.hasPrefix(".Cm ") })
        let bounds = [lines[first], lines[first + 2]].map { $0.split(separator: " ")[1] }
        let error = #expect(throws: SettingsError.self) { try Settings(lines: ["\(group).\(key)=1000d"]) }
        #expect(error?.description.contains("between \(bounds[0]) and \(bounds[1])") == true)
    }

    @Test("names the bounds of an elevation")
    func elevation() throws {
        let page = try Checkout.text(of: "etc/man/suntracker.conf.5")
        let bounds = try #require(page.firstMatch(of: /above the visible horizon in metres, (\d+) to (\d+);/))
        let (least, most) = (try #require(Double(bounds.1)), try #require(Double(bounds.2)))
        let isAccepted = [least - 1, least, most, most + 1].map { Elevation(metres: $0) != nil }
        #expect(isAccepted == [false, true, true, false])
    }

    @Test("lists the options of the service")
    func serviceOptions() throws {
        let page = try Checkout.text(of: "etc/man/suntrackerd.1")
        let help = try Command(script: "exec suntrackerd --help").output
        let options = help.matches(of: /(?m)^  --(\w+)( [A-Z]+)?/)
        #expect(options.count >= 6)
        let synopsis = try #require(page.firstMatch(of: /\n\.Sh SYNOPSIS\n(.+?)\n\.Sh\b/.dotMatchesNewlines()))
        #expect(Set(synopsis.1.matches(of: /Fl Fl (\w+)/).map(\.1)) == Set(options.map(\.1)))
        let items = page.matches(of: /\n\.It Fl Fl (\w+)/).map(\.1)
        #expect(items == options.filter { $0.2 != nil }.map(\.1))
    }

    @Test("lists the state files of the service, and no others")
    func stateFiles() throws {
        let sources = try Checkout.swift(below: "Sources/LinuxPlatform/State")
        let used = Set(sources.matches(of: /\bfolder \+ "\/([a-z-]+)"/).map(\.1))
        #expect(used.count > 4)
        let page = try Checkout.text(of: "etc/man/suntrackerd.1")
        #expect(Set(page.matches(of: /\n\.It Pa ~\/\.local\/state\/suntracker\/(\S+)/).map(\.1)) == used)
    }

    @Test("names the years for which the Sun is computed")
    func years() throws {
        let error = try Command(["sunset", "1799-06-01", "--place", "Denver"]).errors
        let years = try #require(error.firstMatch(of: /supported years are (\d+ to \d+)/)?.output.1)
        #expect(try Checkout.text(of: "etc/man/suntracker.1").contains("\nOther years than \(years) are refused.\n"))
    }

    @Test("lists the exit statuses of both programs, and no others")
    func exitStatuses() throws {
        func documented(_ page: String) throws -> [Int32] {
            let text = try Checkout.text(of: "etc/man/\(page)")
            let list = try #require(
                text.firstMatch(of: /\n\.Sh EXIT STATUS\n(.+?)\n\.Sh\b/.dotMatchesNewlines())?.output.1)
            return list.matches(of: /\.It ([\d ,]+)\n/).flatMap {
                $0.1.split { " ,".contains($0) }.compactMap { Int32($0) }
            }
        }
        let service = try Checkout.swift(below: "Sources/suntrackerd").matches(of: /\bexit\((\d+)\)/)
            .compactMap { Int32($0.1) }
        #expect(try documented("suntrackerd.1") == Set(service).sorted())

        let names = try Set(
            Checkout.swift(below: "Sources/suntracker").matches(of: /\bEX_[A-Z]+/).map { "\($0.output)" })
        let known = [
            "EX_OK": EX_OK, "EX_USAGE": EX_USAGE, "EX_UNAVAILABLE": EX_UNAVAILABLE, "EX_SOFTWARE": EX_SOFTWARE,
            "EX_OSERR": EX_OSERR, "EX_CANTCREAT": EX_CANTCREAT, "EX_IOERR": EX_IOERR,
            "EX_CONFIG": EX_CONFIG,
        ]
        #expect(Set(known.keys) == names)
        // The statuses below are answers, of which poll has the most.
        let answers = DayPhase.allCases.map { Int32(4 - $0.level) }
        #expect(try documented("suntracker.1") == Set(answers + names.compactMap { known[$0] }).sorted())
        let lights = DayPhase.allCases.sorted { $0.level > $1.level }.map { $0.displayName(in: .english) }.suffix(3)
        #expect(try Checkout.text(of: "etc/man/suntracker.1").contains("\n\(lights.joined(separator: ", ")).\n"))
    }

    @Test("refers, as do messages and documentation, to pages and sections that exist")
    func references() throws {
        let pages = try Checkout.files(below: "etc/man")
        let texts = try pages.map { page in
            let text = try Checkout.text(of: page)
            for section in text.matches(of: /\n\.Sx ([^\n]+?)(?: [.,;:)]+)*\n/) {
                #expect(text.contains("\n.Sh \(section.1)\n"), "\(page)")
            }
            // As the page is read: suntracker(1).
            return text.replacing(/\n\.Xr (\S+) (\d)/) { "\n\($0.1)(\($0.2))" }.replacing("\n", with: " ")
        }
        let others = try ["Sources", "systemd", "etc/data", "etc/doc", ".github"].flatMap {
            try Checkout.files(below: $0)
        }.filter { [".swift", ".md", ".target", ".catalog", ".conf"].contains(where: $0.hasSuffix) }
        var found = 0
        for text in try texts + (others + ["README.md"]).map({ try Checkout.text(of: $0) }) {
            for match in text.matches(of: /(?:\b([A-Z-]{4,}) in )?(suntracker(?:d|\.conf|-[a-z]+)?)\((\d)\)/) {
                found += 1
                let page = "etc/man/\(match.2).\(match.3)"
                #expect(pages.contains(page), "\(match.0)")
                guard pages.contains(page), let section = match.1 else { continue }
                #expect(try Checkout.text(of: page).contains("\n.Sh \(section)\n"), "\(match.0)")
            }
        }
        #expect(found > 50)
    }

    @Test("formats without a warning", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
    func typeset() throws {
        for name in try Checkout.files(below: "etc/man") {
            let page = Checkout.root.appending(path: name).path
            let groff = try Command(script: "exec groff -mandoc -ww -Tutf8 -z '\(page)'")
            #expect(groff.status == 0)
            #expect(groff.errors == "", "\(name)")
        }
    }
}
