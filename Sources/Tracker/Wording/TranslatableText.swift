/// A text for people whose language is chosen where it is shown.
///
/// An error is English in the journal and on D-Bus, and in the language of the person in a notification or on a terminal. So
/// it keeps its text as the English one, by which a catalog finds the translation, and the values of the blanks.
public struct TranslatableText: Hashable, Sendable, CustomStringConvertible {
    private enum Form: Hashable, Sendable {
        case quoted(String)
        case one(String)
        case counted(one: String, other: String, count: Int)
    }

    private struct Blank: Hashable, Sendable {
        let name: String
        let value: TranslatableText
    }

    private let form: Form
    private let blanks: [Blank]

    private init(_ form: Form, _ blanks: KeyValuePairs<String, TranslatableText> = [:]) {
        self.form = form
        self.blanks = blanks.map { Blank(name: $0.key, value: $0.value) }
    }

    /// A text that is the same in every language: a command, a path, the name or the value of a setting, or what another
    /// program reports.
    public static func quoted(_ text: String) -> TranslatableText { TranslatableText(.quoted(text)) }

    /// A text of the catalogs, with named blanks, as in `Words`.
    public static func words(
        _ text: StaticString, _ blanks: KeyValuePairs<String, TranslatableText> = [:]
    ) -> TranslatableText {
        TranslatableText(.one(text.description), blanks)
    }

    /// A text of the catalogs, in the plural form of a number, which fills the blank `{count}`.
    public static func plural(
        _ one: StaticString, _ other: StaticString, count: Int,
        _ blanks: KeyValuePairs<String, TranslatableText> = [:]
    ) -> TranslatableText {
        TranslatableText(.counted(one: one.description, other: other.description, count: count), blanks)
    }

    /// The text in a language.
    public func text(in words: Words) -> String {
        let blanks = blanks.map { (name: $0.name, value: $0.value.text(in: words)) }
        return switch form {
        case .quoted(let text): text
        case .one(let text): words.text(text, blanks)
        case .counted(let one, let other, let count):
            words.text(one, other: other, count: count, blanks)
        }
    }

    /// The text in English.
    public var description: String { text(in: .english) }
}
