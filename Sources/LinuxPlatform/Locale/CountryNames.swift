package import Gazetteer
package import Tracker

/// The names of countries in the language of the process, from the catalog of iso-codes, where that is installed.
package struct CountryNames: Sendable {
    private let catalog: MessageCatalog?

    init(_ catalog: MessageCatalog?) { self.catalog = catalog }

    /// The names that the gazetteer has.
    package static let english = CountryNames(nil)

    /// The names in the language of the texts of this process, for which `setlocale` must have set the locale before. English
    /// where there is no catalog, or one that cannot be read: it belongs to another package.
    package static func ofProcess(environment: Environment, beside words: Localizer) -> CountryNames {
        CountryNames(
            locales: locales(Localizer.catalogNames(of: environment), in: words.language), in: "/usr/share/locale")
    }

    /// Those of the locales that have this language: iso-codes has more languages than there are translations of the texts.
    static func locales(_ names: [String], in language: String) -> [String] {
        names.filter { $0.prefix { !"_.@".contains($0) } == language.prefix { $0 != "-" } }
    }

    /// The names in the first of these locales that has a catalog in a folder.
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

    /// The name of a country. ISO 3166 puts its kind behind a comma: `Russia, Federation of`.
    package func name(of country: GazetteerPlace.Country) -> String {
        let standard = Self.standardNames[country.code] ?? country.name
        let name = catalog?.translation(of: standard, inContext: nil)?.prefix { !",،、".contains($0) }
        return name.map(String.init) ?? country.name
    }

    /// The names in ISO 3166-1, by which the catalog has the translations, where GeoNames has another one, by code. Not those
    /// that would be another country's without what is behind the comma.
    private static let standardNames = [
        "BN": "Brunei Darussalam", "CC": "Cocos (Keeling) Islands", "CI": "Côte d'Ivoire", "CV": "Cabo Verde",
        "FK": "Falkland Islands (Malvinas)", "FM": "Micronesia, Federated States of",
        "MF": "Saint Martin (French part)", "MO": "Macao", "PS": "Palestine, State of", "RU": "Russian Federation",
        "SH": "Saint Helena, Ascension and Tristan da Cunha", "ST": "Sao Tome and Principe",
        "SX": "Sint Maarten (Dutch part)", "TF": "French Southern Territories", "TL": "Timor-Leste",
        "UM": "United States Minor Outlying Islands", "VA": "Holy See (Vatican City State)",
    ]
}
