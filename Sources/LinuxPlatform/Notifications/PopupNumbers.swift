/// The notification server's numbers of the popups that it was last asked for, by which the next one of a tag takes the
/// place of the last.
///
/// A number means something to one server alone: another one counts from 1 again, and its number is the popup of another
/// program. So it goes with the server's unique name; and that with the id of the bus, since every bus counts its names
/// from :1.0.
struct PopupNumbers: Hashable {
    /// A server that gives numbers.
    struct Server: Hashable {
        /// The id of the bus, which no other bus has ("GetId").
        let bus: String
        /// Its unique name, which nobody else has on that bus.
        let name: String
    }

    /// Whose numbers they are.
    let server: Server
    /// The numbers and their tags, the one that was given last at the end.
    private(set) var entries: [Entry] = []

    /// A popup's number, and its tag.
    struct Entry: Hashable {
        let number: UInt32
        let tag: String
    }

    /// As many as are of use: more popups than that are not on the screen together.
    static let limit = 256

    /// The numbers of a server that has given none.
    init(of server: Server) { self.server = server }

    /// The number of the last popup of that tag; nil for none.
    subscript(tag: String) -> UInt32? { entries.last { $0.tag == tag }?.number }

    /// Notes the number of the last popup of a tag. Whether that is news.
    mutating func note(_ number: UInt32, of tag: String) -> Bool {
        guard self[tag] != number else { return false }
        entries.removeAll { $0.tag == tag }
        entries.append(Entry(number: number, tag: tag))
        entries.removeFirst(max(0, entries.count - Self.limit))
        return true
    }
}

/// Why a text is not one of popup numbers.
struct PopupNumbersError: Error, CustomStringConvertible {
    /// The line, counted from 1.
    let line: Int
    let expected: String

    var description: String { "line \(line) is damaged; expected \(expected)" }
}

extension PopupNumbers {
    private static let header = "suntracker-popups 1"

    /// The numbers as they are kept in a file: a line for the version, one for the server, one a number, and a last one
    /// that counts them.
    var text: String {
        "\(Self.header)\nserver \(server.bus) \(server.name)\n"
            + entries.map { "\($0.number) \($0.tag)\n" }.joined() + "end \(entries.count)\n"
    }

    /// The numbers that a text written by `text` holds.
    init(text: String) throws(PopupNumbersError) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == Self.header[...] else { throw PopupNumbersError(line: 1, expected: "\"\(Self.header)\"") }
        let words = (lines.dropFirst().first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "server", !words[1].isEmpty, words[2].hasPrefix(":") else {
            throw PopupNumbersError(
                line: min(2, lines.count), expected: "\"server\", the id of the bus, and a unique name such as :1.23")
        }
        self.init(of: Server(bus: String(words[1]), name: String(words[2])))
        let count = lines.count - 4
        guard (0...Self.limit).contains(count), lines[count + 2] == "end \(count)", lines[count + 3].isEmpty else {
            throw PopupNumbersError(
                line: lines.count, expected: "\"end\" and how many numbers, at most \(Self.limit), as the last line")
        }
        for (index, line) in lines.enumerated().dropFirst(2).dropLast(2) {
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let number = UInt32(words[0]), number > 0, !words[1].isEmpty,
                note(number, of: String(words[1]))
            else { throw PopupNumbersError(line: index + 1, expected: "a number and a tag: \"17 sunset\"") }
        }
    }
}
