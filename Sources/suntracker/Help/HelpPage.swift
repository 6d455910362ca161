import ArgumentParser
import Terminal

/// The help of a command or subcommand, taken apart.
///
/// ArgumentParser draws the help in English only. With lines of any length its text has each paragraph, and the description
/// of each argument, in one line, so that they can be translated and wrapped anew.
struct HelpPage: Hashable {
    /// A row of a section: an argument, an option or a subcommand, and its description.
    struct Row: Hashable {
        let label: String
        let text: String
    }

    struct Section: Hashable {
        /// The title without the colon: `OPTIONS`.
        let title: String
        var rows: [Row]
    }

    /// The paragraphs of the overview, with empty lines between them.
    private(set) var overview: [String] = []
    /// The synopsis: `suntracker wait <event> [<options>]`.
    private(set) var usage = ""
    private(set) var sections: [Section] = []
    /// The command in the note at the end: `suntracker help <subcommand>`.
    private(set) var reference: String?

    /// More columns than a paragraph has.
    static let anyLength = 1_000_000
    /// The column at which descriptions begin.
    static let textColumn = 26

    private static let start = "OVERVIEW: "
    private static let usageStart = "USAGE: "
    private static let (referenceStart, referenceEnd) = ("  See '", "' for detailed help.")

    /// Takes a text of ArgumentParser apart that has been drawn for lines of any length; nil if it is no help.
    init?(_ text: String) {
        guard text.hasPrefix(Self.start) else { return nil }
        var isOverview = true
        for line in text.dropFirst(Self.start.count).split(separator: "\n", omittingEmptySubsequences: false) {
            if isOverview, line.hasPrefix(Self.usageStart) {
                isOverview = false
                usage = String(line.dropFirst(Self.usageStart.count))
            } else if isOverview {
                overview.append(String(line))
            } else if line.hasPrefix(Self.referenceStart), line.hasSuffix(Self.referenceEnd) {
                reference = String(line.dropFirst(Self.referenceStart.count).dropLast(Self.referenceEnd.count))
            } else if line.hasPrefix("  ") {
                addRow(line)
            } else if line.hasSuffix(":") {
                sections.append(Section(title: String(line.dropLast()), rows: []))
            }
        }
        while overview.last == "" { overview.removeLast() }
        guard !isOverview else { return nil }
    }

    /// The row that a line is; a label that is too long for its column has the description in the next line.
    private mutating func addRow(_ line: Substring) {
        guard let section = sections.indices.last else { return }
        let label = line.prefix(Self.textColumn).withoutSpaceAround
        let text = String(line.dropFirst(Self.textColumn))
        guard label.isEmpty, let previous = sections[section].rows.popLast() else {
            let isLong = !line.prefix(Self.textColumn).hasSuffix(" ")
            sections[section].rows.append(
                isLong ? Row(label: line.withoutSpaceAround, text: "") : Row(label: label, text: text))
            return
        }
        sections[section].rows.append(Row(label: previous.label, text: text))
    }

    /// The labels of the arguments and options: `-h, --help`, `--place <name>`, `<event>`.
    var arguments: [Row] { sections.filter { $0.title != "SUBCOMMANDS" }.flatMap(\.rows) }
}

extension Substring {
    fileprivate var withoutSpaceAround: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// Marks a text of the help, which is declared in English and translated when it is shown, as N_() does in C.
///
/// The text is one paragraph, a plain literal or several with + between them, so that etc/po/update finds it.
func translatable(_ text: String) -> String { text }

extension ArgumentHelp {
    /// The help of an argument or option, with its text marked in the same way.
    ///
    /// - Parameter valueName: the name of the value, without angle brackets; `HelpWording` has its translation.
    static func translatable(_ text: String, valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(text, valueName: valueName)
    }
}
