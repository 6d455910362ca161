// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import Glibc
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import LinuxPlatform

@Suite("A catalog of gettext") struct MessageCatalogTests {
    /// The words of a catalog of these texts.
    private func words(
        of texts: String, plurals: String = "nplurals=2; plural=(n != 1);"
    ) throws -> (Localizer, MessageCatalog) {
        let catalog = try #require(MessageCatalog(compiledCatalog(texts: texts, plurals: plurals)))
        return (Localizer(catalog), catalog)
    }

    @Test("contains translations by text and context; other texts stay English")
    func contexts() throws {
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
        let (words, catalog) = try self.words(of: texts)
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
        // The header, the translation of the empty text, belongs to no text.
        #expect(words.language == "en")
        #expect(!words.isRightToLeft)
    }

    @Test("contains the six plural forms of Arabic")
    func plurals() throws {
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
        let (words, _) = try self.words(of: texts, plurals: plurals)
        let forms = [0, 1, 2, 3, 11, 100].map { words.plural("{count} day", "{count} days", count: $0) }
        #expect(forms == ["لا أيام", "يوم واحد", "يومان", "3 أيام", "11 يومًا", "100 يوم"])
        #expect(words.isRightToLeft)
    }

    @Test("A translation with a wrong blank, without one, or with a brace that is not opened or closed, is not used")
    func wrongBlanks() throws {
        let texts = """
            msgid "{event} in {duration}"
            msgstr "{ereignis} in {duration}"

            msgid "{duration} ago"
            msgstr "vor {duration"

            msgid "{start} to {end}"
            msgstr "{start} bis end}"

            msgid "{first}, {next}"
            msgstr "{first}"

            msgid "{count} day"
            msgid_plural "{count} days"
            msgstr[0] "{zahl} Tag"
            msgstr[1] "{count} Tage"
            """
        let (words, _) = try self.words(of: texts)
        #expect(words("{event} in {duration}", ["event": "Sun", "duration": "5 min"]) == "Sun in 5 min")
        #expect(words("{duration} ago", ["duration": "5 min"]) == "5 min ago")
        #expect(words("{start} to {end}", ["start": "May", "end": "June"]) == "May to June")
        #expect(words("{first}, {next}", ["first": "May", "next": "June"]) == "May, June")
        #expect(words.plural("{count} day", "{count} days", count: 1) == "1 day")
        #expect(words.plural("{count} day", "{count} days", count: 2) == "2 Tage")
    }

    @Test("The German catalog contains the units and dates of German")
    func german() throws {
        let words = Localizer(try #require(MessageCatalog(compiledCatalog(Checkout.path("etc/po/de.po")))))
        #expect(words.language == "de")
        #expect(Duration.seconds(35_640).formatted(in: words) == "9 h 54 min")
        #expect(Duration.seconds(-112).comparedToYesterday(in: words) == "1 min 52 s weniger als gestern")
        #expect(words.plural("in {count} day", "in {count} days", count: 12) == "in 12 Tagen")
        #expect(SolarEvent.civilDawn.capitalizedDisplayName(in: words) == "Beginn der bürgerlichen Dämmerung")
        let date = CivilDate(daysSinceUnixEpoch: 20_779)
        #expect(date.formatted(relativeTo: date, in: words) == "22. November")
    }

    @Test("is found by the names of a locale, from the most special one on, as gettext does it")
    func names() {
        for (locale, languages, names) in [
            ("de_DE.UTF-8", "", ["de_DE", "de"]), ("de", "", ["de"]), ("ja_JP.eucJP", "", ["ja_JP", "ja"]),
            ("sr_RS.UTF-8@latin", "", ["sr_RS@latin", "sr@latin", "sr_RS", "sr"]),
            ("en_US.UTF-8", "fr:de_AT", ["fr", "de_AT", "de"]), ("de_DE.UTF-8", "fr::de", ["fr", "de"]),
            // English comes first, and is no catalog.
            ("de_DE.UTF-8", "en_US:de", []), ("de_DE.UTF-8", "fr:en:de", ["fr"]), ("en_GB.UTF-8", "", []),
            ("de_DE.UTF-8", "C:de", []), ("de_DE.UTF-8", "../de:es", ["es"]),
            ("C", "de", []), ("POSIX", "de", []), ("C.UTF-8", "de", []),
        ] {
            #expect(Localizer.catalogNames(locale: locale, languages: languages) == names, "\(locale) \(languages)")
        }
    }

    @Test("is found next to the program, in the user's data directory, or in the system's")
    func folder() throws {
        let folder = try TemporaryFolder()
        let environment = Environment(["XDG_DATA_HOME": folder.path + "/data", "HOME": folder.path])
        func found(_ program: String?) -> String { Localizer.catalogFolder(environment: environment, program: program) }
        let program = folder.path + "/prefix/bin/suntracker"
        #expect(found(program) == "/usr/share/locale")
        try folder.write("", to: "data/suntracker/hooks/theme")
        #expect(found(program) == folder.path + "/data/locale")
        #expect(found(nil) == folder.path + "/data/locale")
        try folder.write("", to: "prefix/share/suntracker/hooks/theme")
        #expect(found(program) == folder.path + "/prefix/share/locale")
    }

    @Test("The first catalog that exists is used; without a catalog, texts are in English")
    func first() throws {
        let folder = try TemporaryFolder()
        let texts = "msgid \"Sunday\"\nmsgstr \"Sonntag\"\n"
        try Data(compiledCatalog(texts: texts)).write(to: URL(filePath: folder.path + "/de.mo"))
        let paths = ["de_AT.mo", "de.mo", "broken.mo"].map { folder.path + "/" + $0 }
        try folder.write("damaged", to: "broken.mo")
        #expect(try Localizer.firstCatalog(of: paths)("Sunday") == "Sonntag")
        #expect(try Localizer.firstCatalog(of: [paths[0]])("Sunday") == "Sunday")
    }

    @Test("One that cannot be used is named")
    func unusable() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe.mo"
        mkfifo(path, 0o600)
        let error = #expect(throws: CatalogError.self) { try Localizer.firstCatalog(of: [path]) }
        let message = "Cannot read \(path), so messages are in English: it is a named pipe, not a regular file"
        #expect(error?.description == message)
    }

    @Test("The program does not wait for a disk that does not respond")
    func hungDisk() {
        let disk = DispatchSemaphore(value: 0)
        let error = #expect(throws: CatalogError.self) {
            try readInTime(within: .milliseconds(10)) {
                disk.wait()
                return Localizer.english
            }
        }
        #expect(error?.description == "The disk with the translations is not responding, so messages are in English")
        disk.signal()
    }

    @Test("is not read in the locale C, in which the tests run")
    func english() {
        let words = Localizer.ofProcess(environment: .ofProcess, program: nil) { Issue.record("\($0)") }
        #expect(words("Sunday") == "Sunday")
    }
}
