import Tracker

/// A language that is written from right to left: each letter of the English texts is one of Arabic.
struct MirroredTranslations: Translations {
    func translation(of text: String, inContext context: String?) -> String? {
        switch context {
        case "the language of this catalog": "ar"
        case "the direction of writing": "rtl"
        default: Self.mirrored(text)
        }
    }

    func translation(of one: String, other: String, count: Int) -> String? { Self.mirrored(count == 1 ? one : other) }

    private static let letters = Array("ابتثجحخدذرزسشصضطظعغفقكلمنه")

    private static func mirrored(_ text: String) -> String {
        var isBlank = false
        return String(
            text.map { character in
                if character == "{" || character == "}" { isBlank = character == "{" }
                guard !isBlank, character.isLetter, let value = character.lowercased().utf8.first else {
                    return character
                }
                return letters[(Int(value) - 97) % letters.count]
            })
    }
}

extension Localizer {
    /// Texts from right to left.
    static let mirrored = Localizer(MirroredTranslations())
}
