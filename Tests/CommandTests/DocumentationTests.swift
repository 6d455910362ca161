// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Tracker
import Wording

extension Checkout {
    /// All Markdown pages.
    static func pages() throws -> [String] {
        let below = try ["etc", ".github", "Tests", "Sources"].flatMap { try files(below: $0) }
        return ["README.md"] + below.filter { $0.hasSuffix(".md") }.sorted()
    }

    /// The text of all Swift files below a directory.
    static func swift(below folder: String) throws -> String {
        try files(below: folder).filter { $0.hasSuffix(".swift") }.map { try text(of: $0) }.joined(separator: "\n")
    }
}

extension String {
    /// Whether the text contains these characters literally; Foundation finds them fast even in a debug build.
    fileprivate func has(_ text: String) -> Bool { range(of: text, options: .literal) != nil }

    /// The names after these keywords, such as `struct|enum`, in Swift source text.
    fileprivate func declared(_ keywords: String) -> Set<String> {
        let text = self as NSString
        let pattern = try? NSRegularExpression(pattern: "\\b(?:\(keywords)) (\\w+)")
        let matches = pattern?.matches(in: self, range: NSRange(location: 0, length: text.length)) ?? []
        return Set(matches.map { text.substring(with: $0.range(at: 1)) })
    }

    /// The texts between backquotes.
    fileprivate var quotations: [String] { matches(of: /`([^`\n]+)`/).map { String($0.1) } }

    /// The rows of the tables without their heads, each as its cells.
    fileprivate var rows: [[String]] {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.indices.filter { lines[$0].hasPrefix("|") && !lines[$0].hasPrefix("|-") }
            .filter { $0 + 1 == lines.endIndex || !lines[$0 + 1].hasPrefix("|-") }
        let frame = CharacterSet(charactersIn: "| ")
        return rows.map { lines[$0].split(separator: " | ").map { $0.trimmingCharacters(in: frame) } }
    }

    /// The anchors that GitHub creates for the headings.
    fileprivate var anchors: [String] {
        matches(of: /(?m)^#+ (.+)$/).map {
            $0.1.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.replacing(" ", with: "-")
        }
    }
}

@Suite("The README")
struct ReadmeTests {
    @Test("shows what its first command prints, as recorded in the transcript of the simulation")
    func simulation() throws {
        let run = try Checkout.text(of: "Tests/CommandTests/Transcripts/simulation.txt").firstMatch(
            of: /\n\$ (suntrackerd [^\n]+)\n((?:\| [^\n]*\n)+)/)
        let (_, command, output) = try #require(run).output
        let readme = try Checkout.text(of: "README.md")
        #expect(readme.contains("\netc/setup && swift run \(command)\n```\n"))
        let lines = output.split(separator: "\n").map { $0.dropFirst(2) }
        #expect(readme.contains("\n```\n\(lines.joined(separator: "\n"))\n```\n"))
    }

    @Test("names subcommands that exist")
    func subcommands() throws {
        let text = try Checkout.text(of: "README.md")
        let names = Set(text.matches(of: /(?:swift run |`|\n)suntracker ([a-z]+)/).map { String($0.1) })
        #expect(names.count >= 8)
        for name in names { #expect(try Command([name, "--help"]).status == 0, "suntracker \(name)") }
    }
}

@Suite("A page of the documentation")
struct DocumentationTests {
    @Test("has no broken links", arguments: try Checkout.pages())
    func links(page: String) throws {
        let links = try Checkout.text(of: page).matches(of: /(?:\]\(|src=")([^)"\s]+)[)"]/).map { $0.1 }
        for link in links {
            // What is installed links to the rest of the checkout by its address.
            let path = link.trimmingPrefix(/https:\/\/github\.com\/suntracker\/suntracker\/(?:blob|raw)\/main\//)
            guard !path.contains("://") else { continue }
            let folder = path == link ? page.split(separator: "/").dropLast().joined(separator: "/") : ""
            let parts = path.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let target = parts[0].isEmpty ? page : folder.isEmpty ? "\(parts[0])" : "\(folder)/\(parts[0])"
            #expect(Checkout.exists(target), "\(link)")
            if parts.count > 1 {
                #expect(try Checkout.text(of: target).anchors.contains("\(parts[1])"), "\(link)")
            }
        }
    }

    @Test("has no comment behind a command, which zsh would pass on as arguments", arguments: try Checkout.pages())
    func comments(page: String) throws {
        for block in try Checkout.text(of: page).matches(of: /(?m)^```sh\n((?s).*?)^```$/) {
            #expect(block.1.split(separator: "\n").filter { $0.contains(/\S\s+#/) } == [])
        }
    }

    @Test("names files that exist", arguments: try Checkout.pages())
    func files(page: String) throws {
        // Results of test runs are not in a checkout, and NAME stands for a name.
        for quotation in try Checkout.text(of: page).quotations {
            let path = quotation.prefix { $0 != " " }
            guard path.wholeMatch(of: /(?:Tests|Sources|etc|systemd|\.ci)\/[A-Za-z0-9._\/-]+/) != nil,
                !path.contains("/out/"), !path.contains("NAME")
            else { continue }
            #expect(Checkout.exists("\(path)"), "\(path)")
        }
    }

    @Test("names tests that exist", arguments: ["etc/doc/faults.md", "Tests/Benchmarks/README.md"])
    func tests(page: String) throws {
        let text = try Checkout.text(of: page)
        // What happens when: the tests of a table are named below it, in a comment that readers do not see.
        let sections = text.components(separatedBy: "\n## ").dropFirst().map {
            $0.components(separatedBy: "\n<!-- Tests: ")
        }
        let rows = page.hasSuffix("faults.md") ? sections.map { $0.count == 2 ? [$0[1]] : [] } : text.rows
        #expect(rows.count > 5)
        // The files by the types that they declare, as texts.
        var files: [String: [String]] = [:]
        for file in try Checkout.files(below: "Tests") where file.hasSuffix(".swift") {
            let text = try Checkout.text(of: file)
            for type in text.declared("struct") { files[type, default: []].append(text) }
        }
        for row in rows {
            let names = try #require(row.last).quotations
            #expect(!names.isEmpty, "\(row)")
            for name in names where !name.contains("/") {
                let parts = name.split(separator: ".")
                let found =
                    files[String(parts[0])]?.contains { parts.count == 1 || $0.has("func \(parts[1])(") } == true
                #expect(found, "\(name)")
            }
            for path in names where path.contains("/") { #expect(Checkout.exists(path), "\(path)") }
        }
    }

    @Test("explains each kind of entry in the journal by its MESSAGE_ID, and no other, in the same order")
    func catalog() throws {
        let explained = try Checkout.text(of: "systemd/suntracker.catalog").matches(of: /(?m)^-- (.*)$/)
        #expect(explained.map { String($0.1) } == JournalEntry.Kind.allCases.map(\.rawValue))
    }

    @Test("states how many events are compared, and the bounds of the test")
    func reference() throws {
        let cells = try Checkout.text(of: "Tests/SolarTests/Fixtures/reference.csv").split(separator: "\n").dropFirst()
            .flatMap { $0.split(separator: ",").dropFirst(4) }
        let days = cells.count / 10
        let events = cells.reduce(0) { $0 + $1.count { $0 == ":" } / 2 }
        let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))
        let figures = try Checkout.text(of: "Tests/Benchmarks/README.md")
        #expect(figures.contains("\(events.formatted(style)) events on \(days.formatted(style)) days"))

        let test = try Checkout.text(of: "Tests/SolarTests/ReferenceTests.swift")
        #expect(test.contains("static let seconds = 0.1\n") && figures.contains("at most 0.1 s, "))
        #expect(test.contains("static let arcseconds = 1.0\n") && figures.contains("or 1\" of altitude"))
    }

    /// Without git, the checkout is an unpacked source tarball, which also contains libraries, and perhaps was built.
    @Test("the top level contains nothing that is not in its place")
    func topLevel() throws {
        let list = try Command(
            script: """
                cd '\(Checkout.root.path)'
                if [ -e .git ] && command -v git >/dev/null; then
                    git -c safe.directory='*' ls-files | cut -d / -f 1 | sort -u
                else
                    ls --ignore=vendor --ignore=Package.resolved
                fi | grep -v '^\\.' | LC_ALL=C sort
                """)
        #expect(list.output == "Package.swift\nREADME.md\nSources\nTests\netc\nsystemd\n")
    }

    @Test("lists every module")
    func modules() throws {
        let names = Set(try Checkout.text(of: "etc/doc/architecture.md").quotations)
        let modules = try FileManager.default.contentsOfDirectory(
            at: Checkout.root.appending(path: "Sources"), includingPropertiesForKeys: [.isDirectoryKey]
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(\.lastPathComponent)
        #expect(modules.count > 10)
        for module in modules { #expect(names.contains(module), "\(module)") }
    }

    @Test("defines about twenty words, and their types exist")
    func glossary() throws {
        let page = try Checkout.text(of: "etc/doc/architecture.md")
        let glossary = try #require(page.range(of: "## Glossary"))
        let rows = String(page[glossary.upperBound...]).rows
        #expect((20...30).contains(rows.count))
        let sources = try Checkout.swift(below: "Sources")
        let types = sources.declared("struct|enum|class|protocol")
        for name in rows.flatMap({ $0.last?.quotations ?? [] }) where name.wholeMatch(of: /[A-Z][A-Za-z.]+/) != nil {
            let parts = name.split(separator: ".")
            #expect(types.contains(String(parts[0])), "\(name)")
            if parts.count > 1 { #expect(sources.has("case \(parts[1])"), "\(name)") }
        }
    }
}

@Suite("What is installed")
struct InstalledFilesTests {
    @Test("names its licence in a comment")
    func licences() throws {
        // The metadata is under another licence.
        let others = ["hooks", "icons", "io.github.suntracker.Suntracker.metainfo.xml"].map {
            "etc/data/\($0)"
        }
        let data = try Checkout.files(below: "etc/data").filter {
            !others.contains($0) && !$0.hasPrefix("etc/data/icons/")
        }
        let scripts = ["etc/install", "etc/package", "etc/setup"]
        // The style sheet and the script of the page are copied into it.
        let sources = try ["Sources", "Tests"].flatMap { try Checkout.files(below: $0) }.filter { file in
            [".swift", ".c", ".h"].contains { file.hasSuffix($0) } && !file.contains("/.build/")
        }
        let files = try data + Checkout.files(below: "etc/man") + Checkout.files(below: "systemd") + scripts + sources
        #expect(files.count > 500)
        for file in files where file != "systemd/samples" {
            let lines = try Checkout.text(of: file).split(separator: "\n").prefix(3)
            #expect(lines.contains { $0.contains("SPDX-License-Identifier: MIT") }, "\(file)")
        }
        #expect(
            try Checkout.text(of: "Sources/CGazetteer/tables/places.tsv").hasPrefix(
                "# SPDX-License-Identifier: CC-BY-4.0\n"))
    }
}
