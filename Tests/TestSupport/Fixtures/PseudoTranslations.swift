public import Tracker

/// A language that shows which texts are not translated: English with another letter in place of each, half as long again.
///
/// The values of blanks that are no texts, such as commands and names, stand between `⟦` and `⟧`.
public struct PseudoTranslations: Translations {
    /// The words of this language.
    public static let words = Words(PseudoTranslations())

    /// What `translation` never replaces: the values of these blanks are the same in every language.
    private static let verbatim: Set<Substring> = [
        "command", "follow", "hold", "once", "section", "lines", "users", "file", "restart", "agent", "place", "zone",
        "name",
    ]

    private static let letters: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "áƀćđéƒǵħíĵķłḿñóṕʠŕśťúṽẃẍýžÁɃĆĐÉƑǴĦÍĴĶŁḾÑÓṔꝖŔŚŤÚṼẂẌÝŽ"))

    /// The translations of every text.
    public init() {}

    /// The text in other letters.
    public func translation(of text: String, inContext context: String?) -> String? {
        switch context {
        case "the language of this catalog": "en-XA"
        case "the direction of writing": nil
        default: Self.pseudo(text)
        }
    }

    /// The text of the number, in other letters.
    public func translation(of one: String, other: String, count: Int) -> String? {
        Self.pseudo(count == 1 ? one : other)
    }

    /// Whether a text has something that did not come from here: a letter of ASCII outside of the values.
    public static func leftover(in text: String) -> String {
        var depth = 0
        return String(
            text.filter { character in
                if character == "⟦" { depth += 1 }
                if character == "⟧" { depth -= 1 }
                return depth == 0 && character.isASCII && character.isLetter
            })
    }

    private static func pseudo(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        var length = 0
        while let next = rest.popFirst() {
            guard next == "{", let end = rest.firstIndex(of: "}") else {
                result.append(letters[next] ?? next)
                length += 1
                continue
            }
            let name = rest[..<end]
            result += verbatim.contains(name) ? "⟦{\(name)}⟧" : "{\(name)}"
            rest = rest[rest.index(after: end)...]
        }
        // Numbers alone, such as that of the first day of a month, have no letters.
        guard result != text else { return result }
        return result + String(repeating: "ō", count: (length + 1) / 2)
    }
}
