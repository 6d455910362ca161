// SPDX-License-Identifier: MIT
import Foundation
import FoundationXML
import Solar
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Systemd

/// The files that describe the program to desktops and software centres.
@Suite("The files for desktops")
struct DesktopFilesTests {
    private static let id = "io.github.suntracker.Suntracker"

    private func xml(_ path: String) throws -> XMLDocument {
        // The document type is removed, because the parser would load its address.
        let text = try Checkout.text(of: path).replacing(/<!DOCTYPE[^>]*>/, with: "")
        return try XMLDocument(xmlString: text)
    }

    /// The contents of the elements or attributes at a path (XPath 1.0).
    private func values(_ path: String, in document: XMLDocument) throws -> [String] {
        try document.nodes(forXPath: path).compactMap(\.stringValue)
    }

    /// The groups of the desktop entry with their keys.
    private func entry() throws -> [String: [String: String]] {
        var groups: [String: [String: String]] = [:]
        var group = ""
        for line in try Checkout.text(of: "etc/data/\(Self.id).desktop").split(separator: "\n")
        where !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                group = String(line.dropFirst().dropLast())
            } else if let equals = line.firstIndex(of: "=") {
                groups[group, default: [:]][String(line[..<equals])] = String(line[line.index(after: equals)...])
            }
        }
        return groups
    }

    private static let validators = ["/usr/bin/appstreamcli", "/usr/bin/desktop-file-validate"]

    private static let missing = validators.filter { !FileManager.default.isExecutableFile(atPath: $0) }

    /// The errors and warnings of a validator; all that it prints if it fails.
    private func complaints(of program: String, _ arguments: String) throws -> String {
        let run = try Command(script: "exec \(program) \(arguments) 2>&1")
        let lines = run.lines.filter { $0.wholeMatch(of: /[EW]: .*|.*(error|warning): .*/) != nil }
        return run.status == 0 ? lines.joined(separator: "\n") : run.output
    }

    @Test("The releases in the metadata match the changelog")
    func releases() throws {
        let metainfo = try xml("etc/data/\(Self.id).metainfo.xml")
        let dates = try values("//release/@date", in: metainfo)
        let released = try zip(values("//release/@version", in: metainfo), dates).map { "\($0) - \($1)" }
        let headings = try Checkout.text(of: "etc/CHANGELOG.md").matches(of: /(?m)^## \[(\S+)\] - (\S+)$/)
        // The metadata needs a date even before the release.
        let dated = zip(headings, dates).map { "\($0.1) - \($0.2 == "unreleased" ? $1[...] : $0.2)" }
        #expect(released == dated)
        #expect((released.count, headings.count) == (dates.count, dates.count))
    }

    @Test("The metadata and the desktop entry name the same program, and the pictures exist")
    func agreement() throws {
        let metainfo = try xml("etc/data/\(Self.id).metainfo.xml")
        let main = try #require(try entry()["Desktop Entry"])
        #expect(try values("/component/id", in: metainfo) == [Self.id])
        #expect(try values("//launchable", in: metainfo) == ["\(Self.id).desktop"])
        #expect(try values("/component/icon", in: metainfo) == [main["Icon"]])
        #expect(try values("/component/name", in: metainfo) == [main["Name"]])
        // It opens a browser, and desktops list it among the programs that notify.
        #expect(main["Terminal"] == "false" && main["X-GNOME-UsesNotifications"] == "true" && main["NoDisplay"] == nil)
        let categories = try values("//category", in: metainfo).map { "\($0);" }.joined()
        #expect(categories == main["Categories"])
        let keywords = try values("//keyword", in: metainfo).map { "\($0);" }.joined()
        #expect(keywords == main["Keywords"])
        #expect(try values("//provides/binary", in: metainfo) == ["suntracker", "suntrackerd"])
        #expect(
            try values("//provides/dbus", in: metainfo)
                == values("/node/interface/@name", in: xml("etc/data/\(Self.id)1.xml")))
        let pictures = "https://raw.githubusercontent.com/suntracker/suntracker/main/"
        for address in try values("//screenshot/image", in: metainfo) {
            #expect(address.hasPrefix(pictures))
            let file = Checkout.root.appending(path: String(address.dropFirst(pictures.count)))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(address)")
        }
    }

    @Test("Each icon is well-formed XML")
    func icons() throws {
        for path in try Checkout.files(below: "etc/data/icons") where path.hasSuffix(".svg") {
            // Unlike XMLDocument, it reports errors, though not by its result.
            let parser = XMLParser(data: Data(try Checkout.text(of: path).utf8))
            _ = parser.parse()
            #expect(parser.parserError == nil, "\(path)")
        }
    }

    @Test("Each action of the desktop entry is one of the program's commands")
    func actions() throws {
        let entry = try entry()
        let names = (entry["Desktop Entry"]?["Actions"] ?? "").split(separator: ";").map { "Desktop Action \($0)" }
        #expect(Set(entry.keys) == Set(["Desktop Entry"] + names))
        #expect(entry["Desktop Action new-window"]?["Exec"] == entry["Desktop Entry"]?["Exec"])
        for group in entry.values {
            let words = (group["Exec"] ?? "").split(separator: " ").map(String.init)
            #expect(words.first == "/usr/local/bin/suntracker")
            #expect(group["Name"]?.isEmpty == false)
            // Parses the arguments without running the command.
            #expect(try Command(Array(words.dropFirst()) + ["--help"]).status == 0, "\(words)")
            for option in words where option.hasPrefix("--") {
                #expect(try Command([words[1], "--help"]).output.contains("  \(option) "), "\(words)")
            }
        }
    }

    @Test(
        "appstreamcli and desktop-file-validate report no errors and no warnings",
        .enabled(
            if: missing.isEmpty || Scope.desktopFiles.isFull,
            "not installed: \(missing.joined(separator: ", ")) (etc/setup --all-tests installs them)"))
    func valid() throws {
        let folder = Checkout.root.appending(path: "etc/data").path
        let metainfo = "validate --no-net '\(folder)/\(Self.id).metainfo.xml'"
        #expect(try complaints(of: Self.validators[0], metainfo) == "")
        #expect(try complaints(of: Self.validators[1], "'\(folder)/\(Self.id).desktop'") == "")
    }

    @Test("Each member of the D-Bus interface is documented, as gdbus-codegen(1) reads it")
    func documentation() throws {
        let interface = try xml("etc/data/\(Self.id)1.xml")
        let members = try interface.nodes(forXPath: "//property | //method | //signal")
        #expect(members.count == 23)
        for member in members {
            let name = try #require(try member.nodes(forXPath: "@name").first?.stringValue)
            // The comment before the member, which only white space separates from it.
            let comment = try member.nodes(forXPath: "preceding-sibling::node()[not(self::text())][1]").first
            #expect(comment?.kind == .comment, "\(name)")
            let said = (comment?.stringValue ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(said.hasPrefix("\(name):") && said.count > name.count + 10, "\(name)")
            for argument in try member.nodes(forXPath: "arg/@name").compactMap(\.stringValue) {
                #expect(said.contains("\n      @\(argument): "), "\(name), \(argument)")
            }
        }
    }

    @Test("The D-Bus interface is the interface of the object that the service publishes")
    @MainActor
    func interface() throws {
        let service = SessionBus(ownsName: true, since: .unixEpoch, requests: SessionBus.Requests())
        let document = try xml("etc/data/\(Self.id)1.xml")
        #expect(try values("/node/@name", in: document) == [SessionBus.path])
        #expect(try values("/node/interface/@name", in: document) == [SessionBus.name])
        let documented = try document.nodes(forXPath: "//property | //method | //signal").map { member in
            func joined(_ path: String) throws -> String {
                try member.nodes(forXPath: path).compactMap(\.stringValue).joined(separator: " ")
            }
            // What a property signals, and the types and names of arguments: in, out, or of a signal.
            return try [
                "\(member.name ?? "") \(joined("@name"))", joined("@type"), joined("@access"),
                joined("annotation[contains(@name, '.EmitsChangedSignal')]/@value"),
                joined("arg[@direction='in']/@type"),
                joined("arg[not(@direction='in')]/@type"), joined("arg/@name"),
            ]
        }
        #expect(documented == service.members.map(\.documented))
    }
}

extension BusObject.Member {
    /// The member as it is documented.
    fileprivate var documented: [String] {
        // Each argument has a type of one letter.
        func types(_ signature: StaticString) -> String { signature.description.map { "\($0)" }.joined(separator: " ") }
        func words(_ names: StaticString) -> String {
            names.description.split(separator: "\0").joined(separator: " ")
        }
        return switch self {
        case .property(let name, let signature, let isConstant, _):
            ["property \(name)", "\(signature)", "read", isConstant ? "const" : "", "", "", ""]
        case .method(let name, let signature, let result, let names, _):
            ["method \(name)", "", "", "", types(signature), types(result), words(names)]
        case .signal(let name, let signature, let names):
            ["signal \(name)", "", "", "", "", types(signature), words(names)]
        }
    }
}
