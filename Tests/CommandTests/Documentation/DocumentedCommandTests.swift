import Foundation
import Testing

/// Every command line of the README, CONTRIBUTING, the page on packaging, the manual pages and the journal's catalog is run by a test.
@Suite("A command line of the documentation")
struct DocumentedCommandTests {
    @Test("is extracted, and each has a proof; no proof is of a line that is gone")
    func classified() throws {
        let lines = try DocumentedLine.all()
        #expect(lines.count > 60)
        for line in lines { #expect(DocumentedProof.all[line.text]?.isEmpty == false, "\(line.testDescription)") }
        let texts = Set(lines.map(\.text))
        for text in DocumentedProof.all.keys.sorted() { #expect(texts.contains(text), "\(text)") }
    }

    @Test(
        "is found in each form that the documentation has",
        arguments: [
            ("a block", "```sh\na b   # c\n```\n", ["a b"]),
            ("a block with output", "```console\n$ a b\nc\n```\n", ["a b"]),
            ("prose, on two lines", "See `suntracker next\nsunset` or `Sources`.\n", ["suntracker next sunset"]),
            ("variables", "`A=1 swift test`, `A=1`\n", ["A=1 swift test"]),
            ("a program of the checkout", "`etc/setup --x`, `etc/man`, `etc/none`\n", ["etc/setup --x"]),
            ("options", "with `--system` only\n", ["--system"]),
            (
                "a table", "| `suntracker a`, `b` | x |\n| `suntracker c` | `--d` e |\n",
                ["suntracker a", "suntracker b", "suntracker c", "suntracker c --d"]
            ),
            ("a value in JSON", "`\"exec\": \"suntracker a\", \"b\": \"c\"`\n", ["suntracker a"]),
        ])
    func markdown(name: String, text: String, lines: [String]) {
        #expect(DocumentedLine.lines(ofMarkdown: text) == lines)
    }

    @Test(
        "is found in each form that a manual page has",
        arguments: [
            ("displayed", ".Dl lamp on\n", ["lamp on"]),
            ("in the text", ".Cm systemctl --user reload x .\n", ["systemctl --user reload x"]),
            ("with macros", ".Pq Nm suntracker Cm chart Fl Fl open ,\n", ["suntracker chart --open"]),
            ("a reference to a page", ".Xr suntracker 1\nsuntracker 1\n.Nm suntracker\n", []),
        ])
    func manual(name: String, text: String, lines: [String]) {
        #expect(DocumentedLine.lines(ofManual: text) == lines)
    }

    @Test("runs, and does what the text says", arguments: DocumentedProof.all.keys.sorted())
    func runs(text: String) throws {
        let home = try DocumentedHome()
        for proof in DocumentedProof.all[text] ?? [] {
            switch proof {
            case .runs(let line, let statuses, let shown):
                let result = try home.run(line ?? text)
                #expect(statuses.contains(result.status), "\(result.output)")
                #expect(shown.isEmpty || result.output.contains(shown), "\(result.output)")
            case .runsUntil(let line, let shown):
                let shows = try home.run(line ?? text, until: shown)
                #expect(shows, "\(shown)")
            case .host(let program, let option):
                let words = program.split(separator: " ")
                guard try Command(script: "command -v \(words[0])").status == 0 else { break }
                #expect(try Command(script: "exec \(program) --help").output.contains(option))
            case .onMachine, .test, .file, .suite, .manual: break
            }
        }
    }

    @Test("that cannot run here is run by the scenario, test or script that is named")
    func elsewhere() throws {
        let scenario = try Checkout.text(of: "Tests/Acceptance/scenarios/documented.bash")
        let onMachine = Set(scenario.matches(of: /(?m)^ +documented(?:_until '[^']+')? '([^']+)'/).map { String($0.1) })
        let tests = try Checkout.swift(below: "Tests")
        for (text, proofs) in DocumentedProof.all {
            for proof in proofs {
                switch proof {
                case .runs, .runsUntil, .host: break
                case .onMachine(let line): #expect(onMachine.contains(line ?? text), "\(line ?? text)")
                case .test(let name):
                    let parts = name.split(separator: ".")
                    #expect(tests.contains("struct \(parts[0]) ") && tests.contains("func \(parts[1])("), "\(name)")
                case .suite(let name): #expect(tests.contains("struct \(name) "), "\(name)")
                case .file(let path, let part): #expect(try Checkout.text(of: path).contains(part), "\(path): \(part)")
                case .manual(let name): #expect(Checkout.exists("etc/man/\(name)"), "\(name)")
                }
            }
        }
    }

    @Test("of the installed programs is also run on a stock machine, with the programs of the package")
    func ofThePackage() {
        let programs = ["suntracker", "suntrackerd", "journalctl", "systemctl", "busctl", "while"]
        for (text, proofs) in DocumentedProof.all {
            guard let word = text.split(separator: " ").first, programs.contains(String(word)) else { continue }
            let isOnMachine = proofs.contains {
                switch $0 {
                case .onMachine, .file(DocumentedProof.life, _): true
                // The scripts of the package run there, too.
                case .file(let path, _): path.hasPrefix("etc/packaging/")
                default: false
                }
            }
            #expect(isOnMachine, "\(text)")
        }
    }

    @Test("is beside examples of settings, which are valid", arguments: try DocumentedLine.settings())
    func settings(text: String) throws {
        let home = try DocumentedHome()
        try text.write(toFile: home.path + "/example.conf", atomically: true, encoding: .utf8)
        let result = try home.run("suntracker config check ~/example.conf")
        #expect(result.status == 0, "\(result.output)")
    }
}
