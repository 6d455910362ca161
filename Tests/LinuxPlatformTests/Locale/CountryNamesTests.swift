// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Wording

@testable import Gazetteer
@testable import LinuxPlatform

@Suite("The names of countries") struct CountryNamesTests {
    private func country(_ code: String, _ name: String) -> GazetteerPlace.Country {
        GazetteerPlace.Country(code: code, name: name)
    }

    @Test("are taken from the catalog of ISO 3166, or otherwise from the gazetteer")
    func names() throws {
        let texts = """
            msgid "Norway"
            msgstr "Norwegen"

            msgid "Russian Federation"
            msgstr "Russie, Fédération de"
            """
        let catalog = try #require(MessageCatalog(compiledCatalog(texts: texts)))
        let names = CountryNames(catalog)
        #expect(names.name(of: country("NO", "Norway")) == "Norwegen")
        #expect(names.name(of: country("RU", "Russia")) == "Russie")
        #expect(names.name(of: country("XK", "Kosovo")) == "Kosovo")
        #expect(CountryNames.english.name(of: country("NO", "Norway")) == "Norway")
    }

    @Test(
        "are in the language of the texts, and in no other that the user reads",
        arguments: [
            (["pl_PL", "pl"], "en", []), (["pl", "de_DE", "de"], "de", ["de_DE", "de"]),
            (["zh_CN", "zh"], "zh-CN", ["zh_CN", "zh"]),
        ] as [([String], String, [String])])
    func language(locales: [String], language: String, expected: [String]) {
        #expect(CountryNames.locales(locales, in: language) == expected)
    }

    @Test("are in English without a catalog, and with a catalog that cannot be used")
    func missing() throws {
        let folder = try TemporaryFolder()
        try folder.write("damaged", to: "de/LC_MESSAGES/iso_3166.mo")
        for locales in [["de"], ["fr", "nn"], []] {
            let names = CountryNames(locales: locales, in: folder.path)
            #expect(names.name(of: country("NO", "Norway")) == "Norway")
        }
    }
}
