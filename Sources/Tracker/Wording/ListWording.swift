extension Words {
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
            // TRANSLATORS: between two sentences
            self("{first}. {next}", ["first": first, "next": next])
        }
    }
}
