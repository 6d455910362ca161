/// Port: a catalog of translations.
package protocol Translations: Sendable {
    /// The translation of an English text; nil if there is none.
    ///
    /// - Parameter context: what distinguishes it from equal texts with another meaning; nil for most.
    func translation(of text: String, inContext context: String?) -> String?

    /// The translation of an English text with a number, in the plural form that the number has; nil if there is none.
    func translation(of one: String, other: String, count: Int) -> String?
}

/// The texts for people, in their language.
///
/// Each text is a whole sentence or phrase in English, with named blanks such as `{time}`, and its translation can have
/// them in any order. etc/po/update finds the texts in the sources by the names of the functions here; so they must be
/// literals.
///
/// Without a translation a text stays English. The journal, JSON, D-Bus and the like are always English.
package struct Localizer: Sendable {
    /// Where a text is shown.
    package enum Layout: Equatable, Sendable {
        /// On a terminal, in a file, in the journal, or as a value for another program: the text alone. Terminals lay
        /// bidirectional text out themselves, and further characters would be copied or get in the way of a search.
        case plain
        /// In a title, in a menu or on a page: isolates keep the direction of all values from their surroundings.
        case title
        /// In the body of a popup, which breaks lines too: no-break spaces hold a quantity together.
        case popup
    }

    /// English, plain.
    package static let english = Localizer(Untranslated())

    private let translations: any Translations
    /// Where the texts are shown.
    package var layout: Layout

    /// The texts in the language of a catalog.
    package init(_ translations: any Translations, layout: Layout = .plain) {
        self.translations = translations
        self.layout = layout
    }

    /// The same for that layout.
    package func formatted(for layout: Layout) -> Localizer { Localizer(translations, layout: layout) }

    /// The text in the user's language, with its blanks filled in.
    package func callAsFunction(_ text: StaticString, _ blanks: KeyValuePairs<String, String> = [:]) -> String {
        let translation = translations.translation(of: text.description, inContext: nil)
        return filled(translation, otherwise: text.description, blanks.map { ($0.key, $0.value) })
    }

    /// The text in the user's language, which in another context can have another translation.
    package func inContext(
        _ context: StaticString, _ text: StaticString, _ blanks: KeyValuePairs<String, String> = [:]
    ) -> String {
        let translation = translations.translation(of: text.description, inContext: context.description)
        return filled(translation, otherwise: text.description, blanks.map { ($0.key, $0.value) })
    }

    /// The text in the user's language, in the plural form of a number, which fills the blank `{count}`.
    package func plural(
        _ one: StaticString, _ other: StaticString, count: Int, _ blanks: KeyValuePairs<String, String> = [:]
    ) -> String {
        let translation = translations.translation(of: one.description, other: other.description, count: count)
        return filled(
            translation, otherwise: count == 1 ? one.description : other.description,
            [("count", String(count))] + blanks.map { ($0.key, $0.value) })
    }

    /// The language of the texts, as a language tag (BCP 47): `en`, `de`.
    package var language: String {
        // TRANSLATORS: the tag of your language (BCP 47): de, pt-BR, zh-CN
        inContext("the language of this catalog", "en")
    }

    /// Whether the texts are written from right to left.
    package var isRightToLeft: Bool {
        // TRANSLATORS: rtl if your language is written from right to left
        inContext("the direction of writing", "ltr") == "rtl"
    }

    private func filled(
        _ translation: String?, otherwise english: String, _ blanks: [(name: String, value: String)]
    ) -> String {
        // The direction of writing is a text without blanks.
        let fill = blanks.isEmpty ? { $0 + $1 } : fillBlank
        // The translation of a damaged catalog may have a blank that nothing fills, or lack one.
        return translation.flatMap { $0.lacksBlank(of: english, blanks) ? nil : $0.fillingBlanks(blanks, fill) }
            ?? english.fillingBlanks(blanks, fill) ?? english
    }
}

/// English: no translations.
private struct Untranslated: Translations {
    func translation(of text: String, inContext context: String?) -> String? { nil }
    func translation(of one: String, other: String, count: Int) -> String? { nil }
}

extension String {
    /// Whether a blank of the English text is missing. A plural form may have its number in words.
    fileprivate func lacksBlank(of english: String, _ blanks: [(name: String, value: String)]) -> Bool {
        let (own, wanted) = (blankNames, english.blankNames)
        return blanks.contains { name, _ in name != "count" && wanted.contains(name[...]) && !own.contains(name[...]) }
    }

    /// The names between its braces.
    private var blankNames: [Substring] {
        split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { part[..<$0] }
        }
    }

    /// The text with its blanks filled in; nil if it has one of another name, or a brace that is not opened or not closed.
    fileprivate func fillingBlanks(_ blanks: [(name: String, value: String)], _ fill: Localizer.FillBlank) -> String? {
        var filled = ""
        var rest = self[...]
        while let brace = rest.firstIndex(of: "{") {
            let before = rest[..<brace]
            filled += before
            rest = rest[rest.index(after: brace)...]
            guard !before.contains("}"), let end = rest.firstIndex(of: "}"),
                let value = blanks.first(where: { $0.name == rest[..<end] })?.value
            else { return nil }
            rest = rest[rest.index(after: end)...]
            // A degree sign keeps the direction of its number.
            let sign = rest.first == "°" ? "°" : ""
            filled += fill(value, sign)
            rest = rest.dropFirst(sign.count)
        }
        return rest.contains("}") ? nil : filled + rest
    }

    /// The text as the start of a sentence.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Localizer {
    /// What is between two parts of a list: `, `.
    package var listSeparator: String { list(["", ""]) }

    /// Independent parts of a text in one line: `9 h 49 min of daylight, 1 min 42 s less than yesterday`.
    package func list(_ parts: [String]) -> String {
        parts.dropFirst().reduce(parts.first ?? "") { first, next in
            // TRANSLATORS: between two parts of a list: sunset at 16:40, sunrise at 06:48
            self("{first}, {next}", ["first": first, "next": next])
        }
    }

    /// Sentences, of which the last one has no full stop, since it may be a command.
    func sentences(_ sentences: [String]) -> String {
        sentences.dropFirst().reduce(sentences.first ?? "") { first, next in
            // TRANSLATORS: between two sentences, of which the first has no full stop yet
            self("{first}. {next}", ["first": first, "next": next])
        }
    }
}
