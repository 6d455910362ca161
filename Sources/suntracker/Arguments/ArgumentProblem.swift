import Gazetteer
import Tracker

/// What is wrong with the arguments, according to an error of ArgumentParser: the wrong word first, then the right one,
/// or where to find it.
struct ArgumentProblem {
    /// The problem, with its remedy if one is known.
    private let text: String

    /// Reads a message of ArgumentParser. A message of an unknown form is kept unchanged.
    init(_ message: String) {
        if let (value, rest) = message.parts("The value '", "' is invalid for '") {
            // The name of an option or an argument, followed by the reason or the valid values.
            let end = rest.firstIndex(of: "'") ?? rest.endIndex
            let name = rest[..<end].prefix { $0 != " " }
            let more = rest[end...].dropFirst()
            if more.hasPrefix(": ") {
                text = String(more.dropFirst(2))
            } else {
                let values = more.split(separator: "'").enumerated().compactMap { $0 % 2 == 1 ? String($1) : nil }
                let meant = values.nearest(to: value).map { "; did you mean \($0)?" } ?? ""
                text = "\"\(value)\" is not a value of \(name)\(meant)"
            }
        } else if let (option, rest) = message.parts("Unknown option '", "'") {
            let meant = rest.parts(". Did you mean '", "'").map { "; did you mean \($0.0)?" } ?? ""
            text = "\(option) is not an option here\(meant)"
        } else if let (option, _) = message.parts("Missing value for '", "'") {
            text = "\(option.prefix { $0 != " " }) needs a value"
        } else if let (argument, _) = message.parts("Missing expected argument '", "'") {
            text = "\(argument.prefix { $0 != " " }) is missing"
        } else if let (word, _) = message.parts("Unexpected argument '", "'") {
            text = "\"\(word)\" is not expected"
        } else if let (_, rest) = message.parts("", " unexpected arguments: '"), let (word, _) = rest.parts("", "'") {
            text = "\"\(word)\" and the arguments after it are not expected"
        } else {
            text = message
        }
    }

    /// The problem in one line.
    ///
    /// - Parameter page: the subcommand whose help explains what is valid.
    func line(page: String) -> String { text.contains("; ") ? text : "\(text); see \(page) --help" }
}

extension StringProtocol {
    /// The text between a prefix and the next separator, and the text after the separator; nil if the prefix or the
    /// separator is missing.
    fileprivate func parts(_ start: String, _ separator: String) -> (String, String)? {
        guard hasPrefix(start) else { return nil }
        let rest = dropFirst(start.count)
        let index = rest.indices.first { rest[$0...].hasPrefix(separator) }
        return index.map { (String(rest[..<$0]), String(rest[$0...].dropFirst(separator.count))) }
    }
}
