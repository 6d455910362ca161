import Terminal
import Tracker

extension HelpPage {
    /// The help in the language of the words, for a window of that width, drawn as ArgumentParser does it in English. In a
    /// narrow window the descriptions are below their labels.
    func text(in words: Words, columns: Int) -> String {
        var lines: [String] = []
        for (index, paragraph) in overview.map(words.helpText).enumerated() {
            let text = index == 0 ? words("OVERVIEW: {text}", ["text": paragraph]) : paragraph
            // A command line begins with spaces, and is not broken, so that it can be copied.
            lines += text.hasPrefix(" ") ? [text] : Self.wrapped(text, to: columns, in: words)
        }
        let usage = words("USAGE: {command}", ["command": words.isolatedCommand(words.withPlaceholders(usage))])
        lines += [""] + Self.hanging(usage, by: 2 * Self.labelIndent, columns: columns, in: words)
        for section in sections {
            lines += ["", words.title(ofSection: section.title)]
            lines += section.rows.flatMap { Self.lines(of: $0, columns: columns, in: words) }
        }
        if let reference {
            let command = words.isolatedCommand(words.withPlaceholders(reference))
            let text = words("See '{command}' for detailed help.", ["command": command])
            let indent = Self.labelIndent
            lines += [""]
            lines += Self.hanging(text, by: 0, columns: columns - indent, in: words).map { .spaces(indent) + $0 }
        }
        return lines.map(words.withIsolatedLatin).joined(separator: "\n")
    }

    /// A window with fewer columns has the descriptions below the labels: beside them no long word would fit.
    private static let narrowest = 60
    /// The columns before a label.
    private static let labelIndent = 2

    /// The lines of a paragraph, each in the direction of the paragraph.
    private static func wrapped(_ text: String, to columns: Int, in words: Words) -> [String] {
        text.wrapped(to: columns, breakingWords: false).map(words.directed)
    }

    /// The lines of a text with a command line, which breaks at spaces only, all but the first with spaces before them.
    private static func hanging(_ text: String, by indent: Int, columns: Int, in words: Words) -> [String] {
        guard text.columns > columns else { return [text] }
        var lines: [String] = []
        for word in text.split(separator: " ").map(String.init) {
            if let last = lines.last, (last + " " + word).columns <= columns - indent {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        return words.endingIsolates(in: lines).enumerated().map { $0 == 0 ? $1 : .spaces(indent) + $1 }
    }

    private static func lines(of row: Row, columns: Int, in words: Words) -> [String] {
        let label = .spaces(labelIndent) + words.isolatedStart(words.label(row.label))
        guard !row.text.isEmpty else { return [label] }
        let isNarrow = columns < narrowest
        let indent = isNarrow ? 3 * labelIndent : textColumn
        let text = wrapped(words.helpText(row.text), to: max(1, columns - indent), in: words)
        guard !isNarrow, label.columns < indent else { return [label] + text.map { .spaces(indent) + $0 } }
        return text.enumerated().map { number, line in
            (number == 0 ? label + .spaces(indent - label.columns) : .spaces(indent)) + line
        }
    }

    /// The texts of the options that ArgumentParser adds.
    static let ownOptions = [translatable("Show the version."), translatable("Show help information.")]
}

extension Words {
    /// A paragraph of the help. What is not marked, such as a command line, stays as it is.
    fileprivate func helpText(_ text: String) -> String {
        guard !text.isEmpty, !text.hasPrefix(" ") else { return text }
        if let whole = translation(ofMarked: text) ?? values(text) { return whole }
        // Several texts in one paragraph: the longest that is known comes first.
        for space in text.indices.reversed() where text[space] == " " {
            let rest = text[text.index(after: space)...]
            guard let first = translation(ofMarked: String(text[..<space])) else { continue }
            // TRANSLATORS: between two sentences, or before a parenthesis
            return self("{first} {next}", ["first": first, "next": helpText(String(rest))])
        }
        return text
    }

    /// What ArgumentParser says of the values of an option and their default: `(values: text, json; default: text)`; nil for
    /// any other text.
    private func values(_ text: String) -> String? {
        guard text.first == "(", text.last == ")" else { return nil }
        let (valuesStart, defaultStart) = ("values: ", "default: ")
        var values: Substring?
        var preset: Substring?
        for part in text.dropFirst().dropLast().split(separator: ";") {
            let part = part.drop { $0 == " " }
            if part.hasPrefix(valuesStart) { values = part.dropFirst(valuesStart.count) }
            if part.hasPrefix(defaultStart) { preset = part.dropFirst(defaultStart.count) }
        }
        let listed = values.map { list($0.split(separator: ",").map { String($0.drop { $0 == " " }) }) }
        switch (listed, preset) {
        case (let values?, let preset?):
            return self("(values: {values}; default: {default})", ["values": values, "default": String(preset)])
        case (let values?, nil): return self("(values: {values})", ["values": values])
        case (nil, let preset?): return self("(default: {default})", ["default": String(preset)])
        case (nil, nil): return nil
        }
    }

    fileprivate func title(ofSection title: String) -> String {
        switch title {
        case "ARGUMENTS": self("ARGUMENTS:")
        case "OPTIONS": self("OPTIONS:")
        case "SUBCOMMANDS": self("SUBCOMMANDS:")
        default: title + ":"
        }
    }

    /// The label of an argument, an option or a subcommand.
    fileprivate func label(_ label: String) -> String {
        let mark = " (default)"
        guard label.hasSuffix(mark) else { return withPlaceholders(label) }
        // TRANSLATORS: the subcommand that is run if none is given
        return self("{subcommand} (default)", ["subcommand": String(label.dropLast(mark.count))])
    }

    /// A command line or a label with its placeholders translated: `suntracker wait <Ereignis> [<Optionen>]`.
    func withPlaceholders(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            result += rest[..<start] + placeholder(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// The placeholder of a value in a command line.
    private func placeholder(_ name: Substring) -> String {
        switch name {
        case "<subcommand>": self("<subcommand>")
        case "<options>": self("<options>")
        case "<event>": self("<event>")
        case "<events>": self("<events>")
        case "<file>": self("<file>")
        case "<format>": self("<format>")
        case "<key>": self("<key>")
        // TRANSLATORS: latitude and longitude, abbreviated
        case "<lat,lon>": self("<lat,lon>")
        case "<metres>": self("<metres>")
        // TRANSLATORS: a number
        case "<n>": self("<n>")
        case "<name>": self("<name>")
        case "<period>": self("<period>")
        case "<place>": self("<place>")
        case "<text>": self("<text>")
        case "<time>": self("<time>")
        case "<time span>": self("<time span>")
        case "<value>": self("<value>")
        // TRANSLATORS: the form of a date: year, month and day in this order
        case "<YYYY-MM-DD>": self("<YYYY-MM-DD>")
        // TRANSLATORS: a time zone
        case "<zone>": self("<zone>")
        default: String(name)
        }
    }
}
