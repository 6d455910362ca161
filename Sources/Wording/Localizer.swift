// SPDX-License-Identifier: MIT
/// Port: a catalog of translations.
package protocol Translations: Sendable {
    /// The translation of an English text; nil if there is none.
    ///
    /// - Parameter context: what distinguishes the text from an equal text with another meaning; nil for most texts.
    func translation(of text: String, inContext context: String?) -> String?

    /// The translation of an English text with a number, in the plural form that the number has; nil if there is none.
    func translation(of one: String, other: String, count: Int) -> String?
}

/// The texts for people, in their language.
///
/// Each text is a whole sentence or phrase in English, with named placeholders such as `{time}`. A translation can
/// contain them in any order. etc/po/update finds the texts in the sources by the names of these functions, so the
/// texts must be literals.
///
/// A text without a translation stays English. The journal, JSON, D-Bus and the like are always English.
package struct Localizer: Sendable {
    /// Where a text is shown.
    package enum Layout: Equatable, Sendable {
        /// On a terminal, in a file, in the journal, or as a value for another program: the text alone. Terminals lay
        /// out bidirectional text themselves, and additional characters would be copied or would interfere with a
        /// search.
        case plain
        /// In a title or in a menu: isolates keep the direction of all values from their surroundings.
        case title
        /// In the body of a popup or on a page, where lines are also broken: no-break spaces keep a quantity together.
        case body
    }

    package static let english = Localizer(Untranslated())

    private let translations: any Translations
    package var layout: Layout

    /// The texts in the language of a catalog.
    package init(_ translations: any Translations, layout: Layout = .plain) {
        self.translations = translations
        self.layout = layout
    }

    package func formatted(for layout: Layout) -> Localizer { Localizer(translations, layout: layout) }

    /// The texts of the body below a title in this layout.
    var inBody: Localizer { layout == .plain ? self : formatted(for: .body) }

    /// The text in the user's language, with its placeholders replaced.
    package func callAsFunction(_ text: StaticString, _ values: KeyValuePairs<String, String> = [:]) -> String {
        let translation = translations.translation(of: text.description, inContext: nil)
        return filled(translation, otherwise: text.description, values.map { ($0.key, $0.value) })
    }

    /// The text in the user's language, for a text that has several translations depending on the context.
    package func inContext(
        _ context: StaticString, _ text: StaticString, _ values: KeyValuePairs<String, String> = [:]
    ) -> String {
        let translation = translations.translation(of: text.description, inContext: context.description)
        return filled(translation, otherwise: text.description, values.map { ($0.key, $0.value) })
    }

    /// The text in the user's language, in the plural form for a number, which replaces the placeholder `{count}`.
    package func plural(
        _ one: StaticString, _ other: StaticString, count: Int, _ values: KeyValuePairs<String, String> = [:]
    ) -> String {
        let translation = translations.translation(of: one.description, other: other.description, count: count)
        return filled(
            translation, otherwise: count == 1 ? one.description : other.description,
            [("count", String(count))] + values.map { ($0.key, $0.value) })
    }

    /// The language of the texts, as a language tag (BCP 47): `en`, `de`.
    package var language: String {
        // TRANSLATORS: the tag of your language (BCP 47): de, pt-BR, zh-CN
        inContext("the language of this catalog", "en")
    }

    package var isRightToLeft: Bool {
        // TRANSLATORS: rtl if your language is written from right to left
        inContext("the direction of writing", "ltr") == "rtl"
    }

    private func filled(
        _ translation: String?, otherwise english: String, _ values: [(name: String, value: String)]
    ) -> String {
        // The direction of writing is a text without placeholders.
        let fill = values.isEmpty ? { $0 + $1 } : isolation
        // The translation in a damaged catalog may contain an unknown placeholder, or lack one.
        return translation.flatMap {
            $0.lacksPlaceholder(of: english, values) ? nil : $0.replacingPlaceholders(values, fill)
        }
            ?? english.replacingPlaceholders(values, fill) ?? english
    }
}

/// No translations: all texts are in English.
private struct Untranslated: Translations {
    func translation(of text: String, inContext context: String?) -> String? { nil }
    func translation(of one: String, other: String, count: Int) -> String? { nil }
}

extension String {
    /// Whether a placeholder of the English text is missing. A plural form may express its number in words.
    fileprivate func lacksPlaceholder(of english: String, _ values: [(name: String, value: String)]) -> Bool {
        let (own, wanted) = (placeholders, english.placeholders)
        return values.contains { name, _ in name != "count" && wanted.contains(name[...]) && !own.contains(name[...]) }
    }

    private var placeholders: [Substring] {
        split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { part[..<$0] }
        }
    }

    /// The text with its placeholders replaced; nil if it contains an unknown placeholder or an unmatched brace.
    fileprivate func replacingPlaceholders(_ values: [(name: String, value: String)], _ fill: Localizer.Isolation)
        -> String?
    {
        var filled = ""
        var rest = self[...]
        while let brace = rest.firstIndex(of: "{") {
            let before = rest[..<brace]
            filled += before
            rest = rest[rest.index(after: brace)...]
            guard !before.contains("}"), let end = rest.firstIndex(of: "}"),
                let value = values.first(where: { $0.name == rest[..<end] })?.value
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
    /// The separator of a list: `, `.
    package var listSeparator: String { list(["", ""]) }

    /// The independent parts of a text, joined in one line: `9 h 49 min of daylight, 1 min 42 s less than yesterday`.
    package func list(_ parts: [String]) -> String {
        parts.dropFirst().reduce(parts.first ?? "") { first, next in
            // TRANSLATORS: between two parts of a list: sunset at 16:40, sunrise at 06:48
            self("{first}, {next}", ["first": first, "next": next])
        }
    }

    /// The sentences, joined. The last one has no full stop, because it may end in a command.
    func sentences(_ sentences: [String]) -> String {
        sentences.dropFirst().reduce(sentences.first ?? "") { first, next in
            // TRANSLATORS: between two sentences, of which the first has no full stop yet
            self("{first}. {next}", ["first": first, "next": next])
        }
    }
}
