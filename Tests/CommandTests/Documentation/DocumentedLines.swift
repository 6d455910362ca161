import Foundation
import Testing

/// The command lines of the documentation, as a reader copies them.
struct DocumentedLine: Hashable, Sendable, CustomTestStringConvertible {
    /// The file that has the line.
    let page: String
    /// The line without its comment: `etc/setup && swift run suntracker --place Denver`; or only options, `--system`.
    let text: String

    var testDescription: String { "\(page): \(text)" }

    /// All of them, each once for each page.
    static func all() throws -> [DocumentedLine] {
        let markdown = try ["README.md", ".github/CONTRIBUTING.md", "etc/doc/packaging.md"].flatMap { page in
            try lines(ofMarkdown: Checkout.text(of: page)).map { DocumentedLine(page: page, text: $0) }
        }
        let manuals = try ["suntracker.1", "suntrackerd.1", "suntracker.conf.5"].flatMap { name in
            let page = "etc/man/\(name)"
            return try lines(ofManual: Checkout.text(of: page)).map { DocumentedLine(page: page, text: $0) }
        }
        let catalog = try lines(ofCatalog: Checkout.text(of: "systemd/suntracker.catalog")).map {
            DocumentedLine(page: "systemd/suntracker.catalog", text: $0)
        }
        var seen: Set<DocumentedLine> = []
        return (markdown + manuals + catalog).filter { seen.insert($0).inserted }
    }

    /// The examples of settings: what stands in blocks of `ini` and in literal displays.
    static func settings() throws -> [String] {
        let readme = try Checkout.text(of: "README.md").matches(of: /```ini\n(.+?)```/.dotMatchesNewlines())
        let manual = try Checkout.text(of: "etc/man/suntracker.conf.5").matches(
            of: /\n\.Bd -literal[^\n]*\n(.+?)\n\.Ed/.dotMatchesNewlines())
        return readme.map { String($0.1) } + manual.map { String($0.1) }
    }

    // MARK: - Markdown

    /// What stands in blocks of the shell, and between backquotes if it begins with a program or an option.
    static func lines(ofMarkdown text: String) -> [String] {
        let fence = /```(\w*)\n(.*?)```/.dotMatchesNewlines()
        let blocks = text.matches(of: fence).flatMap { match -> [String] in
            let lines = match.2.split(separator: "\n").map(String.init)
            switch match.1 {
            case "sh": return lines.map { String($0.replacing(/\s+# .*$/, with: "")) }
            case "console": return lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
            default: return []
            }
        }
        let prose = text.replacing(fence, with: "")
        let executed = prose.matches(of: /"exec": "([^"]+)"/).map { String($0.1) }
        return blocks + paragraphs(of: prose).flatMap(commands(inParagraph:)) + executed
    }

    /// Each row of a table, and each other paragraph, on one line.
    private static func paragraphs(of text: String) -> [String] {
        text.replacing("\n|", with: "\n\n|").split(separator: "\n\n").map { String($0.replacing("\n", with: " ")) }
    }

    /// In a row of a table, what follows a command is another subcommand of the same program, or an option of the command.
    private static func commands(inParagraph text: String) -> [String] {
        let quotations = text.matches(of: /`([^`]+)`/).map { String($0.1.replacing(/\s+/, with: " ")) }
        guard text.hasPrefix("| `suntracker"), let first = quotations.first else {
            return quotations.filter { $0.hasPrefix("--") || isCommand($0) }
        }
        return quotations.compactMap { quotation in
            if quotation.hasPrefix("--") { return "\(first) \(quotation)" }
            if isCommand(quotation) { return quotation }
            if programs.contains(quotation[...]) { return nil }
            return quotation.wholeMatch(of: /[a-z ]+/) == nil ? nil : "suntracker \(quotation)"
        }
    }

    // MARK: - Manual pages and the catalog

    /// The displayed lines, and the commands in the text: `.Pq Nm suntracker Cm chart Fl Fl open`.
    static func lines(ofManual text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            if line.hasPrefix(".Dl ") { return String(line.dropFirst(4)) }
            guard line.hasPrefix("."), !line.hasPrefix(".Xr"), !line.hasPrefix(".Nd"), !line.hasPrefix(".\\\"") else {
                return nil
            }
            let words = line.dropFirst().replacing("Fl Fl ", with: "--").split(separator: " ")
                .filter { !["Pq", "Qq", "Nm", "Cm", "Ic", "Li", "Ar", ",", ".", ";"].contains($0) }
            let command = words.joined(separator: " ")
            return words.count > 1 && isCommand(command) ? command : nil
        }
    }

    /// The commands between quotation marks, and after a colon.
    static func lines(ofCatalog text: String) -> [String] {
        let quoted = text.matches(of: /"([^"]+)"/).map { String($0.1.replacing(/\s+/, with: " ")) }
        let shown = text.matches(of: /: ([a-z]\S* [^\n]+)/).map {
            String(
                $0.1.replacing("@SUNTRACKER_EVENT@", with: "sunset").replacing("@SUNTRACKER_PHASE@", with: "night"))
        }
        return (quoted + shown).filter(isCommand)
    }

    /// Whether a text begins with a program, after any environment variables.
    private static func isCommand(_ text: String) -> Bool {
        guard let word = text.split(separator: " ").first(where: { $0.wholeMatch(of: /[A-Z_]+=.*/) == nil }) else {
            return false
        }
        // The name of the service alone is not a command line: the service manager starts it.
        guard text != "suntrackerd" else { return false }
        if word.contains("/") { return Checkout.isProgram(String(word)) }
        return programs.contains(word)
    }

    /// The programs outside the checkout that the documentation may name.
    private static let programs: Set<Substring> = [
        "apt", "apt-get", "appstreamcli", "busctl", "dnf", "gdbus", "geoclue", "gsettings", "journalctl", "loginctl",
        "man", "notify-send", "pacman", "sudo", "suntracker", "suntrackerd", "swift", "systemctl", "systemd-analyze",
        "systemd-run", "timedatectl", "while", "xdg-open",
    ]
}

extension Checkout {
    /// Whether the path is an executable file.
    static func isProgram(_ path: String) -> Bool {
        var isFolder = ObjCBool(false)
        let file = root.appending(path: path).path
        return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: file)
    }
}
