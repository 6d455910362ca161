import Foundation
import Glibc
import Solar
import Testing
import Tracker

@testable import LinuxPlatform

@Suite("A catalog of gettext") struct MessageCatalogTests {
    private static let header = """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: %@\\n"


        """

    /// Compiles a catalog, and gives its words to the body.
    ///
    /// For exit tests: it changes the environment and the locale of the process.
    private static func withWords(
        of texts: String, plurals: String = "nplurals=2; plural=(n != 1);",
        _ body: (Words, MessageCatalog) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(Self.header.replacing("%@", with: plurals) + texts, to: "texts.po")
        try compile(source, into: folder, body)
    }

    private static func compile(
        _ source: String, into folder: TemporaryFolder, _ body: (Words, MessageCatalog) throws -> Void
    ) throws {
        try folder.write("", to: "locale/de/LC_MESSAGES/empty")
        let msgfmt = Process()
        msgfmt.executableURL = URL(filePath: "/usr/bin/env")
        msgfmt.arguments = ["msgfmt", "--output-file=\(folder.path)/locale/de/LC_MESSAGES/test.mo", source]
        try msgfmt.run()
        msgfmt.waitUntilExit()
        try #require(msgfmt.terminationStatus == 0, "etc/setup installs msgfmt, of gettext")

        // Since 2.41 glibc has no translations in C.UTF-8, and the machine may have no other locale. Under another name it is
        // one.
        try folder.write("", to: "locales/empty")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/locales/de_DE.UTF-8", withDestinationPath: "/usr/lib/locale/C.utf8")
        setenv("LOCPATH", folder.path + "/locales", 1)
        unsetenv("LANGUAGE")
        try #require(setlocale(LC_MESSAGES, "de_DE.UTF-8") != nil)
        let catalog = try #require(MessageCatalog(folder: folder.path + "/locale", domain: "test"))
        try body(Words(catalog), catalog)
    }

    @Test("has translations by text and context; other texts stay English")
    func contexts() async {
        await #expect(processExitsWith: .success) {
            let texts = """
                msgid "May"
                msgstr "Mai (Monat)"

                msgctxt "abbreviated"
                msgid "May"
                msgstr "Mai."

                msgctxt "abbreviated"
                msgid "Sun"
                msgstr ""

                msgid "{event} in {duration}"
                msgstr "in {duration}: {event} · größer"
                """
            try MessageCatalogTests.withWords(of: texts) { words, catalog in
                #expect(words("May") == "Mai (Monat)")
                #expect(words.inContext("abbreviated", "May") == "Mai.")
                #expect(words.inContext("another", "May") == "May")
                #expect(words.inContext("abbreviated", "Sun") == "Sun")
                #expect(words("Sun") == "Sun")
                #expect(
                    words("{event} in {duration}", ["event": "Sonne", "duration": "5 Min."])
                        == "in 5 Min.: Sonne · größer")
                #expect(catalog.translation(of: "June", inContext: nil) == nil)
                #expect(catalog.translation(of: "one", other: "many", count: 2) == nil)
                #expect(catalog.translation(of: "one", other: "many", count: 1) == nil)
                // The header, which libc has as the translation of nothing, belongs to no text.
                #expect(words.language == "en")
                #expect(!words.isRightToLeft)
            }
        }
    }

    @Test("has the six plural forms of Arabic")
    func plurals() async {
        await #expect(processExitsWith: .success) {
            let texts = """
                msgctxt "the direction of writing"
                msgid "ltr"
                msgstr "rtl"

                #, python-brace-format
                msgid "{count} day"
                msgid_plural "{count} days"
                msgstr[0] "لا أيام"
                msgstr[1] "يوم واحد"
                msgstr[2] "يومان"
                msgstr[3] "{count} أيام"
                msgstr[4] "{count} يومًا"
                msgstr[5] "{count} يوم"
                """
            let plurals =
                "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;"
            try MessageCatalogTests.withWords(of: texts, plurals: plurals) { words, _ in
                let forms = [0, 1, 2, 3, 11, 100].map { words.plural("{count} day", "{count} days", count: $0) }
                #expect(forms == ["لا أيام", "يوم واحد", "يومان", "3 أيام", "11 يومًا", "100 يوم"])
                #expect(words.isRightToLeft)
            }
        }
    }

    @Test("A translation with a wrong blank, or with a brace that is not closed, is not used")
    func wrongBlanks() async {
        await #expect(processExitsWith: .success) {
            let texts = """
                msgid "{event} in {duration}"
                msgstr "{ereignis} in {duration}"

                msgid "{duration} ago"
                msgstr "vor {duration"

                msgid "{count} day"
                msgid_plural "{count} days"
                msgstr[0] "{zahl} Tag"
                msgstr[1] "{count} Tage"
                """
            try MessageCatalogTests.withWords(of: texts) { words, _ in
                #expect(words("{event} in {duration}", ["event": "Sun", "duration": "5 min"]) == "Sun in 5 min")
                #expect(words("{duration} ago", ["duration": "5 min"]) == "5 min ago")
                #expect(words.plural("{count} day", "{count} days", count: 1) == "1 day")
                #expect(words.plural("{count} day", "{count} days", count: 2) == "2 Tage")
            }
        }
    }

    @Test("The German one has the units and dates of German")
    func german() async {
        await #expect(processExitsWith: .success) {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            try MessageCatalogTests.compile(root.appending(path: "etc/po/de.po").path, into: TemporaryFolder()) {
                words, _ in
                #expect(words.language == "de")
                #expect(Duration.seconds(35_640).formatted(in: words) == "9 Std. 54 Min.")
                #expect(Duration.seconds(-112).comparedToYesterday(in: words) == "1 Min. 52 Sek. weniger als gestern")
                #expect(Duration.seconds(12 * 86_400).formattedAgo(in: words) == "vor 12 Tg.")
                #expect(SolarEvent.civilDawn.capitalizedDisplayName(in: words) == "Bürgerliche Morgendämmerung")
                let date = CivilDate(daysSinceUnixEpoch: 20_779)
                #expect(date.formatted(relativeTo: date, in: words) == "22. November")
            }
        }
    }

    @Test("is found beside the program, in the user's data folder, or in the system's")
    func folder() throws {
        let folder = try TemporaryFolder()
        let environment = Environment(["XDG_DATA_HOME": folder.path + "/data", "HOME": folder.path])
        func found(_ program: String?) -> String { Words.catalogFolder(environment: environment, program: program) }
        let program = folder.path + "/prefix/bin/suntracker"
        #expect(found(program) == "/usr/share/locale")
        try folder.write("", to: "data/suntracker/hooks/theme")
        #expect(found(program) == folder.path + "/data/locale")
        #expect(found(nil) == folder.path + "/data/locale")
        try folder.write("", to: "prefix/share/suntracker/hooks/theme")
        #expect(found(program) == folder.path + "/prefix/share/locale")
    }

    @Test("is not read in the locale C, in which the tests run")
    func english() {
        let words = Words.ofProcess(environment: .ofProcess, program: nil)
        #expect(words("Sunday") == "Sunday")
    }
}
