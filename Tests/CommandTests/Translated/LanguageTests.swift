import Foundation
import Testing

/// The program with a catalog, from the arguments to the output.
@Suite("The command in the language of the environment") struct LanguageTests {
    /// A data folder with the German catalog.
    private struct Catalog: ~Copyable {
        let folder = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)")

        init() throws {
            let messages = folder.appending(path: "locale/de/LC_MESSAGES")
            for made in [messages, folder.appending(path: "suntracker")] {
                try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
            }
            let msgfmt = Process()
            msgfmt.executableURL = URL(filePath: "/usr/bin/env")
            msgfmt.arguments = [
                "msgfmt", "--output-file=\(messages.path)/suntracker.mo",
                Checkout.root.appending(path: "etc/po/de.po").path,
            ]
            try msgfmt.run()
            msgfmt.waitUntilExit()
            try #require(msgfmt.terminationStatus == 0, "etc/setup installs msgfmt, of gettext")
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func run(_ arguments: String..., variables: [String: String] = [:]) throws -> Command {
            let german = ["LC_ALL": "C.UTF-8", "LANGUAGE": "de", "XDG_DATA_HOME": folder.path]
            return try Command(arguments, variables: german.merging(variables) { _, given in given })
        }
    }

    @Test("prints the help, in the width of the window")
    func help() throws {
        let catalog = try Catalog()
        let help = try catalog.run("wait", "--help")
        #expect(help.status == 0)
        #expect(help.output.contains("\nAUFRUF: suntracker wait <Ereignis> [<Optionen>]\n"))
        #expect(help.output.contains("  -h, --help              Hilfe anzeigen.\n"))
        #expect(try catalog.run("help", "wait").output == help.output)
        for columns in [40, 80] {
            let lines = try catalog.run("config", "set", "--help", variables: ["COLUMNS": "\(columns)"]).lines
            #expect(lines.allSatisfy { $0.count <= columns }, "\(columns)")
        }
        #expect(try catalog.run("--version").output == Command(["--version"]).output)
    }

    @Test("prints errors, with the exit statuses of those in English")
    func errors() throws {
        let catalog = try Catalog()
        for (arguments, message) in [
            (["--plac", "Denver"], "Unbekannte Option „--plac“. War „--place“ gemeint? (siehe suntracker --help)"),
            (
                ["chart", "5m"],
                "Der Wert „5m“ ist für „<Zeitraum>“ ungültig: kein Zeitraum; 3m, 6m oder 1y angeben (siehe suntracker --help)"
            ),
            (
                ["help", "next", "sunset"],
                "suntracker next hat keinen Unterbefehl „sunset“; siehe suntracker help next (siehe suntracker --help)"
            ),
            (
                ["next"],
                "Es ist kein Ort festgelegt, und die Zeitzone UTC hat keinen; einen mit --location angeben oder auswählen mit: suntracker location choose"
            ),
            (
                ["chart", "--location", "1,2", "--svg", "/tmp"],
                "/tmp kann nicht geschrieben werden: open /tmp: Is a directory"
            ),
        ] {
            let command = try Command(
                arguments,
                variables: ["LC_ALL": "C.UTF-8", "LANGUAGE": "de", "XDG_DATA_HOME": catalog.folder.path])
            #expect(command.error == "suntracker: \(message)\n")
            #expect(try command.status == Command(arguments).status)
            #expect(command.output == "")
        }
    }
}
