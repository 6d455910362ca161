// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The program with a catalog, from its arguments to its output.
@Suite("The command in the language of the environment") struct LanguageTests {
    /// A data directory with the German catalog, and a German locale.
    private struct Catalog {
        static let file = "locale/de/LC_MESSAGES/suntracker.mo"
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            // The program looks for catalogs where it finds its data.
            let file = try folder.write("", to: Self.file)
            try folder.write("", to: "suntracker/file")
            // Newer versions of libc do not translate in C.UTF-8, and the machine may have no other locale. A link
            // gives C.UTF-8 another name.
            try folder.link("locales/de_DE.UTF-8", to: "/usr/lib/locale/C.utf8")
            let msgfmt = try TestProgram("msgfmt", ["--output-file=\(file)", Checkout.path("etc/po/de.po")]).run()
            try #require(msgfmt.status == 0, "etc/setup installs msgfmt, of gettext")
        }

        func run(_ arguments: [String], variables: [String: String] = [:]) throws -> Command {
            let german = [
                "LOCPATH": folder.path("locales"), "LC_ALL": "de_DE.UTF-8",
                "XDG_DATA_HOME": folder.path,
            ]
            return try Command(arguments, variables: german.merging(variables) { _, given in given })
        }
    }

    @Test("prints the help and errors in arguments in English")
    func arguments() throws {
        let catalog = try Catalog()
        for arguments in [["wait", "--help"], ["--plac", "Denver"], ["chart", "5m"], ["help", "next", "sunset"]] {
            let (german, english) = try (catalog.run(arguments), Command(arguments))
            #expect((german.output, german.errors, german.status) == (english.output, english.errors, english.status))
        }
    }

    @Test("understands an event by its name in this language, and by its name in the settings")
    func events() throws {
        let catalog = try Catalog()
        let answer = try catalog.run(["next", "sunset", "--place", "39.74,-104.99", "--at", "2026-11-21T19:00:00Z"])
        #expect(answer.status == 0)
        let translated = ["next", "Sonnenuntergang", "--place", "39.74,-104.99", "--at", "2026-11-21T19:00:00Z"]
        #expect(try catalog.run(translated).output == answer.output)
        let misspelt = try catalog.run(["next", "Sonnenuntergnag", "--place", "39.74,-104.99"])
        #expect(misspelt.status == 64)
        #expect(misspelt.errors.hasSuffix("; did you mean sunset?\n"), "\(misspelt.errors)")
        #expect(try Command(translated).status == 64)
    }

    @Test(
        "shows a large city by its name in this language",
        arguments: [
            (["--place", "munich"], "UTC", "München, Bavaria, Germany ("), ([], "Europe/Vienna", "Wien ("),
        ])
    func cities(arguments: [String], zone: String, start: String) throws {
        let answer = try Catalog().run(arguments, variables: ["TZ": zone])
        #expect(answer.output.contains("\n" + start), "\(answer.output)")
    }

    @Test("English stays the language if it comes before another one")
    func englishFirst() throws {
        let catalog = try Catalog()
        let next = ["next", "--place", "39.74,-104.99", "--at", "2026-11-21T19:00:00Z"]
        let english = try Command(next).output
        #expect(try catalog.run(next, variables: ["LANGUAGE": "en_US:de"]).output == english)
        #expect(try catalog.run(next, variables: ["LANGUAGE": "fr:de"]).output != english)
    }

    @Test("With a damaged catalog, the answer is in English, with one line about the catalog")
    func damaged() throws {
        let catalog = try Catalog()
        let file = URL(filePath: catalog.folder.path(Catalog.file))
        let sound = try Data(contentsOf: file)
        let events = ["events", "--from", "2026-01-01", "--days", "1", "--place", "39.74,-104.99"]
        let english = try Command(events)
        #expect(try catalog.run(events).output != english.output)
        for length in [0, 20, 9_000, sound.count / 2, sound.count - 1] {
            try sound.prefix(length).write(to: file)
            let damaged = try catalog.run(events)
            #expect(damaged.output == english.output && damaged.status == english.status, "\(length) bytes")
            #expect(
                damaged.errors
                    == "suntracker: \(file.path) is damaged, so messages are in English; reinstall Suntracker\n")
        }
    }
}
