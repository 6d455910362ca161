import Reports
import Tracker

/// An error that is described in the language of the person.
protocol TranslatedError: Error {
    /// What is wrong, where, and what to do, in one line.
    func description(in words: Words) -> String
}

extension Error {
    /// The error in the language of the words, if it has a translation.
    func text(in words: Words) -> String {
        (self as? any TranslatedError)?.description(in: words) ?? "\(self)"
    }
}

extension SettingName.UnknownName: TranslatedError {}
extension TodayTemplate.Invalid: TranslatedError {}

/// Arguments that cannot be used, found by their `transform` or `validate`, which know nothing of the language.
struct UsageError: TranslatedError, CustomStringConvertible {
    private let text: @Sendable (Words) -> String

    /// An error with a text in any language: `UsageError { words in words("--open needs a file") }`.
    init(_ text: @escaping @Sendable (Words) -> String) { self.text = text }

    func description(in words: Words) -> String { text(words) }

    var description: String { description(in: .english) }
}
