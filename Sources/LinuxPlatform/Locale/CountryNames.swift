// SPDX-License-Identifier: MIT
package import Gazetteer
package import Wording

/// The names of countries in the language of the process, from the catalog of iso-codes, if it is installed.
package struct CountryNames: Sendable {
    private let catalog: MessageCatalog?

    init(_ catalog: MessageCatalog?) { self.catalog = catalog }

    package static let english = CountryNames(nil)

    /// The names in the language of the messages of this process. The locale must already be set with `setlocale`. If
    /// the catalog, which belongs to another package, is missing or unreadable, the names are in English.
    package static func ofProcess(environment: Environment, beside words: Localizer) -> CountryNames {
        CountryNames(
            locales: locales(Localizer.catalogNames(of: environment), in: words.language), in: "/usr/share/locale")
    }

    /// Returns the locales with this language. iso-codes supports more languages than there are translations of the
    /// messages.
    static func locales(_ names: [String], in language: String) -> [String] {
        names.filter { $0.prefix { !"_.@".contains($0) } == language.prefix { $0 != "-" } }
    }

    /// Reads the catalog of the first of these locales that has one in a directory.
    init(locales: [String], in folder: String) {
        // Most people read English, and need no thread.
        let catalog =
            locales.isEmpty
            ? nil
            : try? readInTime { () throws(CatalogError) in
                try MessageCatalog.first(of: locales.map { "\(folder)/\($0)/LC_MESSAGES/iso_3166.mo" })
            }
        self.init(catalog ?? nil)
    }

    /// Returns the name of a country. In ISO 3166, the kind of state follows after a comma: `Russia, Federation of`.
    package func name(of country: GazetteerPlace.Country) -> String {
        let standard = Self.standardNames[country.code] ?? country.name
        let name = catalog?.translation(of: standard, inContext: nil)?.prefix { !",،、".contains($0) }
        return name.map(String.init) ?? country.name
    }

    /// The names in ISO 3166-1, which are the keys of the catalog, by code, if they differ from GeoNames. Names that
    /// would be another country's without the part after the comma are left out.
    private static let standardNames = [
        "BN": "Brunei Darussalam", "CC": "Cocos (Keeling) Islands", "CI": "Côte d'Ivoire", "CV": "Cabo Verde",
        "FK": "Falkland Islands (Malvinas)", "FM": "Micronesia, Federated States of",
        "MF": "Saint Martin (French part)", "MO": "Macao", "PS": "Palestine, State of", "RU": "Russian Federation",
        "SH": "Saint Helena, Ascension and Tristan da Cunha", "ST": "Sao Tome and Principe",
        "SX": "Sint Maarten (Dutch part)", "TF": "French Southern Territories", "TL": "Timor-Leste",
        "UM": "United States Minor Outlying Islands", "VA": "Holy See (Vatican City State)",
    ]
}
