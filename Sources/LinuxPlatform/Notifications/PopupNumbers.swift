// SPDX-License-Identifier: MIT
import Tracker

/// The notification server's numbers (IDs) of the last popups, with which the next popup with the same tag replaces the
/// last one.
///
/// A number is forgotten when its popup is closed. A stored number may still be the number of a closed popup, which was
/// closed while the service was not running.
///
/// A number is valid on one server only. Another server counts from 1 again, so the number may belong to another
/// program's popup there. So the numbers are stored together with the server's unique name and the ID of the bus,
/// because every bus counts its names from :1.0.
package struct PopupNumbers: Equatable, Sendable {
    package struct Server: Equatable, Sendable {
        /// The globally unique ID of the bus ("GetId").
        let bus: String
        let name: String

        package init(bus: String, name: String) {
            self.bus = bus
            self.name = name
        }
    }

    package let server: Server
    /// The numbers and their tags, oldest first.
    private(set) var entries: [Entry] = []

    struct Entry: Hashable, Sendable {
        let number: UInt32
        let tag: String
    }

    /// The maximum number of entries, more than popups fit on a screen.
    static let limit = 256

    package init(of server: Server) { self.server = server }

    package subscript(tag: String) -> UInt32? { entries.last { $0.tag == tag }?.number }

    /// Sets the number of the last popup with a tag. 0, which is never valid, is ignored.
    ///
    /// - Returns: whether the number has changed.
    package mutating func set(_ number: UInt32, for tag: String) -> Bool {
        guard number != 0, self[tag] != number else { return false }
        entries.removeAll { $0.tag == tag }
        entries.append(Entry(number: number, tag: tag))
        entries.removeFirst(max(0, entries.count - Self.limit))
        return true
    }

    package mutating func forget(_ number: UInt32) { entries.removeAll { $0.number == number } }
}

extension PopupNumbers {
    private static let header = StateHeader("suntracker-popups", version: 1)

    /// The text of the file: a line with the version, a line with the server, a line for each number, and a last line
    /// with their count.
    var text: String {
        "\(Self.header.line)\nserver \(server.bus) \(server.name)\n"
            + entries.map { "\($0.number) \($0.tag)\n" }.joined() + "end \(entries.count)\n"
    }

    init(text: String) throws(StateTextError) {
        // Split by bytes, because a carriage return and a line feed are one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        try Self.header.check(lines.first)
        let fields = (lines.dropFirst().first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0] == "server", !fields[1].isEmpty, fields[2].hasPrefix(":") else {
            throw .damaged(
                line: min(2, lines.count), expected: "\"server\", the id of the bus, and a unique name such as :1.23")
        }
        self.init(of: Server(bus: String(fields[1]), name: String(fields[2])))
        for line in lines.dropFirst(2) {
            let fields = line.split(separator: " ", maxSplits: 1)
            if fields.count == 2, let number = UInt32(fields[0]) { _ = set(number, for: String(fields[1])) }
        }
        try Self.header.check(text, isWrittenAs: self.text)
    }
}
